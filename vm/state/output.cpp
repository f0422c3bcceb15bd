#include "vm/state/output.hpp"

#include <xxhash.h>
#include <algorithm>

#include "vm/state/state_encoder.hpp"

namespace jmc::vm {

std::pair<uint64_t, std::string_view> Output::compared(int fd) const {
  const std::string_view all = text(fd);
  return {beyond_limit(fd) ? kNoLimit : all.size(), all.substr(0, std::min(all.size(), limit_))};
}

std::array<uint64_t, 6> Output::digest() const {
  std::array<uint64_t, 6> out;
  for (const int fd : {1, 2}) {
    const auto [size, text] = compared(fd);
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    const auto at = static_cast<size_t>(3 * (fd - 1));
    out[at] = size, out[at + 1] = hash.low64, out[at + 2] = hash.high64;
  }
  return out;
}

void Output::encode(StateEncoder& e) {
  if (watched() && !e.aside()) seen(XXH3_64bits(e.words().begin, e.words().size() * 4), depth_);
  if (!e.exact()) {
    if (out_.empty() && err_.empty()) return e.word(0);  // a digest begins with a size of two words
    for (const uint64_t d : digest()) e.wide(d);
    return;
  }
  for (const int fd : {1, 2}) {
    const auto [size, text] = compared(fd);
    e.wide(size);
    e.text(text);
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
