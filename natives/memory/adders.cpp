// LongAdders that nobody reads: counts for statistics, such as the size of a ConcurrentSkipListMap, to which threads
// add and which a program may ask for and mostly does not.
//
// As long as no execution reads a LongAdder, nobody can tell what one holds: to add returns nothing, always comes to an
// end, and what it does with cells and probes stays inside. So it is left out. The first who reads one (or resets it)
// is a finding, like a use of monitors that was not foreseen: the search is repeated with all of the JDK's bytecode,
// and what it has shown until then is not told. docs/why/counters.md says why that is right.
//
// What was added before main began has been added. Where threads call for ever (vm/code/compared.hpp) nothing is, but
// in what one thread runs to tell what is right.
#include "natives/natives.hpp"

#include "natives/support.hpp"
#include "vm/code/compared.hpp"

namespace jmc::natives {

namespace {

constexpr std::string_view kAdder = "java/util/concurrent/atomic/LongAdder",
                           kStriped = "java/util/concurrent/atomic/Striped64";

// The class is what is checked.
struct AddersChecked {
  explicit AddersChecked(const Vm& vm) : checked(names(vm.options.visible) || names(vm.options.representation)) {}
  static bool names(const vm::ClassPatterns& list) { return list.matches(kAdder) || list.matches(kStriped); }
  const bool checked;
};

// Not then, nor where nothing is taken for granted.
bool left_out(const Vm& vm) {
  const vm::VmOptions& o = vm.options;
  return !vm.memory && (vm.has_begun() || vm::facility<vm::ComparedFields>(vm).on()) &&
         !vm.rules.foresees(vm::kAddersRead) && o.unread_adders && (o.adaptive || vm.visibility.list_given()) &&
         !(o.distinguish & vm::kDistinguishCounters) && !vm::facility<AddersChecked>(vm).checked;
}

NativeStatus add(NativeCall& c) { return left_out(c.vm) ? c.done() : to_bytecode(c); }

NativeStatus read(NativeCall& c) {
  if (left_out(c.vm)) c.vm.rules.met(vm::kAddersRead);
  return to_bytecode(c);
}

}  // namespace

void register_adders(Vm& vm) {
  vm.register_native("java/util/concurrent/atomic/LongAdder.add(J)V", add);
  vm.register_native("java/util/concurrent/atomic/LongAdder.sum()J", read);
  vm.register_native("java/util/concurrent/atomic/LongAdder.reset()V", read);
  vm.register_native("java/util/concurrent/atomic/LongAdder.sumThenReset()J", read);
}

}  // namespace jmc::natives
