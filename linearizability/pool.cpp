#include "linearizability/pool.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "base/archive.hpp"

namespace jmc::linearizability {

namespace {

using check::jobs::Frame;
using check::jobs::Kind;
using check::jobs::Stream;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

int work(Engine& engine, Stream& stream, WorkLimit limit, bool trusting) {
  while (const std::optional<Frame> f = stream.await()) {
    PoolRequest request;
    base::Loader(f->content)(request);
    engine.by_caller = request.by_caller;
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
      if (request.family) {
        const Proof proof = engine.prove(*request.family, request.limit);
        explored += proof.sequential_seconds;
        count(proof.statistics);
        const bool proved = proof.complete && (proof.holes.empty() || trusting);
        a.status = proved ? PoolAnswer::Explained : PoolAnswer::Undecided;
      } else if (request.alone) {
        engine.explore_sequential(request.program);
        explored = now();
        a.status = PoolAnswer::Explained;
      } else {
        engine.explore_sequential(request.program);
        explored = now();
        const bool levels = !engine.relaxed.empty();  // then all outcomes count
        const ProgramAnswer answer = engine.check(request.program, levels, limit);
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
    a.number = request.number;
    a.by_caller = engine.by_caller;
    a.sequential_runs = engine.sequential_runs() - runs;
    a.sequential_seconds = explored - start;
    a.search_seconds = now() - explored;
    a.unmet = engine.unmet_names();
    a.loaded = engine.newly_loaded();
    base::MemorySaver out;
    out(a);
    if (!stream.send({Kind::Data, 0, f->header.channel, 0}, out.content) || !usable) return 0;
  }
  return 0;
}

}  // namespace

void serve(Engine& engine, WorkLimit limit, bool trusting) {
  Stream stream(STDIN_FILENO);
  _exit(work(engine, stream, limit, trusting));
}

Pool::Pool(Engine& engine, uint32_t jobs, WorkLimit limit, bool trusting, std::vector<std::string> serving)
    : by_caller_(engine.by_caller),
      service_{[&engine, limit, trusting](Stream& stream) { return work(engine, stream, limit, trusting); },
               std::move(serving)},
      crew_(check::jobs::crew_of(jobs)) {
  signal(SIGPIPE, SIG_IGN);  // who reads the report may be gone, which is told
  while (crew_->free()) start(workers_.emplace_back());
}

Pool::~Pool() {
  for (const Worker& w : workers_) crew_->signal(w.channel, SIGKILL);
}

void Pool::start(Worker& w) {
  w.channel = crew_->start(service_);
  for (const PoolRequest& request : w.requests) send(w, request);
  most_ = std::max(most_, static_cast<uint32_t>(workers_.size()));
}

bool Pool::can_take() const {
  return homeless_.empty() && std::any_of(workers_.begin(), workers_.end(),
                                          [&](const Worker& w) { return w.requests.size() < crew_->ahead(); });
}

size_t Pool::outstanding() const {
  size_t n = homeless_.size();
  for (const Worker& w : workers_) n += w.requests.size();
  return n;
}

void Pool::send(const Worker& w, const PoolRequest& request) {
  base::MemorySaver out;
  out(request);
  crew_->send(w.channel, out.content);
}

void Pool::give(uint64_t number, const Calls& program) {
  homeless_.push_back({number, program, {}, {}, by_caller_, false});
  settle();
}

void Pool::give_alone(uint64_t number, const Calls& program) {
  homeless_.push_back({number, program, {}, {}, by_caller_, true});
  settle();
}

void Pool::give(uint64_t number, const Family& family, WorkLimit limit) {
  homeless_.push_back({number, {}, family, limit, by_caller_, false});
  settle();
}

// What the process was at is lost, unless it has answered.
void Pool::died(Worker& w, int status, std::vector<PoolAnswer>& answers) {
  if ((WIFEXITED(status) && WEXITSTATUS(status) == 0) || w.requests.empty()) return;
  PoolAnswer a;
  a.number = w.requests.front().number;
  a.text = WIFSIGNALED(status) ? "the process that checked it was killed by signal " + std::to_string(WTERMSIG(status))
                               : "the process that checked it ended with status " + std::to_string(WEXITSTATUS(status));
  answers.push_back(std::move(a));
  w.requests.pop_front();
}

void Pool::lose(Workers::iterator w) {
  for (PoolRequest& request : w->requests) homeless_.push_back(std::move(request));
  workers_.erase(w);
}

// Gives what nobody has to those that are there, as far as they take it.
void Pool::settle() {
  while (!homeless_.empty()) {
    const auto least = std::min_element(workers_.begin(), workers_.end(), [](const Worker& a, const Worker& b) {
      return a.requests.size() < b.requests.size();
    });
    if (least == workers_.end() || least->requests.size() >= crew_->ahead()) return;
    least->requests.push_back(std::move(homeless_.front()));
    homeless_.pop_front();
    send(*least, least->requests.back());
  }
}

void Pool::wait(std::vector<PoolAnswer>& answers, int milliseconds) {
  constexpr int kForSomebody = 200;  // milliseconds: without anybody there is nothing to do but wait
  for (check::jobs::Crew::Event& e : crew_->wait(milliseconds || !workers_.empty() ? milliseconds : kForSomebody)) {
    if (e.kind == Kind::Ready) {
      if (crew_->free()) start(workers_.emplace_back());
      continue;
    }
    const auto w =
        std::find_if(workers_.begin(), workers_.end(), [&](const Worker& x) { return x.channel == e.channel; });
    if (w == workers_.end()) continue;
    if (e.kind == Kind::Data) {
      base::Loader(e.content)(answers.emplace_back());
      if (!w->requests.empty()) w->requests.pop_front();
    } else if (e.kind == Kind::Lost) {
      lose(w);
    } else if (e.kind == Kind::Ended) {
      died(*w, e.status, answers);
      if (crew_->free()) start(*w);
      else lose(w);  // the rank was lost as well
    }
  }
  settle();
  if (const std::string why = crew_->deserted(); !why.empty()) throw ProgramError(why);
}

}  // namespace jmc::linearizability
