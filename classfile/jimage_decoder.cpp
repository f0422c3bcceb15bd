// Compressed resources of a jimage, as `jlink --compress` writes them. Each layer has a header of 29 bytes: magic, size
// behind the header, size when unpacked, name and configuration of the method (offsets into the strings), and whether
// it is the innermost.
#include <zlib.h>

#include <cstring>
#include <string>

#include "classfile/jimage.hpp"
#include "classfile/names.hpp"

namespace jmc::classfile {
namespace {

constexpr uint32_t kLayerMagic = 0xcafefafa;
constexpr size_t kLayerHeader = 29;
constexpr int kMaxLayers = 4;
constexpr uint64_t kMaxInflation = 1032;               // of deflate
constexpr uint64_t kMaxExpanded = uint64_t{64} << 20;  // of "compact-cp", where a few bytes can name a long string

template <typename T>
T load(std::span<const uint8_t> data, size_t at) {
  T value;
  std::memcpy(&value, data.data() + at, sizeof value);
  return value;
}

// Undoes "compact-cp": a class file in which constant pool strings are replaced by references into the strings of the
// image. Tag 23 is a whole string. Tag 25 is a descriptor in parts: a template in which each 'L' lacks the class name,
// and for each 'L' the package and the simple name.
struct StringExpander {
  std::span<const uint8_t> in;
  const std::function<std::string_view(uint64_t)>& string_of;
  const std::function<void(std::string_view found, std::string_view expected)>& fail;
  size_t at = 0;
  std::vector<uint8_t> out{};

  std::vector<uint8_t> expand() {
    constexpr uint8_t kUtf8 = 1, kString = 23, kDescriptor = 25;
    copy(8);
    need(2);
    unsigned count = in[at] << 8 | in[at + 1];
    copy(2);
    for (unsigned i = 1; i < count; ++i) {
      need(3);
      switch (uint8_t tag = in[at]) {
        case kString:
          ++at;
          append_utf8(string_of(reference()));
          break;
        case kDescriptor:
          ++at;
          append_utf8(descriptor());
          break;
        case kUtf8: copy(3 + size_t{in[at + 1]} * 256 + in[at + 2]); break;
        case 5:
        case 6:
          copy(9);
          ++i;
          break;
        case 7:
        case 8:
        case 16:
        case 19:
        case 20: copy(3); break;
        case 15: copy(4); break;
        case 3:
        case 4:
        case 9:
        case 10:
        case 11:
        case 12:
        case 17:
        case 18: copy(5); break;
        default:
          fail("constant pool tag " + std::to_string(tag) + " in \"compact-cp\" content", "1, 3-12, 15-20, 23 or 25");
      }
      if (out.size() > kMaxExpanded) fail("\"compact-cp\" content that expands beyond 64 MiB", "a class file");
    }
    copy(in.size() - at);
    return std::move(out);
  }

 private:
  void need(size_t bytes) {
    if (in.size() - at < bytes) fail("\"compact-cp\" content that is cut off", "a whole constant pool");
  }
  void copy(size_t bytes) {
    need(bytes);
    out.insert(out.end(), in.begin() + static_cast<ptrdiff_t>(at), in.begin() + static_cast<ptrdiff_t>(at + bytes));
    at += bytes;
  }
  // With the top bit set, the next two give the length in bytes and the remaining bits, big-endian, the number; else 4
  // bytes.
  uint32_t reference() {
    need(1);
    bool packed = (in[at] & 0x80) != 0;
    size_t length = packed ? in[at] >> 5 & 3 : 4;
    if (length == 0) fail("an index of no bytes in \"compact-cp\" content", "1 to 4 bytes");
    need(length);
    uint32_t value = packed ? in[at] & 0x1f : in[at];
    for (size_t i = 1; i < length; ++i) value = value << 8 | in[at + i];
    at += length;
    return value;
  }
  std::string descriptor() {
    std::string_view form = string_of(reference());
    uint32_t bytes = reference();
    need(bytes);
    if (bytes == 0) return std::string(form);
    size_t end = at + bytes;
    std::string text;
    for (char c : form) {
      text += c;
      if (c != 'L') continue;
      if (at >= end) fail("a descriptor with too few names in \"compact-cp\" content", "two for each L");
      std::string_view package = string_of(reference());
      if (!package.empty()) text.append(package) += '/';
      text += string_of(reference());
      if (text.size() > 0xffff) break;  // refused below
    }
    if (at != end) fail("a descriptor whose names do not fill their space in \"compact-cp\" content", "two for each L");
    return text;
  }
  void append_utf8(std::string_view text) {
    if (text.size() > 0xffff) fail("a string of " + std::to_string(text.size()) + " bytes", "at most 65535");
    out.push_back(1);
    out.push_back(static_cast<uint8_t>(text.size() >> 8));
    out.push_back(static_cast<uint8_t>(text.size()));
    out.insert(out.end(), text.begin(), text.end());
  }
};

bool has_layer(std::span<const uint8_t> data) {
  return data.size() >= kLayerHeader && load<uint32_t>(data, 0) == kLayerMagic;
}

}  // namespace

std::vector<uint8_t> ResourceDecoder::decode(std::span<const uint8_t> stored, uint64_t size) const {
  std::vector<uint8_t> unpacked;
  std::span<const uint8_t> data = stored;
  if (!has_layer(data)) fail("a compressed resource without a header", "its magic number 0xcafefafa");
  for (int layer = 0; has_layer(data); ++layer) {
    if (layer == kMaxLayers) fail("a resource compressed more than 4 times", "fewer layers");
    auto packed_size = load<uint64_t>(data, 4), unpacked_size = load<uint64_t>(data, 12);
    if (packed_size > data.size() - kLayerHeader) {
      fail(std::to_string(packed_size) + " bytes of compressed content",
           "at most " + std::to_string(data.size() - kLayerHeader));
    }
    // Against what is stored in the file, so that layers do not multiply.
    if (unpacked_size > kMaxExpanded + stored.size() * kMaxInflation) {
      fail(std::to_string(stored.size()) + " bytes that declare to unpack to " + std::to_string(unpacked_size),
           "a size that they can have");
    }
    std::string_view method = string_of(load<uint32_t>(data, 20));
    std::span<const uint8_t> packed = data.subspan(kLayerHeader, packed_size);
    std::vector<uint8_t> next;
    if (method == "zip") {
      next = inflate(packed, unpacked_size);
    } else if (method == "compact-cp") {
      next = StringExpander{packed, string_of, fail}.expand();
    } else {
      fail("compression " + in_quotes(method), "\"zip\" or \"compact-cp\"");
    }
    unpacked = std::move(next);
    data = unpacked;
  }
  if (unpacked.size() != size) {
    fail(std::to_string(unpacked.size()) + " bytes of unpacked content", std::to_string(size));
  }
  return unpacked;
}

std::vector<uint8_t> ResourceDecoder::inflate(std::span<const uint8_t> packed, uint64_t size) const {
  if (size > packed.size() * kMaxInflation + 64 || size > UINT32_MAX || packed.size() > UINT32_MAX) {
    fail(std::to_string(packed.size()) + " bytes that declare to unpack to " + std::to_string(size),
         "a size that they can have");
  }
  std::vector<uint8_t> out(size);
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) fail("no memory to unpack a resource", "some");
  uint8_t nothing;
  stream.next_in = const_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = out.empty() ? &nothing : out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  int result = ::inflate(&stream, Z_FINISH);
  uint64_t written = stream.total_out;
  inflateEnd(&stream);
  if (result != Z_STREAM_END || written != size) {
    fail("damaged \"zip\" content (zlib result " + std::to_string(result) + ", " + std::to_string(written) + " bytes)",
         std::to_string(size) + " bytes");
  }
  return out;
}

}  // namespace jmc::classfile
