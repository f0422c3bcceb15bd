// The machine of vm/memory run by brute force on small programs: every schedule, every alternative. The outcomes (all
// registers, all final values) have to be those of programs.txt, which come from another implementation (README.md).
#include "vm/memory/kept.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace {

using namespace jmc::vm::memory;

struct Instruction {
  std::string kind, reg, location, fence;
  uint64_t value = 0, expected = 0;
  bool increment = false;
  char mode = 'p';
  size_t skip = 0;
};

struct Program {
  std::string name;
  std::vector<std::vector<Instruction>> threads;
  std::set<std::string> outcomes;
};

Instruction parse(const std::string& text) {
  std::istringstream in(text);
  Instruction i;
  std::string word;
  in >> i.kind;
  if (i.kind == "w") in >> i.location >> i.value >> i.mode;
  else if (i.kind == "r") in >> i.reg >> i.location >> i.mode;
  else if (i.kind == "f") in >> i.fence;
  else if (i.kind == "lock" || i.kind == "unlock") in >> i.location;
  else if (i.kind == "if") in >> i.reg >> i.value >> i.skip;
  else if (i.kind == "cas") in >> i.reg >> i.location >> i.expected >> i.value >> i.mode;
  else if (i.kind == "rmw") {
    in >> i.reg >> i.location >> word >> i.mode;
    i.increment = word == "+1";
    if (!i.increment) i.value = std::stoull(word);
  } else {
    ADD_FAILURE() << "unknown instruction: " << text;
  }
  return i;
}

const char* other_programs() { return std::getenv("JMC_LITMUS"); }  // tests/run-litmus

std::vector<Program> read_programs(const std::string& path) {
  std::vector<Program> out;
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line.starts_with("> ")) {
      out.back().outcomes.insert(line.substr(2));
    } else if (line.starts_with("| ")) {
      std::vector<Instruction> thread;
      std::istringstream in(line.substr(2));
      for (std::string part; std::getline(in, part, ',');) thread.push_back(parse(part));
      out.back().threads.push_back(std::move(thread));
    } else {
      out.push_back({line, {}, {}});
    }
  }
  return out;
}

Mode mode_of(char c) {
  switch (c) {
    case 'o': return Mode::Opaque;
    case 'a': return Mode::Acquire;
    case 'r': return Mode::Release;
    case 'v': return Mode::Volatile;
    default: return Mode::Plain;
  }
}

UpdateMode update_mode_of(char c) {
  if (c == 'a') return {Mode::Acquire, Mode::Plain};
  return {mode_of(c), mode_of(c)};
}

// Every schedule and alternative of one program, depth first, without matching states.
class Explorer {
 public:
  // `kept`: of each location, null if that is all of all. What accesses need beyond that is in needed() afterwards.
  enum class Volatiles { Newest, Mixed, Apart };
  Explorer(const Program& p, bool expect, Volatiles volatiles = Volatiles::Newest,
           const std::map<Key, Kept>* kept = nullptr)
      : p_(p), pc_(p.threads.size()), expect_(expect), kept_(kept) {
    if (volatiles == Volatiles::Mixed) machine_.mix();
    if (volatiles == Volatiles::Apart) machine_.read_volatiles_apart();
    for (uint32_t t = 0; t < p.threads.size(); ++t) machine_.start(t, ~0u);
    for (const auto& thread : p.threads)
      for (const Instruction& i : thread) {
        if (i.kind == "lock") owner_.emplace(i.location, -1);
        else if (!i.location.empty() && i.kind != "unlock") newest_.emplace(i.location, 0);
      }
  }

  std::set<std::string> run() {
    explore();
    return outcomes_;
  }
  size_t left_over() const { return left_over_; }
  size_t states() const { return seen_.size(); }
  const std::map<Key, Kept>& needed() const { return needed_; }

 private:
  Key key(const std::string& name) const { return static_cast<unsigned char>(name[0]); }

  std::string text() const {
    std::string out;
    const char* space = "";
    for (const auto& [name, value] : registers_) out += space + name + "=" + value, space = " ";
    out += " ;";
    for (const auto& [name, value] : newest_) out += " " + name + "=" + std::to_string(value);
    return out;
  }

  // What explore() matches states by: without it a program of four threads takes minutes.
  std::string state() const {
    std::ostringstream s;
    for (const size_t pc : pc_) s << pc << ' ';
    s << text();
    for (const auto& [name, t] : owner_) s << name << t;
    const auto view = [&](const View& v) {
      s << '(';
      for (const ViewEntry& e : v) s << e.key << ':' << e.plain << ',' << e.other << ',' << e.order << ' ';
      s << ')';
    };
    for (const ThreadViews& t : machine_.state().threads) view(t.current), view(t.acquire), view(t.release);
    for (const Location& l : machine_.state().locations) {
      s << '[' << l.key;
      view(l.before);
      for (const Message& m : l.messages)
        s << ' ' << m.value << m.glued << m.whole << m.strong, view(m.view), view(m.readers);
    }
    for (const LockView& l : machine_.state().locks) s << '{' << l.key, view(l.view);
    view(machine_.state().fences);
    return s.str();
  }

  uint32_t alternatives(uint32_t t, const Instruction& i) {
    const Kept kept = kept_of(i);
    if (halves(i)) return allowed(alternatives_of_halves(t, i), kept, i.kind != "r");
    if (i.kind == "r") return allowed(machine_.readable(t, key(i.location), mode_of(i.mode)), kept, false);
    if (i.kind == "w") return allowed(machine_.places(t, key(i.location), mode_of(i.mode)), kept, true);
    if (i.kind == "rmw") return allowed(machine_.updates(t, key(i.location), update_mode_of(i.mode)), kept, true);
    if (i.kind == "cas")
      return allowed(machine_.attempts(t, key(i.location), update_mode_of(i.mode), newest_[i.location], equals(i)),
                     kept, true);
    if (i.kind == "lock") return owner_[i.location] < 0;
    return 1;
  }

  // Variables of 64 bits have capital letters. Where little is kept of one no accesses race, and it is whole.
  bool halves(const Instruction& i) const {
    return !i.location.empty() && i.location[0] >= 'A' && i.location[0] <= 'Z' && kept_of(i) >= Kept::InOrder;
  }

  uint32_t alternatives_of_halves(uint32_t t, const Instruction& i) {
    const Key k = key(i.location);
    const uint64_t newest = newest_[i.location];
    if (i.kind == "r") return machine_.readable_halves(t, k, mode_of(i.mode), newest);
    if (i.kind == "w") return machine_.places_halves(t, k, mode_of(i.mode));
    const Machine::Equals expected = equals(i);
    return machine_.attempts_halves(t, k, update_mode_of(i.mode), newest, i.kind == "cas" ? &expected : nullptr);
  }

  void execute_halves(uint32_t t, const Instruction& i, uint32_t alternative) {
    const Key k = key(i.location);
    uint64_t& newest = newest_[i.location];
    const Kept kept = kept_of(i);
    if (i.kind == "r") {
      registers_[i.reg] = std::to_string(machine_.read_halves(t, k, mode_of(i.mode), alternative, newest));
    } else if (i.kind == "w") {
      newest = machine_.write_halves(t, k, mode_of(i.mode), alternative, newest, i.value, kept);
    } else {
      const UpdateMode mode = update_mode_of(i.mode);
      const Machine::Equals expected = equals(i);
      const auto taken =
          machine_.take_attempt_halves(t, k, mode, alternative, newest, i.kind == "cas" ? &expected : nullptr);
      if (i.kind == "rmw") {
        newest = machine_.replace_halves(t, k, mode, taken, newest, i.increment ? taken.value + 1 : i.value, kept);
        registers_[i.reg] = std::to_string(taken.value);
      } else {
        const bool hit = taken.value == i.expected;
        if (hit) newest = machine_.replace_halves(t, k, mode, taken, newest, i.value, kept);
        else machine_.fail_halves(t, k, mode, taken, newest);
        registers_[i.reg] = hit ? "T" : "F";
      }
    }
  }

  Kept kept_of(const Instruction& i) const {
    return !kept_ || i.location.empty() ? Kept::All : kept_->at(key(i.location));
  }

  void look_at(uint32_t t, const Instruction& i) {
    if (!kept_) return;
    Kept& most = needed_.emplace(key(i.location), kept_of(i)).first->second;
    if (halves(i))
      most = std::max(most, jmc::vm::memory::needed(machine_, t, Machine::upper_half(key(i.location)), kept_of(i),
                                                    i.mode == 'v', i.kind != "r"));
    most =
        std::max(most, jmc::vm::memory::needed(machine_, t, key(i.location), kept_of(i), i.mode == 'v', i.kind != "r"));
  }

  static Machine::Equals equals(const Instruction& i) {
    return [&i](uint64_t value) { return value == i.expected; };
  }

  void execute(uint32_t t, const Instruction& i, uint32_t alternative) {
    const Key k = i.location.empty() ? 0 : key(i.location);
    const Kept kept = kept_of(i);
    if (i.kind == "r" || i.kind == "w" || i.kind == "rmw" || i.kind == "cas") look_at(t, i);
    if (halves(i)) {
      execute_halves(t, i, alternative);
    } else if (i.kind == "r") {
      registers_[i.reg] = std::to_string(machine_.read(t, k, mode_of(i.mode), alternative, newest_[i.location]));
    } else if (i.kind == "w") {
      if (machine_.write(t, k, mode_of(i.mode), alternative, newest_[i.location], i.value, kept))
        newest_[i.location] = i.value;
    } else if (i.kind == "rmw") {
      const auto taken = machine_.take_update(t, k, update_mode_of(i.mode), alternative, newest_[i.location]);
      const uint64_t value = i.increment ? taken.value + 1 : i.value;
      if (machine_.replace(t, k, update_mode_of(i.mode), taken, value, kept)) newest_[i.location] = value;
      registers_[i.reg] = std::to_string(taken.value);
    } else if (i.kind == "cas") {
      const auto taken =
          machine_.take_attempt(t, k, update_mode_of(i.mode), alternative, newest_[i.location], equals(i));
      const bool hit = taken.value == i.expected;
      if (!hit) machine_.fail(t, k, update_mode_of(i.mode), taken);
      else if (machine_.replace(t, k, update_mode_of(i.mode), taken, i.value, kept)) newest_[i.location] = i.value;
      registers_[i.reg] = hit ? "T" : "F";
    } else if (i.kind == "f") {
      machine_.fence(t, i.fence == "acq" ? Fence::Acquire : i.fence == "full" ? Fence::Full : Fence::Release);
    } else if (i.kind == "lock") {
      owner_[i.location] = static_cast<int>(t);
      machine_.acquire_lock(t, k);
    } else if (i.kind == "unlock") {
      owner_[i.location] = -1;
      machine_.release_lock(t, k);
    } else if (const auto r = registers_.find(i.reg); r == registers_.end() || r->second != std::to_string(i.value)) {
      pc_[t] += i.skip;
    }
    if (++pc_[t] == p_.threads[t].size()) machine_.end(t);
  }

  // A thread that is about to lock does nothing else before.
  void expect_locks() {
    for (uint32_t t = 0; t < pc_.size(); ++t)
      if (pc_[t] < p_.threads[t].size() && p_.threads[t][pc_[t]].kind == "lock") {
        const std::string& lock = p_.threads[t][pc_[t]].location;
        machine_.await_lock(t, key(lock), static_cast<uint32_t>(owner_[lock]));
      }
  }

  void explore() {
    if (expect_) expect_locks();
    if (!seen_.insert(state()).second) return;
    bool over = true;
    for (uint32_t t = 0; t < pc_.size(); ++t) {
      if (pc_[t] >= p_.threads[t].size()) continue;
      over = false;
      const Instruction& i = p_.threads[t][pc_[t]];
      const uint32_t count = alternatives(t, i);
      for (uint32_t a = 0; a < count; ++a) {
        const auto pc = pc_;
        const auto registers = registers_;
        const auto newest = newest_;
        const auto owner = owner_;
        const size_t mark = machine_.marks();
        machine_.mark();
        execute(t, i, a);
        explore();
        machine_.undo(mark);
        machine_.release(mark);
        pc_ = pc;
        registers_ = registers;
        newest_ = newest;
        owner_ = owner;
      }
    }
    if (!over) return;
    outcomes_.insert(text());
    left_over_ += machine_.state().locations.size();
  }

  const Program& p_;
  Machine machine_;
  std::vector<size_t> pc_;
  std::map<std::string, std::string> registers_;
  std::map<std::string, uint64_t> newest_;
  std::map<std::string, int> owner_;
  std::set<std::string> outcomes_, seen_;
  size_t left_over_ = 0;
  bool expect_;
  const std::map<Key, Kept>* kept_;
  std::map<Key, Kept> needed_;
};

TEST(Machine, OutcomesOfPrograms) {
  const std::vector<Program> programs =
      read_programs(other_programs() ? other_programs() : JMC_MEMORY_PROGRAMS "/programs.txt");
  ASSERT_GT(programs.size(), other_programs() ? 0u : 1000u);
  for (const Program& p : programs) {
    size_t states[2];
    for (const bool expect : {false, true}) {
      Explorer e(p, expect);
      EXPECT_EQ(e.run(), p.outcomes) << p.name << (expect ? ", locks are awaited" : "");
      EXPECT_EQ(e.left_over(), 0u) << p.name << ": when all threads have ended nothing is unsettled";
      states[expect] = e.states();
    }
    EXPECT_LE(states[true], states[false]) << p.name;
  }
}

// Plain accesses of 64 bits tear (tests/oracles/litmus_axioms.py has the outcomes).
TEST(Machine, OutcomesOfProgramsThatTear) {
  const std::vector<Program> programs = read_programs(JMC_MEMORY_PROGRAMS "/tearing.txt");
  ASSERT_GT(programs.size(), 10u);
  for (const Program& p : programs) {
    Explorer e(p, true);
    EXPECT_EQ(e.run(), p.outcomes) << p.name;
    EXPECT_EQ(e.left_over(), 0u) << p.name;
  }
}

// What is kept of a location grows from nothing, round by round, as in a search.
TEST(Machine, OutcomesWhereLittleIsKept) {
  const std::vector<Program> programs =
      read_programs(other_programs() ? other_programs() : JMC_MEMORY_PROGRAMS "/programs.txt");
  std::map<Kept, size_t> locations;
  size_t states[2] = {0, 0};
  for (const Program& p : programs) {
    std::map<Key, Kept> kept;
    for (const auto& thread : p.threads)
      for (const Instruction& i : thread)
        if (!i.location.empty()) kept.emplace(static_cast<unsigned char>(i.location[0]), Kept::Newest);
    for (bool again = true; again;) {
      Explorer e(p, true, Explorer::Volatiles::Newest, &kept);
      const std::set<std::string> outcomes = e.run();
      again = false;
      for (const auto& [key, level] : e.needed())
        if (level > kept[key]) kept[key] = level, again = true;
      for (const std::string& o : outcomes) EXPECT_TRUE(p.outcomes.contains(o)) << p.name << ": " << o;
      if (again) continue;
      EXPECT_EQ(outcomes, p.outcomes) << p.name;
      EXPECT_EQ(e.left_over(), 0u) << p.name;
      Explorer all(p, true);
      all.run();
      EXPECT_LE(e.states(), all.states()) << p.name;
      states[0] += e.states(), states[1] += all.states();
      for (const auto& [key, level] : e.needed()) ++locations[level];
    }
  }
  if (other_programs()) return;
  EXPECT_LT(states[0], states[1]);
  for (const Kept level : {Kept::Newest, Kept::Known, Kept::InOrder, Kept::All})
    EXPECT_GT(locations[level], 50u) << "no program needs level " << static_cast<int>(level);
}

// With volatile accesses that are fences and may use older values.
TEST(Machine, OutcomesOfMixedPrograms) {
  const std::vector<Program> programs = read_programs(JMC_MEMORY_PROGRAMS "/mixed.txt");
  ASSERT_GT(programs.size(), 100u);
  for (const Program& p : programs)
    for (const bool expect : {false, true})
      EXPECT_EQ(Explorer(p, expect, Explorer::Volatiles::Mixed).run(), p.outcomes) << p.name;
}

// Volatile accesses in an order of their own: the outcomes are those of tests/oracles/litmus_axioms.py.
TEST(Machine, OutcomesWithVolatilesApart) {
  const char* others = std::getenv("JMC_LITMUS_APART");
  const std::vector<Program> programs = read_programs(others ? others : JMC_MEMORY_PROGRAMS "/apart.txt");
  ASSERT_GT(programs.size(), others ? 0u : 50u);
  for (const Program& p : programs)
    for (const bool expect : {false, true}) {
      Explorer e(p, expect, Explorer::Volatiles::Apart);
      EXPECT_EQ(e.run(), p.outcomes) << p.name;
      EXPECT_EQ(e.left_over(), 0u) << p.name;
    }
}

// A read-modify-write that writes what it read comes to an end: a lock that is tried by getAndSet() again and again.
TEST(Machine, VainUpdatesAreOne) {
  Machine m;
  m.start(0, ~0u);
  m.start(1, 0);
  for (const Mode mode : {Mode::Volatile, Mode::Acquire, Mode::Plain}) {
    const Key lock = 7 + static_cast<Key>(mode);
    m.replace(0, lock, {mode, mode}, m.take_update(0, lock, {mode, mode}, 0, 0), 1);
    const auto count = [&] { return m.find(lock) ? m.find(lock)->messages.size() : 0; };  // 0: it is settled
    size_t messages = 0;
    for (int i = 0; i < 20; ++i) {
      m.replace(1, lock, {mode, mode}, m.take_update(1, lock, {mode, mode}, 0, 1), 1);
      if (i == 2) messages = count();
    }
    EXPECT_EQ(count(), messages);
    EXPECT_LE(messages, 3u);
  }
}

// A thread that starts knows what its starter does, and who joins it what it did: nothing of it stays unsettled.
TEST(Machine, StartAndJoinSettle) {
  Machine m;
  m.start(0, ~0u);
  m.start(1, 0);
  EXPECT_TRUE(m.write(1, 7, Mode::Plain, 0, 0, 42));
  EXPECT_EQ(m.readable(0, 7, Mode::Plain), 2u);
  EXPECT_EQ(m.readable(0, 7, Mode::Volatile), 1u);
  EXPECT_EQ(m.readable(1, 7, Mode::Plain), 1u);
  m.end(1);
  EXPECT_EQ(m.readable(0, 7, Mode::Plain), 2u);
  EXPECT_EQ(m.read(0, 7, Mode::Plain, 1, 42), 0u);
  m.join(0, 1);
  EXPECT_EQ(m.readable(0, 7, Mode::Plain), 1u);
  EXPECT_TRUE(m.settled());
  m.start(2, 0);
  EXPECT_EQ(m.readable(2, 7, Mode::Plain), 1u);
}

// What only one thread accesses settles at once, and so do locks that hand it over.
TEST(Machine, LocksSettle) {
  Machine m(false);
  m.start(0, ~0u);
  EXPECT_TRUE(m.write(0, 7, Mode::Plain, 0, 0, 1));
  EXPECT_TRUE(m.settled());
  m.start(1, 0);
  m.write(0, 7, Mode::Plain, 0, 1, 2);
  m.release_lock(0, 9);
  EXPECT_FALSE(m.knows(1, 7));
  m.acquire_lock(1, 9);
  EXPECT_TRUE(m.knows(1, 7));
  EXPECT_TRUE(m.settled());
  EXPECT_TRUE(m.state().locks.empty());
}

TEST(Machine, UndoBringsMessagesBack) {
  Machine m;
  m.start(0, ~0u);
  m.start(1, 0);
  m.mark();
  m.write(0, 7, Mode::Plain, 0, 0, 1);
  m.mark();
  m.write(0, 7, Mode::Plain, 0, 1, 2);
  EXPECT_EQ(m.readable(1, 7, Mode::Opaque), 3u);
  m.undo(1);
  EXPECT_EQ(m.readable(1, 7, Mode::Opaque), 2u);
  m.release(1);
  m.undo(0);
  EXPECT_TRUE(m.settled());
  m.release(0);
}

}  // namespace
