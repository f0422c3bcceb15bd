// Where a check stands, for whoever waits for it. A check tells it in lines of text; who passes a Progress in decides
// whether and how they are shown. All calls come from the thread that runs the check.
#pragma once

#include <chrono>
#include <string>

#include "por/sampling/size_estimate.hpp"

namespace jmc::check {

class Beside;

class Progress {
 public:
  virtual ~Progress() = default;
  // Whether a line would be shown now: to ask is cheap, to put a line into words is not.
  virtual bool due() { return false; }
  // Takes the place of the line before it.
  virtual void line(const std::string& text) { (void)text; }
  // What stays: a finding, as soon as it is known.
  virtual void say(const std::string& text) { (void)text; }
  // Likewise, and there are few of them: a part of the work is done.
  virtual void milestone(const std::string& text) { say(text); }
  // No line is to be seen any more.
  virtual void clear() {}
};

// Tells the progress of one search, and keeps its counts, which so survive a search that ends with an exception.
class SearchProgress final : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kProgressEvents;
  using Clock = std::chrono::steady_clock;
  // `start`: what seconds are counted from. The Progress must outlive this.
  SearchProgress(Clock::time_point start, Progress& progress) : start_(start), progress_(progress) {}

  void progress(const por::SearchStatistics& so_far) override;
  const por::SearchStatistics& latest() const { return latest_; }
  // What runs beside it, for the line; outlives this.
  void beside(const Beside& beside) { beside_ = &beside; }
  // Of the search that is told of from now on; null: it is not known how large it is. Must outlive its use.
  void sized(const por::SizeSource* size) { size_ = size; }

 private:
  Clock::time_point start_;
  Progress& progress_;
  const por::SizeSource* size_ = nullptr;
  const Beside* beside_ = nullptr;
  por::SearchStatistics latest_;
};

}  // namespace jmc::check
