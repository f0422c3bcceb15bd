// States that are gone to without their steps (TransitionSystem::load): a walk through a program keeps the form of each
// state, what its threads are about to do, and what each of their steps leads to. Then every state is loaded from where
// the program began, in another order, and all of that must be the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "support.hpp"
#include "vm/jvm_system.hpp"

namespace jmc::vm::test {
namespace {

constexpr const char* kLoaded = R"(
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class Heaps {
  static class Node {
    volatile Node next;
    volatile long value;
    Object[] more;
    Node(long value) { this.value = value; }
  }
  static volatile Node head;
  static Object kept;
  static void push(long v) {
    Node made = new Node(v), other = new Node(10 * v);
    made.more = new Object[] {other, null, new int[][] {{(int) v}, null}, "text" + v};
    made.next = head;
    head = made;
  }
  public static void main(String[] args) {
    new Thread(() -> { push(1); Node h = head; head = h.next; push(2); }).start();
    new Thread(() -> { Node mine = new Node(5); mine.next = head; kept = mine; head = mine.next; mine.value = System.identityHashCode(mine); push(mine.value); }).start();
    new Thread(() -> { Node h = head; if (h != null) { h.value += 3.5; System.out.println("saw " + (h.next == null)); } else System.err.println("none"); }).start();
  }
}

class Waits {
  static final Object monitor = new Object();
  static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  static int turns;
  static synchronized void again(int n) { if (n > 0) again(n - 1); turns += n; }
  public static void main(String[] args) throws Exception {
    Thread a = new Thread(() -> { lock.readLock().lock(); try { turns++; } finally { lock.readLock().unlock(); } synchronized (monitor) { monitor.notify(); } });
    Thread b = new Thread(() -> { lock.writeLock().lock(); try { again(2); } finally { lock.writeLock().unlock(); } });
    Thread c = new Thread(() -> {
      synchronized (monitor) { synchronized (monitor) {
        try { if (turns < 20) monitor.wait(); } catch (InterruptedException e) { turns = -1; }
      } }
    });
    a.start();
    b.start();
    a.join();
    c.start();
    c.interrupt();
    b.join();
    Thread d = new Thread(() -> { turns *= 2; });
    d.setDaemon(true);
    d.start();
    d.join();
    System.out.println(turns);
  }
}

class Classes {
  static volatile int first, second;
  static int seen;
  static class Lazy {
    static final Object made = new Object();
    static int value = second;
    static void take(int given) { seen = 10 * given + value; }
  }
  static class Fails { static { if (second >= 0) throw new IllegalStateException("no"); } static void go() {} }
  static final ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();
  public static void main(String[] args) {
    new Thread(() -> { int k = first; Lazy.take(k); map.put(k, "a"); }).start();
    new Thread(() -> { first = 1; second = 1; map.merge(1, "b", String::concat); }).start();
    new Thread(() -> { try { Fails.go(); } catch (Throwable t) { seen = t.toString().length(); } map.computeIfPresent(1, (k, v) -> v + k); }).start();
  }
}
)";

class Load : public testing::TestWithParam<const char*> {
 protected:
  static void SetUpTestSuite() {
    classes_ = new Folder;
    compile_text("Programs", kLoaded, classes_->path());
  }
  static void TearDownTestSuite() { delete classes_; }
  static VmOptions options() {
    VmOptions o;
    o.adaptive = false;  // every access to what is shared is a step
    return o;
  }
  static Folder* classes_;
};
Folder* Load::classes_ = nullptr;

using Form = std::vector<uint8_t>;

struct TakenStep {
  por::ThreadId thread;
  uint32_t alternative;
};

struct Label {
  por::ThreadId thread;
  por::Op op;
  friend bool operator==(const Label& a, const Label& b) {
    return a.thread == b.thread && a.op.kind == b.op.kind && a.op.alternatives == b.op.alternatives &&
           a.op.access_count == b.op.access_count && a.op.safe_unlock == b.op.safe_unlock &&
           a.op.waits_for == b.op.waits_for &&
           std::equal(a.op.accesses, a.op.accesses + a.op.access_count, b.op.accesses);
  }
};

// What can be seen in a state: threads, or that the program is over, and what stands on standard output.
struct Sight {
  std::vector<Label> labels;
  bool is_final = false;
  por::ErrorKind error = por::ErrorKind::None;
  std::string out, why;
  Form form;
  friend bool operator==(const Sight&, const Sight&) = default;
};

void PrintTo(const Sight& s, std::ostream* to) {
  *to << "final " << s.is_final << ", error " << static_cast<int>(s.error) << ", printed " << s.out.size()
      << " bytes, form of " << s.form.size() << " bytes " << s.why << ";";
  uint32_t hash = 0;
  for (const uint8_t byte : s.form) hash = hash * 31 + byte;
  *to << " hash " << hash;
  for (const Label& l : s.labels) {
    *to << "; thread " << l.thread << " kind " << static_cast<int>(l.op.kind) << " ways " << int{l.op.alternatives};
    for (int i = 0; i < l.op.access_count; ++i)
      *to << (l.op.accesses[i].write ? " w" : " r") << l.op.accesses[i].where.object << "."
          << l.op.accesses[i].where.field;
  }
}

Sight look(JvmSystem& system, por::ErrorKind error) {
  Sight s;
  s.error = error;
  s.is_final = system.is_final();
  s.out = system.vm().output.text(1);
  s.why = system.loadable_form(s.form);
  if (!s.why.empty()) system.fingerprint();
  for (por::ThreadId t = 0; t < system.thread_count(); ++t)
    if (!system.ended(t)) s.labels.push_back({t, system.pending(t)});
  return s;
}

// What each step leads to.
std::vector<Sight> look_around(JvmSystem& system) {
  std::vector<Sight> out;
  const por::TransitionSystem::Mark here = system.mark();
  for (por::ThreadId t = 0; t < system.thread_count() && !system.is_final(); ++t)
    for (uint32_t a = 0; !system.ended(t) && a < system.alternatives(t); ++a) {
      const por::StepResult result = system.step(t, a);
      out.push_back(look(system, result.error));
      system.undo(here);
    }
  system.release(here);
  return out;
}

TEST_P(Load, IsWhereThePathLeads) {
  BootedVm booted(classes_->path(), options());
  JvmSystem system(*booted.vm);
  booted.vm->start_main(booted.vm->find_class(GetParam()), {});
  system.start();
  std::map<Form, std::vector<TakenStep>> states;  // with a path to each
  std::map<std::string, uint64_t> refused;
  const por::TransitionSystem::Mark beginning = system.mark();
  std::mt19937 random(5);
  for (int path = 0; path < 20; ++path) {
    system.undo(beginning);
    std::vector<TakenStep> steps;
    while (!system.is_final()) {
      const Sight sight = look(system, por::ErrorKind::None);
      if (!sight.why.empty()) ++refused[sight.why];
      else states.try_emplace(sight.form, steps);
      std::vector<por::ThreadId> enabled;
      for (por::ThreadId t = 0; t < system.thread_count(); ++t)
        if (!system.ended(t) && system.alternatives(t)) enabled.push_back(t);
      const por::ThreadId t = enabled[random() % enabled.size()];
      steps.push_back({t, static_cast<uint32_t>(random() % system.alternatives(t))});
      system.step(steps.back().thread, steps.back().alternative);
    }
  }
  for (const auto& [why, times] : refused) ADD_FAILURE() << times << " states cannot be loaded: " << why;
  EXPECT_GT(states.size(), 200u);
  std::vector<std::vector<TakenStep>> order;
  for (const auto& [form, steps] : states) order.push_back(steps);
  std::shuffle(order.begin(), order.end(), random);
  Form last;
  uint64_t loaded = 0;
  for (const std::vector<TakenStep>& steps : order) {
    // What a step does may depend on what has been learnt meanwhile; so it is taken again.
    system.undo(beginning);
    bool possible = true;
    for (const TakenStep step : steps) {
      possible =
          !system.is_final() && !system.ended(step.thread) && step.alternative < system.alternatives(step.thread);
      if (!possible) break;
      system.step(step.thread, step.alternative);
    }
    if (!possible) continue;
    const Sight sight = look(system, por::ErrorKind::None);
    if (!sight.why.empty()) continue;
    const std::vector<Sight> next = look_around(system);
    system.undo(beginning);
    ASSERT_EQ("", system.load(sight.form));
    ASSERT_EQ(sight, look(system, por::ErrorKind::None));
    ASSERT_EQ(next, look_around(system));
    last = sight.form;
    ++loaded;
  }
  EXPECT_GT(loaded, states.size() / 2);
  // What has been loaded is taken back like a step, and goes on from there.
  system.undo(beginning);
  const Sight first = look(system, por::ErrorKind::None);
  ASSERT_EQ("", system.load(last));
  system.undo(beginning);
  EXPECT_EQ(first, look(system, por::ErrorKind::None));
}

TEST_P(Load, ADamagedFormIsNone) {
  BootedVm booted(classes_->path(), options());
  JvmSystem system(*booted.vm);
  booted.vm->start_main(booted.vm->find_class(GetParam()), {});
  system.start();
  const por::TransitionSystem::Mark beginning = system.mark();
  Form form;
  ASSERT_EQ("", system.loadable_form(form));
  for (size_t left = 0; left < form.size(); left += 4) {
    EXPECT_NE("", system.load(Form(form.begin(), form.begin() + static_cast<std::ptrdiff_t>(left)))) << left;
    system.undo(beginning);
  }
  EXPECT_EQ("", system.load(form));
}

INSTANTIATE_TEST_SUITE_P(Programs, Load, testing::Values("Heaps", "Waits", "Classes"));

}  // namespace
}  // namespace jmc::vm::test
