// What is said about a portfolio: the report of the member that answered, and a section or a key about all of them.
#include <algorithm>

#include "check/clients/run_clients.hpp"
#include "check/options/option_table.hpp"
#include "check/portfolio/portfolio.hpp"
#include "check/report/json_writer.hpp"
#include "check/report/report.hpp"
#include "listeners/text.hpp"

namespace jmc::check {

using listeners::grouped;

namespace {

constexpr size_t kMembersShown = 40;

// How a member ended, in the words of the table.
std::string end_text(const Portfolio& p, size_t i) {
  const MemberResult& r = p.members[i];
  if (r.end == jobs::JobEnd::Memory) return "stopped: shared memory limit reached";
  if (r.end != jobs::JobEnd::Reported) return r.reason;
  std::string out(verdict_name(r.verdict));
  if (static_cast<int>(i) == p.answer.winner) out += " (shown above)";
  if ((r.verdict == Verdict::Inconclusive || r.verdict == Verdict::Error) && !r.reason.empty()) out += ": " + r.reason;
  return out;
}

std::string compared_text(const Portfolio& p) {
  if (p.answer.complete < 2)
    return "compared: nothing, only " + std::to_string(p.answer.complete) +
           (p.answer.complete == 1 ? " member has" : " members have") + " a complete answer\n";
  return "compared: " + std::to_string(p.answer.complete) + " complete answers" +
         (p.answer.contradiction.empty() ? ", which agree\n" : "\n");
}

std::string members_text(const Portfolio& p, int width, bool compared) {
  std::vector<std::vector<std::string>> rows{{"member", "seconds", "states", "transitions", "memory", ""}};
  size_t started = 0, left_out = 0;
  for (size_t i = 0; i < p.members.size(); ++i) {
    const MemberResult& r = p.members[i];
    if (r.end == jobs::JobEnd::NotStarted) continue;
    if (++started > kMembersShown && static_cast<int>(i) != p.answer.winner) {
      ++left_out;
      continue;
    }
    std::string seconds = listeners::seconds_text(r.seconds);
    seconds.resize(seconds.size() - 2);
    rows.push_back({r.member.name(), seconds, grouped(r.states), grouped(r.transitions),
                    listeners::bytes_text(r.peak_memory), end_text(p, i)});
  }
  const std::string of = p.all_named ? " of " + std::to_string(p.members.size()) : "";
  std::string out = "portfolio: " +
                    (of.empty() ? listeners::count(static_cast<uint64_t>(started), "member")
                                : std::to_string(started) + of + " members") +
                    " started, at most " + std::to_string(p.jobs) + " at a time, " +
                    listeners::seconds_text(p.seconds) + "\n";
  if (compared) out += compared_text(p);
  if (started == 0) return out;
  std::vector<size_t> widest(rows[0].size(), 0);
  for (const auto& row : rows)
    for (size_t c = 0; c < row.size(); ++c) widest[c] = std::max(widest[c], row[c].size());
  for (const auto& row : rows) {
    std::string line = "  " + row[0] + std::string(widest[0] - row[0].size(), ' ');
    for (size_t c = 1; c + 1 < row.size(); ++c) line += "  " + std::string(widest[c] - row[c].size(), ' ') + row[c];
    line += "  " + row.back();
    line.erase(line.find_last_not_of(' ') + 1);
    std::replace(line.begin(), line.end(), '\n', ' ');
    out += listeners::cut(line, static_cast<size_t>(width)) + "\n";
  }
  if (left_out) out += "  ... and " + std::to_string(left_out) + " more (--json lists all)\n";
  return out;
}

std::string loud(const Portfolio& p) {
  if (p.answer.contradiction.empty()) return {};
  return "CONTRADICTION: " + p.answer.contradiction +
         ".\nOne of them is wrong: this is a fault of jmc, please report it.\n";
}

}  // namespace

std::string portfolio_text(const Portfolio& p, const Configuration& options) {
  const bool error = p.answer.verdict == Verdict::Error;
  if (p.answer.winner < 0) {
    if (error)
      return "error: " + p.answer.reason + "\n" +
             (options.compare && !p.answer.contradiction.empty() ? "\n" + members_text(p, options.width, true) : "");
    return "inconclusive: " + p.answer.reason + "\n\n" + members_text(p, options.width, options.compare);
  }
  std::string out = p.members[static_cast<size_t>(p.answer.winner)].text;
  if (error) return out;
  const std::string annotations = options.github ? take_annotations(out) : "";
  if (const std::string warning = loud(p); !warning.empty())
    out.insert(std::min(out.find('\n'), out.size() - 1) + 1, "\n" + warning);
  out += "\n" + members_text(p, options.width, options.compare);
  if (options.quiet) out.resize(out.find('\n') + 1);
  return (options.github && options.member_fd < 0 ? without_commands(out) : out) + annotations;
}

bool write_portfolio_json(std::FILE* file, const Portfolio& p, const Configuration& options) {
  Sink sink;
  Json j(sink);
  j.open();
  j.open("portfolio");
  j.text("spec", options.portfolio == "default" ? std::string(check::kDefaultPortfolio) : options.portfolio);
  j.number("jobs", uint64_t{p.jobs});
  j.number("threads", uint64_t{p.threads.count});
  j.number("memory_limit_bytes", uint64_t{p.memory_limit});
  j.real("seconds", p.seconds);
  j.text_or_null("winner", p.answer.winner < 0 ? "" : p.members[static_cast<size_t>(p.answer.winner)].member.name());
  j.text_or_null("contradiction", p.answer.contradiction);
  j.flag("compared", options.compare);
  j.number("complete_answers", uint64_t{p.answer.complete});
  j.objects("members", p.members, [&](const MemberResult& r) {
    j.text("name", r.member.name());
    j.text("por", r.member.por);
    j.text("order", r.member.order);
    j.text("search", r.member.search);
    j.text("end", job_end_name(r.end));
    j.text_or_null("verdict", r.reported ? verdict_name(r.verdict) : "");
    j.text("reason", r.reason);
    j.real("start_seconds", r.started);
    j.real("seconds", r.seconds);
    j.number("states", r.states);
    j.number("transitions", r.transitions);
    j.number("peak_memory_bytes", r.peak_memory);
  });
  j.close();
  j.close();
  // Both are objects: the second one continues the first.
  const auto put = [&](std::string_view t) { return std::fwrite(t.data(), 1, t.size(), file) == t.size(); };
  const std::string rest = "," + sink.take().substr(1) + "\n";
  const auto open_end = [](std::string& t) {
    t.resize(t.rfind('}'));
    t.erase(t.find_last_not_of(" \n") + 1);
  };
  std::string piece;
  if (p.answer.winner < 0) {
    Result none;
    none.cause = p.answer.verdict == Verdict::Inconclusive ? Cause::Undecided
                 : p.answer.contradiction.empty()          ? Cause::Error
                                                           : Cause::Contradiction;
    none.reason = none.stopped = p.answer.reason;
    none.seconds = p.seconds;
    piece = report_json(none, options);
    open_end(piece);
    return put(piece) && put(rest);
  }
  const TemporaryFile& report = *p.members[static_cast<size_t>(p.answer.winner)].json;
  const uint64_t size = report.size();
  constexpr uint64_t kPiece = 1 << 16;
  for (uint64_t at = 0; at < size; at += piece.size()) {
    const uint64_t left = size - at;
    piece.resize(left < 2 * kPiece ? left : kPiece);  // the last one holds the end, however long the rest is
    if (report.read(at, piece.data(), piece.size()) != piece.size()) return false;
    if (piece.size() < left) {
      if (!put(piece)) return false;
      continue;
    }
    open_end(piece);
    return put(piece) && put(rest);
  }
  return false;
}

}  // namespace jmc::check
