#include "por/distributed/conductor.hpp"

#include <algorithm>
#include <cstring>

#include "base/archive.hpp"

namespace jmc::por {

Conductor::Conductor(uint32_t shares, const SearchOptions& options, Post& post)
    : count_(shares), backwards_(options.livelock != Livelock::Off), post_(post), reports_(shares) {}

void Conductor::start() { order(ShareMessage::Level); }

uint64_t Conductor::sum(uint64_t ShareReport::*what) const {
  uint64_t all = 0;
  for (const ShareReport& r : reports_) all += r.*what;
  return all;
}

SearchStatistics Conductor::statistics() const {
  SearchStatistics all;
  for (const ShareReport& r : reports_) {
    const SearchStatistics& s = r.statistics;
    all.states += s.states, all.transitions += s.transitions, all.executions += s.executions;
    all.blocked_executions += s.blocked_executions, all.revisits += s.revisits, all.store_bytes += s.store_bytes;
    all.max_depth = std::max(all.max_depth, s.max_depth);
  }
  return all;
}

Conductor::Traffic Conductor::traffic() const {
  Traffic t = traffic_;
  t.messages = sum(&ShareReport::messages), t.bytes = sum(&ShareReport::message_bytes);
  t.replayed = sum(&ShareReport::replayed), t.loaded = sum(&ShareReport::loaded);
  t.given = sum(&ShareReport::given);
  return t;
}

void Conductor::order(uint32_t to, ShareMessage what, const std::string& content) {
  std::string message(1, static_cast<char>(what));
  message.append(reinterpret_cast<const char*>(&phase_), sizeof phase_);
  post_.send(to, message + content);
}

void Conductor::order(ShareMessage what) {
  ordered_ = what;
  ++phase_;
  waiting_ = count_;
  for (uint32_t to = 0; to < count_; ++to) order(to, what, {});
}

void Conductor::take(uint32_t from, std::string_view message) {
  if (over_) return;
  const auto what = static_cast<ShareMessage>(message.at(0));
  base::Loader in(message.substr(1 + sizeof phase_));
  if (what == ShareMessage::Done) {
    in(reports_[from]);
    --waiting_;
    // What has been found need not wait for the others.
    if (reports_[from].over) return end(reports_[from].end, reports_[from].detail);
    if (waiting_ == 0) all_done();
  } else if (what == ShareMessage::Traced) {
    OwnedStates::Origin origin;
    in(origin);
    if (origin.from.number != kNoState) {
      backwards_path_.push_back({origin.thread, origin.alternative});
      traced_ = origin.from;
      base::MemorySaver out;
      out(traced_.number);
      return order(traced_.owner, ShareMessage::Trace, out.content);
    }
    stuck_.emplace_back(backwards_path_.rbegin(), backwards_path_.rend());
    trace();
  }
}

void Conductor::all_done() {
  switch (ordered_) {
    case ShareMessage::Level:
    case ShareMessage::Redo:
    case ShareMessage::Suspect:
      ++traffic_.levels;
      if (std::any_of(reports_.begin(), reports_.end(), [](const ShareReport& r) { return r.renamed; })) {
        renamed_ = true;
        return;
      }
      if (sum(&ShareReport::leaves) != 0) {
        if (!balance()) order(ShareMessage::Level);
      } else {
        level_done();
      }
      return;
    case ShareMessage::Give: return order(ShareMessage::Level);
    case ShareMessage::Back:
      ++traffic_.rounds_back;
      if (sum(&ShareReport::noticed) != 0) return order(ShareMessage::Back);
      for (uint32_t s = 0; s < count_; ++s)
        if (reports_[s].stuck) to_trace_.push_back({s, reports_[s].last_stuck});
      return trace();
    default: return;
  }
}

void Conductor::redo() {
  renamed_ = false;
  ++traffic_.redone;
  order(ordered_ == ShareMessage::Suspect ? ShareMessage::Suspect : ShareMessage::Redo);
}

// No share has a state that waits to be explored.
void Conductor::level_done() {
  if (sum(&ShareReport::suspects) != 0) return order(ShareMessage::Suspect);
  if (backwards_) return order(ShareMessage::Back);
  trace();
}

// Who has more than its part hands the rest to those who have less. False: the parts are even enough.
bool Conductor::balance() {
  const uint64_t all = sum(&ShareReport::leaves), part = (all + count_ - 1) / count_;
  // Handing on costs the receiver a whole schedule, and everybody a round of messages.
  constexpr uint64_t kWorth = 32;
  uint64_t most = 0;
  for (const ShareReport& r : reports_) most = std::max(most, r.leaves);
  if (most <= part + part / 4 + kWorth) return false;
  std::vector<std::vector<std::pair<uint32_t, uint64_t>>> gifts(count_);
  uint32_t to = 0;
  for (uint32_t from = 0; from < count_; ++from) {
    while (reports_[from].leaves > part) {
      while (to < count_ && reports_[to].leaves >= part) ++to;
      if (to == count_) break;
      const uint64_t some = std::min(reports_[from].leaves - part, part - reports_[to].leaves);
      gifts[from].emplace_back(to, some);
      reports_[from].leaves -= some;
      reports_[to].leaves += some;
    }
  }
  ordered_ = ShareMessage::Give;
  ++phase_;
  waiting_ = count_;
  for (uint32_t from = 0; from < count_; ++from) {
    base::MemorySaver out;
    out(gifts[from]);
    order(from, ShareMessage::Give, out.content);
  }
  return true;
}

// The schedules to stuck states, one step at a time from their ends; then it is over.
void Conductor::trace() {
  if (to_trace_.empty()) {
    const bool polled = std::any_of(reports_.begin(), reports_.end(), [](const ShareReport& r) { return r.polled; });
    return end(polled ? SearchEnd::SpinLimit : SearchEnd::Complete);
  }
  traced_ = to_trace_.back();
  to_trace_.pop_back();
  backwards_path_.clear();
  base::MemorySaver out;
  out(traced_.number);
  order(traced_.owner, ShareMessage::Trace, out.content);
}

void Conductor::end(SearchEnd end, std::string detail) {
  over_ = true;
  result_.end = end;
  result_.detail = std::move(detail);
  result_.statistics = statistics();
}

}  // namespace jmc::por
