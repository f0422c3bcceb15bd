#include "vm/state/kept_forms.hpp"

#include <algorithm>

namespace jmc::vm {

void KeptForms::add(std::span<const Ref> roots, std::span<const Ref> numbered, std::span<const Ref> visited,
                    std::span<const uint32_t> words, std::span<const uint32_t> ends) {
  present_ = std::min(held_, kMost);  // beyond that, one that no mark holds
  Form f;
  const Form* last = present_ != 0 ? &forms_[present_ - 1] : nullptr;
  // Where what is kept of the last one can be kept for this one, too: its lists are the same.
  const auto same = [](std::span<const uint32_t> a, std::span<const uint32_t> b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
  };
  const bool shared = last && same(roots, this->roots(*last)) && same(numbered, this->numbered(*last)) &&
                      same(visited, this->visited(*last)) && words.empty() && !last->word_count;
  if (last) {
    f.refs = shared ? last->refs : last->refs + last->roots + last->numbered + last->visited;
    f.words = last->words + last->word_count;
    f.ends = last->ends + last->end_count;
  }
  f.roots = static_cast<uint32_t>(roots.size());
  f.numbered = static_cast<uint32_t>(numbered.size());
  f.visited = static_cast<uint32_t>(visited.size());
  f.word_count = static_cast<uint32_t>(words.size());
  f.end_count = static_cast<uint32_t>(ends.size());
  f.serial = ++serials_;
  const auto put = [](std::vector<uint32_t>& to, size_t at, std::span<const uint32_t> what) {
    if (to.size() < at + what.size()) to.resize(at + what.size());
    std::copy(what.begin(), what.end(), to.begin() + static_cast<std::ptrdiff_t>(at));
  };
  if (!shared) {
    put(refs_, f.refs, roots);
    put(refs_, f.refs + f.roots, numbered);
    put(refs_, f.refs + f.roots + f.numbered, visited);
  }
  put(words_, f.words, words);
  put(ends_, f.ends, ends);
  if (forms_.size() <= present_) forms_.resize(present_ + 1);
  forms_[present_] = f;
}

}  // namespace jmc::vm
