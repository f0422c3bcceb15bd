#include "check/beside/beside.hpp"

#include <algorithm>
#include <set>
#include <thread>

#include "base/memory.hpp"
#include "base/natural_order.hpp"
#include "check/search/check.hpp"
#include "check/search/machine.hpp"

namespace jmc::check {

namespace {

constexpr size_t kMostPoints = 512;

}  // namespace

std::unique_ptr<PairsSeen> watch_pairs(Machine& machine, const Configuration& c) {
  if (c.pairs_fd < 0) return nullptr;
  std::unique_ptr<PairTable> table = PairTable::open(c.pairs_fd);
  if (!table) return nullptr;
  // The others name objects themselves.
  const bool names = c.search.exploration == por::Exploration::Random || c.search.exploration == por::Exploration::Pct;
  return std::make_unique<PairsSeen>(*machine.vm, *machine.system, std::move(table), names);
}

Beside::Beside(const Configuration& configuration, Clock::time_point start) : configuration_(configuration) {
  if (!configuration.sampler_arguments.empty()) {
    pairs_ = PairTable::make();
    sampling_ = std::make_unique<Sampling>(configuration, start, pairs_ ? pairs_->fd() : -1);
  }
  if (!configuration.bound_arguments.empty()) bounding_ = std::make_unique<Bounding>(configuration, start);
}

bool Beside::found_violation() const {
  return (sampling_ && sampling_->ends_search()) || (bounding_ && bounding_->ends_search());
}

std::string Beside::why() const {
  if (sampling_ && sampling_->ends_search())
    return "stopped at the first violation, which was drawn (--keep-going finds all)";
  if (found_violation())
    return "stopped at the first violation, which a search within a bound has found (--keep-going finds all)";
  return "the search was stopped, since what --accept asks for is covered";
}

void Beside::progress(const por::SearchStatistics&) {
  look(false);
  // An answer is worth more than what is covered: for a while it is waited for.
  if (configuration_.accept.asked() && !enough_ &&
      std::chrono::duration<double>(Clock::now() - begun_).count() >= kPatience)
    enough_ = configuration_.accept.met(covered());
  if (ended() && over_) *over_ = true;
}

void Beside::look(bool alone) {
  if (sampling_) sampling_->look_now(alone);
  if (bounding_ && !found_violation()) bounding_->look(alone);
  keep_memory();
  note_curve();
}

// The search comes first. Of the two, what was drawn needs less.
void Beside::keep_memory() {
  const uint64_t limit = configuration_.search.memory_limit_bytes;
  if (!limit || !bounding_ || bounding_->over()) return;
  const uint64_t drawing = sampling_ ? sampling_->resident_bytes() : 0;
  if (base::resident_bytes() + drawing + bounding_->resident_bytes() > limit) bounding_->give_up("memory was short");
}

void Beside::note_curve() {
  if (!sampling_ || !pairs_) return;
  const uint64_t drawn = sampling_->executions();
  if (!curve_.empty() && drawn < curve_.back().drawn + std::max<uint64_t>(1, curve_.back().drawn / 100)) return;
  if (drawn == 0) return;
  curve_.push_back({drawn, pairs_->counts()});
  if (curve_.size() < kMostPoints) return;
  size_t kept = 0;
  for (size_t i = 0; i < curve_.size(); i += 2) curve_[kept++] = curve_[i];
  curve_.resize(kept);
}

CoveredReport Beside::covered() const {
  CoveredReport out;
  if (bounding_) bounding_->add_to(out);
  else out.bounds_reason = configuration_.not_bounded;
  if (sampling_) out.drawn = sampling_->executions();
  if (!pairs_) return out;
  const PairTable::Counts now = pairs_->counts();
  out.pairs = now.pairs, out.both = now.both, out.pairs_full = now.full;
  // The first point in the second half: what was new up to there may belong to the first.
  const auto half =
      std::find_if(curve_.begin(), curve_.end(), [&](const Point& p) { return 2 * p.drawn >= out.drawn; });
  if (half != curve_.end()) {
    out.late_pairs = now.pairs - half->counts.pairs;
    out.late_both = now.both - half->counts.both;
  }
  // Likewise: since then at least.
  const auto same = std::find_if(curve_.begin(), curve_.end(), [&](const Point& p) {
    return p.counts.pairs == now.pairs && p.counts.both == now.both;
  });
  if (same != curve_.end() && out.drawn > same->drawn) out.nothing_new = out.drawn - same->drawn;
  return out;
}

void Beside::go_on(const Stop& stop, Progress& progress) {
  if (!configuration_.accept.asked()) return;
  while (!stop.now.load() && !found_violation() && !configuration_.accept.met(covered())) {
    const bool draws = sampling_ && !sampling_->over(), bounds = bounding_ && !bounding_->over();
    const bool helps = configuration_.accept.of_bounds() ? bounds : draws;
    if (!helps) return;
    look(true);
    if (progress.due()) progress.line("beside the search, which has ended: " + line());
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

void Beside::search_ended(por::SearchEnd end, const Stop& stop, Progress& progress) {
  using por::SearchEnd;
  if (end == SearchEnd::MemoryLimit || end == SearchEnd::StateLimit || end == SearchEnd::SpinLimit)
    go_on(stop, progress);
  finish();
}

void Beside::finish() {
  if (sampling_) sampling_->finish();
  if (bounding_) bounding_->finish();
  note_curve();
}

void Beside::add_outcomes(Result& result) const {
  if (!pairs_ || result.longer_outcomes) return;
  std::set<std::string, base::NaturalOrder> unmet;
  for (std::string& text : pairs_->outcomes())
    if (!result.outcomes.count(text)) unmet.insert(std::move(text));
  if (result.complete && !unmet.empty())
    result.warnings.push_back("an execution that was drawn beside the search has printed \"" + *unmet.begin() +
                              "\", which the search of every schedule has not met: this is a fault of jmc, please "
                              "report it");
  result.covered.outcomes.assign(unmet.begin(), unmet.end());
}

void Beside::add_to(Result& result, const std::vector<ReportedViolation>& earlier) {
  finish();
  result.covered = covered();
  // Whatever else keeps an answer from being one is in doubt, not unfinished.
  result.accepted = configuration_.accept.met(result.covered) &&
                    (is_limit(result.cause) || result.cause == Cause::SpinLimit) &&
                    (result.holes.empty() || configuration_.trust_visible);
  if (sampling_) sampling_->add_to(result);
  // The first one was asked for, and it is known.
  if (!result.violations.empty() && !configuration_.search.keep_going) return;
  if (sampling_) add_violations(configuration_, sampling_->violations(), earlier, result);
  if (bounding_ && (result.violations.empty() || configuration_.search.keep_going))
    add_violations(configuration_, bounding_->violations(), earlier, result);
}

}  // namespace jmc::check
