#include "linearizability/pool.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/archive.hpp"

namespace jmc::linearizability {

namespace {

// Programs given to a process before it has answered; to one on a rank, whose answers take milliseconds.
constexpr size_t kAhead = 16, kAheadOnRank = 64;
constexpr int kNobodyCame = 300;  // so often may there be no rank at all: a minute

template <class T>
void put(std::string& out, T v) {
  out.append(reinterpret_cast<const char*>(&v), sizeof v);
}
void put(std::string& out, const std::string& text) {
  put(out, static_cast<uint32_t>(text.size()));
  out += text;
}

// What was put, in the same order; false once there is not enough.
class Taker {
 public:
  explicit Taker(std::string_view text) : text_(text) {}
  template <class T>
  T take() {
    T v{};
    if (!has(sizeof v)) return v;
    std::memcpy(&v, text_.data() + at_, sizeof v);
    at_ += sizeof v;
    return v;
  }
  std::string text() {
    const uint32_t n = take<uint32_t>();
    if (!has(n)) return {};
    at_ += n;
    return std::string(text_.substr(at_ - n, n));
  }
  explicit operator bool() const { return ok_; }

 private:
  bool has(size_t n) { return ok_ = ok_ && at_ + n <= text_.size(); }
  std::string_view text_;
  size_t at_ = 0;
  bool ok_ = true;
};

void put(std::string& out, const std::vector<uint16_t>& calls) {
  put(out, static_cast<uint16_t>(calls.size()));
  for (const uint16_t c : calls) put(out, c);
}
void take(Taker& in, std::vector<uint16_t>& calls) {
  calls.resize(in.take<uint16_t>());
  for (uint16_t& c : calls) c = in.take<uint16_t>();
}

bool write_all(int fd, const std::string& text) {
  for (size_t at = 0; at < text.size();) {
    const ssize_t n = write(fd, text.data() + at, text.size() - at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += static_cast<size_t>(n);
  }
  return true;
}

bool read_all(int fd, char* to, size_t size) {
  while (size) {
    const ssize_t n = read(fd, to, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    to += n;
    size -= static_cast<size_t>(n);
  }
  return true;
}

std::string framed(const std::string& text) {
  std::string out;
  put(out, text);
  return out;
}

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

[[noreturn]] void work(Engine& engine, int requests, int answers, WorkLimit limit, bool trusting) {
  for (;;) {
    uint32_t size = 0;
    if (!read_all(requests, reinterpret_cast<char*>(&size), sizeof size)) _exit(0);
    std::string text(size, '\0');
    if (!read_all(requests, text.data(), size)) _exit(0);
    Taker in(text);
    const auto number = in.take<uint64_t>();
    const bool together = in.take<uint8_t>() != 0;
    PoolAnswer a;
    bool usable = true;
    const uint64_t runs = engine.sequential_runs();
    const double start = now();
    double explored = start;
    const auto count = [&](const por::SearchStatistics& s) {
      a.states = s.states;
      a.transitions = s.transitions;
      a.executions = s.executions;
    };
    try {
      if (together) {
        Family family;
        family.lengths.resize(in.take<uint8_t>());
        for (uint32_t& n : family.lengths) n = in.take<uint8_t>();
        family.total = in.take<uint32_t>();
        take(in, family.prefix);
        family.calls.resize(family.lengths.size());
        for (auto& calls : family.calls) take(in, calls);
        const Proof proof = engine.prove(family, in.take<WorkLimit>());
        explored += proof.sequential_seconds;
        count(proof.statistics);
        const bool proved = proof.complete && (proof.holes.empty() || trusting);
        a.status = proved ? PoolAnswer::Explained : PoolAnswer::Undecided;
      } else {
        Calls program(in.take<uint8_t>());
        for (auto& calls : program) take(in, calls);
        engine.explore_sequential(program);
        explored = now();
        const bool levels = !engine.relaxed.empty();  // then all outcomes count
        const ProgramAnswer answer = engine.check(program, levels, limit);
        count(answer.statistics);
        a.outcomes = answer.outcomes;
        a.blocked = answer.blocked;
        if (!answer.unexplained.empty()) {
          a.status = PoolAnswer::Unexplained;
          a.whole = answer.complete && (answer.holes.empty() || trusting);
          // Without a level nothing is known of an outcome.
          const Unexplained* worst = levels ? nullptr : &answer.unexplained.front();
          const Deadline deadline(limit);  // as the search has one
          for (size_t i = 0; levels && i < answer.unexplained.size(); ++i) {
            const std::optional<Visibility> level = engine.level_of(answer.unexplained[i], deadline);
            a.whole &= level.has_value();
            if (!level) break;
            // Left out, it would pass for explained.
            if (level == Visibility::Complete)
              throw ProgramError("two explanations of " + answer.unexplained[i].text + " disagree; please report this");
            if (level >= a.level) continue;
            a.level = *level;
            worst = &answer.unexplained[i];
          }
          a.kind = worst ? worst->kind : a.kind;
          a.text = worst ? worst->text : "the level of an outcome was not found in time";
          if (!worst) a.status = PoolAnswer::Undecided;
        } else if (!answer.complete || (!answer.holes.empty() && !trusting)) {
          a.status = PoolAnswer::Undecided;
          a.text = answer.complete ? "hidden accesses in conflict (--visible, --trust-visible): " + answer.holes.front()
                                   : answer.stopped;
        } else {
          a.status = PoolAnswer::Explained;
        }
      }
    } catch (const std::exception& e) {
      a.status = PoolAnswer::Error;
      a.text = e.what();
      usable = false;
    }
    std::string out;
    put(out, number);
    put(out, static_cast<uint8_t>(a.status));
    put(out, a.kind);
    put(out, a.text);
    for (const uint64_t n :
         {a.states, a.transitions, a.executions, a.outcomes, a.blocked, engine.sequential_runs() - runs})
      put(out, n);
    put(out, explored - start);
    put(out, now() - explored);
    put(out, static_cast<uint8_t>(a.level));
    put(out, static_cast<uint8_t>(a.whole));
    put(out, engine.unmet_names());
    const std::vector<LoadedClass> loaded = engine.newly_loaded();
    put(out, static_cast<uint32_t>(loaded.size()));
    for (const LoadedClass& c : loaded) put(out, c.name), put(out, c.digest);
    if (!write_all(answers, framed(out)) || !usable) _exit(0);
  }
}

}  // namespace

void serve(Engine& engine, WorkLimit limit, bool trusting) { work(engine, 0, 1, limit, trusting); }

Pool::Pool(Engine& engine, uint32_t jobs, WorkLimit limit, bool trusting, std::vector<std::string> serving)
    : engine_(engine),
      limit_(limit),
      trusting_(trusting),
      serving_(std::move(serving)),
      farm_(check::farm::Farm::of_this_process()),
      workers_(farm_ ? 0 : jobs) {
  // Writing to a process that has just died is no reason to die.
  signal(SIGPIPE, SIG_IGN);
  for (Worker& w : workers_) start(w);
  most_ = static_cast<uint32_t>(workers_.size());
}

Pool::~Pool() {
  for (Worker& w : workers_) {
    if (w.channel) {
      const int number = SIGKILL;
      farm_->send(w.channel, check::farm::Kind::Signal,
                  std::string(reinterpret_cast<const char*>(&number), sizeof number));
    }
    if (w.process <= 0) continue;
    close(w.to);
    close(w.from);
    kill(w.process, SIGKILL);
    while (waitpid(w.process, nullptr, 0) < 0 && errno == EINTR) {}
  }
}

void Pool::start(Worker& w) {
  int requests[2], answers[2];
  if (pipe(requests) || pipe(answers)) throw ProgramError(std::string("pipe: ") + std::strerror(errno));
  const pid_t parent = getpid();
  w.process = fork();
  if (w.process < 0) throw ProgramError(std::string("fork: ") + std::strerror(errno));
  if (!w.process) {
    // Ctrl-C and time limits are for the parent, which ends its children; they end with it too.
    for (const int signal_number : {SIGINT, SIGTERM, SIGALRM})
      signal(signal_number, signal_number == SIGTERM ? SIG_DFL : SIG_IGN);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    close(requests[1]);
    close(answers[0]);
    for (const Worker& other : workers_) {
      if (other.to >= 0) close(other.to);
      if (other.from >= 0) close(other.from);
    }
    work(engine_, requests[0], answers[1], limit_, trusting_);
  }
  close(requests[0]);
  close(answers[1]);
  w.to = requests[1];
  w.from = answers[0];
  w.input.clear();
}

bool Pool::can_take() const {
  if (!homeless_.empty()) return false;
  for (const Worker& w : workers_)
    if (w.jobs.size() < (farm_ ? kAheadOnRank : kAhead)) return true;
  return false;
}

size_t Pool::outstanding() const {
  size_t n = homeless_.size();
  for (const Worker& w : workers_) n += w.jobs.size();
  return n;
}

void Pool::send(Worker& w, const Job& job) {
  std::string out;
  put(out, job.number);
  put(out, static_cast<uint8_t>(job.family.has_value()));
  if (job.family) {
    put(out, static_cast<uint8_t>(job.family->lengths.size()));
    for (const uint32_t n : job.family->lengths) put(out, static_cast<uint8_t>(n));
    put(out, job.family->total);
    put(out, job.family->prefix);
    for (const auto& calls : job.family->calls) put(out, calls);
    put(out, job.limit);
  } else {
    put(out, static_cast<uint8_t>(job.program.size()));
    for (const auto& calls : job.program) put(out, calls);
  }
  if (w.channel) return farm_->send(w.channel, check::farm::Kind::Data, framed(out));
  write_all(w.to, framed(out));  // a process that is gone is noticed when its answers end
}

void Pool::give(uint64_t number, const Calls& program) { give(Job{number, program}); }

void Pool::give(uint64_t number, const Family& family, WorkLimit limit) { give(Job{number, {}, family, limit}); }

void Pool::give(Job job) {
  Worker* least = &workers_.front();
  for (Worker& w : workers_)
    if (w.jobs.size() < least->jobs.size()) least = &w;
  least->jobs.push_back(std::move(job));
  send(*least, least->jobs.back());
}

// The process ended. What it was at is lost, unless it has answered; the rest goes to a new one.
void Pool::bury(Worker& w, std::vector<PoolAnswer>& answers) {
  int status = 0;
  while (waitpid(w.process, &status, 0) < 0 && errno == EINTR) {}
  close(w.to);
  close(w.from);
  w.to = w.from = -1;
  died(w, status, answers);
  start(w);
  for (const Job& job : w.jobs) send(w, job);
}

void Pool::died(Worker& w, int status, std::vector<PoolAnswer>& answers) {
  if (!(WIFEXITED(status) && WEXITSTATUS(status) == 0) && !w.jobs.empty()) {
    PoolAnswer a;
    a.number = w.jobs.front().number;
    a.text = WIFSIGNALED(status)
                 ? "the process that checked it was killed by signal " + std::to_string(WTERMSIG(status))
                 : "the process that checked it ended with status " + std::to_string(WEXITSTATUS(status));
    answers.push_back(std::move(a));
    w.jobs.pop_front();
  }
}

// Of the answers that have arrived whole.
void Pool::take_answers(Worker& w, std::vector<PoolAnswer>& answers) {
  for (;;) {
    if (w.input.size() < sizeof(uint32_t)) break;
    uint32_t size = 0;
    std::memcpy(&size, w.input.data(), sizeof size);
    if (w.input.size() < sizeof size + size) break;
    Taker in(std::string_view(w.input).substr(sizeof size, size));
    PoolAnswer a;
    a.number = in.take<uint64_t>();
    a.status = static_cast<PoolAnswer::Status>(in.take<uint8_t>());
    a.kind = in.text();
    a.text = in.text();
    for (uint64_t* to : {&a.states, &a.transitions, &a.executions, &a.outcomes, &a.blocked, &a.sequential_runs})
      *to = in.take<uint64_t>();
    a.sequential_seconds = in.take<double>();
    a.search_seconds = in.take<double>();
    a.level = static_cast<Visibility>(in.take<uint8_t>());
    a.whole = in.take<uint8_t>() != 0;
    a.unmet = in.take<uint64_t>();
    for (uint32_t left = in.take<uint32_t>(); left && in; --left) {
      LoadedClass c;
      c.name = in.text();
      c.digest = in.text();
      a.loaded.push_back(std::move(c));
    }
    w.input.erase(0, sizeof size + size);
    if (!w.jobs.empty()) w.jobs.pop_front();
    answers.push_back(std::move(a));
  }
}

// Gives what lost ranks were at to those that are there, as far as they take it.
void Pool::settle() {
  while (!homeless_.empty()) {
    Worker* least = nullptr;
    for (Worker& w : workers_)
      if (w.jobs.size() < kAheadOnRank && (!least || w.jobs.size() < least->jobs.size())) least = &w;
    if (!least) return;
    least->jobs.push_back(std::move(homeless_.front()));
    homeless_.pop_front();
    send(*least, least->jobs.back());
  }
}

void Pool::wait_for_ranks(std::vector<PoolAnswer>& answers, int milliseconds) {
  using check::farm::Kind;
  const auto begin = [&](Worker& w) {
    base::MemorySaver order;
    order(serving_);
    w.channel = farm_->start(Kind::Serve, order.content);
    w.input.clear();
    for (const Job& job : w.jobs) send(w, job);
  };
  for (check::farm::Farm::Event& e : farm_->wait(milliseconds)) {
    if (e.kind == Kind::Ready) {
      if (farm_->free()) begin(workers_.emplace_back());
      most_ = std::max(most_, static_cast<uint32_t>(workers_.size()));
      continue;
    }
    const auto w =
        std::find_if(workers_.begin(), workers_.end(), [&](const Worker& x) { return x.channel == e.channel; });
    if (w == workers_.end()) continue;
    if (e.kind == Kind::Data) {
      w->input += e.content;
      take_answers(*w, answers);
    } else if (e.kind == Kind::Lost) {
      for (Job& job : w->jobs) homeless_.push_back(std::move(job));
      workers_.erase(w);
    } else if (e.kind == Kind::Ended) {
      int status = 0;
      std::memcpy(&status, e.content.data(), std::min(e.content.size(), sizeof status));
      died(*w, status, answers);
      if (farm_->free()) {
        begin(*w);
      } else {  // the rank was lost as well
        for (Job& job : w->jobs) homeless_.push_back(std::move(job));
        workers_.erase(w);
      }
    }
  }
  settle();
  alone_ = workers_.empty() ? alone_ + 1 : 0;
  if (alone_ && (farm_->lost() || alone_ > kNobodyCame))
    throw ProgramError(farm_->lost() ? "all ranks are lost" : "no rank has come");
}

void Pool::wait(std::vector<PoolAnswer>& answers, int milliseconds) {
  if (farm_) return wait_for_ranks(answers, milliseconds ? milliseconds : workers_.empty() ? 200 : 0);
  std::vector<pollfd> fds;
  for (const Worker& w : workers_) fds.push_back({w.from, POLLIN, 0});
  if (poll(fds.data(), fds.size(), milliseconds) <= 0) return;
  for (size_t i = 0; i < workers_.size(); ++i) {
    if (!fds[i].revents) continue;
    Worker& w = workers_[i];
    char buffer[65536];
    const ssize_t n = read(w.from, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n > 0) w.input.append(buffer, static_cast<size_t>(n));
    take_answers(w, answers);
    if (n <= 0) bury(w, answers);
  }
}

}  // namespace jmc::linearizability
