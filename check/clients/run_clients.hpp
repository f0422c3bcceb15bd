// Several clients in one command: each is checked by itself in a process of its own, and there is one answer.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/answers/baseline.hpp"
#include "check/clients/client_list.hpp"
#include "check/portfolio/answer.hpp"
#include "check/search/check.hpp"

namespace jmc::check {

class Json;

struct ClientResult {
  Client client;
  bool run = false;               // false: jmc was stopped before its turn came
  bool skipped = false;           // it is not to be checked: it has no verdict, and does not count
  jobs::JobResult found;          // with `found.reported` false: why it has no report is in `found.reason`
  std::vector<bool> known_ones;   // for each of its violations
  size_t known = 0;               // of its violations, by the baseline
  std::vector<std::string> gone;  // known ones that none of its program's clients has any more, at the first of them
  std::string program;            // name of its main class, as the reports have it; its own name where none has it
  std::string witness;            // the file that its witness was written to, if any

  Verdict verdict() const;
  Verdict counted() const;       // the verdict, but known violations do not count
  bool all_known() const;        // it has violations, and none that is new
  std::string headline() const;  // the first line of its report, or why there is none
};

struct ClientsRun {
  std::vector<ClientResult> results;  // in the order of the command line
  std::string what = "client";        // what one of them is called
  std::string error;                  // why there are none
  std::string baseline;               // the file; empty: none
  std::vector<std::string> warnings;  // on all of them
  bool kept = true;                   // false: a file that stays was not written, one of the warnings says which
  double seconds = 0;

  bool nothing_checked() const;  // all that there are were skipped
};

// As jmc test: violated if a client is, else error if one has none, else inconclusive, also where all were skipped. No
// client at all is an error.
Verdict verdict_of(const ClientsRun& run);
// That of the verdict, but for known violations; an error where a file that stays was not written.
int exit_code(const ClientsRun& run);

// Checks the clients of `run.results`. `judge` looks at each that has ended, and may change what was found. Writes the
// witnesses of violations and the baseline, as below. Throws UsageError before the first has begun; what was found does
// not go with a file that cannot be written at the end (`kept`).
void check_clients(ClientsRun& run, const Configuration& configuration, const Stop& stop, Progress& progress,
                   const std::function<void(ClientResult&)>& judge);

// Never throws. Writes the witnesses of violations (where --witness or --json say, with the client in the name), and
// the baseline.
ClientsRun run_clients(const Configuration& configuration, const Stop& stop,
                       std::chrono::steady_clock::time_point start, Progress& progress);

// A line for each client, the reports of those that are not verified.
std::string clients_text(const ClientsRun& run, const Configuration& configuration);
// The reports of all in one: JSON with each one's own in "report"; a test case for each; one SARIF run with an
// invocation for each.
bool write_clients(std::FILE* file, const std::string& format, const ClientsRun& run);

// Parts of these reports, which other commands have in common with them.
// Verdict, error, exit code, baseline and warnings, into an object of JSON that is open.
void write_head(Json& json, const ClientsRun& run);
// The report of one that was checked, as JSON; empty: there is none.
std::string json_of(const ClientResult& result);
// The test case that stands for why there are none; empty: there is no error.
std::string set_up_case(const ClientsRun& run);
// A report below the client's name, without what was assumed, and how to see it again.
std::string report_below_name(const ClientResult& result);
std::string clients_sarif(const ClientsRun& run);
std::string clients_html(const ClientsRun& run);
// Cuts the lines that a code host's CI reads off the end of a report, and returns them.
std::string take_annotations(std::string& report);
// Those of all that counts.
std::string annotations_of(const ClientsRun& run);

}  // namespace jmc::check
