#include "linearizability/together.hpp"

#include <algorithm>

namespace jmc::linearizability {

namespace {

// About what a program takes alone, and most often more: a family is given up when its programs would be through.
constexpr double kSecondsForProgram = 0.002, kLeastSeconds = 5;
constexpr size_t kFreeCalls = 2;  // of a family at least

bool within(const std::vector<MethodSet>& used, const std::vector<MethodSet>& methods) {
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

Together::Request Together::request(uint64_t number, const Place& place, const Methods& methods) const {
  Request out{number, {place.first, place.second, {}}, 0};
  const auto& [lengths, prefix] = place;
  uint32_t size = 0;
  for (const uint32_t n : lengths) size += n;
  // Whether some program of this size with this call may be wanted.
  const auto wanted = [&](const Instance& c) {
    return bounds_.own ? own_limits_admit(d_, c, size, lengths.size(), c.largest) : c.largest <= bounds_.values;
  };
  double programs = 1;
  size_t at = 0;
  for (size_t t = 0; t < lengths.size(); ++t) {
    auto& calls = out.family.calls.emplace_back();
    for (uint16_t c = 0; c < i_.all.size(); ++c)
      if (methods[t].test(i_.all[c].method) && wanted(i_.all[c])) calls.push_back(c);
    for (uint32_t n = 0; n < lengths[t]; ++n, ++at)
      if (at >= prefix.size()) programs *= static_cast<double>(calls.size());
  }
  if (program_limit_ > 0) out.seconds = std::min(1e9, kLeastSeconds + kSecondsForProgram * programs);
  return out;
}

Together::Answer Together::look(const Calls& program, const Excluded& excluded) {
  Place place;
  std::vector<uint16_t> all;
  std::vector<MethodSet> used;
  for (const auto& thread : program) {
    place.first.push_back(static_cast<uint32_t>(thread.size()));
    auto& methods = used.emplace_back();
    for (const uint16_t c : thread) {
      all.push_back(c);
      methods.set(i_.all[c].method);
    }
  }
  // Threads of the same length are interchangeable: with the first call of one, the others begin with no smaller one
  // (Choices), which is less to explore than both orders.
  if (place.first[0] == place.first[1] && all.size() > kFreeCalls) place.second.push_back(all[0]);
  Methods methods;
  for (;; place.second.push_back(all[place.second.size()])) {
    if (all.size() - place.second.size() < kFreeCalls) return Answer::Alone;
    std::vector<Try>& tries = tries_[place];
    for (const Try& t : tries)
      if (t.status == Try::Proved && within(used, t.methods)) return Answer::Proved;
    if (methods.empty()) methods = methods_for(used, excluded);
    const auto same = std::find_if(tries.begin(), tries.end(), [&](const Try& t) { return t.methods == methods; });
    if (same == tries.end()) {
      waiting_.push_back(request(requests_.size(), place, methods));
      requests_.emplace_back(place, tries.size());
      tries.push_back({methods});
      return Answer::Wait;
    }
    if (same->status == Try::Open) return Answer::Wait;
    if (same->status == Try::Proved) return Answer::Proved;
  }
}

std::optional<Together::Request> Together::next() {
  if (waiting_.empty()) return {};
  Request out = std::move(waiting_.front());
  waiting_.pop_front();
  return out;
}

void Together::answered(uint64_t number, bool proved) {
  const auto& [place, at] = requests_[number];
  tries_[place][at].status = proved ? Try::Proved : Try::Failed;
  proved_ += proved;
  ++answered_;
}

}  // namespace jmc::linearizability
