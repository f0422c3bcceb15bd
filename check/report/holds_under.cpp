// What an answer is narrowed by: in the first line, in a fixed order, each with the option that takes it away.
#include <algorithm>

#include "check/report/report.hpp"
#include "por/stateless/fruitless_rounds.hpp"
#include "vm/native.hpp"

namespace jmc::check {

namespace {

bool met_topic(const Result& r, std::string_view topic) {
  return std::any_of(r.remarks.begin(), r.remarks.end(), [&](const auto& remark) { return remark.first == topic; });
}

// All that the memory model allows was explored, or there is nothing but interleavings.
bool holds_under_memory_model(const Result& r) {
  if (r.older.explored || r.older.none) return true;
  return r.races.status == RaceReport::Status::Decided && r.races.races.empty() && r.races.weaker_modes.empty();
}

}  // namespace

std::vector<Narrowing> narrowings(const Result& r, const Configuration& o) {
  using Status = SecondOpinion::Status;
  const bool in_full = r.opinion.status == Status::Agrees, but_for_locks = r.opinion.status == Status::ButForLocks;
  std::vector<Narrowing> out;
  const auto add = [&](bool narrowed, const char* name, const char* words, const char* option) {
    if (narrowed) out.push_back({name, words, option});
  };
  add(!holds_under_memory_model(r), "sequential-consistency", "", "--memory=jmm");
  add(!r.older.not_explored.empty(), "volatile-reads-newest", "", "--volatile-reads=any");
  const bool older = r.older.explored;
  add(older && r.older.beyond.volatile_reads, "volatile-reads", "but for what a volatile read may overlook",
      "--volatile-reads=any");
  add(older && r.older.beyond.load_buffering, "load-buffering", "but for load buffering",
      o.vm.load_buffering ? "" : "--load-buffering=on");
  add(older && !o.vm.tearing && !r.older.beyond.torn.empty(), "tearing", "but for tearing of long and double",
      "--tearing=on");
  add(older && o.vm.dependent_loads, "dependent-loads-ordered", "dependent loads in order", "--dependent-loads=any");
  add(older && !r.older.views_in_order.empty(), "views-newest", "but for older values in views of bytes", "");
  add((r.met & vm::kMetSections) && !in_full && !but_for_locks, "executors-atomic", "executors taken as atomic",
      "--executors=real");
  add(r.atomic_locks && (r.met & vm::kMetAtomicLocks) && !in_full, "locks-atomic", "locks as single steps",
      "--locks=real");
  add(!r.random_places.empty() && (o.vm.random == vm::Random::Fixed || o.vm.random_rest_fixed), "one-random-sequence",
      "one sequence of random numbers", "--random=all");
  add(met_topic(r, "references") && !o.collect_references, "weak-references-kept", "weak references kept",
      "--weak-references=both");
  add(met_topic(r, "reference queues") && o.collect_references, "reference-queues-empty", "reference queues empty", "");
  add(met_topic(r, "finalizers"), "finalizers-not-run", "finalizers not run", "");
  add((r.met & vm::kMetTimedWait) && o.vm.timeouts == vm::Timeouts::Never, "no-time-outs", "no wait times out",
      "--timeouts=both");
  add((r.met & vm::kMetTimedWait) && o.late_time_outs, "late-time-outs", "no wait times out while others can run",
      "--timeouts=both");
  add((r.met & vm::kMetTimedWait) && o.vm.timeouts == vm::Timeouts::Always, "always-time-outs",
      "each timed wait times out", "--timeouts=both");
  add(o.search.livelock == por::Livelock::Off, "livelocks-not-looked-for", "livelocks not looked for",
      "--livelock=report");
  add(o.search.livelock != por::Livelock::Off && !por::notices_livelocks(o.search) && !in_full,
      "livelocks-not-looked-for", "livelocks not looked for", "--por=dl-s-por");
  add(!r.holes.empty() && o.trust_visible, "visible-list-trusted", "the visible list trusted, which has holes",
      "--visible with what is missing");
  return out;
}

std::string narrowings_text(const std::vector<Narrowing>& all) {
  std::string out;
  for (const Narrowing& n : all)
    if (!n.words.empty()) out += "; " + n.words;
  return out;
}

std::string options_without(const std::vector<Narrowing>& all) {
  std::string out;
  for (const Narrowing& n : all)
    if (!n.option.empty()) out += (out.empty() ? "" : ", ") + n.option;
  return out;
}

}  // namespace jmc::check
