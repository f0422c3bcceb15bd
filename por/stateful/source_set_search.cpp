#include "por/stateful/source_set_search.hpp"

#include <algorithm>

#include "por/stateful/source_set.hpp"

namespace jmc::por {

SourceSetSearch::SourceSetSearch(SearchRun& run) : run_(run), system_(run.system) { run_.number_objects = true; }

// Enters the current state, which is new.
void SourceSetSearch::push(StateNumber state) {
  const Key named = key(state);
  const uint32_t lone = frames_.empty() ? 0 : frames_.back().lone;
  Frame& frame = frames_.emplace_back();
  frame.state = named;
  frame.number = state;
  frame.depth = static_cast<uint32_t>(run_.path.size());
  frame.threads = system_.thread_count();
  frame.stops = kNoThread;
  frame.ops = static_cast<uint32_t>(ops_.size());
  current_.resize(frame.ops + frame.threads);
  frame.placed = !arrived_.empty();
  if (frame.placed) {
    places_.resize(frame.ops + frame.threads);
    std::copy(arrived_.begin(), arrived_.end(), places_.begin() + frame.ops);
  }
  ThreadSet live;
  for (ThreadId t = 0; t < frame.threads; ++t)
    if (!system_.ended(t)) live.insert(place(frame, t));
  graph_.enter(frame.state, live);
  const bool final = system_.is_final();
  const bool stop = final || run_.cut_off();
  const uint64_t not_followed = run_.not_followed();
  for (ThreadId t = 0; t < frame.threads; ++t) {
    if (!live.contains(place(frame, t))) {
      ops_.emplace_back();  // without alternatives, accesses and owner
      continue;
    }
    const Op& op = ops_.emplace_back(run_.pending(t));
    if (!op.enabled() || stop) {
      // What a thread waits to do, or cannot do any more, counts as done from here.
      graph_.add_action(frame.state, place(frame, t), op);
    } else {
      frame.enabled.insert(t);
      if (op.stops) frame.stops = t;
      if (!run_.options.no_safe_sets && (!op.visible() || (op.safe_unlock && run_.options.safe_unlocks)))
        frame.alone.insert(t);
    }
  }
  if (stop || run_.not_followed() != not_followed) graph_.may_end(frame.state);
  frame.end = final;
  if (final) run_.arrive_at_end();
  frame.safe = frame.enabled;
  if (frame.enabled.single() && op(frame, frame.enabled.first()).alternatives == 1) frame.lone = lone + 1;
  if (frame.stops != kNoThread) {
    ThreadSet& before_end = current_[frame.ops + frame.stops];
    for (ThreadId t = 0; t < frame.threads; ++t)
      if (t == frame.stops || dependent(op(frame, t), op(frame, frame.stops))) before_end.insert(t);
  }
  frame.mark = run_.mark();
  entered(frame);
}

void SourceSetSearch::pop() {
  Frame& frame = frames_.back();
  if (run_.options.learnt_order) learn(frame);
  graph_.explored(frame.state, places(frame, enough(frame)));
  if (graph_.leave(frame.state)) {
    if (run_.looks_for_livelocks()) closed(frame);
    if (run_.shared) publish(frame.end);
  }
  run_.left(frame.number);
  ops_.resize(frame.ops);
  current_.resize(frame.ops);
  const Key left = frame.state;
  frames_.pop_back();
  if (frames_.empty()) return;
  Frame& parent = frames_.back();
  parent.moved = true;
  graph_.add_edge(parent.state, place(parent, parent.thread), op(parent, parent.thread), left, parent.renaming);
  returned(parent, left, true);
}

// `frame`, which is the top, was the first state of a component that is complete.
void SourceSetSearch::closed(Frame& frame) {
  const SummaryGraph::Closed& component = graph_.closed();
  for (const Key member : component.members) run_.listener.state_decided(member, component.can_end);
  if (component.can_end || component.left) return;  // what a stuck component leads to was a livelock before it
  run_.go_back(frame.mark, frame.depth);
  run_.violation(ErrorKind::NoEnd);
}

void SourceSetSearch::publish(bool end) {
  for (const Key member : graph_.closed().members) {
    if (run_.over()) return;
    run_.publish(member, graph_.closed().can_end, end, &graph_, graph_.record_of(member));
  }
}

// A thread that waits for another cannot act before that one does, so the other stands in for it. Who waits in a circle
// or for a thread that has ended never acts; but the number of one that has ended may be that of one to come.
ThreadSet SourceSetSearch::with_owners(const Frame& frame, const ThreadSet& threads) const {
  ThreadSet result;
  for (ThreadId t : threads) {
    for (ThreadId steps = 0; steps <= frame.threads; ++steps) {
      const bool started = t < frame.threads;
      const bool ended = started && !op(frame, t).enabled() && !op(frame, t).visible();
      if (ended && !system_.numbers_return()) break;
      if (!started || op(frame, t).enabled() || op(frame, t).waits_for == kNoThread) {
        result.insert(t);
        break;
      }
      t = op(frame, t).waits_for;
    }
  }
  return result;
}

// The threads that were a source set; 0: all that can run.
ThreadSet SourceSetSearch::enough(const Frame& frame) const {
  if (frame.done == frame.enabled) return {};
  if (!(frame.safe == frame.enabled)) return frame.safe;
  const ThreadSet closed = closed_set(frame.done, frame.top, current_.data() + frame.ops);
  return frame.stops == kNoThread ? closed : closed - thread_bit(frame.stops);
}

ThreadSet SourceSetSearch::numbers(const Frame& frame, ThreadSet places) const {
  if (!frame.placed) return places;
  ThreadSet out;
  for (ThreadId t = 0; t < frame.threads; ++t)
    if (const ThreadId place = places_[frame.ops + t]; places.contains(place)) {
      out.insert(t);
      places.erase(place);
    }
  return out |= places;
}

// What the places of the state arrived at are called in that of the frame. A thread that has started in between has its
// number here, which is no place of another one.
const std::vector<ThreadId>& SourceSetSearch::exchanged(const Frame& frame) {
  exchanged_.clear();
  if (arrived_.empty() && !frame.placed) return exchanged_;
  const ThreadId threads = system_.thread_count();
  exchanged_.resize(threads);
  for (ThreadId t = 0; t < threads; ++t) exchanged_[arrived_.empty() ? t : arrived_[t]] = place(frame, t);
  return exchanged_;
}

ThreadSet SourceSetSearch::backtrack(const Frame& frame) {
  ThreadSet* sets = current_.data() + frame.ops;
  if (run_.options.owner_for_blocked)
    for (const ThreadId t : frame.done - frame.top) sets[t] = with_owners(frame, sets[t]);
  return update_backtrack(frame.done, frame.top, sets, frame.safe,
                          frame.stops == kNoThread ? ThreadSet() : thread_bit(frame.stops));
}

uint32_t SourceSetSearch::numbered_in_labels(const Frame& frame) const {
  uint32_t count = 0;
  for (ThreadId t = 0; t < frame.threads; ++t)
    for (int i = 0; i < op(frame, t).access_count; ++i)
      if (const Location& where = op(frame, t).accesses[i].where; is_numbered(where))
        count = std::max(count, where.object - kFirstNumbered + 1);
  return count;
}

ThreadSet SourceSetSearch::least_conflicting(const Frame& frame, const ThreadSet& set) const {
  ThreadSet least;
  uint32_t fewest = kMaxThreads;
  for (const ThreadId t : set) {
    uint32_t conflicts = 0;
    for (ThreadId other = 0; other < frame.threads; ++other)
      if (other != t && dependent(op(frame, t), op(frame, other))) ++conflicts;
    if (conflicts < fewest) {
      fewest = conflicts;
      least.clear();
    }
    if (conflicts == fewest) least.insert(t);
  }
  return least;
}

bool SourceSetSearch::leads_to_known(Frame& frame, ThreadId thread) {
  for (uint32_t a = 0; a < op(frame, thread).alternatives; ++a) {
    if (frame.moved) run_.go_back(frame.mark, frame.depth);
    frame.moved = true;
    if (!run_.peek_step(thread, a) || run_.look_up() == kNoState) return false;
  }
  return true;
}

// The next thread of `frame`, or kNoThread when it is done.
ThreadId SourceSetSearch::choose(Frame& frame) {
  if (frame.alternatives != 0) {
    thread_done(frame);
    frame.done.insert(frame.thread);
    if (!(frame.safe == frame.enabled)) {
      // The thread was explored alone. That is enough unless it led back to the path: then nobody else might ever run.
      if (!frame.met_path) return kNoThread;
      frame.safe = frame.enabled;
    }
  }
  if (!frame.alone.empty()) {
    ThreadId t = run_.order.pick(frame.alone);
    frame.alone.erase(t);
    frame.safe = thread_bit(t);
    return t;
  }
  if (frame.done == frame.safe) return kNoThread;
  ThreadSet set = candidates(frame);
  if (set.empty() || run_.over()) return kNoThread;
  if (!set.single()) set = run_.others_first(set, frame.depth);  // any closed set will do
  if (run_.options.fewest_conflicts && frame.done.empty()) set = least_conflicting(frame, set);
  if (run_.options.visited_first && set.size() > 1) {
    // From the last choice to the first: if none leads to a known state, the system is already where the first one
    // leads.
    choices_.clear();
    for (ThreadSet left = set; !left.empty(); left.erase(choices_.back())) choices_.push_back(run_.order.pick(left));
    while (!choices_.empty()) {
      const ThreadId t = choices_.back();
      choices_.pop_back();
      const bool known = leads_to_known(frame, t);
      if (run_.over()) return kNoThread;
      if (!known && !choices_.empty()) continue;
      frame.ahead = op(frame, t).alternatives == 1;
      return t;
    }
  }
  if (!run_.options.learnt_order || set.single()) return run_.order.pick(set);
  return learnt_.pick(set, kinds(frame), run_.order);
}

std::span<const LearntOrder::Kind> SourceSetSearch::kinds(Frame& frame) {
  if (kinds_.size() < frame.ops + frame.threads) kinds_.resize(ops_.size());
  const std::span<LearntOrder::Kind> all(kinds_.data() + frame.ops, frame.threads);
  if (frame.kinds_known) return all;
  frame.kinds_known = true;
  for (ThreadId t = 0; t < frame.threads; ++t) {
    const Op& o = op(frame, t);
    all[t] = o.enabled() || o.visible() ? learnt_.kind_of(o) : LearntOrder::kNone;
  }
  return all;
}

// What the threads explored from a state have drawn in. Of the last one nothing was asked if nobody is left.
void SourceSetSearch::learn(Frame& frame) {
  if (frame.enabled.size() < 2 || !(frame.safe == frame.enabled) || frame.finish) return;
  const std::span<const LearntOrder::Kind> all = kinds(frame);
  for (const ThreadId t : frame.done)
    if (t != frame.stops && !(frame.done == frame.safe && t == frame.thread))
      learnt_.explored(all, t, frame.top.contains(t) ? frame.enabled : current_[frame.ops + t]);
}

bool SourceSetSearch::next_step(Frame& frame) {
  const bool choosing = frame.alternative == frame.alternatives;
  if (choosing) {
    ThreadId t = choose(frame);
    if (t == kNoThread) return false;
    frame.thread = t;
    frame.alternative = 0;
    frame.alternatives = op(frame, t).alternatives;
    frame.met_path = false;
    if (t != frame.stops) current(frame)[t] = thread_bit(t);
    thread_chosen(frame);
  }
  if (frame.moved && !frame.ahead) {
    run_.go_back(frame.mark, frame.depth);
    frame.moved = false;
  }
  return true;
}

// Where there is no choice, no states are needed: what was about to happen in those that are passed over counts as an
// action of the frame's own, whose summary is then the same as if they had been stored.
bool SourceSetSearch::run_on(const Frame& frame) {
  passed_.clear();
  if (!run_.run_on(&passed_)) return false;
  for (const SearchRun::Passed& p : passed_)
    graph_.add_action(frame.state, place(frame, p.thread), p.op, place(frame, frame.thread));
  return true;
}

void SourceSetSearch::account() {
  run_.extra_bytes = (run_.shared ? run_.shared->bytes() : 0) + graph_.bytes() + frames_.capacity() * sizeof(Frame) +
                     ops_.capacity() * sizeof(Op) + current_.capacity() * sizeof(ThreadSet);
}

void SourceSetSearch::explore() {
  const Mark initial = system_.mark();
  if (run_.resumes()) {
    run_.resume(*this);
    run_.way_to(frames_);
  } else {
    const StateNumber first = run_.arrive().state;
    system_.places(arrived_);
    if (!run_.adopted) push(first);
  }
  uint32_t accounted = 0;
  while (!frames_.empty() && run_.goes_on(*this, frames_.back().depth)) {
    Frame& frame = frames_.back();
    if (!next_step(frame)) {
      if (run_.over()) break;
      pop();
      continue;
    }
    const PathStep step{frame.thread, frame.alternative++};
    const bool ahead = frame.ahead;
    frame.ahead = false;
    if (!(ahead ? run_.keep_peeked(step.thread, step.alternative) : run_.step(step.thread, step.alternative))) break;
    frame.moved = true;
    if (run_.options.lone_runs && frame.lone > run_.options.lone_stored && !run_on(frame)) break;
    StateStore::Result successor = ahead ? run_.arrive_at_peeked(frame.number) : run_.arrive(frame.number);
    if (run_.over()) break;
    if (run_.adopted) graph_.adopt(successor.state, run_.shared->record_in(graph_), run_.shared->can_end());
    system_.renaming(renaming_);
    system_.places(arrived_);
    frame.renaming = graph_.keep(renaming_, exchanged(frame));
    stepped(frame, renaming_);
    if (successor.is_new) {
      push(successor.state);  // invalidates `frame`
    } else {
      run_.path.resize(frame.depth);
      graph_.add_edge(frame.state, place(frame, frame.thread), op(frame, frame.thread), successor.state,
                      frame.renaming);
      if (graph_.open(successor.state)) {
        if (graph_.on_path(successor.state)) frame.met_path = true;
        graph_.merge(successor.state);
      }
      returned(frame, successor.state, false);
    }
    if ((++accounted & 1023) == 0) account();
  }
  account();
  system_.undo(initial);
  system_.release(initial);
}

}  // namespace jmc::por
