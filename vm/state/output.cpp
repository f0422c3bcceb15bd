#include "vm/state/output.hpp"

#include <xxhash.h>
#include <algorithm>

#include "vm/state/state_encoder.hpp"

namespace jmc::vm {

Output::Mark Output::mark() { return {out_.size(), err_.size(), seen_.size(), depth_++}; }

void Output::undo(const Mark& m) { out_.resize(m.out), err_.resize(m.err), seen_.resize(m.seen), depth_ = m.depth + 1; }

std::pair<uint64_t, std::string_view> Output::compared() const {
  return {beyond_limit() ? kNoLimit : out_.size(), std::string_view(out_).substr(0, std::min(out_.size(), limit_))};
}

std::array<uint64_t, 3> Output::digest() const {
  const auto [size, text] = compared();
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return {size, hash.low64, hash.high64};
}

void Output::encode(StateEncoder& e) {
  if (watched() && !e.aside()) seen(XXH3_64bits(e.words().begin, e.words().size() * 4), depth_);
  if (!e.exact()) {
    if (out_.empty()) return e.word(0);  // a digest begins with a size of two words
    for (const uint64_t d : digest()) e.wide(d);
    return;
  }
  const auto [size, text] = compared();
  e.wide(size);
  e.text(text);
}

void Output::seen(uint64_t rest, size_t depth) {
  if (seen_.empty()) {
    seen_.push_back({rest, out_.size(), depth});
    return;
  }
  const Seen& last = seen_.back();
  if (last.rest == rest) {
    found_ = std::min(found_, out_.size());
    return;
  }
  if (depth - last.depth >= size_t{2} << seen_.size()) seen_.push_back({rest, out_.size(), depth});
}

}  // namespace jmc::vm
