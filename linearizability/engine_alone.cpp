// The object alone: what calls return that one thread makes one after the other, and where they lead. Each sequence is
// run once.
#include <algorithm>

#include "linearizability/engine.hpp"
#include "listeners/text.hpp"
#include "vm/native.hpp"
#include "vm/state/objects.hpp"

namespace jmc::linearizability {

namespace {

constexpr int kMostResults = 1000;  // that a specification may admit of one call
// Of calls that one thread makes. More are waited for in vain where the states of a loop never come again.
constexpr uint64_t kMostSteps = 100'000;
constexpr size_t kMostReached = 1000;  // that are looked at for which thread has called

}  // namespace

Engine::Alone Engine::run_alone(const std::u16string& sequence, const std::u16string& choices) {
  ++sequential_runs_;
  vm_->undo(zero_);
  set_arguments({sequence});
  if (driver_.specified()) set_argument(Driver::kChoices, choices);
  por::StepResult result = system_->start_again();
  const auto problem = [&](const std::string& what) {
    std::string calls;
    for (const char16_t c : sequence) calls += (calls.empty() ? "" : "; ") + driver_.words_of(c);
    return ProgramError((driver_.specified() ? "in the specification, the calls " : "the calls ") + calls +
                        ", made by one thread, " + what);
  };
  Alone out;
  uint64_t steps = 0;
  for (;;) {
    if (result.stop) throw ProgramError(system_->failure());
    if (vm_->thread_count() > 1) throw problem("start a thread: their results may depend on the schedule");
    if (vm_->exited() && result.error != por::ErrorKind::Livelock) throw problem("end the program");
    if (result.error == por::ErrorKind::Livelock) out.waits = true;
    else if (result.error != por::ErrorKind::None) throw problem("end with " + vm_->violations().front().message);
    if (out.waits || vm_->thread(0).s.ended) break;
    const uint32_t alternatives = system_->alternatives(0);
    if (alternatives > 1) throw problem("have more than one result");
    if (!alternatives) {
      out.waits = true;
      break;
    }
    if (++steps > kMostSteps) throw problem("do not end within " + listeners::grouped(kMostSteps) + " steps");
    result = system_->step(0, 0);
  }
  // They are not of the object.
  const auto taken = [&](const vm::Klass* cls, const char* name) {
    const uint32_t at = cls->find_field(name)->offset;
    const auto value = vm_->heap.load<int32_t>(cls->statics, at);
    vm_->heap.store<int32_t>(cls->statics, at, 0);
    return value;
  };
  if (!taken(main_, "made") && !patiently_)
    throw ProgramError(driver_.preparation() + (driver_.specified() ? ", in the specification," : "") +
                       " waits or does not end, so that no call is made");
  if (specification_) {
    out.admitted = taken(specification_, "admitted");
    for (const char* name : {"choice", "slot"}) taken(specification_, name);
    if (out.waits && out.admitted == Driver::kAsking)
      throw problem("wait or do not end in " + driver_.asked_by(sequence.back()));
    out.waits |= out.admitted == 0;
  }
  if (!out.waits) {
    out.answer.result = text(static_ref("last"));
    vm_->store_ref(main_->statics, main_->find_field("last")->offset, vm::kNull);
    out.answer.next = state_now(sequence, choices);
    if (at_end_alone_) at_end_alone_();
    if (keeps_caller.empty()) look_for_caller();
  }
  vm_->undo(zero_);
  return out;
}

void Engine::look_for_caller() {
  const vm::Ref caller = vm_->thread(0).s.object;
  std::vector<vm::Ref> left = {static_ref("object")};
  std::unordered_set<vm::Ref> met(left.begin(), left.end());
  while (!left.empty() && met.size() < kMostReached) {
    const vm::Ref object = left.back();
    left.pop_back();
    const vm::Klass* k = vm_->klass_of(object);
    // What these know of threads is not of the object.
    if (k->name == "java/lang/Class" || k->name == "java/lang/Thread" || k->name == "java/lang/ThreadGroup") continue;
    for (const uint32_t offset : k->ref_offsets)
      if (vm_->heap.load<vm::Ref>(object, offset) == caller)
        if (const vm::Field* f = vm_->field_at(object, offset))
          return void(keeps_caller = k->external_name() + "." + std::string(f->name));
    vm_->for_each_ref(object, [&](vm::Ref r) {
      if (met.insert(r).second) left.push_back(r);
    });
  }
}

Sequential::State Engine::state_now(const std::u16string& calls, const std::u16string& choices) {
  const auto [it, fresh] = known_.by_key.emplace(state_key(), static_cast<State>(known_.sequences.size()));
  if (fresh) {
    known_.sequences.emplace_back(calls, choices);
    known_.answers.emplace_back();
  }
  return it->second;
}

const std::vector<Sequential::Answer>& Engine::answers(State state, uint16_t number) {
  if (const auto it = known_.answers[state].find(number); it != known_.answers[state].end()) return it->second;
  const auto [calls, choices] = known_.sequences[state];
  const std::u16string sequence = calls + static_cast<char16_t>(number);
  std::vector<Answer> out;
  for (int choice = 0, most = 1; choice < most; ++choice) {
    const Alone alone = run_alone(sequence, choices + static_cast<char16_t>(choice));
    if (alone.waits) {
      waiting_.insert(number);
      break;
    }
    most = std::max(most, alone.admitted);
    if (most > kMostResults)
      throw ProgramError("the specification admits " + std::to_string(most) + " results of " +
                         driver_.words_of(number) + ", expected at most " + std::to_string(kMostResults));
    const auto same = [&](const Answer& a) { return a.result == alone.answer.result && a.next == alone.answer.next; };
    if (std::none_of(out.begin(), out.end(), same)) out.push_back(alone.answer);
  }
  return known_.answers[state].emplace(number, std::move(out)).first->second;
}

std::string Engine::state_key() {
  const por::Fingerprint f = vm_->fingerprint();
  if (!o_.search.exact_states) return std::string(reinterpret_cast<const char*>(&f), sizeof f);
  std::vector<uint8_t> form;
  vm_->canonical_form(form);
  return std::string(form.begin(), form.end());
}

}  // namespace jmc::linearizability
