#include "support.hpp"

#include <gtest/gtest.h>
#include <zip.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace jmc::classfile::test {

namespace fs = std::filesystem;

TempDir::TempDir() {
  std::string pattern = (fs::temp_directory_path() / "jmc-classfile-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp " + pattern);
  path_ = pattern;
}

TempDir::~TempDir() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TempDir::write(const std::string& name, const Content& content) const {
  fs::path path = fs::path(path_) / name;
  fs::create_directories(path.parent_path());
  fs::remove(path);  // some file systems wait for the disk when a file is cut and written again
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(content.data()), static_cast<std::streamsize>(content.size()));
  if (!out) throw std::runtime_error("cannot write " + path.string());
  return path.string();
}

Content content_of(const std::string& text) { return Content(text.begin(), text.end()); }

Content make_zip(const Files& files) {
  TempDir dir;
  std::string path = dir / "a.zip";
  int error = 0;
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE, &error);
  if (archive == nullptr) throw std::runtime_error("zip_open");
  for (const auto& [name, content] : files) {
    if (name.ends_with("/")) {
      zip_dir_add(archive, name.c_str(), 0);
      continue;
    }
    zip_source_t* source = zip_source_buffer(archive, content.data(), content.size(), 0);
    if (zip_file_add(archive, name.c_str(), source, 0) < 0) throw std::runtime_error("zip_file_add " + name);
  }
  if (zip_close(archive) != 0) throw std::runtime_error("zip_close");
  std::ifstream in(path, std::ios::binary);
  return Content(std::istreambuf_iterator<char>(in), {});
}

std::vector<std::string> jdk_homes() {
  std::vector<std::string> candidates;
  if (const char* list = std::getenv("JMC_TEST_JDKS")) {
    std::string rest = list;
    for (size_t at = 0; at <= rest.size();) {
      size_t end = std::min(rest.find(':', at), rest.size());
      candidates.push_back(rest.substr(at, end - at));
      at = end + 1;
    }
  }
  if (const char* home = std::getenv("JAVA_HOME")) candidates.push_back(home);
  if (const char* path = std::getenv("PATH")) {
    std::string rest = path;
    for (size_t at = 0; at <= rest.size();) {
      size_t end = std::min(rest.find(':', at), rest.size());
      std::error_code error;
      fs::path java = fs::canonical(fs::path(rest.substr(at, end - at)) / "java", error);
      if (!error) candidates.push_back(java.parent_path().parent_path().string());
      at = end + 1;
    }
  }
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/usr/lib/jvm", error)) candidates.push_back(entry.path().string());
  std::vector<std::string> homes;
  for (const std::string& candidate : candidates) {
    std::error_code missing;
    fs::path home = fs::canonical(candidate, missing);
    if (missing || !fs::is_regular_file(home / "lib" / "modules")) continue;
    if (std::find(homes.begin(), homes.end(), home.string()) == homes.end()) homes.push_back(home.string());
  }
  return homes;
}

Bytes as_bytes(Content content, std::string origin) {
  // Its own allocation of exactly this size, so that a read past the end is one past the allocation.
  auto owner = std::make_shared<const Content>(std::move(content));
  return {std::span<const uint8_t>(*owner), owner, std::move(origin)};
}

ClassFile parsed(const Content& content) { return parse(as_bytes(content)); }
std::string message(const Content& content) {
  return error_of([&] { parsed(content); });
}
void expect_message(const Content& content, const std::string& expected) { EXPECT_EQ(message(content), expected); }
void expect_in_message(const Content& content, const std::string& part) {
  std::string found = message(content);
  EXPECT_NE(found.find(part), std::string::npos) << "found message: " << found;
}

namespace {

uint64_t sum(std::string_view text) {
  uint64_t out = text.size();
  for (unsigned char c : text) out = out * 31 + c;
  return out;
}
uint64_t sum(std::span<const uint8_t> bytes) {
  return sum(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

uint64_t touch_pool(const ConstantPool& pool) {
  uint64_t out = 0;
  for (unsigned n = 0; n < pool.size(); ++n) {
    auto i = static_cast<uint16_t>(n);
    switch (pool.tag(i)) {
      case Tag::None: break;
      case Tag::Utf8: out += sum(pool.utf8(i)); break;
      case Tag::Integer: out += static_cast<uint64_t>(pool.integer(i)); break;
      case Tag::Float: out += pool.float_value(i) == 0; break;
      case Tag::Long: out += static_cast<uint64_t>(pool.long_value(i)); break;
      case Tag::Double: out += pool.double_value(i) == 0; break;
      case Tag::Class: out += sum(pool.class_name(i)); break;
      case Tag::String: out += sum(pool.string(i)) + decode_modified_utf8(pool.string(i)).size(); break;
      case Tag::Fieldref:
      case Tag::Methodref:
      case Tag::InterfaceMethodref: {
        auto member = pool.member(i);
        out += sum(member.owner) + sum(member.name) + sum(member.descriptor);
        break;
      }
      case Tag::NameAndType: out += sum(pool.name_and_type(i).name) + sum(pool.name_and_type(i).descriptor); break;
      case Tag::MethodHandle:
        out += pool.method_handle(i).kind + sum(pool.member(pool.method_handle(i).index).name);
        break;
      case Tag::MethodType: out += sum(pool.method_type(i)); break;
      case Tag::Dynamic:
      case Tag::InvokeDynamic: out += sum(pool.dynamic(i).name) + pool.dynamic(i).bootstrap; break;
      case Tag::Module:
      case Tag::Package: break;
    }
  }
  return out;
}

}  // namespace

uint64_t touch(const Bytes& bytes) { return sum(bytes.data) + sum(bytes.origin); }

uint64_t touch(const ClassFile& file) {
  uint64_t out = touch_pool(file.pool) + sum(file.name) + sum(file.super_name) + sum(file.source_file);
  out += sum(file.signature) + sum(file.nest_host) + sum(file.enclosing_class) + sum(file.enclosing_method);
  out += sum(file.enclosing_descriptor) + sum(file.annotations) + sum(file.module_name);
  for (const auto* list : {&file.interfaces, &file.nest_members, &file.permitted_subclasses}) {
    for (std::string_view name : *list) out += sum(name);
  }
  for (const Field& f : file.fields) {
    out += sum(f.name) + sum(f.descriptor) + sum(f.signature) + sum(f.annotations);
    if (f.constant_value != 0) out += static_cast<uint64_t>(file.pool.tag(f.constant_value));
  }
  for (const Method& m : file.methods) {
    out += sum(m.name) + sum(m.descriptor) + sum(m.signature) + sum(m.annotations) + sum(m.parameter_annotations);
    out += sum(m.annotation_default);
    for (std::string_view e : m.exceptions) out += sum(e);
    for (const MethodParameter& p : m.parameters) out += sum(p.name);
    if (!m.code) continue;
    out += sum(m.code->bytecode);
    if (file.bytes.data.data() + m.code->file_offset != m.code->bytecode.data()) throw std::logic_error("file_offset");
    for (const ExceptionEntry& e : m.code->exceptions) {
      if (e.end > m.code->bytecode.size() || e.handler >= m.code->bytecode.size()) {
        throw std::logic_error("exception range");
      }
      if (e.catch_type != 0) out += sum(file.pool.class_name(e.catch_type));
    }
    for (const LineEntry& l : m.code->lines) out += m.code->bytecode[l.start];
    for (const LocalVariable& v : m.code->variables) out += sum(v.name) + sum(v.descriptor);
  }
  for (const InnerClass& c : file.inner_classes) out += sum(c.inner) + sum(c.outer) + sum(c.name);
  for (const BootstrapMethod& b : file.bootstrap_methods) {
    out += file.pool.method_handle(b.handle).kind;
    for (uint16_t a : b.arguments) out += static_cast<uint64_t>(file.pool.tag(a));
  }
  for (const RecordComponent& r : file.record_components) out += sum(r.name) + sum(r.descriptor) + sum(r.annotations);
  return out;
}

}  // namespace jmc::classfile::test
