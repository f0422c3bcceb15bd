#include "vm/record_cost.hpp"

#include <xxhash.h>

namespace jmc::vm {

namespace {

constexpr uint64_t kOneIn = 64;
constexpr size_t kEnough = 16384;   // states that were kept: a million in all. Below, nothing is worth another search
constexpr double kDear = 1.5;       // times as many states
constexpr size_t kPartsBefore = 9;  // of the list Vm::Components, before the one of the record

}  // namespace

void RecordCost::begin(bool record) {
  decided_ = !record;
  states_.clear();
  without_.clear();
}

void RecordCost::count(std::span<const uint32_t> form, uint64_t fingerprint) {
  size_t at = 0;
  for (size_t part = 0; part < kPartsBefore; ++part) at += 1 + form[at];
  const size_t end = at + 1 + form[at];
  const uint64_t before = XXH3_64bits(form.data(), at * 4);
  const uint64_t without = XXH3_64bits_withSeed(form.data() + end, (form.size() - end) * 4, before);
  if (without % kOneIn != 0) return;
  without_.insert(without);
  states_.insert(fingerprint);
  if (states_.size() < kEnough) return;
  decided_ = true;
  if (static_cast<double>(states_.size()) >= kDear * static_cast<double>(without_.size()))
    vm_.met_unforeseen(kDearRecord);
}

}  // namespace jmc::vm
