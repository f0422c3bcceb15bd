#include "linearizability/growth.hpp"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "listeners/names.hpp"
#include "listeners/text.hpp"
#include "vm/state/objects.hpp"

namespace jmc::linearizability {

using listeners::grouped;

namespace {

constexpr uint64_t kBetween = 4096;                            // states, in the end
constexpr size_t kMostObjects = 20'000, kMostValues = 10'000;  // looked at, and kept of a field
constexpr size_t kTold = 3, kMany = 16;                        // what is worth telling
constexpr size_t kManyValues = 40;

std::string name_of(const vm::Field& f) { return listeners::simple_class_name(*f.owner) + "." + std::string(f.name); }

}  // namespace

void Growth::state_new(std::span<const por::PathStep>, uint64_t) {
  if (++states_ < next_) return;
  next_ = states_ + std::min(states_, kBetween);
  look();
}

void Growth::look() {
  std::unordered_set<vm::Ref> seen;
  std::vector<vm::Ref> work;
  std::map<const vm::Klass*, std::vector<vm::Ref>> objects;
  const auto reach = [&](vm::Ref r) {
    if (seen.size() < kMostObjects && seen.insert(r).second) work.push_back(r);
  };
  for (por::ThreadId t = 0; t < vm_.thread_count(); ++t)
    if (const vm::Ref r = vm_.thread(t).s.object) reach(r);
  // What only frames hold has a number in the form of the last state that was numbered.
  uint32_t latest = 0;
  for (const vm::Ref r : vm_.heap.dirty()) latest = std::max(latest, vm_.heap.header(r)->canon_epoch);
  for (const vm::Ref r : vm_.heap.dirty())
    if (vm_.heap.header(r)->canon_epoch == latest || vm_.klass_of(r)->kind == vm::KlassKind::Statics) reach(r);
  while (!work.empty()) {
    const vm::Ref r = work.back();
    work.pop_back();
    if (!(vm_.heap.header(r)->flags & vm::kBase)) objects[vm_.klass_of(r)].push_back(r);
    vm_.for_each_ref(r, reach);
  }
  ++looks_;
  for (const auto& [k, all] : objects) {
    if (k->is_array() || k->kind == vm::KlassKind::Statics) continue;
    objects_[k].note(all.size());
    for (const vm::Klass* c = k; c; c = c->super)
      for (const auto& f : c->fields) {
        if (f->is_static() || (f->type != 'I' && f->type != 'J')) continue;
        std::set<uint64_t>& values = values_[f.get()];
        for (const vm::Ref r : all)
          if (values.size() < kMostValues)
            values.insert(f->type == 'J' ? vm_.heap.load<uint64_t>(r, f->offset) : vm_.heap.load<uint32_t>(r, f->offset));
      }
  }
  look_at_chains(objects);
}

// Along each field that leads from an object to one of the same class, as far as it goes without coming back.
void Growth::look_at_chains(const std::map<const vm::Klass*, std::vector<vm::Ref>>& objects) {
  for (const auto& [k, all] : objects) {
    if (k->is_array() || all.size() < 2) continue;
    for (const vm::Klass* c = k; c; c = c->super)
      for (const auto& f : c->fields) {
        if (f->is_static() || !f->is_ref()) continue;
        std::map<vm::Ref, size_t> length;
        size_t longest = 0;
        for (const vm::Ref from : all) {
          std::vector<vm::Ref> chain;
          vm::Ref at = from;
          while (at && vm_.klass_of(at) == k && !length.contains(at) && chain.size() <= all.size()) {
            length[at] = 0;  // on the way: a circle ends there
            chain.push_back(at);
            at = vm_.heap.load<vm::Ref>(at, f->offset);
          }
          size_t n = at && length.contains(at) ? length[at] : 0;
          for (auto it = chain.rbegin(); it != chain.rend(); ++it) length[*it] = ++n;
          longest = std::max(longest, n);
        }
        if (longest > 1) chains_[f.get()].note(longest);
      }
  }
}

std::string Growth::text() const {
  std::vector<std::pair<size_t, std::string>> told;
  for (const auto& [f, seen] : chains_)
    if (seen.most >= kMany && seen.most >= 2 * seen.first)
      told.emplace_back(seen.most, name_of(*f) + ": a chain of " + grouped(seen.most) + " objects (" +
                                       grouped(seen.first) + " at first)");
  std::stable_sort(told.begin(), told.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  if (told.empty()) {
    for (const auto& [k, seen] : objects_)
      if (seen.most >= 2 * kMany && seen.most >= 4 * seen.first)
        told.emplace_back(seen.most, grouped(seen.most) + " objects of " + listeners::simple_class_name(*k) + " (" +
                                         grouped(seen.first) + " at first)");
    std::stable_sort(told.begin(), told.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  }
  if (told.size() > kTold) told.resize(kTold);
  std::vector<std::pair<size_t, std::string>> numbers;
  for (const auto& [f, values] : values_)
    if (values.size() >= kManyValues)
      numbers.emplace_back(values.size(), name_of(*f) + ": " + grouped(values.size()) + " values");
  std::stable_sort(numbers.begin(), numbers.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  if (numbers.size() > kTold) numbers.resize(kTold);
  told.insert(told.end(), numbers.begin(), numbers.end());
  std::string out;
  for (const auto& [n, words] : told) out += (out.empty() ? "" : "; ") + words;
  return out;
}

}  // namespace jmc::linearizability
