#include "vm/state/allocation_names.hpp"

#include <algorithm>

#include "vm/violation.hpp"

namespace jmc::vm {

AllocationNames::AllocationNames(const Heap& heap) : heap_(heap) {}
AllocationNames::~AllocationNames() = default;

void AllocationNames::use(bool on) {
  used_ = on;
  regions_.clear();
  allocated_.clear();
  if (!on) return;
  // What is there now is the same for every path from here; it is named as if the main thread had made it.
  regions_.push_back({static_cast<Ref>(Heap::kImmortalLimit >> 3), 0, 0});
  allocated_[0] = static_cast<uint32_t>((heap_.top() - Heap::kImmortalLimit) >> 3);
}

void AllocationNames::belongs_to(uint32_t owner) {
  uint32_t& allocated = allocated_[owner];
  regions_.push_back({static_cast<Ref>(start_ >> 3), owner, allocated});
  allocated += static_cast<uint32_t>((heap_.top() - start_) >> 3);
}

por::Location AllocationNames::location(const RawAccess& a) const {
  if (a.object < Heap::kImmortalLimit >> 3) return {a.object, a.field};  // one address whatever path made it
  const auto after = std::upper_bound(regions_.begin(), regions_.end(), a.object,
                                      [](Ref r, const Region& region) { return r < region.start; });
  if (after == regions_.begin()) throw Unsupported("an object of the initial state has no name");
  const Region& region = after[-1];
  uint64_t offset = region.before + uint64_t{a.object - region.start};
  uint32_t owner = region.owner;
  // Names are numbers of 31 bits: of the first threads 6 for the thread and 25 for the offset. All others share what
  // the last number would have, in the order in which they are met.
  constexpr int kOffsetBits = 25;
  constexpr uint32_t kShared = 63;
  if (owner >= kShared) {
    offset =
        in_order_.try_emplace(uint64_t{owner} << 32 | offset, static_cast<uint32_t>(in_order_.size())).first->second;
    owner = kShared;
  }
  if (offset >> kOffsetBits)
    throw Unsupported(Failure::MemoryLimit, "memory limit: a thread allocates more than 256 MiB in one execution");
  return {por::kFirstNumbered | owner << kOffsetBits | static_cast<uint32_t>(offset), a.field};
}

void AllocationNames::undo(Mark) {
  for (; !regions_.empty() && uint64_t{regions_.back().start} << 3 >= heap_.top(); regions_.pop_back())
    allocated_[regions_.back().owner] = regions_.back().before;
}

}  // namespace jmc::vm
