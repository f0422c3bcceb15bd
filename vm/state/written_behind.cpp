#include "vm/state/written_behind.hpp"

#include <algorithm>

namespace jmc::vm {

void WrittenBehind::find_parents(const std::vector<Ref>& program) {
  parents_from_.assign(program.size() + 1, 0);
  for (const Ref child : children_) ++parents_from_[heap_.header(child)->canon_number + 1];
  for (size_t i = 1; i < parents_from_.size(); ++i) parents_from_[i] += parents_from_[i - 1];
  parents_.resize(children_.size());
  std::vector<size_t> next(parents_from_.begin(), parents_from_.end() - 1);
  for (uint32_t i = 0; i < program.size(); ++i)
    for (const Ref child : children(i)) parents_[next[heap_.header(child)->canon_number]++] = i;
  leads_.assign(program.size(), 0);
  found_.clear();
  followed_.clear();
  for (uint32_t i = 0; i < program.size(); ++i)
    if (heap_.header(program[i])->flags & kNamesNumbered) written(i);
}

void WrittenBehind::written(uint32_t object) {
  if (leads_[object]) return;
  leads_[object] = 1;
  size_t next = found_.size();
  for (found_.push_back(object); next < found_.size(); ++next) {
    const uint32_t of = found_[next];
    for (size_t n = parents_from_[of]; n < parents_from_[of + 1]; ++n)
      if (!leads_[parents_[n]]) leads_[parents_[n]] = 1, found_.push_back(parents_[n]);
  }
}

void WrittenBehind::follow(const std::vector<Ref>& dirty) {
  const auto differ = std::mismatch(followed_.begin(), followed_.end(), dirty.begin(), dirty.end(),
                                    [](const Followed& f, Ref r) { return f.object == r; });
  if (differ.first != followed_.end()) {
    for (size_t found = differ.first->found; found_.size() > found; found_.pop_back()) leads_[found_.back()] = 0;
    followed_.erase(differ.first, followed_.end());
  }
  for (auto r = differ.second; r != dirty.end(); ++r) {
    followed_.push_back({*r, found_.size()});
    const ObjectHeader* h = heap_.header(*r);
    if (h->flags & kProgram) written(h->canon_number);
  }
}

}  // namespace jmc::vm
