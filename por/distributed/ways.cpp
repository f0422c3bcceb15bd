// How a share gets from leaf to leaf of its tree: by steps that it has taken before, or, where these are many, to a
// state that it loads.
//
// Why that is the same: a load makes the state of a form, and compares what it has made with the form. Steps that are
// not taken again have been taken by the same system before, and it has learnt from them what there is to learn: what
// is kept goes when a step teaches something, and when another system takes this one's place.
#include <utility>

#include "por/distributed/share.hpp"

namespace jmc::por {

// To the node above it, from the end of the schedule of the node before it in the tree.
void Share::go_above(const ScheduleNode& node) {
  const uint32_t above = node.depth == 0 ? 0 : node.depth - 1;
  if (!moved_ && run_->path.size() == above) return;
  while (marks_.back().depth > above) marks_.pop_back();
  run_->go_back(marks_.back().mark, above);
  moved_ = false;
  walked_ = 0;
}

// To the end of the node's schedule.
void Share::go_to(const ScheduleNode& node) {
  go_above(node);
  if (node.depth == 0) return;
  const uint32_t above = node.depth - 1;
  if (node.more && marks_.back().depth != above) marks_.push_back({above, run_->mark()});
  run_->take_again(node.step);
  ++report_.replayed;
  walked_ = known_states_.of(node.form) ? 0 : walked_ + 1;
  look_at_lessons();
}

// Passes over nodes that lead to a state which can be loaded: how many. The tree is looked through where ways part:
// what is in between has been looked at from there. Steps that are watched for polls in vain (SearchRun::take_again)
// are taken.
size_t Share::load_ahead() {
  const std::vector<ScheduleNode>& nodes = tree_.nodes;
  const ScheduleNode& first = nodes[cursor_];
  if (first.depth == 0) return 0;
  const uint32_t above = first.depth - 1;
  if (!first.more && !moved_ && run_->path.size() == above) return 0;
  const size_t last = known_states_.last_known(nodes, cursor_), count = last + 1 - cursor_;
  const uint32_t watched = options_.spin_limit / 2;
  if (count < size_.load || (watched != 0 && nodes[last].depth > watched)) return 0;
  go_above(first);
  if (marks_.back().depth != above) marks_.push_back({above, run_->mark()});
  if (!system_->load(*known_states_.of(nodes[last].form)).empty()) {
    run_->go_back(marks_.back().mark, above);
    known_states_.forget();
    forms_refused_ += forms_made_ + 1;
    return 0;
  }
  ++report_.loaded;
  walked_ = 0;
  for (size_t i = cursor_; i <= last; ++i) {
    run_->path.push_back(nodes[i].step);
    next_.nodes.push_back(nodes[i]);
    next_.nodes.back().use = ScheduleNode::Way;
  }
  look_at_lessons();
  return count;
}

// Of the state that the system is in, if the way here from where ways part is long enough for a load, and there is no
// other form near on it. Where that cannot be done it is not tried for ever.
void Share::keep_form(ScheduleNode& node) {
  constexpr uint64_t kRefused = 100;
  if (walked_ < size_.load / 2 || run_->path.size() < marks_.back().depth + size_.load) return;
  if (known_states_.full() || forms_refused_ > forms_made_ + kRefused) return;
  std::vector<uint8_t> form;
  if (!system_->loadable_form(form).empty()) {
    ++forms_refused_;
    return;
  }
  ++forms_made_;
  walked_ = 0;
  node.form = known_states_.add(std::move(form));
}

}  // namespace jmc::por
