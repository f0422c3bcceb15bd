// A child of this process: another program, or a function in a fork.
//
// It is killed when the thread that started it ends, however that happens, and it is reaped: by collect(), kill() or
// the destructor. Nothing else in jmc forks, but for who removes temporary folders, which is to outlive this process.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace jmc::check::jobs {

// This program.
inline constexpr const char* kSelf = "/proc/self/exe";

// "SIGKILL", or "signal 40" for one without a name.
std::string signal_name(int number);

// What differs from this process from the child's first step on.
struct Surroundings {
  std::array<int, 3> standard{-1, -1, -1};  // its input, output, errors; -1: those of this process
  std::vector<int> kept{};                  // descriptors that a program has under the same numbers; it has no others
  std::vector<int> ignored{}, usual{}, blocked{};  // signals; `usual`: to their default action
  int nice = 0;                                    // added to its niceness
  bool expendable = false;  // when the machine runs out of memory, it is a smaller loss than this process
  bool dumps_core = true;
  bool leads = false;  // what it starts belongs to it: all of that is killed with it, and when it ends
};

struct Program {
  std::string path;
  std::vector<std::string> words;                                // from the name on
  std::vector<std::pair<std::string, std::string>> environment;  // besides that of this process
  std::vector<std::string> unset;                                // variables that it is not to have
};

class Process {
 public:
  struct End {
    int status = 0;            // as of wait()
    bool not_started = false;  // the program could not be executed
    rusage used{};
    bool exited() const;
    int code() const;           // of exit(); -1: it was killed
    int signal() const;         // that killed it; 0: none
    std::string words() const;  // "killed by SIGSEGV", "exit status 3"
  };

  Process() = default;
  Process(Process&& other) noexcept { *this = std::move(other); }
  Process& operator=(Process&& other) noexcept;
  ~Process() { kill(); }

  // False: `why`. Only that there can be no child is told here; collect() tells that it could not become the program.
  bool start(const Program& program, const Surroundings& surroundings, std::string& why);
  // The fork ends with the status that `function` returns, without destructors: what belongs to this process stays its
  // own. Precondition: this process has no other thread that may hold a lock.
  bool start(const std::function<int()>& function, const Surroundings& surroundings, std::string& why);

  bool running() const { return pid_ > 0; }
  pid_t id() const { return pid_; }
  // Becomes readable when it ends; -1 where the system has no such thing.
  int ending() const { return ending_; }
  void signal(int number) const;
  void signal_all(int number) const;  // to what it leads, too
  // How it ended, once. Without `wait` only if it has.
  std::optional<End> collect(bool wait);
  // Kills it, and all that it leads, and waits until it is gone.
  void kill();
  // Kills it and does not wait, which takes long for a niced process on a busy machine: whoever inherits it reaps it.
  void abandon();

  // Memory of its own, and its share of what it has in common with others; 0 where the system does not tell.
  uint64_t bytes() const;
  static uint64_t own_bytes();  // of this process
  // With what it has started.
  uint64_t bytes_of_all() const;

 private:
  bool forked(pid_t pid, bool leads, std::string& why);
  void forget();

  pid_t pid_ = -1;
  int ending_ = -1;
  int refused_ = -1;  // has a byte if it could not become the program
  bool leads_ = false;
};

}  // namespace jmc::check::jobs
