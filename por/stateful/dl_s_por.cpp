// DL-S-POR: lazy source sets, algorithm 3 of "A Pragmatic Approach to Stateful Partial Order Reduction" (2023),
// corrected: blocked threads count, cycles expand fully, and the reachable actions come from summaries that are renamed
// along the edges instead of from a re-traversal of the graph.
//
// Coming back from a successor, the threads whose actions reachable from it are dependent with the step just taken form
// the current set of the stepping thread; when the explored threads contain a closed set, the state is done.
//
// What conflicts with a step of t is looked for in what the others can come to while t is held back: an action that
// needs another step of t before cannot come instead of its step (refinement held-back).
//
// Guarantee: every end state, every deadlock, every thread-local state; cyclic state spaces included.
// Preconditions: see source_set_search.hpp. Stateless use needs finite paths or a depth bound.
#include <optional>

#include "por/seam/compound_steps.hpp"
#include "por/stateful/dl_retraverse.hpp"
#include "por/stateful/source_set_search.hpp"
#include "por/strategy.hpp"

namespace jmc::por {

namespace {

class LazySearch final : public SourceSetSearch {
 public:
  explicit LazySearch(SearchRun& run) : SourceSetSearch(run), compound_(dynamic_cast<CompoundSteps*>(&run.system)) {
    if (run.options.retraverse) retraversal_.emplace();
    if (run.options.held_back) graph_.keep_apart();
  }

 private:
  void entered(Frame& frame) override {
    if (!retraversal_) return;
    for (ThreadId t = 0; t < frame.threads; ++t)
      if (!frame.enabled.contains(t)) retraversal_->add_action(frame.state, t, op(frame, t));
  }

  // Where a step has done less than its label says, that is what conflicts with it. (Nothing here asks for the label of
  // a step that was not taken, but for those of blocked threads.)
  void stepped(Frame& frame, const std::vector<uint32_t>& renaming) override {
    if (!compound_) return;
    Op narrow = op(frame, frame.thread);
    if (!compound_->narrow(narrow)) return;
    int kept = 0;
    for (int i = 0; i < narrow.access_count; ++i) {
      Access access = narrow.accesses[i];
      if (is_numbered(access.where)) {
        const uint32_t before = renaming[access.where.object - kFirstNumbered];
        if (before == TransitionSystem::kGone) continue;  // nobody else knows it here
        access.where.object = kFirstNumbered + before;
      }
      narrow.accesses[kept++] = access;
    }
    narrow.access_count = static_cast<uint8_t>(kept);
    ops_[frame.ops + frame.thread] = narrow;
    frame.kinds_known = false;
  }

  void returned(Frame& frame, Key successor, bool was_new) override {
    const ThreadId t = frame.thread;
    const SummaryGraph::KeptRenaming& kept = frame.renaming;
    if (retraversal_) retraversal_->add_edge(frame.state, t, op(frame, t), successor, graph_.renaming(kept));
    if (graph_.open(successor)) {
      frame.top.insert(t);
    } else if (!((frame.done | thread_bit(t)) == frame.safe)) {
      const Op& label = op(frame, t);
      note_before_end(frame, successor);
      current(frame)[t] |=
          retraversal_ ? retraversal_->dependent_threads_after(label, t, successor, graph_.renaming(kept))
                       : numbers(frame, graph_.dependent_threads_after(label, place(frame, t), successor, kept));
    }
  }

  ThreadSet candidates(Frame& frame) override {
    ThreadSet left = frame.safe - frame.done;
    if (frame.done.empty() || frame.finish) return before_end(frame, left);
    if (run_.options.known_successors && all_lead_to_known(frame, left)) {
      frame.finish = true;
      return left;
    }
    frame.back = backtrack(frame);
    if (frame.back == frame.done) return {};
    ThreadSet needed = frame.back - frame.done;
    return before_end(frame, needed.empty() ? left : needed);
  }

  // The end of the program comes first where something is in conflict with it, so that a program whose daemons go on
  // for ever is seen to end; else last, if it has to be explored here at all.
  ThreadSet before_end(const Frame& frame, const ThreadSet& set) {
    if (frame.stops == kNoThread || !set.contains(frame.stops)) return set;
    ThreadSet end = thread_bit(frame.stops);
    if (!(current(frame)[frame.stops] == end)) return end;
    const ThreadSet others = set - end;
    return others.empty() ? set : others;
  }

  // Where the end of the program is pending: what shows in it and can come before it, from this successor on.
  void note_before_end(Frame& frame, Key successor) {
    if (frame.stops == kNoThread || frame.stops == frame.thread) return;
    current(frame)[frame.stops] |= numbers(
        frame,
        graph_.dependent_threads_after(op(frame, frame.stops), place(frame, frame.stops), successor, frame.renaming));
  }

  bool all_lead_to_known(Frame& frame, const ThreadSet& threads) {
    for (const ThreadId t : threads)
      if (!leads_to_known(frame, t)) return false;
    return true;
  }

  std::optional<Retraversal> retraversal_;
  const CompoundSteps* const compound_;
};

}  // namespace

extern const Strategy kDlSPor{
    .name = "dl-s-por",
    .description = "s-por and source sets, computed when the search comes back",
    .guarantee = "every end state, deadlock and thread-local state",
    .run = [](SearchRun& run) { LazySearch(run).explore(); },
    .safe_unlocks = Strategy::Support::Sound,
    .visited_first = true,
    .conflict_sets = true,
    .learnt_order = true,
    .retraverse = true,
    .lone_runs = true,
    .ends_apart = true,
    .held_back = true,
    .checkpoints = true,
    .places = true,
    .numbers_return = true,
    .shares = true,
    .older_values = true,
};

}  // namespace jmc::por
