#include "vm/output.hpp"

#include <xxhash.h>
#include <algorithm>
#include <cstring>

namespace jmc::vm {

namespace {

// A text longer than the limit is its first bytes, and that it is longer.
std::string_view compared(const std::string& text, size_t limit) {
  return std::string_view(text).substr(0, std::min(text.size(), limit));
}

}  // namespace

void Output::digest(uint32_t* words) const {
  const XXH128_hash_t out = XXH3_128bits(out_.data(), compared(out_, limit_).size());
  const XXH128_hash_t err = XXH3_128bits(err_.data(), compared(err_, limit_).size());
  const uint64_t parts[] = {out.low64 + beyond_limit(1), out.high64, err.low64 + beyond_limit(2)};
  static_assert(sizeof parts == kWords * 4);
  std::memcpy(words, parts, sizeof parts);
}

void Output::form(std::vector<uint8_t>& out) const {
  const auto append = [&](const void* data, size_t size) {
    const auto* bytes = static_cast<const uint8_t*>(data);
    out.insert(out.end(), bytes, bytes + size);
  };
  for (const int fd : {1, 2}) {
    const std::string_view text = compared(this->text(fd), limit_);
    const uint64_t size = beyond_limit(fd) ? kNoLimit : text.size();
    append(&size, sizeof size);
    append(text.data(), text.size());
  }
}

void Output::seen(uint64_t rest, size_t depth) {
  if (seen_.empty()) {
    seen_.push_back({rest, bytes(), depth});
    return;
  }
  const Seen& last = seen_.back();
  if (last.rest == rest) {
    found_ = std::min(found_, std::max(out_.size(), err_.size()));
    return;
  }
  if (depth - last.depth >= size_t{2} << seen_.size()) seen_.push_back({rest, bytes(), depth});
}

}  // namespace jmc::vm
