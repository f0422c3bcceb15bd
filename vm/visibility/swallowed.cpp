// Errors that disappear: an Error (an AssertionError above all) that leaves code of the program, ends in a handler that
// catches everything, and that nobody looks at afterwards.
//
// Decided along an execution, by a mark on the object (kUnexamined):
//   - set when the Error leaves a method of the program, and when a handler of the program for Throwable, Error or
//   everything (finally,
//     synchronized) takes it;
//   - cleared when code of the program looks at it, or at an exception that has it as a cause or among its suppressed
//   ones: a handler that names
//     a narrower class takes it; the program loads it from the variable of its handler, from a parameter or from a
//     field of a type of exception (to print, test, pass on, wrap or throw it again; not to store it into such a field
//     or an AtomicReference, which only puts it away); a method of the JDK returns it to the program, or answers how a
//     future that holds it has ended; it ends a thread and is a violation.
// What the JDK's own code does with it changes nothing: a FutureTask that stores it has not looked at it, and whoever
// calls get() gets an ExecutionException whose cause it is. What is marked in a final state was swallowed, by the
// handler that took it last.
//
// The marks of reachable objects are part of the canonical form, and so are handler and origin of each, reachable or
// not: a state in which an Error was swallowed is never merged with one in which it was not. Reductions keep all final
// states, hence all of these.
#include <algorithm>
#include <array>
#include <unordered_set>

#include "vm/code/insn.hpp"
#include "vm/native.hpp"

namespace jmc::vm {

namespace {

bool of_the_program(const Method& m) { return m.file && !m.internal && !m.owner->boot; }

// Types under which a variable may hold any Error.
bool wide_type(std::string_view class_name) {
  return class_name == "java/lang/Throwable" || class_name == "java/lang/Error";
}

bool exception_type(std::string_view d) {
  return d.starts_with('L') &&
         (wide_type(d.substr(1, d.size() - 2)) || d.ends_with("Error;") || d.ends_with("Exception;"));
}

// Methods by which the JDK's futures and tasks answer how they ended.
bool asks_how_it_ended(const Method& m) {
  return !m.is_static() && m.descriptor.starts_with("()") &&
         (m.name == "isCompletedExceptionally" || m.name == "isCompletedAbnormally" || m.name == "state");
}

// The load at `insn` does no more than put the reference away: the next instruction stores it into a field that can
// hold an Error, or into an AtomicReference.
bool puts_away(const Method& m, uint32_t insn) {
  if (insn + 1 >= m.code_length) return false;
  const Insn& next = m.code[insn + 1];
  if (next.op != Opc::PutFieldU && next.op != Opc::PutStaticU && next.op != Opc::InvokeVirtualU) return false;
  const auto member = m.owner->file->pool.member(static_cast<uint16_t>(next.b));
  if (next.op != Opc::InvokeVirtualU) return may_hold_error(member.descriptor);
  return member.owner == "java/util/concurrent/atomic/AtomicReference" &&
         (member.name.starts_with("set") || member.name == "lazySet");
}

bool loads_reference(const Method& m, uint32_t insn) {
  const auto code = m.file->code->bytecode;
  const uint32_t bci = m.bci[insn];
  const uint8_t op = code[bci];
  return op == 25 || (op >= 42 && op <= 45) || (op == 196 && code[bci + 1] == 25);
}

// Where an exception was thrown: the innermost line of the program in its trace, as method and instruction.
std::pair<const Method*, uint32_t> origin_of(const Vm& vm, Ref e) {
  const Ref trace = vm.known->throwable_backtrace ? vm.heap.load<Ref>(e, vm.known->throwable_backtrace->offset) : kNull;
  for (uint32_t i = 0; trace && i + 1 < vm.array_length(trace); i += 2) {
    const Method* m = vm.method(vm.heap.load<uint32_t>(trace, kHeaderSize + i * 4));
    if (!m->owner->boot) return {m, vm.heap.load<uint32_t>(trace, kHeaderSize + i * 4 + 4)};
  }
  return {nullptr, 0};
}

void set_unexamined(Vm& vm, Ref e, bool on) {
  ObjectHeader* h = vm.heap.header(e);
  if (((h->flags & kUnexamined) != 0) == on) return;
  vm.heap.touch(e, reinterpret_cast<char*>(&h->flags));
  h->flags ^= kUnexamined;
}

}  // namespace

bool may_hold_error(std::string_view descriptor) { return exception_type(descriptor); }

void note_exceptions(Vm& vm, Method& m) {
  if (!m.file || !m.file->code || m.internal || vm.options.swallowed == Swallowed::Off) return;
  if (m.owner->boot) {
    const std::string_view result = m.descriptor.substr(m.descriptor.find(')') + 1);
    const bool asks = asks_how_it_ended(m);
    if (!asks && !exception_type(result) && result != "Ljava/lang/Object;") return;
    for (uint32_t i = 0; i < m.code_length; ++i)
      if (m.code[i].op == Opc::Return1) m.code[i].op = asks ? Opc::Return1Asked : Opc::Return1Noted;
    return;
  }
  std::vector<bool> holds(m.max_locals);  // variables that may hold an exception
  uint32_t slot = m.is_static() ? 0 : 1;
  for (size_t at = 1; m.descriptor[at] != ')';) {
    size_t end = at;
    while (m.descriptor[end] == '[') ++end;
    end = m.descriptor[end] == 'L' ? m.descriptor.find(';', end) + 1 : end + 1;
    const std::string_view type = m.descriptor.substr(at, end - at);
    if (exception_type(type) && slot < holds.size()) holds[slot] = true;
    slot += type == "J" || type == "D" ? 2 : 1;
    at = end;
  }
  for (const Handler& h : m.handlers)
    if (h.target < m.code_length && m.code[h.target].op == Opc::Store) holds[m.code[h.target].b] = true;
  for (uint32_t i = 0; i < m.code_length; ++i)
    if (m.code[i].op == Opc::Load && holds[m.code[i].b] && loads_reference(m, i) && !puts_away(m, i))
      m.code[i].op = Opc::LoadNoted;
}

void Vm::swallowed_by(const UnexaminedErrors::Entry& handler) {
  rules.end_told();
  unexamined_.add(handler);
}

void Vm::note_passed(Ref exception, const Method& from) {
  if (of_the_program(from) && klass_of(exception)->is_subclass_of(known->error)) set_unexamined(*this, exception, true);
}

void Vm::note_caught(Ref exception, const Method& m, uint32_t target, uint16_t catch_index) {
  const bool error = klass_of(exception)->is_subclass_of(known->error);
  if (!of_the_program(m)) {
    if (error && !m.internal && (heap.header(exception)->flags & kUnexamined))
      swallowed_by({exception, m.id, target, current_});
    return;
  }
  const Opc first = m.code[target].op;
  const bool kept = first == Opc::Store || first == Opc::Pop;  // else the handler uses it at once
  const bool all = !catch_index || wide_type(m.owner->file->pool.class_name(catch_index));
  if (error && all && kept) {
    set_unexamined(*this, exception, true);
    // What the handler never uses is lost for good: a loop that loses the same again and again has lost it once.
    const auto& live =
        first == Opc::Store ? slot_map(*this, const_cast<Method&>(m), target + 1, false).refs : std::vector<uint16_t>{};
    const bool lost = first == Opc::Pop || std::find(live.begin(), live.end(), m.code[target].b) == live.end();
    const auto same = [&](const UnexaminedErrors::Entry& u) {
      return u.method == m.id && u.pc == target && u.thread == current_ &&
             (heap.header(u.error)->flags & kUnexamined) &&
             heap.header(u.error)->klass == heap.header(exception)->klass &&
             origin_of(*this, u.error) == origin_of(*this, exception);
    };
    if (!lost || std::none_of(unexamined_.entries().begin(), unexamined_.entries().end(), same))
      swallowed_by({exception, m.id, target, current_});
    return;
  }
  // The program names what it expects, or gets what the JDK has made of an Error: it has been told.
  if (any_unexamined() || (heap.header(exception)->flags & kUnexamined)) examine(exception);
}

void Vm::note_dispatched(Ref exception) {
  if (!klass_of(exception)->is_subclass_of(known->error)) return;
  set_unexamined(*this, exception, true);
  const Method* dispatch = lookup_method(known->thread, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V");
  swallowed_by({exception, dispatch->id, 0, current_});
}

void Vm::examine(Ref throwable) {
  std::vector<Ref> work{throwable}, seen;
  while (!work.empty() && seen.size() < 1000) {
    const Ref r = work.back();
    work.pop_back();
    if (!r || !klass_of(r)->is_subclass_of(known->throwable) || std::find(seen.begin(), seen.end(), r) != seen.end())
      continue;
    seen.push_back(r);
    set_unexamined(*this, r, false);
    work.push_back(heap.load<Ref>(r, known->throwable_cause->offset));
    for (const Ref s : suppressed_by(r)) work.push_back(s);
  }
}

void Vm::examine_held(Ref holder) {
  const auto each = [&](Ref object, const auto& visit) {
    const Klass* k = klass_of(object);
    if (k->is_array()) return;
    for (const uint32_t offset : k->ref_offsets)
      if (const Ref r = heap.load<Ref>(object, offset)) visit(r);
  };
  each(holder, [&](Ref r) {
    if (klass_of(r)->is_subclass_of(known->throwable)) examine(r);
    else each(r, [&](Ref s) { examine(s); });  // looks at exceptions only
  });
}

std::vector<SwallowedError> Vm::swallowed() const {
  std::vector<SwallowedError> out;
  std::unordered_set<Ref> seen;
  for (size_t i = unexamined_.entries().size(); i-- > 0;) {  // the last handler that took it is the one that lost it
    const UnexaminedErrors::Entry& u = unexamined_.entries()[i];
    if (!(heap.header(u.error)->flags & kUnexamined) || !seen.insert(u.error).second) continue;
    const auto [thrower, pc] = origin_of(*this, u.error);
    SwallowedError e;
    e.error = describe_exception(u.error);
    e.thrown = thrower ? place_text(*thrower, pc) : "";
    e.caught = place_text(*methods_[u.method], u.pc);
    e.thread = u.thread;
    e.assertion = klass_of(u.error)->is_subclass_of(known->assertion_error);
    const bool known_already = std::any_of(out.begin(), out.end(), [&](const SwallowedError& o) {
      return o.error == e.error && o.thrown == e.thrown && o.caught == e.caught;
    });
    if (!known_already) out.push_back(std::move(e));
  }
  std::reverse(out.begin(), out.end());
  return out;
}

void UnexaminedErrors::encode(StateEncoder& e) const {
  if (entries_.empty()) return;
  std::vector<std::array<uint64_t, 5>> written;
  std::unordered_set<Ref> seen;
  for (size_t i = entries_.size(); i-- > 0;) {
    const Entry& u = entries_[i];
    const ObjectHeader* h = vm_.heap.header(u.error);
    if (!(h->flags & kUnexamined) || !seen.insert(u.error).second) continue;
    const auto [thrower, pc] = origin_of(vm_, u.error);
    written.push_back({h->klass, uint64_t{u.method} << 32 | u.pc, vm_.symmetry.place(u.thread),
                       uint64_t{thrower ? thrower->id + 1u : 0u} << 32 | pc, e.reached(u.error)});
  }
  // Garbage that was swallowed in the same way twice was swallowed.
  std::sort(written.begin(), written.end());
  written.erase(std::unique(written.begin(), written.end()), written.end());
  for (const auto& entry : written)
    for (const uint64_t word : entry) e.wide(word);
}

}  // namespace jmc::vm
