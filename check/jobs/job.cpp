#include "check/jobs/job.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/memory.hpp"
#include "check/jobs/job_report.hpp"

namespace jmc::check::jobs {

namespace {

std::string last_line(const std::string& text) {
  size_t end = text.size();
  while (end > 0 && text[end - 1] == '\n') --end;
  const size_t start = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  return text.substr(start == std::string::npos ? 0 : start + 1, end - (start == std::string::npos ? 0 : start + 1));
}

}  // namespace

std::string_view job_end_name(JobEnd end) {
  switch (end) {
    case JobEnd::NotStarted: return "not started";
    case JobEnd::Running: return "running";
    case JobEnd::Reported: return "reported";
    case JobEnd::Stopped: return "stopped";
    case JobEnd::Memory: return "memory limit";
    case JobEnd::Died: return "died";
  }
  return "died";
}

void Job::close_all() {
  if (status_ >= 0) close(status_);
  status_ = -1;
  for (auto* file : {&json_, &out_, &err_}) file->reset();
  reports_.clear();
}

bool Job::start(std::vector<std::string> arguments, int width, std::string& why, const Extra& extra) {
  const auto failed = [&](const char* what) {
    why = std::string("could not be started: ") + what + ": " + std::strerror(errno);
    close_all();
    return false;
  };
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return failed("pipe");
  status_ = ends[0];
  json_ = TemporaryFile::make("jmc-report");
  out_ = TemporaryFile::make("jmc-output");
  err_ = TemporaryFile::make("jmc-errors");
  if (!json_ || !out_ || !err_) {
    close(ends[1]);
    return failed("a temporary file");
  }
  const std::string own = "--member=" + std::to_string(ends[1]) + "," + std::to_string(width) +
                          (extra.pairs >= 0 ? "," + std::to_string(extra.pairs) : ""),
                    json = "--json=/proc/self/fd/" + std::to_string(json_->fd());
  arguments.insert(arguments.begin() + 1, {own, json});
  std::vector<int> kept{ends[1], json_->fd()};
  if (extra.inherited >= 0) kept.push_back(extra.inherited);
  if (extra.pairs >= 0) kept.push_back(extra.pairs);
  for (const std::string& format : extra.reports) {
    std::shared_ptr<TemporaryFile> file = TemporaryFile::make("jmc-report");
    if (!file) {
      close(ends[1]);
      return failed("a temporary file");
    }
    kept.push_back(file->fd());
    arguments.insert(arguments.begin() + 1, "--" + format + "=/proc/self/fd/" + std::to_string(file->fd()));
    reports_[format] = std::move(file);
  }
  start_ = std::chrono::steady_clock::now();
  // Ctrl-C is for the parent; what the parent sends must not arrive before there is a handler (main unblocks it).
  const Surroundings around{.standard = {-1, out_->fd(), err_->fd()},
                            .kept = std::move(kept),
                            .ignored = {SIGINT},
                            .blocked = {SIGTERM, SIGALRM, SIGUSR1},
                            .nice = extra.nice,
                            .expendable = true};
  const bool started = process_.start(Program{kSelf, std::move(arguments), {}, {}}, around, why);
  close(ends[1]);
  if (!started) close_all();
  return started;
}

bool Job::read_status() {
  for (;;) {
    JobMessage m;
    const ssize_t n = read(status_, &m, sizeof m);
    if (n == static_cast<ssize_t>(sizeof m)) latest_ = m;
    else if (n < 0 && errno == EINTR) continue;
    else return !(n < 0 && errno == EAGAIN);
  }
}

uint64_t Job::resident_bytes() const { return running() ? base::resident_bytes(process_.id()) : 0; }

void Job::abandon() {
  if (!running()) return;
  read_status();
  process_.abandon();
  close_all();
}

bool Job::collect(JobResult& result, bool wait) {
  const std::optional<Process::End> end = process_.collect(wait);
  if (!end) return false;
  read_status();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  result.peak_memory = static_cast<uint64_t>(end->used.ru_maxrss) * 1024;
  result.states = latest_.states;
  result.transitions = latest_.transitions;
  result.executions = latest_.executions;
  result.threads = latest_.threads;
  result.main_works = latest_.main_works;
  read_report(result, *end);
  close_all();
  return true;
}

// The report counts if it is whole and is what the exit status says. A job that crashed has none, whatever it wrote.
void Job::read_report(JobResult& r, const Process::End& end) const {
  r.end = JobEnd::Died;
  r.reason = "died: " + end.words();
  if (end.signal()) return;
  const int code = end.code();
  if (const std::string line = last_line(err_->content()); !line.empty()) r.reason += ", " + line;
  JobReport report;
  const bool read = read_job_report(*json_, report);
  const bool accepted = code == 0 && report.verdict == verdict_name(Verdict::Accepted);
  if (!read || code < 0 || code > 3 || (report.verdict != verdict_name(static_cast<Verdict>(code)) && !accepted))
    return;
  r.end = JobEnd::Reported;
  r.reported = true;
  r.verdict = accepted ? Verdict::Accepted : static_cast<Verdict>(code);
  r.reason = report.reason;
  r.cause = report.cause;
  r.complete = report.complete;
  r.livelocks_seen = report.livelocks_seen;
  r.holes = report.holes;
  r.outcomes = std::move(report.outcomes);
  r.violations = std::move(report.violations);
  r.longer_outcomes = report.longer_outcomes;
  r.states = report.states;
  r.transitions = report.transitions;
  r.executions = report.executions;
  if (report.peak_memory) r.peak_memory = report.peak_memory;
  r.searched = r.transitions > 0;
  r.text = (r.verdict == Verdict::Error ? err_ : out_)->content();
  r.json = json_;
  r.reports = reports_;
  r.found = std::move(report.found);
  r.main_class = report.main_class;
}

}  // namespace jmc::check::jobs
