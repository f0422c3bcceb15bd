// Executions in which one call is made after the other, each by its own thread.
//
// What a call returns may depend on who makes it: a lock that knows its owner, a queue with a slot for each thread. One
// thread that makes all calls is no model of that. These executions are the sequential ones then.
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "linearizability/engine.hpp"

namespace jmc::linearizability {

// Whose call has begun goes on alone until it returns. One that waits then, or comes back to a state in which it was
// before, has not returned: it stays there, and no other call may return after that.
class Engine::OwnThreads {
 public:
  explicit OwnThreads(Engine& engine) : e_(engine), vm_(*engine.vm_), system_(*engine.system_) {}

  // False: too many.
  bool explore(por::ThreadId running, const por::ThreadSet& left_behind = {}) {
    std::string key = e_.state_key();
    key += static_cast<char>(running + 1);
    for (por::ThreadId t = 0; t < vm_.thread_count(); ++t) key += left_behind.contains(t) ? 'l' : '.';
    if (running != por::kNoThread && std::find(way_.begin(), way_.end(), key) != way_.end())
      return chose_ ? true : leave(running, left_behind);
    if (!seen_.insert(key).second) return true;
    if (seen_.size() > kMost || e_.stop_.now.load()) return false;
    if (at_end(left_behind)) {
      found.push_back(e_.outcome());
      return true;
    }
    if (running == por::kNoThread) return go_on(running, left_behind);
    if (!system_.alternatives(running)) return leave(running, left_behind);
    way_.push_back(std::move(key));
    const bool all = go_on(running, left_behind);
    way_.pop_back();
    return all;
  }

  std::vector<Outcome> found;

 private:
  static constexpr size_t kMost = 20'000;  // states

  bool leave(por::ThreadId t, const por::ThreadSet& left_behind) {
    por::ThreadSet more = left_behind;
    more.insert(t);
    const std::vector<std::string> way = std::exchange(way_, {});
    const bool all = explore(por::kNoThread, more);
    way_ = way;
    return all;
  }

  // Nobody can go on but those that were left behind.
  bool at_end(const por::ThreadSet& left_behind) {
    for (por::ThreadId t = 0; t < vm_.thread_count(); ++t)
      if (!vm_.thread(t).s.ended && !left_behind.contains(t) && system_.alternatives(t)) return false;
    return true;
  }

  bool go_on(por::ThreadId running, const por::ThreadSet& left_behind) {
    const size_t returned = e_.calls_returned();
    const vm::Vm::Mark mark = vm_.mark();
    for (por::ThreadId t = 0; t < vm_.thread_count(); ++t) {
      if (vm_.thread(t).s.ended || left_behind.contains(t) || (running != por::kNoThread && t != running)) continue;
      const uint32_t alternatives = system_.alternatives(t);
      const bool inside = e_.in_call(t);
      for (uint32_t a = 0; a < alternatives; ++a) {
        const por::StepResult result = system_.step(t, a);
        if (result.stop) throw ProgramError(system_.failure());
        const bool returns = e_.calls_returned() != returned;
        const bool late = returns && !left_behind.empty();
        bool all = true;
        if (result.error == por::ErrorKind::None && !late) {
          const bool free = vm_.thread(t).s.ended || !inside || !e_.in_call(t) || returns;
          std::vector<std::string> way;
          const bool chose = std::exchange(chose_, !free && (chose_ || alternatives > 1));
          if (free) way = std::exchange(way_, {});
          all = explore(free ? por::kNoThread : t, left_behind);
          if (free) way_ = std::move(way);
          chose_ = chose;
        }
        vm_.undo(mark);
        if (!all) return false;
      }
    }
    vm_.release(mark);
    return true;
  }

  Engine& e_;
  vm::Vm& vm_;
  vm::JvmSystem& system_;
  std::unordered_set<std::string> seen_;
  std::vector<std::string> way_;  // of the call that is being made
  bool chose_ = false;            // it could have gone on in another way
};

std::optional<std::vector<Outcome>> Engine::by_own_threads() {
  vm_->undo(initial_);
  OwnThreads search(*this);
  const bool all = search.explore(por::kNoThread);
  vm_->undo(initial_);
  if (!all) return {};
  return std::move(search.found);
}

bool Engine::in_call(por::ThreadId t) {
  bool inside = false;
  vm_->walk_frames(t, [&](vm::Method* m, uint32_t) {
    return !(inside = m->owner == main_ && m->name.starts_with("call") && m->name.size() > 4);
  });
  return inside;
}

size_t Engine::calls_returned() const {
  size_t n = 0;
  const vm::Ref results = static_ref("results");
  for (uint32_t t = 0; t < vm_->array_length(results); ++t) {
    const vm::Ref list = vm_->heap.load<vm::Ref>(results, vm::kHeaderSize + t * 4);
    for (uint32_t i = 0; i < vm_->array_length(list); ++i)
      n += vm_->heap.load<vm::Ref>(list, vm::kHeaderSize + i * 4) != vm::kNull;
  }
  return n;
}

// Values that a thread may see late make such executions no sequential ones.
bool Engine::may_ask_threads() {
  if (driver_.specified() || !relaxed.empty() || o_.vm.jmm || notion_ == Notion::Quiescent) return false;
  for (; classes_searched_ < vm_->class_count() && !looks_at_thread_; ++classes_searched_) {
    const vm::Klass& k = *vm_->klass(classes_searched_);
    if (!k.file || k.boot || k.origin.starts_with(folder_.path())) continue;
    const classfile::ConstantPool& pool = k.file->pool;
    for (uint16_t i = 1; i < pool.size() && !looks_at_thread_; ++i)
      if (pool.tag(i) == classfile::Tag::Methodref) {
        const classfile::ConstantPool::Member m = pool.member(i);
        looks_at_thread_ = m.owner == "java/lang/ThreadLocal" || m.owner == "java/lang/InheritableThreadLocal" ||
                           (m.owner == "java/lang/Thread" && m.name == "currentThread");
      }
  }
  return by_caller || looks_at_thread_ || !keeps_caller.empty();
}

}  // namespace jmc::linearizability
