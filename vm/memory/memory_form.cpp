// The part of a state's canonical form that the memory model has (vm/memory/memory_model.hpp): unsettled locations of
// objects that are there, with the views of all. A location is named by its object, in the canonical numbering, and its
// field; older messages may refer to objects that nothing else reaches.
#include <algorithm>
#include <tuple>

#include "vm/code/insn.hpp"
#include "vm/state/components.hpp"
#include "vm/state/state_encoder.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

namespace {

class MemoryForm {
 public:
  MemoryForm(Vm& vm, StateEncoder& e) : vm_(vm), e_(e), state_(vm.memory->machine.state()) {}

  void write() {
    // Whoever is reached only by a value that is read here may bring locations of its own.
    std::vector<bool> taken(state_.locations.size());
    for (bool again = true; again;) {
      again = false;
      std::vector<Named> found;
      for (uint32_t i = 0; i < state_.locations.size(); ++i)
        if (uint64_t name; !taken[i] && named(state_.locations[i].key, name))
          found.push_back({name, i}), taken[i] = true;
      std::sort(found.begin(), found.end());
      for (const Named& n : found) {
        again = true;
        vm_.memory->in_form.push_back(state_.locations[n.index].key);
        numbers_.emplace_back(state_.locations[n.index].key, static_cast<uint32_t>(locations_.size()));
        locations_.push_back(n);
        messages(state_.locations[n.index], n.name);
      }
      if (again) e_.word(kObjects);
      e_.drain();
    }
    e_.word(kViews);
    std::sort(numbers_.begin(), numbers_.end());
    for (const Named& n : locations_)
      for (const memory::Message& m : state_.locations[n.index].messages) {
        view(m.view);
        if (apart_) view(m.readers);
      }
    for (const Named& n : locations_)
      if (apart_) view(state_.locations[n.index].before);
    for (const memory::ThreadViews& t : state_.threads) view(t.current), view(t.acquire), view(t.release);
    view(state_.fences);
    if (vm_.memory->machine.orders_dependent_loads()) dependents();
    std::vector<Named> locks;
    for (uint32_t i = 0; i < state_.locks.size(); ++i)
      if (uint64_t name; named(state_.locks[i].key, name)) locks.push_back({name, i});
    std::sort(locks.begin(), locks.end());
    for (const Named& n : locks) {
      e_.wide(n.name);
      view(state_.locks[n.index].view);
    }
  }

 private:
  // Words that are no object's name, and no number of a location.
  static constexpr uint32_t kObjects = 0xfffffffd, kViews = 0xfffffffe, kEnd = 0xffffffff;
  // What a message begins with: bits beside kMessage. A list of messages ends with 0.
  enum : uint32_t { kMessage = 1, kGlued = 2, kWideValue = 4, kWhole = 8, kStrong = 16, kPromised = 32 };

  struct Named {
    uint64_t name;
    uint32_t index;
    friend auto operator<=>(const Named&, const Named&) = default;
  };

  // False: garbage.
  bool named(memory::Key key, uint64_t& name) const {
    const Ref r = static_cast<Ref>(key >> 32);
    uint32_t object = r;
    if (r >= Heap::kFirstRef && vm_.klass_of(r)->kind != KlassKind::Statics) {
      object = e_.reached_now(r);
      if (!object) return false;
    }
    name = uint64_t{object} << 32 | static_cast<uint32_t>(key);
    return true;
  }

  bool refers(memory::Key key) const {
    const Ref r = static_cast<Ref>(key >> 32);
    const uint32_t field = static_cast<uint32_t>(key);
    if (field < kHeaderSize) return false;
    const Klass* k = vm_.klass_of(r);
    if (k->kind == KlassKind::ObjectArray) return true;
    return std::find(k->ref_offsets.begin(), k->ref_offsets.end(), field) != k->ref_offsets.end();
  }

  void messages(const memory::Location& l, uint64_t name) {
    e_.word(static_cast<uint32_t>(name >> 32));
    e_.word(static_cast<uint32_t>(name));
    const bool ref = refers(l.key);
    for (const memory::Message& m : l.messages) {
      const auto high = static_cast<uint32_t>(m.value >> 32);
      e_.word(kMessage | (m.glued ? kGlued : 0u) | (m.whole ? kWhole : 0u) | (high ? kWideValue : 0u) |
              (m.strong ? kStrong : 0u) | (m.promised != memory::kNobody ? kPromised : 0u));
      if (m.promised != memory::kNobody) e_.word(m.promised);
      e_.word(ref ? e_.number(static_cast<Ref>(m.value)) : static_cast<uint32_t>(m.value));
      if (high) e_.word(high);
    }
    e_.word(0);
  }

  void dependents() {
    for (const memory::ThreadViews& t : state_.threads) {
      std::vector<Named> found;
      for (uint32_t i = 0; i < t.dependent.size(); ++i)
        if (uint64_t name; named(uint64_t{t.dependent[i].object} << 32, name)) found.push_back({name, i});
      std::sort(found.begin(), found.end());
      for (const Named& n : found) e_.word(static_cast<uint32_t>(n.name >> 32)), view(t.dependent[n.index].view);
      e_.word(kEnd);
    }
  }

  void view(const memory::View& v) {
    entries_.clear();
    auto at = numbers_.begin();
    for (const memory::ViewEntry& e : v) {
      at = std::lower_bound(at, numbers_.end(), e.key, [](const auto& n, memory::Key k) { return n.first < k; });
      if (at != numbers_.end() && at->first == e.key) entries_.push_back({at->second, e.plain, e.other, e.order});
    }
    std::sort(entries_.begin(), entries_.end());
    for (const auto& [number, plain, other, order] : entries_) {
      e_.word(number), e_.word(plain), e_.word(other);
      if (apart_) e_.word(order);
    }
    e_.word(kEnd);
  }

  Vm& vm_;
  StateEncoder& e_;
  const memory::MachineState& state_;
  const bool apart_ = vm_.memory->machine.reads_volatiles_apart();
  std::vector<Named> locations_;
  std::vector<std::pair<memory::Key, uint32_t>> numbers_;
  std::vector<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>> entries_;
};

}  // namespace

void MemoryState::encode(StateEncoder& e) {
  if (!vm_.memory) return;
  vm_.memory->in_form.clear();
  if (!vm_.memory->machine.settled()) MemoryForm(vm_, e).write();
  if (vm_.memory->buffering)
    for (const memory::ThreadViews& t : vm_.memory->machine.state().threads) e.word(t.past);
}

}  // namespace jmc::vm
