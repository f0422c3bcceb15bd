// What those who work on a Vm keep about it and is no part of any state: facts about its classes, immortal objects,
// what was read of the world outside. One value of each type, made when it is first asked for:
//
//   LockFacts& facts(const Vm& vm) { return vm::facility<LockFacts>(vm); }   // vm/native.hpp
//
// So nothing is kept by a table of Vms, and two of them in one process do not know of each other.
//
// Ownership: the Vm's; the values live until it goes. Concurrency: none, as of the Vm.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace jmc::vm {

class Vm;

class Facilities {
 public:
  // T is made of the Vm if it has such a constructor, else of nothing.
  template <class T>
  T& get(Vm& vm) {
    const size_t n = kNumber<T>;
    if (n >= slots_.size() || !slots_[n]) [[unlikely]]
      make<T>(vm);
    return *static_cast<T*>(slots_[n].get());
  }
  // Of those that say what they have learnt of paths (Vm::learnt()), by a member function of that name.
  uint64_t learnt() const {
    uint64_t sum = 0;
    for (const auto& [slot, count] : learners_) sum += count(slots_[slot].get());
    return sum;
  }

 private:
  using Slot = std::unique_ptr<void, void (*)(void*)>;
  template <class T>
  void make(Vm& vm) {
    std::unique_ptr<T> made;  // which may ask for others
    if constexpr (std::is_constructible_v<T, Vm&>) made = std::make_unique<T>(vm);
    else made = std::make_unique<T>();
    while (slots_.size() <= kNumber<T>) slots_.emplace_back(nullptr, [](void*) {});
    slots_[kNumber<T>] = Slot(made.release(), [](void* value) { delete static_cast<T*>(value); });
    if constexpr (requires(const T& t) { t.learnt(); })
      learners_.emplace_back(kNumber<T>, [](const void* value) { return static_cast<const T*>(value)->learnt(); });
  }
  // Types are numbered when the process starts; that is all that Vms have in common.
  static size_t next_number() {
    static std::atomic<size_t> next{0};
    return next++;
  }
  template <class T>
  static inline const size_t kNumber = next_number();

  std::vector<Slot> slots_;
  std::vector<std::pair<size_t, uint64_t (*)(const void*)>> learners_;
};

}  // namespace jmc::vm
