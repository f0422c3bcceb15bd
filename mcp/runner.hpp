// Has jmc check something, in a process of its own, and keeps what came of it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>

#include "mcp/checks.hpp"
#include "mcp/subject.hpp"

namespace jmc::mcp {

// A call of a tool that is being answered.
struct Call {
  std::atomic<bool> cancelled = false;
  // Tells the client how far it is, in seconds of at most so many. May be empty.
  std::function<void(double done, double most, const std::string& what)> progress;
};

class Cancelled : public std::exception {};

// So many work at a time; others wait.
class Slots {
 public:
  explicit Slots(unsigned count) : free_(count) {}
  void take(const Call& call);  // throws Cancelled
  void give();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned free_;
};

class Runner {
 public:
  Runner(const ServerSettings& settings, Checks& checks);

  struct Answer {
    CheckPtr check;
    bool cached = false;
  };
  // `tool`: what Check::tool is to be; the same options mean the same answer, whichever tool it was. `extra`: further
  // options, each a word. Throws ToolError where there is nothing to be kept, Cancelled.
  Answer check(const Subject& subject, const std::string& tool, const std::vector<std::string>& extra, Call& call);

  // jmc replay --interactive, with these commands. Throws ToolError, Cancelled.
  std::string replay(const Check& check, const Unit& unit, size_t execution, const std::string& commands, Call& call);

 private:
  std::string compile(const Subject& subject, const std::string& folder, const std::string& class_path, Call& call);

  const ServerSettings& settings_;
  Checks& checks_;
  Slots slots_;
  WorkFolder work_;
  Digests digests_;
};

}  // namespace jmc::mcp
