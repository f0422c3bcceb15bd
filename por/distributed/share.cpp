#include "por/distributed/share.hpp"

#include <cstring>
#include <set>

#include "base/archive.hpp"
#include "por/strategy.hpp"

namespace jmc::por {

namespace {

// A step in a query.
struct Record {
  Fingerprint fingerprint;
  uint32_t owner;
  StateNumber number;
  uint16_t thread, alternative;
};
constexpr size_t kRecord = sizeof(Fingerprint) + 2 * sizeof(uint32_t) + 2 * sizeof(uint16_t);

void put(std::string& out, const Record& r) {
  char bytes[kRecord];
  std::memcpy(bytes, &r.fingerprint, 16);
  std::memcpy(bytes + 16, &r.owner, 4);
  std::memcpy(bytes + 20, &r.number, 4);
  std::memcpy(bytes + 24, &r.thread, 2);
  std::memcpy(bytes + 26, &r.alternative, 2);
  out.append(bytes, kRecord);
}

Record record_at(const char* from) {
  Record r;
  std::memcpy(&r.fingerprint, from, 16);
  std::memcpy(&r.owner, from + 16, 4);
  std::memcpy(&r.number, from + 20, 4);
  std::memcpy(&r.thread, from + 24, 2);
  std::memcpy(&r.alternative, from + 26, 2);
  return r;
}

SearchOptions without_limits(SearchOptions o) {
  o.time_limit_seconds = 0;
  o.memory_limit_bytes = 0;
  o.max_states = 0;
  o.seen_share_steps = 0;
  o.stop = nullptr;
  o.enough = nullptr;
  return o;
}

}  // namespace

Share::Share(uint32_t self, uint32_t count, const SearchOptions& options, Post& post, Size size)
    : self_(self),
      count_(count),
      options_(without_limits(options)),
      post_(post),
      size_(size),
      safe_sets_(!strategy_of(options).full && !options.no_safe_sets),
      backwards_(options.livelock != Livelock::Off),
      owned_(backwards_),
      known_states_(size.forms),
      batches_(count) {}

Share::~Share() { step_down(); }

void Share::step_down() {
  if (!system_) return;
  polled_ |= run_->polled();
  run_.reset();
  system_->undo(initial_);
  system_->release(initial_);
  system_ = nullptr;
}

void Share::stand_on(TransitionSystem& system, Listener& listener) {
  step_down();
  system_ = &system;
  run_.emplace(system, options_, listener);
  run_->statistics = before_;
  learnt_ = system.learnt();
  names_ = system.names();
  renamed_ = false;
  known_states_.forget();
  initial_ = system.mark();
  marks_.assign(1, {0, initial_});
  moved_ = false;
  if (std::exchange(begun_, true)) return;
  const Fingerprint initial = system.fingerprint();
  look_at_lessons();
  if (owner_of(initial) != self_) return;
  ScheduleNode root;
  root.id = {self_, owned_.enter(initial, {}).state};
  root.use = ScheduleNode::Leaf;
  next_.nodes.push_back(root);
}

SearchStatistics Share::statistics() const {
  SearchStatistics s = run_ ? run_->statistics : before_;
  s.states = owned_.size();
  s.store_bytes = bytes();
  return s;
}

uint64_t Share::bytes() const { return owned_.bytes() + tree_.bytes() + next_.bytes() + known_states_.bytes(); }

void Share::stop(SearchEnd end, std::string detail) {
  if (over_) return;
  over_ = true;
  end_ = end;
  detail_ = std::move(detail);
}

// --- messages

// Queries, gifts and notices are `answered`.
void Share::send(uint32_t to, ShareMessage what, const std::string& content, bool answered) {
  std::string message(1, static_cast<char>(what));
  message.append(reinterpret_cast<const char*>(&phase_), sizeof phase_);
  message += content;
  if (answered) ++unanswered_;
  if (to != Post::kConductor) {
    ++report_.messages;
    report_.message_bytes += message.size();
  }
  post_.send(to, std::move(message));
}

void Share::take(uint32_t from, std::string message) {
  if (message.size() < 1 + sizeof phase_) throw base::ArchiveError("a message between shares is too short");
  uint32_t phase = 0;
  std::memcpy(&phase, message.data() + 1, sizeof phase);
  const auto what = static_cast<ShareMessage>(message[0]);
  const std::string_view content = std::string_view(message).substr(1 + sizeof phase);
  if (from == Post::kConductor) {
    if (what != ShareMessage::Trace) phase_ = phase;
    obey(what, content);
    const auto early = std::exchange(early_, {});
    for (const auto& [who, text] : early) take(who, text);
  } else if (phase > phase_) {
    early_.emplace_back(from, std::move(message));  // whose order has not come here yet
  } else {
    hear(from, what, content);
  }
  maybe_done();
}

void Share::obey(ShareMessage order, std::string_view content) {
  doing_ = Doing::Asking;
  switch (order) {
    case ShareMessage::Level:
      owned_.commit();
      before_ = run_->statistics;
      if (std::exchange(looked_, false)) suspects_.clear();
      suspects_.insert(suspects_.end(), level_suspects_.begin(), level_suspects_.end());
      tree_ = std::exchange(next_, {});
      known_states_.keep_only(tree_.nodes);
      begin_level();
      break;
    case ShareMessage::Redo:
      owned_.take_back();
      next_.nodes.clear();
      begin_level();
      break;
    case ShareMessage::Give: give(content); break;
    case ShareMessage::Suspect: look_at_suspects(); break;
    case ShareMessage::Back: go_backwards(); break;
    case ShareMessage::Trace: {
      doing_ = Doing::Nothing;
      StateNumber number = 0;
      base::Loader in(content);
      in(number);
      base::MemorySaver out;
      out(owned_.origin_of(number));
      send(Post::kConductor, ShareMessage::Traced, out.content, false);
      break;
    }
    default: throw base::ArchiveError("an order that a share does not know");
  }
}

void Share::hear(uint32_t from, ShareMessage what, std::string_view content) {
  switch (what) {
    case ShareMessage::Query: return answer(from, content);
    case ShareMessage::Answer: return answered(from, content);
    case ShareMessage::Gift: next_.add(content); return send(from, ShareMessage::Taken, {}, false);
    case ShareMessage::Notice:
      for (size_t at = 0; at + sizeof(StateNumber) <= content.size(); at += sizeof(StateNumber)) {
        StateNumber number = 0;
        std::memcpy(&number, content.data() + at, sizeof number);
        noticed_.push_back(number);
      }
      return send(from, ShareMessage::Taken, {}, false);
    case ShareMessage::Taken: --unanswered_; return;
    default: throw base::ArchiveError("a message that a share does not know");
  }
}

void Share::maybe_done() {
  if (doing_ != Doing::Asking || unanswered_ != 0) return;
  doing_ = Doing::Nothing;
  collect_suspects();
  next_.prune();
  report_.leaves = next_.leaves();
  report_.statistics = statistics();
  report_.over = over_;
  report_.end = end_;
  report_.detail = detail_;
  report_.renamed = renamed_;
  report_.polled = polled_ || (run_ && run_->polled());
  report_.suspects = (looked_ ? 0 : suspects_.size()) + level_suspects_.size();
  base::MemorySaver out;
  out(report_);
  send(Post::kConductor, ShareMessage::Done, out.content, false);
}

// --- a level

void Share::begin_level() {
  run_->statistics = before_;
  cursor_ = 0;
  level_suspects_.clear();
  doing_ = Doing::Exploring;
}

bool Share::work() {
  if (doing_ != Doing::Exploring) return false;
  uint32_t leaves = 0;
  while (!over_ && cursor_ < tree_.nodes.size() && leaves < size_.leaves) {
    cursor_ += load_ahead();
    leaves += visit(tree_.nodes[cursor_++]);
  }
  if (!over_ && cursor_ < tree_.nodes.size()) return true;
  for (uint32_t owner = 0; owner < count_; ++owner) post_batch(owner);
  doing_ = Doing::Asking;
  maybe_done();
  return doing_ == Doing::Exploring;
}

bool Share::visit(const ScheduleNode& node) {
  go_to(node);
  next_.nodes.push_back(node);
  next_.nodes.back().use = ScheduleNode::Way;
  if (node.leaf()) expand(node);
  return node.leaf();
}

Share::Threads Share::threads_here() {
  Threads out;
  ThreadSet alone;
  for (ThreadId t = 0; t < system_->thread_count(); ++t) {
    if (system_->ended(t)) continue;
    const Op op = run_->pending(t);
    if (!op.enabled()) continue;
    out.enabled.insert(t);
    if (safe_sets_ && (!op.visible() || (op.safe_unlock && options_.safe_unlocks))) alone.insert(t);
  }
  if (!alone.empty()) out.alone = run_->order.pick(alone);
  return out;
}

std::vector<PathStep> Share::steps_of(const ThreadSet& threads) {
  std::vector<PathStep> steps;
  for (const ThreadId t : threads)
    for (uint32_t a = 0; a < system_->pending(t).alternatives; ++a) steps.push_back({t, a});
  return steps;
}

void Share::expand(const ScheduleNode& leaf) {
  const size_t here = next_.nodes.size() - 1;
  if (leaf.use == ScheduleNode::Leaf)
    run_->listener.state_new(run_->path, uint64_t{leaf.id.owner} << 32 | leaf.id.number);
  if (system_->is_final()) {
    run_->arrive_at_end();
    run_->listener.end_state_first();
    may_end(leaf.id);
    if (run_->over()) stop(SearchEnd::FirstViolation, {});
    return;
  }
  const uint64_t not_followed = run_->not_followed();
  const Threads threads = threads_here();
  if (threads.enabled.empty()) ++run_->statistics.blocked_executions;
  if (run_->not_followed() != not_followed) may_end(leaf.id);
  ThreadSet explored = threads.enabled;
  if (leaf.use == ScheduleNode::Whole) {
    if (threads.alone != kNoThread) explored.erase(threads.alone);
  } else if (threads.alone != kNoThread) {
    explored = {};
    explored.insert(threads.alone);
    next_.nodes[here].use = ScheduleNode::Alone;
  }
  const std::vector<PathStep> steps = steps_of(explored);
  keep_form(next_.nodes[here]);
  for (size_t i = 0; i < steps.size(); ++i) {
    if (i != 0) run_->go_back(marks_.back().mark, leaf.depth);
    else if (steps.size() > 1) marks_.push_back({leaf.depth, run_->mark()});
    moved_ = true;
    const bool goes_on = run_->step(steps[i].thread, steps[i].alternative);
    look_at_lessons();
    if (!goes_on) {
      const SearchResult result = run_->finish();
      return stop(result.end, result.detail);
    }
    candidate(steps[i], leaf.id, here);
  }
}

// The system stands behind a step from the state `from`, which is the node `parent` of the next tree.
void Share::candidate(PathStep step, const StateId& from, size_t parent) {
  const Fingerprint fingerprint = system_->fingerprint();
  look_at_lessons();
  ScheduleNode node;
  node.step = step;
  node.depth = next_.nodes[parent].depth + 1;
  next_.nodes.push_back(node);
  const size_t at = next_.nodes.size() - 1;
  const uint32_t owner = owner_of(fingerprint);
  const auto thread = static_cast<uint16_t>(step.thread), alternative = static_cast<uint16_t>(step.alternative);
  if (owner == self_) {
    const StateStore::Result found = owned_.enter(fingerprint, {from, thread, alternative});
    if (!found.is_new) return known(at);
    next_.nodes[at].id = {self_, found.state};
    next_.nodes[at].use = ScheduleNode::Leaf;
    return;
  }
  Batch& batch = batches_[owner];
  put(batch.records, {fingerprint, from.owner, from.number, thread, alternative});
  batch.nodes.push_back(static_cast<uint32_t>(at));
  if (batch.nodes.size() >= size_.batch) post_batch(owner);
}

// The node of the next tree leads to a state that somebody was in before.
void Share::known(size_t node) {
  ++run_->statistics.revisits;
  size_t parent = node;
  while (next_.nodes[parent].depth == next_.nodes[node].depth) --parent;
  if (next_.nodes[parent].use == ScheduleNode::Alone) next_.nodes[parent].use = ScheduleNode::Suspect;
}

// An end can be reached from the state, or something was left out there.
void Share::may_end(const StateId& state) {
  if (!backwards_) return;
  if (state.owner == self_) owned_.can_end(state.number);
  else batches_[state.owner].ends.push_back(state.number);
}

// What the last step, or looking at the state that it led to, has found out.
void Share::look_at_lessons() {
  if (const uint64_t now = system_->learnt(); now != learnt_) [[unlikely]] {
    learnt_ = now;
    known_states_.forget();
    run_->listener.learnt(run_->path);
  }
  if (system_->names() != names_) [[unlikely]] {
    known_states_.forget();
    renamed_ = true;
  }
}

void Share::post_batch(uint32_t owner) {
  Batch& batch = batches_[owner];
  if (batch.nodes.empty() && batch.ends.empty()) return;
  std::string content(reinterpret_cast<const char*>(&sequence_), sizeof sequence_);
  const auto ends = static_cast<uint32_t>(batch.ends.size());
  content.append(reinterpret_cast<const char*>(&ends), sizeof ends);
  content.append(reinterpret_cast<const char*>(batch.ends.data()), ends * sizeof(StateNumber));
  content += batch.records;
  asked_[sequence_++] = std::move(batch.nodes);
  batch = {};
  send(owner, ShareMessage::Query, content, true);
}

// Which of the states are new: a bit each, and then the numbers of those.
void Share::answer(uint32_t from, std::string_view content) {
  base::Loader in(content);
  uint32_t sequence = 0, ends = 0;
  in(sequence, ends);
  for (; ends != 0; --ends) {
    StateNumber number = 0;
    in(number);
    owned_.can_end(number);
  }
  const std::span<const char> records = in.rest();
  const size_t count = records.size() / kRecord;
  std::string bits((count + 7) / 8, '\0'), numbers;
  for (size_t i = 0; i < count; ++i) {
    const Record r = record_at(records.data() + i * kRecord);
    const StateStore::Result found = owned_.enter(r.fingerprint, {{r.owner, r.number}, r.thread, r.alternative});
    if (!found.is_new) continue;
    bits[i / 8] = static_cast<char>(bits[i / 8] | 1 << i % 8);
    numbers.append(reinterpret_cast<const char*>(&found.state), sizeof found.state);
  }
  std::string text(reinterpret_cast<const char*>(&sequence), sizeof sequence);
  send(from, ShareMessage::Answer, text + bits + numbers, false);
}

void Share::answered(uint32_t from, std::string_view content) {
  base::Loader in(content);
  uint32_t sequence = 0;
  in(sequence);
  const auto asked = asked_.find(sequence);
  if (asked == asked_.end()) throw base::ArchiveError("an answer to nothing");
  const std::vector<uint32_t>& nodes = asked->second;
  const std::span<const char> bits = in.view((nodes.size() + 7) / 8);
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (!(bits[i / 8] >> i % 8 & 1)) {
      known(nodes[i]);
      continue;
    }
    next_.nodes[nodes[i]].id.owner = from;
    in(next_.nodes[nodes[i]].id.number);
    next_.nodes[nodes[i]].use = ScheduleNode::Leaf;
  }
  asked_.erase(asked);
  --unanswered_;
}

// Leaves of the next tree go to others: how many to whom.
void Share::give(std::string_view content) {
  base::Loader in(content);
  std::vector<std::pair<uint32_t, uint64_t>> gifts;
  in(gifts);
  for (const auto& [to, leaves] : gifts) {
    report_.given += leaves;
    send(to, ShareMessage::Gift, next_.take(leaves), true);
  }
}

// --- the proviso of s-por

void Share::collect_suspects() {
  std::vector<PathStep> path;
  for (ScheduleNode& n : next_.nodes) {
    path.resize(n.depth);
    if (n.depth != 0) path[n.depth - 1] = n.step;
    if (n.use != ScheduleNode::Suspect) continue;
    level_suspects_.push_back({path, n.id});
    n.use = ScheduleNode::Way;
  }
}

// Steps of threads that may be explored alone lead from the state to itself.
bool Share::comes_again(const Suspected& s) {
  run_->go_back(initial_, 0);
  marks_.resize(1);
  for (const PathStep step : s.path) {
    run_->take_again(step);
    look_at_lessons();
  }
  report_.replayed += s.path.size();
  const Fingerprint start = system_->fingerprint();
  const TransitionSystem::Mark here = run_->mark();
  const auto name = [](const Fingerprint& f) { return std::pair(f.lo, f.hi); };
  std::set<std::pair<uint64_t, uint64_t>> seen;
  std::vector<std::vector<PathStep>> open(1);  // from the suspected state
  bool found = false;
  while (!open.empty() && !found) {
    const std::vector<PathStep> way = std::move(open.back());
    open.pop_back();
    const auto walk = [&] {
      run_->go_back(here, s.path.size());
      for (const PathStep step : way) run_->take_again(step);
    };
    walk();
    const ThreadId alone = threads_here().alone;
    if (alone == kNoThread) continue;
    ThreadSet one;
    one.insert(alone);
    for (const PathStep step : steps_of(one)) {
      walk();
      run_->take_again(step);
      const Fingerprint f = system_->fingerprint();
      look_at_lessons();
      found |= f == start;
      if (!seen.insert(name(f)).second) continue;
      open.push_back(way);
      open.back().push_back(step);
    }
  }
  run_->go_back(initial_, 0);
  moved_ = false;
  return found;
}

void Share::look_at_suspects() {
  suspects_.insert(suspects_.end(), level_suspects_.begin(), level_suspects_.end());
  level_suspects_.clear();
  next_.nodes.clear();
  looked_ = true;
  for (const Suspected& s : suspects_) {
    if (!comes_again(s)) continue;
    for (uint32_t d = 1; d <= s.path.size(); ++d) {
      ScheduleNode n;
      n.step = s.path[d - 1];
      n.depth = d;
      next_.nodes.push_back(n);
    }
    if (s.path.empty()) next_.nodes.emplace_back();
    next_.nodes.back().id = s.id;
    next_.nodes.back().use = ScheduleNode::Whole;
  }
}

// --- who can reach an end

// One round: everything that follows here from what others have said in the one before.
void Share::go_backwards() {
  if (!backwards_begun_) {
    backwards_begun_ = true;
    for (StateNumber s = 0; s < owned_.size(); ++s)
      if (owned_.known_to_end(s)) reached_.push_back(s);
  }
  for (const StateNumber s : std::exchange(noticed_, {}))
    if (owned_.can_end(s)) reached_.push_back(s);
  std::vector<std::string> notices(count_);
  report_.noticed = 0;
  while (!reached_.empty()) {
    const StateNumber s = reached_.back();
    reached_.pop_back();
    owned_.each_before(s, [&](const StateId& before) {
      if (before.owner == self_) {
        if (owned_.can_end(before.number)) reached_.push_back(before.number);
      } else {
        notices[before.owner].append(reinterpret_cast<const char*>(&before.number), sizeof before.number);
        ++report_.noticed;
      }
    });
  }
  for (uint32_t to = 0; to < count_; ++to)
    if (!notices[to].empty()) send(to, ShareMessage::Notice, notices[to], true);
  report_.stuck = owned_.stuck();
  report_.last_stuck = report_.stuck ? owned_.last_stuck() : kNoState;
}

}  // namespace jmc::por
