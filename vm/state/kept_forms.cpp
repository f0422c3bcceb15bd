#include "vm/state/kept_forms.hpp"

#include <algorithm>

namespace jmc::vm {

void KeptForms::add(std::span<const Ref> roots, std::span<const Ref> numbered, std::span<const Ref> visited,
                    std::span<const uint32_t> words, std::span<const uint32_t> ends) {
  present_ = std::min(held_, kMost);  // beyond that, one that no mark holds
  Form f;
  if (present_ != 0) {
    const Form& last = forms_[present_ - 1];
    f.refs = last.refs + last.roots + last.numbered + last.visited;
    f.words = last.words + last.word_count;
    f.ends = last.ends + last.end_count;
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
  put(refs_, f.refs, roots);
  put(refs_, f.refs + f.roots, numbered);
  put(refs_, f.refs + f.roots + f.numbered, visited);
  put(words_, f.words, words);
  put(ends_, f.ends, ends);
  if (forms_.size() <= present_) forms_.resize(present_ + 1);
  forms_[present_] = f;
}

}  // namespace jmc::vm
