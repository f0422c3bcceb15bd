#include "check/search/progress.hpp"

#include "base/memory.hpp"
#include "check/answers/size_report.hpp"
#include "check/beside/beside.hpp"
#include "listeners/text.hpp"

namespace jmc::check {

using listeners::count;
using listeners::grouped;

void SearchProgress::progress(const por::SearchStatistics& so_far) {
  latest_ = so_far;
  if (!progress_.due()) return;
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const std::string size = size_ ? size_line(size_->now()) : std::string();
  const std::string covered = beside_ ? beside_->line() : std::string();
  progress_.line(count(latest_.states, "state") + ", " + count(latest_.transitions, "transition") + ", " +
                 grouped(static_cast<uint64_t>(static_cast<double>(latest_.transitions) / seconds)) + "/s, depth " +
                 grouped(latest_.max_depth) + ", " + listeners::bytes_text(base::resident_bytes()) + ", " +
                 std::to_string(static_cast<int>(seconds)) + " s" + (size.empty() ? "" : ", " + size) +
                 (covered.empty() ? "" : "; beside: " + covered));
}

}  // namespace jmc::check
