#include "classfile/files.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "classfile/names.hpp"

namespace jmc::classfile {
namespace {

class Descriptor {
 public:
  // Not blocking: opening a FIFO must not wait for a writer.
  explicit Descriptor(const std::string& path) : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

}  // namespace

void fail_path(const std::string& path, std::string_view found, std::string_view expected) {
  throw PathError(one_line(path) + ": found " + std::string(found) + ", expected " + std::string(expected));
}

void fail_path(const std::string& path, uint64_t offset, std::string_view found, std::string_view expected) {
  throw PathError(one_line(path) + ": byte " + std::to_string(offset) + ": found " + std::string(found) +
                  ", expected " + std::string(expected));
}

MappedFile::MappedFile(const std::string& path) {
  Descriptor file(path);
  if (file.get() < 0) fail_path(path, std::strerror(errno), "a readable file");
  struct stat status;
  if (::fstat(file.get(), &status) != 0) fail_path(path, std::strerror(errno), "a readable file");
  if (!S_ISREG(status.st_mode)) fail_path(path, "something that is no regular file", "a regular file");
  auto size = static_cast<size_t>(status.st_size);
  if (size == 0) return;  // an empty mapping is an error
  void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (start == MAP_FAILED) fail_path(path, std::string("mmap: ") + std::strerror(errno), "a file that can be mapped");
  data_ = {static_cast<const uint8_t*>(start), size};
}

MappedFile::~MappedFile() {
  if (!data_.empty()) ::munmap(const_cast<uint8_t*>(data_.data()), data_.size());
}

std::optional<Bytes> read_file(const std::string& path) {
  Descriptor file(path);
  if (file.get() < 0) {
    if (errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG) return std::nullopt;
    fail_path(path, std::strerror(errno), "a readable file");
  }
  struct stat status;
  if (::fstat(file.get(), &status) != 0) fail_path(path, std::strerror(errno), "a readable file");
  if (S_ISDIR(status.st_mode)) return std::nullopt;
  if (!S_ISREG(status.st_mode)) fail_path(path, "something that is no regular file", "a regular file");
  std::vector<uint8_t> content(static_cast<size_t>(status.st_size));
  size_t done = 0;
  while (done < content.size()) {
    ssize_t got = ::read(file.get(), content.data() + done, content.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_path(path, std::strerror(errno), "a readable file");
    if (got == 0) break;  // it shrank meanwhile; the parser will say what is missing
    done += static_cast<size_t>(got);
  }
  content.resize(done);
  return to_bytes(std::move(content), path);
}

std::optional<std::string> read_text_file(const std::string& path) {
  std::optional<Bytes> bytes = read_file(path);
  if (!bytes) return std::nullopt;
  return std::string(as_text(*bytes));
}

bool is_directory(const std::string& path) {
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

bool is_regular_file(const std::string& path) {
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

std::string real_path(const std::string& path) {
  char* resolved = ::realpath(path.c_str(), nullptr);
  if (resolved == nullptr) return path;
  std::string out = resolved;
  std::free(resolved);
  return out;
}

std::string parent_directory(const std::string& path) {
  size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string_view package_of(std::string_view name) {
  size_t slash = name.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : name.substr(0, slash);
}

bool is_safe_relative_path(std::string_view path) {
  if (path.find('\0') != std::string_view::npos) return false;
  for (size_t at = 0;;) {
    size_t slash = path.find('/', at);
    std::string_view part = path.substr(at, slash == std::string_view::npos ? slash : slash - at);
    if (part.empty() || part == "." || part == "..") return false;
    if (slash == std::string_view::npos) return true;
    at = slash + 1;
  }
}

std::string to_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 8);
  auto byte = [&](size_t i) -> unsigned { return i < text.size() ? static_cast<uint8_t>(text[i]) : 0; };
  for (size_t i = 0; i < text.size();) {
    // A high surrogate ED A0..AF xx followed by a low one ED B0..BF xx.
    if (byte(i) == 0xed && (byte(i + 1) & 0xf0) == 0xa0 && byte(i + 3) == 0xed && (byte(i + 4) & 0xf0) == 0xb0 &&
        i + 5 < text.size()) {
      unsigned high = (byte(i + 1) & 0x0f) << 6 | (byte(i + 2) & 0x3f),
               low = (byte(i + 4) & 0x0f) << 6 | (byte(i + 5) & 0x3f);
      unsigned c = 0x10000 + (high << 10 | low);
      out += static_cast<char>(0xf0 | c >> 18);
      out += static_cast<char>(0x80 | (c >> 12 & 0x3f));
      out += static_cast<char>(0x80 | (c >> 6 & 0x3f));
      out += static_cast<char>(0x80 | (c & 0x3f));
      i += 6;
    } else {
      out += text[i++];
    }
  }
  return out;
}

Bytes to_bytes(std::vector<uint8_t> content, std::string origin) {
  auto owner = std::make_shared<const std::vector<uint8_t>>(std::move(content));
  std::span<const uint8_t> data(*owner);
  return {data, std::move(owner), std::move(origin)};
}

std::string_view as_text(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data.data()), bytes.data.size()};
}

}  // namespace jmc::classfile
