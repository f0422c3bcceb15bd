// What --distribute says, and what it cannot be combined with.
#include <algorithm>

#include "base/split.hpp"
#include "check/distributed/distributed.hpp"
#include "por/support.hpp"

namespace jmc::check {

void choose_distribution(const CommandLine& line, Configuration& c) {
  if (line.command != Command::Check || !line.has("distribute")) return;
  const auto refuse = [](const std::string& why) { throw UsageError("--distribute: " + why); };
  if (c.several) refuse("clients run on a rank each, one process for each of them; expected no --distribute");
  if (!c.portfolio.empty() || c.member_fd >= 0)
    refuse("a portfolio runs several searches, each by one process; expected one of the two");
  if (c.workers > 1) refuse("a rank explores by one process: start one rank for each core; expected no --workers");
  // On unless somebody says otherwise; asked for, it is refused.
  const std::vector<std::string> refinements = base::split(line.text("refine"), ',');
  if (std::find(refinements.begin(), refinements.end(), "lone-runs") == refinements.end()) c.search.lone_runs = false;
  c.search.late_sleep_sets = false;
  if (const std::string reason = por::refusal(por::Purpose::Ranks, c.search); !reason.empty()) refuse(reason);
  if (c.vm.jmm) refuse("loops that read plainly are found on the path of one search; expected no --memory=jmm");
  if (c.vm.distinguish & vm::kDistinguishLinkage)
    refuse("what has been linked differs between ranks; expected no --distinguish=linkage");
  if (!c.checkpoint.empty() || !c.resume.empty())
    refuse("what several ranks have is not kept in a file; expected neither --checkpoint nor --resume");
  if (c.estimate_seconds > 0) refuse("an estimate is made from the path of one search; expected no --estimate");
  if (!c.coverage.empty()) refuse("what ranks execute is not counted; expected no --coverage");
  for (const Output& output : c.outputs)
    if (output.format == "dot") refuse("no rank sees the whole graph; expected no --dot");
  c.distribute = true;
  c.explorer_arguments = line.words(line.without(Column::NotOfRanks | Column::IsReport));
}

}  // namespace jmc::check
