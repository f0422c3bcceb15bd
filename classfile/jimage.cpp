#include "classfile/jimage.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "classfile/names.hpp"

namespace jmc::classfile {
namespace {

constexpr uint32_t kMagic = 0xcafedada, kSwappedMagic = 0xdadafeca;
constexpr uint16_t kMajor = 1;
constexpr uint64_t kHeaderSize = 28;
constexpr uint64_t kMaxString = 65536, kMaxAttributes = 64;  // so that the work on a damaged image stays small
constexpr uint32_t kHashSeed = 0x01000193;

uint32_t hash(std::string_view text, uint32_t seed) {
  for (unsigned char c : text) seed = seed * kHashSeed ^ c;
  return seed & 0x7fffffff;
}

// Takes `prefix` off `text` if it is there.
bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::string path_within(std::string_view module, std::string_view path) {
  std::string full;
  full.reserve(module.size() + path.size() + 8);  // room for "/", "/" and ".class"
  full += '/';
  full += module;
  full += '/';
  full += path;
  return full;
}

}  // namespace

std::unique_ptr<ClassPathEntry> open_jimage(const std::string& path) { return std::make_unique<JImage>(path); }

JImage::JImage(const std::string& path)
    : path_(path), file_(std::make_shared<const MappedFile>(path)), data_(file_->data()) {
  if (data_.size() < kHeaderSize) {
    fail_path(path_, 0, std::to_string(data_.size()) + " bytes", "the 28 bytes of a jimage header");
  }
  uint32_t magic = u4_at(0);
  if (magic != kMagic) {
    char text[32];
    snprintf(text, sizeof text, "magic number 0x%08x", magic);
    fail_path(path_, 0, text,
              magic == kSwappedMagic ? "a jimage in the byte order of this machine" : "0xcafedada of a jimage");
  }
  uint32_t version = u4_at(4);
  if (version >> 16 != kMajor) {
    fail_path(path_, 4, "jimage version " + std::to_string(version >> 16) + "." + std::to_string(version & 0xffff),
              "version 1");
  }
  table_length_ = u4_at(16);
  locations_size_ = u4_at(20);
  strings_size_ = u4_at(24);
  offsets_ = kHeaderSize + uint64_t{4} * table_length_;
  locations_ = offsets_ + uint64_t{4} * table_length_;
  strings_ = locations_ + locations_size_;
  resources_ = strings_ + strings_size_;
  if (resources_ > data_.size()) {
    fail_path(path_, 16, "tables up to byte " + std::to_string(resources_),
              "at most the " + std::to_string(data_.size()) + " bytes of the file");
  }
  if (table_length_ == 0) fail_path(path_, 16, "an empty table", "a jimage with resources");
}

// Callers have checked that `offset` lies in a table.
uint32_t JImage::u4_at(uint64_t offset) const {
  uint32_t value;
  std::memcpy(&value, data_.data() + offset, 4);
  return value;
}

std::string_view JImage::string_at(uint64_t index, uint64_t from) const {
  if (index >= strings_size_) {
    fail_path(path_, from, "string offset " + std::to_string(index), "less than " + std::to_string(strings_size_));
  }
  const char* start = reinterpret_cast<const char*>(data_.data()) + strings_ + index;
  const void* end = std::memchr(start, 0, std::min<uint64_t>(strings_size_ - index, kMaxString));
  if (end == nullptr) {
    fail_path(path_, strings_ + index, "a string without end", "a zero byte before the end of the strings");
  }
  return {start, static_cast<const char*>(end)};
}

// A location is a list of attributes: a byte with the kind (upper 5 bits) and the length less one (lower 3), then
// that many bytes, the highest first. Kind 0 ends it.
JImage::Location JImage::read_location(uint32_t table_index) const {
  enum Kind { kEnd, kModule, kParent, kBase, kExtension, kOffset, kCompressed, kUncompressed, kKinds };
  uint64_t offset_at = offsets_ + uint64_t{4} * table_index;
  uint64_t start = u4_at(offset_at);
  if (start >= locations_size_) {
    fail_path(path_, offset_at, "location offset " + std::to_string(start),
              "less than " + std::to_string(locations_size_));
  }
  std::array<uint64_t, kKinds> values{};
  uint64_t at = locations_ + start;
  for (uint64_t count = 0;; ++count) {
    if (at >= strings_ || count == kMaxAttributes) {
      fail_path(path_, at, "a location without end", "its end before that of the location table");
    }
    unsigned kind = data_[at] >> 3, length = (data_[at] & 7) + 1;
    if (kind == kEnd) break;
    // Kinds added by a later minor version are skipped.
    if (strings_ - at <= length) {
      fail_path(path_, at, "a location cut off", std::to_string(length) + " bytes for its attribute");
    }
    uint64_t value = 0;
    for (unsigned i = 1; i <= length; ++i) value = value << 8 | data_[at + i];
    if (kind < kKinds) values[kind] = value;
    at += 1 + length;
  }
  Location location;
  location.at = locations_ + start;
  location.module = string_at(values[kModule], location.at);
  location.parent = string_at(values[kParent], location.at);
  location.base = string_at(values[kBase], location.at);
  location.extension = string_at(values[kExtension], location.at);
  location.offset = values[kOffset];
  location.compressed = values[kCompressed];
  location.uncompressed = values[kUncompressed];
  return location;
}

std::optional<JImage::Location> JImage::locate(std::string_view full_path) const {
  uint32_t slot = hash(full_path, kHashSeed) % table_length_;
  uint64_t redirect_at = kHeaderSize + uint64_t{4} * slot;
  auto redirect = static_cast<int32_t>(u4_at(redirect_at));
  uint32_t index;
  if (redirect > 0) {
    index = hash(full_path, static_cast<uint32_t>(redirect)) % table_length_;
  } else if (redirect < 0) {
    index = ~static_cast<uint32_t>(redirect);  // -1 - redirect
    if (index >= table_length_) {
      fail_path(path_, redirect_at, "redirection to slot " + std::to_string(index),
                "less than " + std::to_string(table_length_));
    }
  } else {
    return std::nullopt;
  }
  Location location = read_location(index);
  // The table sends every path somewhere: compare with the one that lives there.
  std::string_view rest = full_path;
  if (!location.module.empty() && !(take(rest, "/") && take(rest, location.module) && take(rest, "/"))) {
    return std::nullopt;
  }
  if (!location.parent.empty() && !(take(rest, location.parent) && take(rest, "/"))) return std::nullopt;
  if (!take(rest, location.base)) return std::nullopt;
  if (!location.extension.empty() && !(take(rest, ".") && take(rest, location.extension))) return std::nullopt;
  if (!rest.empty()) return std::nullopt;
  return location;
}

std::span<const uint8_t> JImage::stored_bytes(const Location& location) const {
  uint64_t size = location.compressed != 0 ? location.compressed : location.uncompressed;
  uint64_t room = data_.size() - resources_;
  if (location.offset > room || size > room - location.offset) {
    fail_path(path_, location.at,
              "a resource of " + std::to_string(size) + " bytes at offset " + std::to_string(location.offset) +
                  " of the content",
              "a place within its " + std::to_string(room) + " bytes (is the file cut off?)");
  }
  return data_.subspan(resources_ + location.offset, size);
}

Bytes JImage::content(const Location& location, std::string_view full_path) const {
  std::span<const uint8_t> stored = stored_bytes(location);
  std::string origin = path_;
  origin += '!';
  origin += full_path;
  if (location.compressed == 0) return {stored, file_, std::move(origin)};
  ResourceDecoder decoder;
  decoder.string_of = [&](uint64_t index) { return string_at(index, resources_ + location.offset); };
  decoder.fail = [&](std::string_view found, std::string_view expected) {
    fail_path(origin, resources_ + location.offset, found, expected);
  };
  std::vector<uint8_t> decoded = decoder.decode(stored, location.uncompressed);
  return to_bytes(std::move(decoded), std::move(origin));
}

std::optional<Bytes> JImage::find_class(std::string_view internal_name) {
  std::string_view module = module_of_package(package_of(internal_name));
  if (module.empty()) return std::nullopt;
  std::string full = path_within(module, internal_name);
  full += ".class";
  std::optional<Location> location = locate(full);
  if (!location) return std::nullopt;
  return content(*location, full);
}

std::optional<Bytes> JImage::find_resource(std::string_view path) {
  auto find = [&](const std::string& full) -> std::optional<Bytes> {
    std::optional<Location> location = locate(full);
    if (!location) return std::nullopt;
    return content(*location, full);
  };
  if (path.starts_with('/')) return find(std::string(path));
  auto within = [&](std::string_view module) { return path_within(module, path); };
  std::string_view module = module_of_package(package_of(path));
  if (!module.empty()) return find(within(module));
  if (auto found = find(within("java.base"))) return found;
  for (const std::string& other : modules()) {
    if (auto found = find(within(other))) return found;
  }
  return std::nullopt;
}

// "/packages/java.util" is a list of pairs: is the package empty in that module, and the module's name.
std::string_view JImage::module_of_package(std::string_view package) {
  if (package.empty()) return {};
  std::string full = "/packages/";
  full += package;
  std::replace(full.begin() + 10, full.end(), '/', '.');
  std::optional<Location> location = locate(full);
  if (!location || location->compressed != 0) return {};
  std::span<const uint8_t> pairs = stored_bytes(*location);
  auto base = static_cast<uint64_t>(pairs.data() - data_.data());
  for (uint64_t at = 0; at + 8 <= pairs.size(); at += 8) {
    if (u4_at(base + at) == 0) return string_at(u4_at(base + at + 4), base + at + 4);
  }
  return {};
}

std::vector<std::string> JImage::paths() const {
  std::vector<std::string> out;
  out.reserve(table_length_);
  for (uint32_t i = 0; i < table_length_; ++i) {
    Location location = read_location(i);
    std::string& path = out.emplace_back();
    for (std::string_view part : {location.module, location.parent}) {
      if (part.empty()) continue;
      path += path.empty() ? "/" : "";
      path += part;
      path += '/';
    }
    path += location.base;
    if (!location.extension.empty()) {
      path += '.';
      path += location.extension;
    }
  }
  return out;
}

std::optional<Bytes> JImage::module_descriptor(std::string_view module) {
  return find_resource("/" + std::string(module) + "/module-info.class");
}

const std::vector<std::string>& JImage::modules() {
  if (!modules_.empty()) return modules_;
  for (uint32_t i = 0; i < table_length_; ++i) {
    Location location = read_location(i);
    if (location.base == "module-info" && location.extension == "class" && location.parent.empty()) {
      modules_.emplace_back(location.module);
    }
  }
  std::sort(modules_.begin(), modules_.end());
  return modules_;
}

}  // namespace jmc::classfile
