// What is kept of forms (vm/state/kept_forms.hpp, ThreadTable::Frames) is what would be written: a walk through the
// states of a program, to and fro, meets the fingerprints that a machine finds which runs the same steps from the
// beginning and keeps nothing.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "support.hpp"
#include "vm/jvm_system.hpp"

namespace jmc::vm::test {
namespace {

constexpr const char* kSource = R"(
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.ReentrantLock;

class Linked {
  static class Node {
    volatile Node next;
    volatile int value;
    Node(int value) { this.value = value; }
  }
  static volatile Node head;
  static int sum;

  static void push(int v) {
    Node made = new Node(v), other = new Node(10 * v);
    made.next = other;
    other.next = head;
    head = made;
  }
  static void pop() {
    Node h = head;
    if (h == null) return;
    Node rest = h.next;
    head = rest;
    h.value++;
    if (rest != null) rest.value += h.value;
  }
  static void touch() {
    for (Node n = head; n != null; n = n.next) n.value++;
  }
  public static void main(String[] args) {
    new Thread(() -> { push(1); pop(); touch(); push(2); }).start();
    new Thread(() -> { pop(); push(3); touch(); pop(); }).start();
    new Thread(() -> { Node mine = new Node(5); mine.next = head; synchronized (Linked.class) { sum += mine.value; } mine.value = sum; pop(); }).start();
  }
}

class Blocking {
  static final Object monitor = new Object();
  static final ReentrantLock lock = new ReentrantLock();
  static int turns;

  static void turn() {
    lock.lock();
    try { turns++; } finally { lock.unlock(); }
    synchronized (monitor) { turns += 10; monitor.notifyAll(); }
  }
  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(Blocking::turn), b = new Thread(Blocking::turn);
    Thread c = new Thread(() -> {
      synchronized (monitor) {
        try { if (turns < 20) monitor.wait(); } catch (InterruptedException e) { turns = -1; }
      }
    });
    a.start();
    b.start();
    c.start();
    c.interrupt();
    a.join();
    System.out.println(turns);
  }
}

class Library {
  static final ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();
  static final ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();

  public static void main(String[] args) {
    new Thread(() -> { map.put(1, "a"); deque.addFirst(map.size()); map.merge(1, "b", String::concat); }).start();
    new Thread(() -> { map.put(2, "c"); deque.pollLast(); System.out.println(map.remove(1)); }).start();
    new Thread(() -> { deque.addLast(3); map.computeIfPresent(2, (k, v) -> v + k); deque.hashCode(); }).start();
  }
}
)";

class KeptForms : public testing::TestWithParam<std::tuple<const char*, bool>> {
 protected:
  static void SetUpTestSuite() {
    classes_ = new Folder;
    compile_text("Programs", kSource, classes_->path());
  }
  static void TearDownTestSuite() { delete classes_; }

  struct Running {
    explicit Running(const char* client, bool exact) : booted(classes_->path(), options(exact)), system(*booted.vm) {
      booted.vm->start_main(booted.vm->find_class(client), {});
      system.start();
    }
    static VmOptions options(bool exact) {
      VmOptions o;
      o.exact_states = exact;
      o.adaptive = false;  // every access to what is shared is a step
      return o;
    }
    std::vector<por::ThreadId> enabled() const {
      std::vector<por::ThreadId> out;
      if (system.is_final()) return out;
      for (por::ThreadId t = 0; t < system.thread_count(); ++t)
        if (!system.ended(t) && system.alternatives(t)) out.push_back(t);
      return out;
    }
    // The fingerprint, and of whole states the words.
    std::pair<por::Fingerprint, std::vector<uint8_t>> form() {
      std::pair<por::Fingerprint, std::vector<uint8_t>> out{system.fingerprint(), {}};
      if (booted.vm->options.exact_states) booted.vm->canonical_form(out.second);
      return out;
    }
    BootedVm booted;
    JvmSystem system;
  };
  // Runs of one name are the same in all forms. Returns how many have one that was there before.
  static uint64_t look_at_names(Running& running, std::span<const uint8_t> form,
                                std::map<uint64_t, std::vector<uint8_t>>& named) {
    por::FormParts parts;
    std::vector<uint8_t> whole;
    running.system.whole_form({}, whole, parts);
    EXPECT_TRUE(std::equal(whole.begin(), whole.end(), form.begin(), form.end()));
    uint64_t known = 0;
    uint32_t from = 0;
    for (const por::FormParts::Run& run : parts.runs) {
      const uint32_t begin = from == 0 ? 0 : parts.ends[from - 1], end = parts.ends[run.parts - 1];
      // With where its parts end.
      std::vector<uint8_t> content(form.begin() + begin, form.begin() + end);
      for (; from < run.parts; ++from) content.push_back(static_cast<uint8_t>((parts.ends[from] - begin) / 4));
      if (run.name == 0) continue;
      const auto [it, added] = named.try_emplace(run.name, content);
      EXPECT_EQ(it->second, content) << "run " << run.name;
      known += !added;
    }
    return known;
  }
  // A form of which some runs are left out is the same, without these.
  static uint64_t look_at_left_out(Running& running, std::span<const uint8_t> form, por::KnownRuns& known) {
    por::FormParts all, rest;
    std::vector<uint8_t> whole, left;
    running.system.whole_form({}, whole, all);
    for (const por::FormParts::Run& run : all.runs)
      if (run.name % 3 == 1) known.add(run.name, static_cast<uint32_t>(run.name));
    running.system.whole_form(known, left, rest);
    EXPECT_EQ(all.runs.size(), rest.runs.size());
    uint64_t left_out = 0;
    const auto bytes = [](std::span<const uint8_t> of, const por::FormParts& parts, size_t run) {
      const uint32_t first = run == 0 ? 0 : parts.runs[run - 1].parts;
      const uint32_t begin = first == 0 ? 0 : parts.ends[first - 1], end = parts.ends[parts.runs[run].parts - 1];
      return std::vector<uint8_t>(of.begin() + begin, of.begin() + end);
    };
    for (size_t run = 0; run < std::min(all.runs.size(), rest.runs.size()); ++run) {
      EXPECT_EQ(all.runs[run].name, rest.runs[run].name);
      EXPECT_EQ(all.runs[run].side, rest.runs[run].side);
      EXPECT_EQ(rest.runs[run].known, known.of(all.runs[run].name));
      if (rest.runs[run].known != por::KnownRuns::kNone) ++left_out;
      else EXPECT_EQ(bytes(form, all, run), bytes(left, rest, run));
    }
    return left_out;
  }
  static Folder* classes_;
};
Folder* KeptForms::classes_ = nullptr;

TEST_P(KeptForms, ToAndFro) {
  const auto [client, exact] = GetParam();
  Running walker(client, exact), keeper(client, exact);
  const por::TransitionSystem::Mark beginning = keeper.system.mark();
  struct Marked {
    por::TransitionSystem::Mark mark;
    size_t steps;
  };
  std::vector<por::ThreadId> path;
  std::vector<Marked> marks{{walker.system.mark(), 0}};
  std::mt19937 random(11);
  std::set<std::pair<uint64_t, uint64_t>> met;
  std::map<uint64_t, std::vector<uint8_t>> named;
  por::KnownRuns known;
  uint64_t known_runs = 0, left_out = 0;
  for (int n = 0; n < 8000; ++n) {
    const std::vector<por::ThreadId> enabled = walker.enabled();
    if (enabled.empty() || random() % 5 == 0) {
      // Back to one of the last marks, which may be gone afterwards.
      for (size_t drop = random() % 40 ? random() % 3 : marks.size(); drop != 0 && marks.size() > 1; --drop) {
        walker.system.undo(marks.back().mark);
        walker.system.release(marks.back().mark);
        marks.pop_back();
      }
      walker.system.undo(marks.back().mark);
      path.resize(marks.back().steps);
    } else {
      const por::ThreadId t = enabled[random() % enabled.size()];
      for (const por::ThreadId u : enabled) walker.system.pending(u);  // which names objects
      walker.system.step(t, 0);
      path.push_back(t);
    }
    if (random() % 4 != 0) {  // else it goes on without having looked
      const auto form = walker.form();
      keeper.system.undo(beginning);
      for (const por::ThreadId t : path) keeper.system.step(t, 0);
      keeper.booted.vm->heap.unwatch();
      ASSERT_EQ(form, keeper.form()) << client << ", after " << path.size() << " steps, in round " << n;
      met.insert({form.first.lo, form.first.hi});
      if (exact) {
        known_runs += look_at_names(walker, form.second, named);
        left_out += look_at_left_out(walker, form.second, known);
      }
    }
    if (random() % 2 == 0) marks.push_back({walker.system.mark(), path.size()});
  }
  EXPECT_GT(met.size(), 50u);
  if (exact) {
    EXPECT_GT(known_runs, 5'000u);
    EXPECT_GT(left_out, 2'000u);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, KeptForms,
                         testing::Combine(testing::Values("Linked", "Blocking", "Library"), testing::Bool()));

}  // namespace
}  // namespace jmc::vm::test
