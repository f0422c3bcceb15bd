#include "listeners/loops.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "listeners/text.hpp"

namespace jmc::listeners {

using vm::PendingKind;

namespace {

// What a loop waits for: a variable that it reads, or a lock that it tries in vain.
struct Awaited {
  vm::Ref object = vm::kNull;
  uint32_t field = 0;
  bool operator==(const Awaited&) const = default;
};

// The synchronizer of an operation on one, which that of a section of an executor does not access by its name.
vm::Ref synchronizer(const vm::Pending& p) {
  if (p.count && p.accesses[0].field == vm::kLockField) return p.accesses[0].object;
  const bool on_one = p.kind == PendingKind::Lock || p.kind == PendingKind::Unlock || p.kind == PendingKind::Wait ||
                      p.kind == PendingKind::Notify;
  return p.section && on_one ? static_cast<vm::Ref>(p.expected) : vm::kNull;
}

bool in_vain(const Record& r) { return synchronizer(r.op) && gave_up(r); }

std::optional<Awaited> awaited(const Record& r) {
  if (in_vain(r)) return Awaited{synchronizer(r.op), vm::kLockField};
  if (!r.width || (r.op.kind != PendingKind::Read && r.op.kind != PendingKind::Cas)) return {};
  return Awaited{r.op.object, r.op.offset};
}

bool alters(const Record& r, const Awaited& what) {
  if (r.width) return changes(r) && Awaited{r.op.object, r.op.offset} == what;
  if (in_vain(r)) return false;
  if (const vm::Ref lock = synchronizer(r.op); lock && r.op.section) return Awaited{lock, vm::kLockField} == what;
  return r.op.count && r.op.accesses[0].write && Awaited{r.op.accesses[0].object, r.op.accesses[0].field} == what;
}

// Who can write what the thread waits for in its loop, and who did last.
std::string note_on(const Record& read, const Awaited& what, const Loops& loops, const std::vector<Moment>& moments,
                    const vm::Vm& vm, Wording& wording) {
  const bool lock = what.field == vm::kLockField;
  const std::string write = lock ? "change" : "write", written = lock ? "changed" : "written";
  std::string out = (lock ? wording.names().object(read.op.object) : wording.variable_of(read)) + ": ";
  std::set<por::ThreadId> writers;
  const Lasso::Variable named =
      read.op.section ? Lasso::Variable{vm::kExecutorLocation, 0} : Lasso::Variable{what.object, what.field};
  if (const auto found = loops.lasso.writers.find(named); found != loops.lasso.writers.end()) writers = found->second;
  writers.erase(read.thread);
  if (!writers.empty()) {
    std::string who;
    for (const por::ThreadId t : writers) who += (who.empty() ? "" : ", ") + thread_label(vm, t);
    out += written + " again and again by " + who;
  } else if (loops.lasso.explored) {
    out += "no thread that is left comes to " + write + " it";
  } else {
    out += "nobody " + write + "s it in these loops";
  }
  for (size_t i = loops.first; i-- > 0;) {
    const Moment& m = moments[i];
    if (!alters(m.record, what)) continue;
    const por::ThreadId t = m.step.thread;
    return out + "; " + thread_label(vm, t) + (vm.thread(t).s.ended ? ", which has ended," : "") + " was the last to " +
           write + " it, in step " + std::to_string(m.step.number) + " (" + wording.say(m.record) + ")";
  }
  return out + "; no step of this schedule has " + written + " it";
}

}  // namespace

std::vector<LoopingThread> describe_loops(const Loops& loops, const std::vector<Moment>& moments, const vm::Vm& vm,
                                          Wording& wording) {
  std::vector<LoopingThread> out;
  for (const auto& [thread, list] : loops.moments) {
    LoopingThread l;
    l.thread = thread;
    std::vector<Awaited> noted;
    for (const size_t i : list) {
      const Moment& m = moments[i];
      if (m.record.op.kind == PendingKind::StepLimit || m.record.op.kind == PendingKind::None ||
          m.record.op.kind == PendingKind::Start)
        continue;
      StoryStep step = m.step;
      step.number = 0;
      step.operation = m.out.empty() && m.err.empty() ? wording.say(m.record)
                                                      : "print " + listeners::quoted(m.out.empty() ? m.err : m.out);
      const bool told = std::any_of(l.steps.begin(), l.steps.end(), [&](const StoryStep& s) {
        return s.operation == step.operation && s.place.line == step.place.line && s.place.klass == step.place.klass &&
               s.caller.line == step.caller.line;
      });
      if (!told) l.steps.push_back(std::move(step));
      const std::optional<Awaited> what = awaited(m.record);
      if (m.aside || !what || std::find(noted.begin(), noted.end(), *what) != noted.end()) continue;
      // What the thread itself changes there is not what it waits for.
      if (std::any_of(list.begin(), list.end(), [&](size_t j) { return alters(moments[j].record, *what); })) continue;
      noted.push_back(*what);
      l.notes.push_back(note_on(m.record, *what, loops, moments, vm, wording));
    }
    out.push_back(std::move(l));
  }
  return out;
}

}  // namespace jmc::listeners
