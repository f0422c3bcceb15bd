#include "check/search/sampling.hpp"

#include <algorithm>

#include "base/memory.hpp"
#include "check/answers/replay.hpp"

namespace jmc::check {

namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(50);
constexpr uint64_t kFirstExecutions = 10'000;  // of a draw; those with later seeds take four times as many each
constexpr size_t kMostDrawn = 30;              // violations, of one kind or several

double seconds_since(Sampling::Clock::time_point t) {
  return std::chrono::duration<double>(Sampling::Clock::now() - t).count();
}

}  // namespace

// The three ways to draw take turns, each time with the next seed.
std::string Sampling::draw() const {
  static constexpr const char* kWays[] = {"pos:", "pct:3:", "random:"};
  return kWays[(draws_ - 1) % 3] + std::to_string((draws_ - 1) / 3);
}

void Sampling::begin() {
  ++draws_;
  if (draws_ == 1) began_ = Clock::now();
  if (start()) report_.draws.push_back(draw());
}

bool Sampling::start() {
  const std::vector<std::string> own{
      "--search=" + draw(), "--executions=" + std::to_string(kFirstExecutions << std::min((draws_ - 1) / 3 * 2, 20u))};
  std::string why;
  if (process_.start(configuration_.sampler_arguments, own, pairs_, why)) return true;
  report_.reason = why, done_ = true;  // the machine has no room for it: the search goes on alone
  return false;
}

void Sampling::look_now(bool alone) {
  const auto now = Clock::now();
  if (done_ || (now < next_ && !alone)) return;
  next_ = now + kBetweenLooks;
  if (!process_.begun()) begin();
  else look(alone);
}

uint64_t Sampling::executions() const {
  return report_.executions + (process_.running() ? process_.latest().executions : 0);
}

void Sampling::look(bool alone) {
  if (const std::optional<jobs::JobResult> result = process_.ended()) return ended(*result);
  // The search comes first, in memory and in time.
  const uint64_t limit = configuration_.search.memory_limit_bytes;
  if (limit && base::resident_bytes() + process_.resident_bytes() > limit) {
    process_.abandon();
    report_.executions += process_.latest().executions;
    report_.reason = "memory was short";
    done_ = true;
    return;
  }
  if (process_.starved()) {  // the same executions again, which count once
    process_.abandon();
    start();
    return;
  }
  process_.share(alone);
}

void Sampling::ended(const jobs::JobResult& result) {
  report_.executions += result.executions;
  report_.seconds = seconds_since(began_);
  if (result.reported && result.verdict == Verdict::Violated) {
    try {
      drawn_.push_back(process_.violations(draw()));
    } catch (const std::exception& e) {
      report_.reason = "a violation was drawn that cannot be shown: " + std::string(e.what());
      done_ = true;
      return;
    }
    // With --keep-going the next draw may find another one.
    if (!configuration_.search.keep_going || drawn_.size() == kMostDrawn) {
      ends_search_ = !configuration_.search.keep_going;
      done_ = true;
      return;
    }
  }
  // Who ends with an error will do so again; the search will come to it, too, and say what it is.
  if (!result.reported || result.verdict == Verdict::Error) {
    report_.reason = result.reason;
    done_ = true;
    return;
  }
  begin();
}

void Sampling::finish() {
  if (!process_.running()) return;
  look(false);
  done_ = true;
  if (!process_.running()) return;
  // It ends with the first violation that it finds: there is none so far.
  report_.seconds = seconds_since(began_);
  process_.abandon();
  report_.executions += process_.latest().executions;
}

void add_violations(const Configuration& configuration, const std::vector<DrawnViolations>& found,
                    const std::vector<ReportedViolation>& earlier, Result& result) {
  for (const DrawnViolations& d : found)
    for (size_t i = 0; i < d.witness.executions.size(); ++i) {
      const listeners::FoundViolation& v = d.witness.executions[i].found;
      const auto same = [&](const listeners::FoundViolation& f) { return f.kind == v.kind && f.key == v.key; };
      const auto known = [&](const std::vector<ReportedViolation>& list) {
        return std::any_of(list.begin(), list.end(), [&](const ReportedViolation& r) { return same(r.found); });
      };
      if (v.kind == por::ErrorKind::None || known(earlier) || known(result.violations) ||
          std::any_of(result.untold.begin(), result.untold.end(), same))
        continue;
      const Witness one = d.witness.for_execution(i);
      Result again = replay(configuration_of(one, configuration), one, i, Sampling::Clock::now());
      ReportedViolation r;
      r.found = v;
      if (!again.violations.empty()) r = std::move(again.violations.front());
      else
        result.warnings.push_back("\"" + v.message +
                                  "\" was found beside the search and has no story here: " + again.reason);
      r.drawn = d.by;
      if (result.complete)
        result.warnings.push_back(
            "\"" + v.message +
            "\" was found beside a search of every schedule, which has not met it: this is a fault of jmc, "
            "please report it");
      if (result.violations.empty()) result.witness = std::make_shared<Witness>(d.witness);
      result.violations.push_back(std::move(r));
    }
}

}  // namespace jmc::check
