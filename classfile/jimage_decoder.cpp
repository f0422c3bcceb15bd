// Compressed resources of a jimage, as `jlink --compress` writes them. Each layer has a header of 29 bytes: magic, size
// behind the header, size when unpacked, name and configuration of the method (offsets into the strings), and whether
// it is the innermost.
#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "classfile/jimage.hpp"
#include "classfile/names.hpp"

namespace jmc::classfile {
namespace {

constexpr uint32_t kLayerMagic = 0xcafefafa;
constexpr size_t kLayerHeader = 29;
constexpr int kMaxLayers = 4;
constexpr uint64_t kMaxInflation = 1032;  // of deflate

template <typename T>
T load(std::span<const uint8_t> data, size_t at) {
  T value;
  std::memcpy(&value, data.data() + at, sizeof value);
  return value;
}

bool has_layer(std::span<const uint8_t> data) { return data.size() >= kLayerHeader && load<uint32_t>(data, 0) == kLayerMagic; }

}  // namespace

std::vector<uint8_t> ResourceDecoder::decode(std::span<const uint8_t> stored, uint64_t size) const {
  std::vector<uint8_t> unpacked;
  std::span<const uint8_t> data = stored;
  if (!has_layer(data)) fail("a compressed resource without a header", "its magic number 0xcafefafa");
  for (int layer = 0; has_layer(data); ++layer) {
    if (layer == kMaxLayers) fail("a resource compressed more than 4 times", "fewer layers");
    auto packed_size = load<uint64_t>(data, 4), unpacked_size = load<uint64_t>(data, 12);
    if (packed_size > data.size() - kLayerHeader) {
      fail(std::to_string(packed_size) + " bytes of compressed content", "at most " + std::to_string(data.size() - kLayerHeader));
    }
    std::string_view method = string_of(load<uint32_t>(data, 20));
    std::span<const uint8_t> packed = data.subspan(kLayerHeader, packed_size);
    std::vector<uint8_t> next;
    if (method == "zip") {
      next = inflate(packed, unpacked_size);
    } else {
      fail("compression " + in_quotes(method), "\"zip\"");
    }
    unpacked = std::move(next);
    data = unpacked;
  }
  if (unpacked.size() != size) fail(std::to_string(unpacked.size()) + " bytes of unpacked content", std::to_string(size));
  return unpacked;
}

std::vector<uint8_t> ResourceDecoder::inflate(std::span<const uint8_t> packed, uint64_t size) const {
  if (size > packed.size() * kMaxInflation + 64 || size > UINT32_MAX || packed.size() > UINT32_MAX) {
    fail(std::to_string(packed.size()) + " bytes that declare to unpack to " + std::to_string(size), "a size that they can have");
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
