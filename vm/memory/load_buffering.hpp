// Load buffering (VmOptions::load_buffering): loads that are delayed behind later stores of their thread, by promises
// with certification ("A promising semantics for relaxed-memory concurrency", POPL 2017).
//
// Where a thread is about to make a plain or opaque read it may *write ahead*: put a message into the list of a
// variable that it would write if it ran on alone from here, up to its next operation that orders something. Others may
// read that. The thread itself must not, and has to come to that write: after each of its steps there has to be a run
// of the thread alone that keeps all of its promises before the next operation that orders. A step after which there is
// none does not exist. What others do in between cannot take that run away: it makes plain and opaque accesses alone,
// of messages that stay readable for the thread.
//
// So ways() makes these runs, on the live state, and goes back: they are executions of the program (or, where no
// promise is kept, of nobody), of which only what Vm::learnt() counts stays.
//
// Not done are promises across operations that order (JLS lets a load pass some of these), of updates, of halves, and
// of references to objects that are yet to be made or that only their thread knows yet. Where a thread may have needed
// one, left_out() says so. Fields of objects yet to be made need none: who sees the field has seen a reference.
//
// Ownership: a facility of a Vm with a MemoryModel, and part of no state: what is promised lies in the machine.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "vm/memory/memory_model.hpp"
#include "vm/thread/thread.hpp"

namespace jmc::vm {

class LoadBuffering {
 public:
  explicit LoadBuffering(Vm& vm) : vm_(vm) {}

  // What a thread has done, as far as it matters to what it may do ahead: ThreadViews::past.
  enum Past : uint8_t {
    kNothing,
    kHasRead,  // by an access that orders nothing
    kOrdered   // and then something that orders; or has come behind others
  };

  // A write that is made ahead.
  struct Ahead {
    MemoryModel::Variable variable{};
    uint64_t value = 0;
    uint32_t place = 0;  // as of Machine::write()
    std::string site;    // of the write: "Client.run(Client.java:7)"
    bool same_write(const Ahead& o) const {
      return variable.object == o.variable.object && variable.offset == o.variable.offset && value == o.value;
    }
  };
  // What an alternative of a thread is: that one of its pending operation, or a write ahead of it.
  struct Choice {
    uint32_t alternative = 0;
    bool ahead = false;
    Ahead write;
  };

  // Of a thread in the present state: how many alternatives it has, and what each is. Kept until forget().
  uint32_t ways(ThreadId t);
  const Choice& choice(ThreadId t, uint32_t alternative);
  void forget() { known_.clear(); }

  // The choice of a write ahead is made.
  void write_ahead(ThreadId t, const Ahead& write);
  // The thread has made a step from where this operation was pending. `acquired`, `released`: the counters of the
  // memory model before it.
  void stepped(ThreadId t, const Pending& p, uint32_t acquired, uint32_t released);

  // --- for the memory model: a plain or opaque write of the running thread that is to be made
  void writes(const MemoryModel::Variable& v, memory::Mode mode, uint64_t value);
  // A step keeps a promise that says something else: it does not exist.
  void breaks() { broken_ = true; }

  // Something may be missing: a run ahead was longer than is looked at, or would have had more promises; or a thread
  // has written a variable that others may read meanwhile where Java may let it write ahead in ways that are not done
  // here.
  bool incomplete() const;

 private:
  struct Aside;
  struct Known {
    ThreadId thread;
    std::vector<Choice> choices;
  };
  const Known& know(ThreadId t);
  bool orders(const Pending& p) const;
  bool run_alone(ThreadId t, uint32_t alternative);
  bool keeps(ThreadId t, uint32_t depth);
  bool keeps_after(ThreadId t, uint32_t alternative);
  bool keeps_ahead(ThreadId t, const Ahead& write);
  void look_ahead(ThreadId t, uint32_t depth, bool has_read);
  void reads(ThreadId t, const Pending& p);

  Vm& vm_;
  std::vector<Known> known_;
  std::vector<Ahead>* found_ = nullptr;  // by the run ahead that is under way
  bool has_read_ = false, broken_ = false, bounded_ = false;
  uint32_t tried_ = 0;  // steps of the runs that are under way
  // A variable (Field, or Klass of arrays), and a thread that writes it: others, which have not joined the thread, read
  // it (nobody else could see a write ahead); what was not written ahead since nobody was known to; what else was not.
  using Use = std::pair<const void*, ThreadId>;
  std::set<Use> read_beside_, skipped_, left_out_;
};

}  // namespace jmc::vm
