#include "linearizability/call_rows.hpp"

#include <algorithm>
#include <optional>

#include "linearizability/driver.hpp"
#include "listeners/text.hpp"

namespace jmc::linearizability {

namespace {

class CallRows {
 public:
  CallRows(const std::vector<por::ThreadId>& threads, const std::vector<std::vector<std::string>>& calls,
           const std::vector<std::vector<std::string>>& results)
      : threads_(threads), calls_(calls), results_(results), ended_(threads.size()), asked_(threads.size()) {}

  // Nothing: it is no row.
  std::optional<std::string> words(const listeners::StoryStep& s) {
    const auto t = static_cast<size_t>(std::find(threads_.begin(), threads_.end(), s.thread) - threads_.begin());
    const std::string counter = " AtomicInteger";
    const bool reads = s.operation.starts_with("read" + counter + "#"),
               writes = s.operation.starts_with("write" + counter + "#");
    if (t == threads_.size() || ended_[t] >= calls_[t].size() || (!reads && !writes)) return {};
    const std::string& call = calls_[t][ended_[t]];
    if (reads) return begins(t, call, s.operation);
    asked_[t] = 0;
    const size_t n = ended_[t]++;
    return "ends " + call + (n < results_[t].size() ? ": " + results_[t][n] : "");
  }

 private:
  // It asks each of the others, in their order, how many calls have ended.
  std::string begins(size_t thread, const std::string& call, const std::string& operation) {
    size_t other = asked_[thread]++;
    if (other >= thread) ++other;
    std::string out = "begins " + call;
    const size_t at = operation.rfind("= ");
    if (threads_.size() > 2 && other < threads_.size() && at != std::string::npos) {
      const auto n = static_cast<uint64_t>(std::stoul(operation.substr(at + 2)));
      out += ", thread " + std::to_string(threads_[other]) + " has ended " + listeners::count(n, "call");
    }
    return out;
  }

  const std::vector<por::ThreadId>& threads_;
  const std::vector<std::vector<std::string>>&calls_, &results_;
  std::vector<size_t> ended_, asked_;  // calls of each; others that it has asked since
};

}  // namespace

void tell_calls(listeners::Story& story, const std::vector<por::ThreadId>& threads,
                const std::vector<std::vector<std::string>>& calls,
                const std::vector<std::vector<std::string>>& results) {
  CallRows rows(threads, calls, results);
  std::vector<listeners::StoryStep> steps;
  std::vector<int> now(story.steps.size(), -1);  // where they are
  for (size_t i = 0; i < story.steps.size(); ++i) {
    listeners::StoryStep& s = story.steps[i];
    if (s.place.simple == Driver::kThread && s.number) {
      const std::optional<std::string> words = rows.words(s);
      if (!words) continue;
      s.operation = *words;
      s.place = {};
    }
    now[i] = static_cast<int>(steps.size());
    steps.push_back(std::move(s));
  }
  for (listeners::StoryStep& s : steps)
    if (s.saw >= 0) s.saw = now[static_cast<size_t>(s.saw)];
  story.steps = std::move(steps);
}

}  // namespace jmc::linearizability
