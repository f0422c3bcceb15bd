// The canonical form of a state, and that every component of it goes back and is written down.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <random>

#include "support.hpp"
#include "vm/native.hpp"
#include "vm/state/state_decoder.hpp"

namespace jmc::vm::test {
namespace {

constexpr const char* kSource = R"(
class Roots {
  static Roots a, b;
  static Object[] array;
  static long number;
  Roots left, right;
  int value;
}
)";

class State : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    classes_ = new Folder;
    compile_text("Roots", kSource, classes_->path());
  }
  static void TearDownTestSuite() { delete classes_; }

  void SetUp() override {
    VmOptions options;
    options.exact_states = true;
    booted_ = std::make_unique<BootedVm>(classes_->path(), options);
    vm_ = booted_->vm.get();
    k_ = vm_->require_class("Roots");
    vm_->initialise_now(k_);
    base_ = node(7);  // an object of the base image that only the program reaches
    set_static("b", base_);
    vm_->freeze();
    vm_->mark();
  }
  const Field* field(const char* name) { return k_->find_field(name); }
  void set_static(const char* name, Ref value) { vm_->store_ref(k_->statics, field(name)->offset, value); }
  Ref node(int value, Ref left = kNull, Ref right = kNull) {
    const Ref r = vm_->new_object(k_);
    vm_->heap.store<int32_t>(r, field("value")->offset, value);
    vm_->set_ref(r, field("left"), left);
    vm_->set_ref(r, field("right"), right);
    return r;
  }
  std::string form() {
    vm_->fingerprint();
    std::vector<uint8_t> bytes;
    vm_->canonical_form(bytes);
    return {bytes.begin(), bytes.end()};
  }
  // The form of what `make` makes, which is then taken back.
  template <class F>
  std::string form_of(F&& make) {
    const Vm::Mark m = vm_->mark();
    make();
    std::string f = form();
    vm_->undo(m);
    vm_->release(m);
    return f;
  }
  static Folder* classes_;
  std::unique_ptr<BootedVm> booted_;
  Vm* vm_ = nullptr;
  Klass* k_ = nullptr;
  Ref base_ = kNull;
};
Folder* State::classes_ = nullptr;

TEST_F(State, OrderOfAllocationAndGarbageLeaveNoMark) {
  const std::string one = form_of([&] {
    const Ref x = node(1), y = node(2);
    set_static("a", node(0, x, y));
  });
  const std::string other = form_of([&] {
    node(99), vm_->new_array(vm_->known->byte_array, 1000);
    const Ref y = node(2);
    node(98);
    const Ref root = node(0), x = node(1);
    vm_->set_ref(root, field("right"), y);
    vm_->set_ref(root, field("left"), x);
    set_static("a", node(5));
    set_static("a", root);
  });
  EXPECT_EQ(one, other);
  EXPECT_NE(one, form_of([&] { set_static("a", node(0, node(2), node(1))); }));
}

TEST_F(State, SharingIsNotEquality) {
  const std::string shared = form_of([&] {
    const Ref x = node(1);
    set_static("a", node(0, x, x));
  });
  EXPECT_NE(shared, form_of([&] { set_static("a", node(0, node(1), node(1))); }));
  const auto ring = [&](int n) {
    return form_of([&] {
      const Ref first = node(1);
      Ref r = first;
      for (int i = 1; i < n; ++i) r = node(1, r);
      vm_->set_ref(first, field("left"), r);
      set_static("a", r);
    });
  };
  EXPECT_EQ(ring(3), ring(3));
  EXPECT_NE(ring(3), ring(4));
}

TEST_F(State, WhatIsWrittenBackIsUnchanged) {
  const std::string before = form();
  const auto write = [&](int value) { vm_->heap.store<int32_t>(base_, field("value")->offset, value); };
  EXPECT_EQ(before, form_of([&] { write(8), write(7); }));
  EXPECT_NE(before, form_of([&] { write(8); }));
  // ... and an object of the base image that nobody can reach does not count.
  const std::string dropped = form_of([&] { set_static("b", kNull); });
  EXPECT_EQ(dropped, form_of([&] { set_static("b", kNull), write(8); }));
  EXPECT_NE(before, dropped);
}

TEST_F(State, MonitorsAndHashCodesCount) {
  const std::string before = form();
  EXPECT_NE(before, form_of([&] { vm_->lock_enter(base_, 0); }));
  EXPECT_EQ(before, form_of([&] { vm_->lock_enter(base_, 0), vm_->lock_exit(base_, 0); }));
  const auto put = [&](bool asked) {
    const Ref r = node(1);
    set_static("a", r);
    if (asked) vm_->identity_hash(r);
  };
  EXPECT_NE(form_of([&] { put(false); }), form_of([&] { put(true); }));
  // Whoever asks first gets the same for what was there before the threads: nothing that a state must tell.
  EXPECT_EQ(before, form_of([&] { vm_->identity_hash(base_), vm_->identity_hash(k_->mirror); }));
  EXPECT_NE(vm_->identity_hash(base_), vm_->identity_hash(k_->mirror));
}

// Random graphs, against a traversal that numbers objects itself.
TEST_F(State, RandomGraphs) {
  std::mt19937 random(1);
  const auto pick = [&](size_t n) { return static_cast<uint32_t>(random() % n); };
  struct Graph {
    std::vector<std::array<int, 3>> nodes;  // value, left, right; -1: null. Node 0 is the root
  };
  const auto canonical = [](const Graph& g) {
    std::string out;
    std::vector<int> number(g.nodes.size(), -1), order{0};
    number[0] = 0;
    for (size_t i = 0; i < order.size(); ++i) {
      const auto& n = g.nodes[static_cast<size_t>(order[i])];
      out += std::to_string(n[0]) + ":";
      for (int side : {1, 2}) {
        const int to = n[static_cast<size_t>(side)];
        if (to >= 0 && number[static_cast<size_t>(to)] < 0) {
          number[static_cast<size_t>(to)] = static_cast<int>(order.size());
          order.push_back(to);
        }
        out += (to < 0 ? "-" : std::to_string(number[static_cast<size_t>(to)])) + ",";
      }
    }
    return out;
  };
  const auto build = [&](const Graph& g) {
    return form_of([&] {
      std::vector<size_t> order(g.nodes.size());
      for (size_t i = 0; i < order.size(); ++i) order[i] = i;
      std::shuffle(order.begin(), order.end(), random);
      std::vector<Ref> refs(g.nodes.size());
      for (const size_t i : order) refs[i] = node(g.nodes[i][0]);
      for (size_t i = 0; i < refs.size(); ++i)
        for (size_t side : {1, 2})
          if (const int to = g.nodes[i][side]; to >= 0)
            vm_->set_ref(refs[i], field(side == 1 ? "left" : "right"), refs[static_cast<size_t>(to)]);
      set_static("a", refs[0]);
    });
  };
  std::map<std::string, std::string> form_by_graph, graph_by_form;
  int met_again = 0;
  for (int round = 0; round < 1500; ++round) {
    Graph g;
    const uint32_t n = 1 + pick(4);
    for (uint32_t i = 0; i < n; ++i)
      g.nodes.push_back(
          {static_cast<int>(pick(2)), static_cast<int>(pick(n + 1)) - 1, static_cast<int>(pick(n + 1)) - 1});
    const std::string text = canonical(g), made = build(g);
    const auto [by_graph, new_graph] = form_by_graph.emplace(text, made);
    const auto [by_form, new_form] = graph_by_form.emplace(made, text);
    ASSERT_EQ(by_graph->second, made) << text;
    ASSERT_EQ(by_form->second, text);
    met_again += !new_graph;
  }
  EXPECT_GT(met_again, 100);
  EXPECT_GT(form_by_graph.size(), 100u);
}

// The names of objects that both states have are told from one to the other, whatever was made, dropped and hung
// elsewhere in between.
TEST_F(State, RenamingFollowsObjects) {
  vm_->keep_orders(true);
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const Vm::Mark outer = vm_->mark();
    std::vector<Ref> nodes;
    const auto hang = [&] {  // in a chain, so that all of them are there, in an order that changes
      std::shuffle(nodes.begin(), nodes.end(), random);
      Ref next = kNull;
      for (const Ref r : nodes) {
        vm_->set_ref(r, field("left"), next);
        next = r;
      }
      set_static("a", next);
    };
    for (int i = static_cast<int>(random() % 5); i >= 0; --i) nodes.push_back(node(i));
    hang();
    vm_->fingerprint();
    std::map<Ref, uint32_t> before;
    for (const Ref r : nodes) before[r] = vm_->encoder().last_number(r);
    const Vm::Mark inner = vm_->mark();
    if (nodes.size() > 1 && random() % 2) nodes.pop_back();
    if (random() % 2) nodes.push_back(node(9));
    hang();
    vm_->fingerprint();
    std::vector<uint32_t> renaming;
    vm_->renaming(renaming);
    for (const Ref r : nodes) {
      const uint32_t now = vm_->encoder().last_number(r);
      ASSERT_LT(now, renaming.size());
      const auto old = before.find(r);
      EXPECT_EQ(renaming[now], old == before.end() ? por::TransitionSystem::kGone : old->second);
    }
    vm_->undo(inner);
    vm_->release(inner);
    vm_->undo(outer);
    vm_->release(outer);
  }
}

// Parts that are there in some states only can be told from those that follow.
TEST_F(State, NoTwoStatesHaveTheSameWords) {
  std::vector<std::string> forms;
  const auto add = [&](auto&& make) { forms.push_back(form_of(make)); };
  add([] {});
  for (uint32_t which = 0; which < Counters::kCount; ++which)
    if (which != Clock::kPresent)
      for (const uint64_t value : {uint64_t{77}, uint64_t{77} << 32})
        add([&] { vm_->set_counter(which, vm_->counter(which) + value); });
  add([&] { vm_->output.write(1, "x"); });
  add([&] { vm_->output.write(1, std::string("x\0", 2)); });
  add([&] { vm_->exit(0); });
  add([&] { vm_->exit(1); });
  add([&] { vm_->touch_thread(0).wait_count = 1; });
  add([&] { vm_->touch_thread(0).hash_seed += 1; });
  add([&] { vm_->touch_thread(0).random_seed += 1; });
  add([&] {
    const Ref r = node(7);
    set_static("a", r);
    vm_->identity_hash(r);
  });
  add([&] { vm_->heap.store<int32_t>(base_, field("value")->offset, 8); });
  add([&] { set_static("a", base_); });
  add([&] { set_static("a", node(7)); });
  for (const uint32_t n : {0u, 1u, 2u})
    add([&] { set_static("array", vm_->new_array(vm_->array_of(vm_->known->object), n)); });
  for (size_t i = 0; i < forms.size(); ++i)
    for (size_t j = 0; j < i; ++j) EXPECT_NE(forms[i], forms[j]) << i << " and " << j;
  EXPECT_EQ(form_of([&] { vm_->output.write(2, "x"); }), forms[0]) << "standard error is no part of a state";
}

// --- components

// One more piece of state; what it does not do can be chosen.
class Toy {
 public:
  bool undoes = true, encodes = true, decodes = true, names = true;
  uint32_t value = 0;
  Ref held = kNull;

  void change(uint32_t to) {
    log_.save(value);
    value = to;
  }
  using Mark = UndoLog<uint32_t>::Mark;
  Mark mark() { return log_.mark(); }
  void undo(Mark m) {
    log_.undo(m, [&](uint32_t old) {
      if (undoes) value = old;
    });
  }
  void release(Mark m, const Mark* below) { log_.release(m, below); }
  void encode(StateEncoder& e) {
    if (encodes) e.word(value);
    if (held) e.word(names ? e.number(held) : held);
    e.drain();
  }
  void decode(StateDecoder& d) {
    if (!encodes) return;
    const uint32_t read = d.word();
    if (!decodes || read == value) return;
    log_.save(value);
    value = read;
  }

 private:
  UndoLog<uint32_t> log_;
};
static_assert(StateComponent<Toy>);

// Who leaves one of them out altogether is told by the compiler.
struct WithoutUndo {
  using Mark = int;
  Mark mark() const { return 0; }
  void release(Mark, const Mark*) const {}
  void encode(StateEncoder&) const {}
  void decode(StateDecoder&) const {}
};
struct WithoutEncoding {
  using Mark = int;
  Mark mark() const { return 0; }
  void undo(Mark) const {}
  void release(Mark, const Mark*) const {}
  void decode(StateDecoder&) const {}
};
struct WithoutDecoding {
  using Mark = int;
  Mark mark() const { return 0; }
  void undo(Mark) const {}
  void release(Mark, const Mark*) const {}
  void encode(StateEncoder&) const {}
};
static_assert(!StateComponent<WithoutUndo> && !StateComponent<WithoutEncoding> && !StateComponent<WithoutDecoding>);

class StateList : public State {
 protected:
  void SetUp() override {
    State::SetUp();
    vm_->release(0);
  }
  template <class List>
  std::string form_in(List& list) {
    vm_->encoder().begin(true);
    list.encode(vm_->encoder());
    const WordBuffer& words = vm_->encoder().words();
    return {reinterpret_cast<const char*>(words.begin), words.size() * 4};
  }
  // What is wrong with a component of the Vm's list, and the toy, that `change` changes; "": nothing.
  template <class F>
  std::string fault(F&& change) {
    auto list = vm_->components().with(toy_);
    const std::string before = form_in(list);
    const uint32_t m = list.mark();
    change();
    const std::string after = form_in(list);
    list.undo(m);
    const std::string back = form_in(list);
    list.release(m);
    if (after == before) return "not encoded";
    if (back != before) return "not undone";
    const uint32_t again = list.mark();
    std::vector<uint32_t> words(after.size() / 4);
    std::memcpy(words.data(), after.data(), after.size());
    StateDecoder decoder(*vm_, words);
    list.decode(decoder);
    const std::string loaded = form_in(list);
    list.undo(again);
    list.release(again);
    return loaded == after ? "" : "not decoded";
  }
  Toy toy_;
};

TEST_F(StateList, AComponentThatDoesAllOfIt) {
  EXPECT_EQ(fault([&] { toy_.change(toy_.value + 1); }), "");
}

TEST_F(StateList, LeavingOutTheUndoIsSeen) {
  toy_.undoes = false;
  EXPECT_EQ(fault([&] { toy_.change(toy_.value + 1); }), "not undone");
}

TEST_F(StateList, LeavingOutTheDecodingIsSeen) {
  toy_.decodes = false;
  EXPECT_EQ(fault([&] { toy_.change(toy_.value + 1); }), "not decoded");
}

TEST_F(StateList, LeavingOutTheEncodingIsSeen) {
  toy_.encodes = false;
  EXPECT_EQ(fault([&] { toy_.change(toy_.value + 1); }), "not encoded");
}

// What only a component refers to belongs to the state, by what it is and not by where it lies.
TEST_F(StateList, WhatAComponentNamesIsWritten) {
  const auto held = [&](int value) {
    auto list = vm_->components().with(toy_);
    const uint32_t m = list.mark();
    for (int i = 0; i < value; ++i) node(50);
    toy_.held = node(1, node(value % 2));
    std::string f = form_in(list);
    list.undo(m);
    list.release(m);
    return f;
  };
  EXPECT_EQ(held(0), held(2));
  EXPECT_NE(held(0), held(1));
  toy_.names = false;
  EXPECT_NE(held(0), held(2));
}

// The Vm's own.
TEST_F(StateList, TheVmsOwn) {
  EXPECT_EQ(fault([&] { vm_->set_counter(0, vm_->counter(0) + 1); }), "");
  EXPECT_EQ(fault([&] { vm_->output.write(1, "a"); }), "");
  EXPECT_EQ(fault([&] { vm_->exit(0); }), "");
  EXPECT_EQ(fault([&] { vm_->exit(3); }), "");
  EXPECT_EQ(fault([&] { vm_->touch_thread(0).permit = true; }), "");
  EXPECT_EQ(fault([&] { vm_->touch_thread(0).interrupted = true; }), "");
  EXPECT_EQ(fault([&] { vm_->lock_enter(base_, 0); }), "");
  EXPECT_EQ(fault([&] { vm_->heap.store<int64_t>(k_->statics, field("number")->offset, 1); }), "");
  EXPECT_EQ(fault([&] { set_static("a", node(3)); }), "");
}

// A mark that was released goes back with the one below it.
TEST_F(StateList, ReleasedMarks) {
  auto list = vm_->components().with(toy_);
  const std::string before = form_in(list);
  const uint32_t outer = list.mark();
  toy_.change(1), vm_->output.write(1, "x"), vm_->set_counter(0, 77);
  const uint32_t inner = list.mark();
  toy_.change(2), vm_->output.write(1, "y"), vm_->set_counter(0, 78);
  set_static("a", node(4));
  list.release(inner);
  list.undo(outer);
  EXPECT_EQ(form_in(list), before);
  EXPECT_EQ(toy_.value, 0u);
}

}  // namespace
}  // namespace jmc::vm::test
