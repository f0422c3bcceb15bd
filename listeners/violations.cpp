#include "listeners/violations.hpp"

#include "listeners/livelock.hpp"
#include "listeners/names.hpp"
#include "listeners/text.hpp"
#include "vm/thread/late_time_outs.hpp"
#include "vm/visibility/doubts.hpp"

namespace jmc::listeners {

std::string_view kind_name(por::ErrorKind kind) {
  switch (kind) {
    case por::ErrorKind::Assertion: return "assertion";
    case por::ErrorKind::UncaughtException: return "uncaught-exception";
    case por::ErrorKind::Deadlock: return "deadlock";
    case por::ErrorKind::Livelock:
    case por::ErrorKind::NoEnd:
    case por::ErrorKind::FairLoop: return "livelock";
    case por::ErrorKind::ExitStatus: return "exit-status";
    case por::ErrorKind::DataRace: return "data-race";
    case por::ErrorKind::None: break;
  }
  return "none";
}

namespace {

// "thread 0 "main" and thread 2 "pay" wait for ever"
std::string deadlock_message(vm::Vm& vm) {
  std::vector<std::string> names;
  for (por::ThreadId t = 0; t < vm.thread_count(); ++t)
    if (!vm.thread(t).s.ended && !vm.thread(t).s.daemon) names.push_back(thread_label(vm, t));
  std::string out;
  for (size_t i = 0; i < names.size(); ++i) out += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return out + (names.size() == 1 ? " waits for ever" : " wait for ever");
}

// Some thread waits for time to pass, which late time-outs let happen only where no other thread can run. Under a JVM
// it passes beside a loop, too.
bool time_stands_still(const vm::JvmSystem& system) {
  vm::Vm& vm = system.vm();
  if (!vm::facility<vm::LateTimeOuts>(vm).on) return false;
  for (por::ThreadId t = 0; t < vm.thread_count(); ++t) {
    if (system.ended(t)) continue;
    const auto now = system.alternatives(t);
    const vm::AskingOfWaits asking(vm, vm::LateTimeOuts::Asked::WithTime);
    if (system.alternatives(t) > now) return true;
  }
  return false;
}

}  // namespace

void Violations::note(FoundViolation v, std::span<const por::PathStep> path) {
  const auto [it, fresh] = index_.emplace(std::string(kind_name(v.kind)) + v.key, found_.size());
  if (!fresh) {
    FoundViolation& f = found_[it->second];
    ++f.count;
    if (it->second >= settled_ && path.size() < f.path.size()) {
      paths_->remove(f.path);
      f.path = paths_->add(path);
      f.thread = v.thread;
    }
    return;
  }
  v.count = 1;
  v.path = paths_->add(path);
  found_.push_back(std::move(v));
}

bool Violations::drop_livelocks() {
  const auto by_search = [](const FoundViolation& v) {
    return v.kind == por::ErrorKind::NoEnd || v.kind == por::ErrorKind::FairLoop;
  };
  const size_t before = found_.size();
  std::erase_if(found_, by_search);
  index();
  return found_.size() != before;
}

void Violations::index() {
  index_.clear();
  for (size_t i = 0; i < found_.size(); ++i) index_.emplace(std::string(kind_name(found_[i].kind)) + found_[i].key, i);
}

void Violations::hoisted(std::span<const por::PathStep> path, por::ThreadId thread, const std::string& message) {
  FoundViolation v;
  v.kind = por::ErrorKind::Livelock;
  v.thread = thread;
  v.message = message;
  v.key = std::string(kHoisted) + message;
  note(std::move(v), path);
}

void Violations::violation(std::span<const por::PathStep> path, por::ErrorKind kind) {
  vm::Vm& vm = system_.vm();
  if (kind == por::ErrorKind::Deadlock) {
    FoundViolation v;
    v.kind = kind;
    v.message = deadlock_message(vm);
    // Objects by class only: which of them it was differs from path to path.
    for (const vm::Waiting& w : vm::waiting_threads(vm, [&](vm::Ref r) { return vm.klass_of(r)->external_name(); }))
      v.key += std::to_string(w.thread) + " " + w.what + "\n";
    note(std::move(v), path);
    return;
  }
  if (kind == por::ErrorKind::NoEnd || kind == por::ErrorKind::FairLoop) {
    if (time_stands_still(system_))
      vm::add_doubt(
          vm,
          "whether what loops for ever ends once a time-out has come: time-outs are late, and come only where "
          "nothing else can run (--timeouts=both lets them come)");
    FoundViolation v;
    v.kind = kind;
    const LivelockWords words = livelock_words(system_, kind == por::ErrorKind::FairLoop);
    for (v.thread = 0;
         v.thread + 1 < vm.thread_count() && (system_.ended(v.thread) || !system_.alternatives(v.thread));)
      ++v.thread;
    v.message = words.message;
    v.key = words.key;
    note(std::move(v), path);
    return;
  }
  if (kind == por::ErrorKind::Livelock && vm.violations().empty()) {  // the search found the path too long
    FoundViolation v;
    v.kind = kind;
    v.thread = path.back().thread;
    v.message = "no end after " + grouped(path.size()) + " steps in which threads that wait gave way to the others";
    v.key = kTooLong;
    note(std::move(v), path);
    return;
  }
  for (const vm::Violation& found : vm.violations()) {
    FoundViolation v;
    v.kind = found.kind;
    v.thread = found.thread;
    v.message = found.message;
    v.key = found.message;
    if (found.kind == por::ErrorKind::Livelock) {
      v.message = thread_label(vm, found.thread) + " loops for ever without a visible operation";
      v.key = v.message + found.stack.substr(0, found.stack.find('\n'));
    }
    note(std::move(v), path);
  }
}

}  // namespace jmc::listeners
