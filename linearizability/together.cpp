#include "linearizability/together.hpp"

#include <algorithm>

namespace jmc::linearizability {

namespace {

// About what a program takes alone, and most often more: a family is given up when its programs would be through.
constexpr double kSecondsForProgram = 0.002, kLeastSeconds = 5;
constexpr double kStepsForProgram = 400, kLeastSteps = 1'000'000;
constexpr size_t kFreeCalls = 2;     // of a family at least
constexpr size_t kLeastThreads = 2;  // of a program

bool all_within(const std::vector<MethodSet>& used, const std::vector<MethodSet>& methods) {
  for (size_t t = 0; t < used.size(); ++t)
    if ((used[t] & ~methods[t]).any()) return false;
  return true;
}

}  // namespace

// As many methods as possible, so that the family is one that answers for many programs: of each excluded set one is
// left out that the program does not have, of those the one that is in most of them.
Together::Methods Together::methods_for(const std::vector<MethodSet>& used, const Excluded& excluded) const {
  MethodSet all, mine;
  for (size_t m = 0; m < d_.methods.size(); ++m) all.set(m);
  for (const MethodSet& u : used) mine |= u;
  for (;;) {
    std::vector<size_t> count(d_.methods.size());
    bool any = false;
    for (const MethodSet& e : excluded) {
      if ((e & ~all).any()) continue;
      for (size_t m = 0; m < count.size(); ++m)
        if (e.test(m) && !mine.test(m)) ++count[m], any = true;
    }
    if (!any) break;
    all.reset(static_cast<size_t>(std::max_element(count.begin(), count.end()) - count.begin()));
  }
  Methods out(used.size(), all);
  for (const Group& g : bounds_.groups) {
    // The threads that call them in this program, and the first of the others as long as there may be more.
    uint32_t callers = 0;
    for (const MethodSet& u : used) callers += (u & g.methods).any();
    for (size_t t = 0; t < used.size(); ++t) {
      if ((used[t] & g.methods).any()) continue;
      if (callers < g.threads) ++callers;
      else out[t] &= ~g.methods;
    }
  }
  return out;
}

Together::Request Together::request(uint64_t number, const Start& start, const Methods& methods) const {
  Request out{number, {start.lengths, start.total, start.prefix, {}}, {}};
  const auto& [lengths, total, prefix] = start;
  uint32_t most = 0;
  for (const uint32_t n : lengths) most += n;
  // Whether some program of this size with this call may be wanted.
  const size_t threads = most == total ? lengths.size() : kLeastThreads;
  const auto wanted = [&](const Instance& c) {
    if (!c.unusable.empty()) return false;
    return bounds_.own ? own_limits_admit(d_, c, total, threads, c.largest) : c.largest <= bounds_.values;
  };
  double programs = 1;
  uint32_t at = 0;
  for (size_t t = 0; t < lengths.size(); ++t) {
    auto& calls = out.family.calls.emplace_back();
    for (uint16_t c = 0; c < i_.all.size(); ++c)
      if (methods[t].test(i_.all[c].method) && wanted(i_.all[c])) calls.push_back(c);
    for (uint32_t n = 0; n < lengths[t]; ++n, ++at)
      if (at >= prefix.size() && at < total) programs *= static_cast<double>(calls.size());
  }
  if (program_limit_.seconds > 0) out.limit.seconds = std::min(1e9, kLeastSeconds + kSecondsForProgram * programs);
  if (program_limit_.steps)
    out.limit.steps = static_cast<uint64_t>(std::min(1e15, kLeastSteps + kStepsForProgram * programs));
  return out;
}

Together::Answer Together::look(const Calls& program, const Excluded& excluded) {
  std::vector<uint32_t> lengths;
  std::vector<uint16_t> all;
  std::vector<MethodSet> used;
  for (const auto& thread : program) {
    lengths.push_back(static_cast<uint32_t>(thread.size()));
    auto& methods = used.emplace_back();
    for (const uint16_t c : thread) {
      all.push_back(c);
      methods.set(i_.all[c].method);
    }
  }
  const auto total = static_cast<uint32_t>(all.size());
  // What one thread may call and another may not is said of threads with their lengths.
  if (bounds_.groups.empty()) {
    // There are at least two threads.
    const uint32_t most = std::min(bounds_.calls, total - 1);
    MethodSet mine;
    for (const MethodSet& u : used) mine |= u;
    // Where there are programs of more threads with so many calls, they come with these: a thread need not call
    // anything.
    for (size_t threads = std::max(used.size(), std::min<size_t>(threads_, total));; threads = used.size()) {
      if (const std::vector<uint32_t> any(threads, most); any != lengths)
        if (const auto answer = ask({any, total, {}}, std::vector<MethodSet>(threads, mine), excluded)) return *answer;
      if (threads == used.size()) break;
    }
  }
  for (Start start{lengths, total, {}};; start.prefix.push_back(all[start.prefix.size()])) {
    if (all.size() - start.prefix.size() < kFreeCalls) return Answer::Alone;
    if (const auto answer = ask(start, used, excluded)) return *answer;
  }
}

// Nothing: the family was not proved.
std::optional<Together::Answer> Together::ask(const Start& start, const std::vector<MethodSet>& used,
                                              const Excluded& excluded) {
  std::vector<Try>& tries = tries_[start];
  for (const Try& t : tries)
    if (t.status == Try::Proved && all_within(used, t.methods)) return Answer::Proved;
  Methods methods = methods_for(used, excluded);
  const auto same = std::find_if(tries.begin(), tries.end(), [&](const Try& t) { return t.methods == methods; });
  if (same == tries.end()) {
    waiting_.push_back(request(requests_.size(), start, methods));
    requests_.emplace_back(start, tries.size());
    tries.push_back({std::move(methods)});
    return Answer::Wait;
  }
  if (same->status == Try::Open) return Answer::Wait;
  if (same->status == Try::Proved) return Answer::Proved;
  return {};
}

std::optional<Together::Request> Together::next() {
  if (waiting_.empty()) return {};
  Request out = std::move(waiting_.front());
  waiting_.pop_front();
  return out;
}

void Together::answered(uint64_t number, bool proved) {
  const auto& [start, at] = requests_[number];
  tries_[start][at].status = proved ? Try::Proved : Try::Failed;
  proved_ += proved;
  ++answered_;
}

}  // namespace jmc::linearizability
