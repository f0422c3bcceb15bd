#include "linearizability/growth.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "listeners/names.hpp"
#include "listeners/text.hpp"
#include "vm/code/unread.hpp"
#include "vm/native.hpp"
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

// What threads hold, be it in their frames alone, and what the program's statics lead to.
std::vector<vm::Ref> Growth::alive() {
  std::vector<vm::Ref> out;
  std::unordered_set<vm::Ref> seen;
  const auto add = [&](vm::Ref r) {
    if (r && out.size() < kMostObjects && !(vm_.heap.header(r)->flags & vm::kBase) && seen.insert(r).second)
      out.push_back(r);
  };
  for (por::ThreadId t = 0; t < vm_.thread_count(); ++t) {
    const vm::ThreadState& s = vm_.thread(t).s;
    add(s.object);
    if (s.ended) continue;
    bool caller = false;
    for (uint32_t fp = s.fp; fp; fp = vm_.frame(t, fp)->prev) {
      vm::Method& m = *vm_.method(vm_.frame(t, fp)->method);
      const uint32_t* slots = vm_.thread(t).stack + fp - m.max_locals;
      for (const uint16_t slot : vm::slot_map(vm_, m, vm_.frame(t, fp)->pc, caller).refs) add(slots[slot]);
      caller = true;
    }
  }
  for (const vm::Ref r : vm_.heap.dirty())
    if (vm_.heap.header(r)->flags & vm::kBase) vm_.for_each_ref(r, add);
  for (size_t i = 0; i < out.size(); ++i) vm_.for_each_ref(out[i], add);
  return out;
}

void Growth::look() {
  const std::vector<vm::Ref> all = alive();
  std::map<const vm::Klass*, size_t> count;
  for (const vm::Ref r : all) {
    const vm::Klass* k = vm_.klass_of(r);
    if (k->is_array() || k->kind == vm::KlassKind::Statics) continue;
    ++count[k];
    for (const vm::Klass* c = k; c; c = c->super)
      for (const auto& f : c->fields) {
        if (f->is_static() || (f->type != 'I' && f->type != 'J')) continue;
        const std::vector<uint16_t>& left_out = vm::facility<vm::UnreadFields>(vm_).left_out(k->id);
        if (std::find(left_out.begin(), left_out.end(), (f->offset - vm::kHeaderSize) / 4) != left_out.end()) continue;
        std::set<uint64_t>& values = values_[f.get()];
        if (values.size() < kMostValues)
          values.insert(f->type == 'J' ? vm_.heap.load<uint64_t>(r, f->offset) : vm_.heap.load<uint32_t>(r, f->offset));
      }
  }
  for (const auto& [k, n] : count) objects_[k].note(n);
  look_at_chains(all);
}

// The longest of the shortest ways from what no object refers to, which threads hold, and the field that most of its
// steps go along.
void Growth::look_at_chains(const std::vector<vm::Ref>& all) {
  struct Way {
    vm::Ref from = vm::kNull;
    const vm::Field* field = nullptr;
  };
  std::unordered_set<vm::Ref> referred;
  const auto fields = [&](vm::Ref r, const auto& visit) {
    for (const vm::Klass* c = vm_.klass_of(r); c; c = c->super)
      for (const auto& f : c->fields)
        if (f->is_ref() && !f->is_static())
          if (const vm::Ref to = vm_.heap.load<vm::Ref>(r, f->offset)) visit(to, f.get());
  };
  const std::unordered_set<vm::Ref> among(all.begin(), all.end());
  for (const vm::Ref r : all) vm_.for_each_ref(r, [&](vm::Ref to) { referred.insert(to); });
  std::unordered_map<vm::Ref, Way> ways;
  std::vector<vm::Ref> order;
  for (const vm::Ref r : all)
    if (!referred.contains(r)) {
      ways[r] = {};
      order.push_back(r);
    }
  for (size_t i = 0; i < order.size(); ++i) {
    const vm::Ref r = order[i];
    const auto step = [&](vm::Ref to, const vm::Field* f) {
      if (among.contains(to) && ways.emplace(to, Way{r, f}).second) order.push_back(to);
    };
    if (vm_.klass_of(r)->is_array()) vm_.for_each_ref(r, [&](vm::Ref to) { step(to, nullptr); });
    else fields(r, step);
  }
  if (order.empty()) return;
  std::map<const vm::Field*, size_t> along;
  for (Way w = ways[order.back()]; w.from; w = ways[w.from])
    if (w.field) ++along[w.field];
  for (const auto& [f, n] : along) chains_[f].note(n);
}

std::string Growth::text() const {
  std::vector<std::pair<size_t, std::string>> told;
  for (const auto& [f, seen] : chains_)
    if (seen.most >= kMany)
      told.emplace_back(seen.most, name_of(*f) + ": a chain of " + grouped(seen.most) + " objects that threads hold (" +
                                       grouped(seen.first) + " at first)");
  std::stable_sort(told.begin(), told.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  if (told.empty()) {
    for (const auto& [k, seen] : objects_)
      if (seen.most >= 2 * kMany)
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
