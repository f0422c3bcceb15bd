#include "por/de_s_por.hpp"

#include <algorithm>
#include <unordered_map>

#include "por/source_set_search.hpp"

namespace jmc::por {

namespace {

struct LocationHash {
  size_t operator()(const Location& l) const {
    uint64_t h = (uint64_t{l.object} << 32 | l.field) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
  }
};

class EagerSearch final : public SourceSetSearch {
 public:
  explicit EagerSearch(SearchRun& run) : SourceSetSearch(run) {}

 private:
  // Beside each frame of the path.
  struct PathState {
    uint32_t names;             // canonical number -> name that is stable along the path, in names_
    uint32_t name_count;
    uint32_t next_names;        // the same for the successor being explored
    uint32_t next_name_count;
    uint32_t fresh;             // first name not yet used
    uint32_t top_reach;         // if the current thread is top, so are those of all frames from here on
  };
  // A step of the path that touches a location. `*_told`: threads whose reads or writes it has heard of, and with it
  // every step below it, so that news go down only as far as they are news.
  struct Touch { uint32_t frame; bool write; ThreadSet readers_told, writers_told; };

  Location stable(Location where, const PathState& at, bool next) const {
    if (!is_numbered(where)) return where;
    const uint32_t number = where.object - kFirstNumbered;
    where.object = kFirstNumbered + names_[(next ? at.next_names : at.names) + number];
    return where;
  }

  void entered(Frame& frame) override {
    const size_t depth = frames_.size() - 1;
    path_.resize(depth);
    PathState here{};
    if (depth == 0) {
      // Objects of the initial state are named by their numbers there; how many there are is known from the labels.
      for (ThreadId t = 0; t < frame.threads; ++t)
        for (int i = 0; i < op(frame, t).access_count; ++i)
          if (is_numbered(op(frame, t).accesses[i].where))
            here.name_count = std::max(here.name_count, op(frame, t).accesses[i].where.object - kFirstNumbered + 1);
      names_.clear();
      for (uint32_t n = 0; n < here.name_count; ++n) names_.push_back(n);
      here.fresh = here.name_count;
    } else {
      here.names = path_.back().next_names;
      here.name_count = path_.back().next_name_count;
      here.fresh = path_.back().fresh;
    }
    path_.push_back(here);
    for (ThreadId t = 0; t < frame.threads; ++t)
      if (!(frame.enabled & thread_bit(t))) tell(here, t, op(frame, t));
  }

  void thread_chosen(Frame& frame) override {
    const PathState& here = path_[frames_.size() - 1];
    const Op& label = op(frame, frame.thread);
    tell(here, frame.thread, label);
    const uint32_t index = static_cast<uint32_t>(frames_.size() - 1);
    for (int i = 0; i < label.access_count; ++i)
      touched_[stable(label.accesses[i].where, here, false)].push_back({index, label.accesses[i].write, 0, 0});
  }

  void thread_done(Frame& frame) override {
    const PathState& here = path_[frames_.size() - 1];
    const Op& label = op(frame, frame.thread);
    for (int i = label.access_count; i-- > 0;) touched_[stable(label.accesses[i].where, here, false)].pop_back();
  }

  // Names the objects of the successor.
  void stepped(Frame& frame, const std::vector<uint32_t>& renaming) override {
    PathState& here = path_[frames_.size() - 1];
    here.next_names = here.names + here.name_count;
    here.next_name_count = static_cast<uint32_t>(renaming.size());
    names_.resize(here.next_names + here.next_name_count);
    uint32_t fresh = frames_.size() == 1 ? here.name_count : path_[frames_.size() - 2].fresh;
    for (uint32_t n = 0; n < renaming.size(); ++n) {
      const bool old = renaming[n] != TransitionSystem::kGone && renaming[n] < here.name_count;
      names_[here.next_names + n] = old ? names_[here.names + renaming[n]] : fresh++;
    }
    here.fresh = fresh;
  }

  void returned(Frame& frame, Key successor, bool was_new) override {
    path_.resize(frames_.size());
    if (was_new) return;
    const PathState& here = path_.back();
    if (graph_.open(successor)) return expand_cycle();
    const Summary& after = graph_.summary(successor);
    for (const Action& action : graph_.fixed()[after.fixed]) tell(action.where, action.readers, action.writers);
    for (const Action& action : graph_.numbered()[after.numbered])
      tell(stable(action.where, here, true), action.readers, action.writers);
  }

  // The topmost component has just got a cycle: nothing can be concluded from its steps on the path.
  void expand_cycle() {
    newly_top_.clear();
    uint32_t i = static_cast<uint32_t>(frames_.size());
    while (i > 0 && graph_.position(frames_[i - 1].state) >= graph_.boundary()) {
      Frame& frame = frames_[i - 1];
      if (frame.top & thread_bit(frame.thread)) {
        i = path_[i - 1].top_reach;
      } else {
        frame.top |= thread_bit(frame.thread);
        newly_top_.push_back(--i);
      }
    }
    for (uint32_t frame : newly_top_) path_[frame].top_reach = i;
  }

  ThreadSet candidates(Frame& frame) override {
    if (frame.done == 0) return frame.safe;
    frame.back = backtrack(frame);
    return frame.back & ~frame.done;
  }

  void tell(const PathState& here, ThreadId thread, const Op& label) {
    for (int i = 0; i < label.access_count; ++i) {
      const Access& access = label.accesses[i];
      tell(stable(access.where, here, false), access.write ? 0 : thread_bit(thread),
           access.write ? thread_bit(thread) : 0);
    }
  }

  // These threads act on `where` after the steps of the path.
  void tell(const Location& where, ThreadSet readers, ThreadSet writers) {
    auto found = touched_.find(where);
    if (found == touched_.end()) return;
    for (size_t i = found->second.size(); i-- > 0;) {
      Touch& touch = found->second[i];
      if ((readers & ~touch.readers_told) == 0 && (writers & ~touch.writers_told) == 0) return;
      touch.readers_told |= readers;
      touch.writers_told |= writers;
      Frame& frame = frames_[touch.frame];
      current(frame)[frame.thread] |= touch.write ? readers | writers : writers;
    }
  }

  std::vector<PathState> path_;
  std::vector<uint32_t> names_;
  std::vector<uint32_t> newly_top_;
  std::unordered_map<Location, std::vector<Touch>, LocationHash> touched_;
};

}  // namespace

void run_de_s_por(SearchRun& run) { EagerSearch(run).explore(); }

}  // namespace jmc::por
