// What --workers says, and what it cannot be combined with.
#include <thread>

#include "base/number.hpp"
#include "check/workers/workers.hpp"
#include "por/store/closed_table.hpp"
#include "por/support.hpp"

namespace jmc::check {

namespace {

uint32_t workers_of(const std::string& given, const Configuration& c) {
  const auto refuse = [&](const std::string& why) { throw UsageError("--workers=" + given + ": " + why); };
  uint32_t workers = 0;
  if (given == "auto") {
    workers = std::max(1u, std::thread::hardware_concurrency());
  } else {
    workers = base::number_of<uint32_t>(given).value_or(0);
    if (workers == 0 || workers >= por::ClosedTable::kMostWriters)
      refuse("expected a number from 1 to " + std::to_string(por::ClosedTable::kMostWriters - 1) +
             ", or auto: one for each processor");
  }
  workers = std::min(workers, por::ClosedTable::kMostWriters - 1);
  if (workers == 1) return workers;
  if (!c.portfolio.empty() || c.member_fd >= 0)
    refuse("a portfolio runs several searches, each by one process; expected one of the two");
  if (const std::string reason = por::refusal(por::Purpose::Workers, c.search); !reason.empty())
    refuse("several workers share the states that they have closed: " + reason);
  if (c.vm.distinguish & vm::kDistinguishLinkage)
    refuse("what has been linked differs between workers; expected no --distinguish=linkage");
  if (!c.checkpoint.empty() || !c.resume.empty())
    refuse("what several workers have is not kept in a file; expected neither --checkpoint nor --resume");
  for (const Output& output : c.outputs)
    if (output.format == "dot") refuse("no worker sees the whole graph; expected no --dot");
  return workers;
}

}  // namespace

void choose_workers(const CommandLine& line, Configuration& c) {
  if (line.command != Command::Check) return;
  c.deterministic = line.has("deterministic");
  if (c.deterministic && !c.sampler_arguments.empty()) {
    c.sampler_arguments.clear(), c.bound_arguments.clear();
    c.not_bounded = "--deterministic: what is found within a bound is told when the time for it has come";
    c.not_drawn = "--deterministic: what is drawn is told when the time for it has come";
  }
  if (line.text("workers") != "1")
    c.search.late_sleep_sets = false;  // they would be refused, and nobody asked for them
  c.workers = workers_of(line.text("workers"), c);
}

}  // namespace jmc::check
