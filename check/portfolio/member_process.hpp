// One member of a portfolio as a process: this program again, with the member's reduction and order.
//
// A fresh process instead of a fork that goes on: its memory is its own from the start, and what the report says about
// a member is what that command line does alone. Report, output and errors go into files without a name, so that
// nothing can block and nothing is left behind; how far it is comes through a pipe, whose end also tells that the
// member ended.
#pragma once

#include <chrono>
#include <ctime>
#include <map>
#include <string>
#include <vector>

#include "check/jobs/process.hpp"
#include "check/portfolio/answer.hpp"
#include "check/portfolio/member.hpp"

namespace jmc::check {

// The reason of a member that was killed by SIGKILL, by its parent or by somebody else.
inline constexpr const char* kKilled = "died: killed by SIGKILL";

class MemberProcess {
 public:
  MemberProcess() = default;
  MemberProcess(const MemberProcess&) = delete;
  MemberProcess& operator=(const MemberProcess&) = delete;
  ~MemberProcess() { close_all(); }

  // `arguments` as of main(), without the options that this adds. The member is killed when this process ends, however
  // that happens. False: `why`.
  struct Extra {
    int nice = 0;                      // added to its niceness
    int inherited = -1;                // a file that it can open as /proc/self/fd/N
    int pairs = -1;                    // of a PairTable (check/beside/pairs_seen.hpp) that it adds to
    std::vector<std::string> reports;  // that it writes besides JSON: names of options --NAME=FILE
  };
  bool start(std::vector<std::string> arguments, int width, std::string& why, const Extra& extra);
  bool start(std::vector<std::string> arguments, int width, std::string& why) {
    return start(std::move(arguments), width, why, Extra());
  }
  // The niceness of who takes what others leave of a processor, and a twentieth where they leave nothing: its weight is
  // 56, that of an ordinary process 1024.
  static constexpr int kBeside = 13;

  bool running() const { return process_.running(); }
  int status_fd() const { return status_; }
  // Takes what came through the pipe. True: the member has ended, or is about to; collect() will not wait long.
  bool read_status();
  const MemberMessage& latest() const { return latest_; }
  uint64_t resident_bytes() const;
  // Of the time that it has had; 0, or an error.
  int processor_clock(clockid_t& clock) const { return clock_getcpuclockid(process_.id(), &clock); }

  void signal(int number) const { process_.signal(number); }
  // Kills it and does not wait until it is gone, which takes a niced process long on a busy machine. latest() stays.
  void abandon();
  // Waits for its end and fills in what it said, or how it died. With `wait` false: only if it has ended, else false.
  bool collect(MemberResult& result, bool wait);

 private:
  void read_report(MemberResult& result, const jobs::Process::End& end) const;
  void close_all();

  jobs::Process process_;
  int status_ = -1;
  std::shared_ptr<TemporaryFile> json_, out_, err_;
  std::map<std::string, std::shared_ptr<TemporaryFile>> reports_;
  MemberMessage latest_{};
  std::chrono::steady_clock::time_point start_{};
};

}  // namespace jmc::check
