#include "check/answers/baseline.hpp"

#include <rapidjson/document.h>
#include <rapidjson/error/en.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <regex>
#include <set>
#include <sstream>

#include "base/digest.hpp"
#include "base/whole_file.hpp"
#include "check/options/command_line.hpp"
#include "check/report/json_writer.hpp"
#include "check/report/places.hpp"
#include "check/system/locked_file.hpp"
#include "listeners/text.hpp"

namespace jmc::check {

namespace {

constexpr int kSchema = 2;

[[noreturn]] void wrong(const std::string& where, const std::string& what) {
  throw UsageError(where + ": " + what + "; expected a file that --write-baseline has written");
}

// "Spin.run (Spin.java)" of "Spin.run (Spin.java:8)": messages on livelocks name places, and lines move.
std::string without_lines(const std::string& message) {
  static const std::regex kLine(":[0-9]+\\)");
  return std::regex_replace(message, kLine, ")");
}

// "pkg.Queue.take" of "\tat pkg.Queue.take(Queue.java:12)"; the first one that is not of the JDK.
std::string program_frame(const std::string& stack) {
  std::istringstream lines(stack);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    const size_t at = line.find("at "), end = line.find('(');
    if (at == std::string::npos || end == std::string::npos || end < at + 3 || line.find_first_not_of(" \t") != at)
      continue;
    const std::string method = line.substr(at + 3, end - at - 3);
    if (first.empty()) first = method;
    if (!of_the_jdk(method)) return method;
  }
  return first;
}

// "C.lambda$main$" of "C.lambda$main$1": the number changes with other code.
std::string stable(std::string method) {
  const size_t lambda = method.find(".lambda$");
  if (lambda != std::string::npos) method.resize(method.find_last_not_of("0123456789") + 1);
  return method;
}

std::string no_story_text(size_t violations) {
  return listeners::count(violations, "violation has", "violations have") + " no story, and so no fingerprint: ";
}

}  // namespace

std::string place_text(const ReportedViolation& v) {
  // Which steps of a loop are shown depends on the schedule, but not its method; the message has those of loops with
  // operations.
  if (kind_of(v) == "livelock")
    return v.story.loop_in.known() ? stable(v.story.loop_in.klass + "." + v.story.loop_in.method) : "";
  if (!v.story.waiting.empty()) {
    std::set<std::string> places;
    for (const listeners::WaitingThread& w : v.story.waiting)
      for (const listeners::Place& p : w.stack) {
        if (!p.known() || of_the_jdk(p.klass)) continue;
        places.insert(stable(p.klass + "." + p.method));
        break;
      }
    std::string out;
    for (const std::string& place : places) out += (out.empty() ? "" : ", ") + place;
    return out;
  }
  if (v.story.failed.known()) return stable(v.story.failed.klass + "." + v.story.failed.method);
  return stable(program_frame(v.story.stack));
}

std::string fingerprint(const ReportedViolation& v, const std::string& program) {
  const std::string kind = kind_of(v), message = kind == "livelock" ? without_lines(v.found.message) : v.found.message,
                    // An exit is one violation, wherever the program exits: the place is that of its story.
      place = kind == "exit-status" ? std::string() : place_text(v),
                    identity = kind + "\n" + message + "\n" + program + "\n" + place;
  return base::digest(std::span(reinterpret_cast<const uint8_t*>(identity.data()), identity.size()));
}

Baseline Baseline::read(const std::string& file) {
  const std::string where = "--baseline=" + file;
  const auto content = base::whole_file(file);
  if (!content || content->empty()) wrong(where, content ? "it is empty" : std::strerror(errno));
  return parse(*content, where);
}

Baseline Baseline::parse(const std::string& text, const std::string& where) {
  rapidjson::Document d;
  d.Parse(text.c_str(), text.size());
  if (d.HasParseError())
    wrong(where, "no JSON at byte " + std::to_string(d.GetErrorOffset()) + " (" +
                     rapidjson::GetParseError_En(d.GetParseError()) + ")");
  if (!d.IsObject() || !d.HasMember("jmc_baseline") || !d["jmc_baseline"].IsInt() || !d.HasMember("violations") ||
      !d["violations"].IsArray())
    wrong(where, "it has no \"jmc_baseline\" or no list \"violations\"");
  if (d["jmc_baseline"].GetInt() != kSchema)
    wrong(where, "it is of version " + std::to_string(d["jmc_baseline"].GetInt()) + ", this jmc reads version " +
                     std::to_string(kSchema));
  Baseline out;
  for (const auto& v : d["violations"].GetArray()) {
    KnownViolation k;
    for (const auto& [key, to] : {std::pair<const char*, std::string*>{"fingerprint", &k.fingerprint},
                                  {"kind", &k.kind},
                                  {"message", &k.message},
                                  {"program", &k.program},
                                  {"place", &k.place}}) {
      if (!v.IsObject() || !v.HasMember(key) || !v[key].IsString())
        wrong(where, "violation " + std::to_string(out.known_.size() + 1) + " has no text \"" + key + "\"");
      *to = std::string(v[key].GetString(), v[key].GetStringLength());
    }
    if (k.fingerprint.empty())
      wrong(where, "violation " + std::to_string(out.known_.size() + 1) + " has no fingerprint");
    out.known_.push_back(std::move(k));
  }
  return out;
}

bool Baseline::knows(const std::string& fingerprint) const {
  return !fingerprint.empty() && std::any_of(known_.begin(), known_.end(),
                                             [&](const KnownViolation& k) { return k.fingerprint == fingerprint; });
}

std::vector<KnownViolation> Baseline::gone(const std::string& program,
                                           const std::vector<std::string>& fingerprints) const {
  std::vector<KnownViolation> out;
  for (const KnownViolation& k : known_)
    if (k.program == program &&
        std::find(fingerprints.begin(), fingerprints.end(), k.fingerprint) == fingerprints.end())
      out.push_back(k);
  return out;
}

void Baseline::update(const std::string& program, const std::vector<KnownViolation>& found, bool complete) {
  if (complete) std::erase_if(known_, [&](const KnownViolation& k) { return k.program == program; });
  for (const KnownViolation& k : found)
    if (!k.fingerprint.empty() && !knows(k.fingerprint)) known_.push_back(k);
}

std::string Baseline::json() const {
  std::vector<KnownViolation> sorted = known_;
  std::sort(sorted.begin(), sorted.end(), [](const KnownViolation& a, const KnownViolation& b) {
    return std::tie(a.program, a.kind, a.message, a.fingerprint) <
           std::tie(b.program, b.kind, b.message, b.fingerprint);
  });
  Sink sink;
  Json j(sink);
  j.open();
  j.number("jmc_baseline", kSchema);
  j.objects("violations", sorted, [&](const KnownViolation& k) {
    j.text("fingerprint", k.fingerprint);
    j.text("kind", k.kind);
    j.text("message", k.message);
    j.text("program", k.program);
    j.text("place", k.place);
  });
  j.close();
  sink.Put('\n');
  return sink.take();
}

void update_baseline(const std::string& file, const std::function<void(Baseline&)>& update) {
  const LockedFile locked("--write-baseline", file);
  const std::string text = locked.content();
  Baseline baseline;
  if (!text.empty()) baseline = Baseline::parse(text, "--write-baseline=" + file);
  update(baseline);
  locked.replace(baseline.json());
}

std::string left_out_text(size_t violations, const std::string& file) {
  return no_story_text(violations) + "--write-baseline=" + file + " leaves such ones out";
}

void apply(const Baseline& baseline, const std::string& file, Result& r) {
  HeldAgainst held{file, 0, {}};
  std::vector<std::string> found;
  for (ReportedViolation& v : r.violations) {
    found.push_back(fingerprint(v, r.program));
    v.known = baseline.knows(found.back());
    held.known += v.known;
  }
  if (!r.untold.empty())
    r.warnings.push_back(no_story_text(r.untold.size()) + "with --baseline=" + file + " such ones count as new");
  // What a search that was given up did not find may still be there, or be among what has no story.
  if (r.complete && r.untold.empty())
    for (const KnownViolation& k : baseline.gone(r.program, found)) {
      held.gone.push_back(k.message + " (" + k.kind + ")");
      r.notes.push_back("known, and not found any more: " + held.gone.back());
    }
  r.baseline = std::move(held);
}

void write_baseline(const std::string& file, Result& r) {
  if (!r.untold.empty()) r.warnings.push_back(left_out_text(r.untold.size(), file));
  std::vector<KnownViolation> found;
  for (const ReportedViolation& v : r.violations)
    found.push_back({fingerprint(v, r.program), kind_of(v), v.found.message, r.program, place_text(v)});
  update_baseline(file, [&](Baseline& b) { b.update(r.program, found, r.complete && r.untold.empty()); });
}

}  // namespace jmc::check
