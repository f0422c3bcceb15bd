// A job: this program again, with a command line of its own, which ends with a report.
//
// A fresh process instead of a fork that goes on: its memory is its own from the start, and what the report says is
// what that command line says alone. Report, output and errors go into files without a name, so that nothing can block
// and nothing is left behind; how far it is comes through a pipe, whose end also tells that the job ended.
#pragma once

#include <chrono>
#include <ctime>
#include <map>
#include <string>
#include <vector>

#include "check/jobs/process.hpp"
#include "check/jobs/result.hpp"
#include "check/jobs/status.hpp"

namespace jmc::check::jobs {

// The reason of a job that was killed by SIGKILL, by its parent or by somebody else.
inline constexpr const char* kKilled = "died: killed by SIGKILL";

class Job {
 public:
  Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  ~Job() { close_all(); }

  // `arguments` as of main(), without the options that this adds. It is killed when this process ends, however
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
  // And of one that has a third of what an ordinary process has: a weight of 335.
  static constexpr int kBesideLater = 5;

  bool running() const { return process_.running(); }
  int status_fd() const { return status_; }
  // Takes what came through the pipe. True: it has ended, or is about to; collect() will not wait long.
  bool read_status();
  const JobMessage& latest() const { return latest_; }
  uint64_t resident_bytes() const;
  // Of the time that it has had; 0, or an error.
  int processor_clock(clockid_t& clock) const { return clock_getcpuclockid(process_.id(), &clock); }

  void signal(int number) const { process_.signal(number); }
  // Kills it and does not wait until it is gone, which takes a niced process long on a busy machine. latest() stays.
  void abandon();
  // Waits for its end and fills in what it said, or how it died. With `wait` false: only if it has ended, else false.
  bool collect(JobResult& result, bool wait);

 private:
  void read_report(JobResult& result, const Process::End& end) const;
  void close_all();

  Process process_;
  int status_ = -1;
  std::shared_ptr<TemporaryFile> json_, out_, err_;
  std::map<std::string, std::shared_ptr<TemporaryFile>> reports_;
  JobMessage latest_{};
  std::chrono::steady_clock::time_point start_{};
};

}  // namespace jmc::check::jobs
