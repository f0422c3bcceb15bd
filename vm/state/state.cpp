// The base image of a program, and small parts of its state.
#include "vm/code/insn.hpp"
#include "vm/code/watches.hpp"
#include "vm/native.hpp"
#include "vm/state/objects.hpp"
#include "vm/visibility/shared_fields.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

Vm::Mark Vm::mark() { return components_.mark(); }
void Vm::undo(Mark m) { components_.undo(m); }
void Vm::release(Mark m) { components_.release(m); }

void Vm::add_violation(Violation v) { violations_.push_back(std::move(v)); }
void Vm::clear_violations() { violations_.clear(); }

void Vm::exit(int status) { exit_.now = {true, status}; }

void Vm::begin() { begun_at_ = mark(); }

void Vm::begin_again() {
  undo(*begun_at_);
  publishing_ = false;  // the marks of what is shared are gone, too
  clear_violations();
  symmetry.forget();
}

// The base image. Every object that exists now is named by its address from here on: it is the same object in every
// state. Those that the JDK's own statics reach count whenever they have changed; those that only the program reaches
// (kProgram) count while they are reachable, so that the program's garbage leaves no mark.
void Vm::note_linked(const Insn* site) {
  constexpr uint32_t kBits = 1u << 16;
  const auto [it, added] = link_numbers_.try_emplace(site, static_cast<uint32_t>(link_numbers_.size()));
  if (it->second >= kBits)
    throw Unsupported("--distinguish=linkage: more than " + std::to_string(kBits) + " constants and call sites");
  if (!linked_) linked_ = new_array(known->int_array, kBits / 32);
  const uint32_t offset = kHeaderSize + it->second / 32 * 4, bit = 1u << it->second % 32;
  const uint32_t word = heap.load<uint32_t>(linked_, offset);
  if (!(word & bit)) heap.store<uint32_t>(linked_, offset, word | bit);
}

void Vm::freeze() {
  visibility.look_at_no_final();
  for (uint64_t at = Heap::kImmortalLimit; at < heap.top();) {
    const Ref r = static_cast<Ref>(at >> 3);
    uint32_t& flags = heap.header(r)->flags;
    flags = (flags & ~uint32_t{kBase | kCleanBase | kNamesNumbered}) | kProgram;
    at += (object_size(r) + 7) & ~uint64_t{7};
  }
  // An image may be taken again.
  for (const Ref r : heap.immortals()) heap.header(r)->flags &= ~uint32_t{kBase | kCleanBase | kProgram};
  std::vector<Ref> work;
  const auto visit = [&](Ref r) {
    ObjectHeader* h = heap.header(r);
    if (h->flags & kBase) return;
    h->flags = (h->flags | kBase | kCleanBase) & ~uint32_t{kProgram};
    work.push_back(r);
  };
  std::vector<uint32_t>& user_statics = heap_state_.user_statics();
  user_statics.clear();
  if (linked_) visit(linked_);
  for (const auto& [text, r] : strings_) visit(r);
  for (const auto& k : klasses_) {
    if (k->mirror) visit(k->mirror);
    if (k->definition) visit(k->definition);
    if (!k->statics) continue;
    if (k->boot || (k->hidden && k->host && k->host->boot)) visit(k->statics);
    else user_statics.push_back(k->id);
  }
  // Whatever else belongs to no path (files, descriptors), and what is behind it; of statics of the program what is
  // behind them belongs to the program.
  std::unordered_set<Ref> of_program;
  for (const uint32_t id : user_statics) of_program.insert(klasses_[id]->statics);
  for (const Ref r : heap.immortals())
    if (!of_program.contains(r)) visit(r);
  while (!work.empty()) {
    const Ref r = work.back();
    work.pop_back();
    if (heap.header(r)->flags & kConfined) {
      // Thread objects belong to the program, whatever of the JDK refers to them.
      heap.header(r)->flags |= kProgram;
      continue;
    }
    for_each_ref(r, visit);
  }
  for (const uint32_t id : user_statics) heap.header(klasses_[id]->statics)->flags |= kBase | kCleanBase | kProgram;
  uint64_t objects = 0;
  for (uint64_t at = Heap::kImmortalLimit; at < heap.top();) {
    const Ref r = static_cast<Ref>(at >> 3);
    heap.header(r)->flags |= kBase | kCleanBase;
    ++objects;
    at += (object_size(r) + 7) & ~uint64_t{7};
  }
  symmetry.begin_image();
  std::vector<Ref> program;
  for (const uint32_t id : user_statics) program.push_back(klasses_[id]->statics);
  for (uint64_t at = Heap::kImmortalLimit; at < heap.top();) {
    const Ref r = static_cast<Ref>(at >> 3);
    if (heap.header(r)->flags & kProgram) program.push_back(r);
    at += (object_size(r) + 7) & ~uint64_t{7};
  }
  encoder_.find_reach(program);
  clock.find_base_readings();
  accesses_.freeze();
  heap.freeze();
  facility<Watches>(*this).took_image(objects);
}

}  // namespace jmc::vm
