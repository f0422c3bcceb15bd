// What a debugger has asked to be told of, and where the threads are that it steps.
#pragma once

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

#include "debugger/ids.hpp"

namespace jmc::debugger {

enum class Kind : uint8_t {
  SingleStep = 1,
  Breakpoint = 2,
  Exception = 4,
  ThreadStart = 6,
  ThreadDeath = 7,
  ClassPrepare = 8,
  ClassUnload = 9,
  FieldAccess = 20,
  FieldModification = 21,
  MethodEntry = 40,
  MethodExit = 41,
  MethodExitWithValue = 42,
  VmStart = 90,
  VmDeath = 99,
};

enum class Policy : uint8_t { None = 0, EventThread = 1, All = 2 };
enum class Depth : uint8_t { Into = 0, Over = 1, Out = 2 };

// A frame that a debugger is shown: of a method with a class file.
struct Frame {
  uint32_t fp;
  const vm::Method* method;
  uint32_t pc;
  uint16_t bci() const { return method->bci.empty() ? 0 : method->bci[pc]; }
};
// Of thread t, innermost first.
std::vector<Frame> frames_of(const vm::Vm& vm, vm::ThreadId t);

// What happens at a place. Null where it is none.
struct Occurrence {
  Kind kind;
  vm::ThreadId thread;
  const vm::Method* method = nullptr;  // where; `pc` in it
  uint32_t pc = 0;
  const vm::Klass* klass = nullptr;  // that is prepared; of the exception
  const vm::Field* field = nullptr;
  vm::Ref object = vm::kNull;    // whose field it is; the exception
  uint64_t value = 0;            // to be written, or returned
  std::optional<Frame> handler;  // of the exception
};

struct Request {
  int32_t id = 0;
  Kind kind{};
  Policy policy{};
  int32_t count = 0;  // how often it has to happen until it is told; 0: told each time
  bool once = false;  // it has such a count: it is told once
  std::optional<vm::ThreadId> thread;
  std::vector<const vm::Klass*> classes;
  std::vector<std::string> matches, excludes, sources;
  const vm::Method* method = nullptr;  // LocationOnly
  uint16_t bci = 0;
  const vm::Field* field = nullptr;
  bool exceptions = false, caught = true, uncaught = true;
  const vm::Klass* exception = nullptr;  // null: all
  std::optional<vm::Ref> instance;
  // A step: from where.
  bool by_line = false;
  Depth depth = Depth::Into;
  uint32_t from_fp = 0, from_pc = 0;
  int from_line = -1;
  const vm::Method* from = nullptr;
};

class Requests {
 public:
  explicit Requests(const vm::Vm& vm) : vm_(vm) {}

  // Reads EventRequest.Set and answers with the new request's id. Throws Refusal.
  int32_t set(Reader& in, Ids& ids);
  void clear(uint8_t kind, int32_t id);
  void clear_breakpoints();
  void clear_all() { requests_.clear(), index(); }

  bool any(Kind kind) const { return kinds_[static_cast<uint8_t>(kind)]; }
  bool breaks_at(const vm::Method& m, uint16_t bci) const {
    const auto it = breakpoints_.find(m.id);
    return it != breakpoints_.end() && std::find(it->second.begin(), it->second.end(), bci) != it->second.end();
  }
  // Those that this is an occurrence of; counts are counted. Copies, since a count may end a request. A step that has
  // ended goes on from there.
  std::vector<Request> matching(const Occurrence& o);
  // After the replay went back: steps go on from where threads are now.
  void restart_steps();

 private:
  void index();
  void start_step(Request& r);
  bool step_ends(const Request& r, const Occurrence& o) const;
  bool matches(const Request& r, const Occurrence& o) const;

  const vm::Vm& vm_;
  std::vector<Request> requests_;
  bool kinds_[256] = {};
  std::unordered_map<uint32_t, std::vector<uint16_t>> breakpoints_;
  int32_t last_id_ = 0;
};

}  // namespace jmc::debugger
