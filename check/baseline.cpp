#include "check/baseline.hpp"

#include <rapidjson/document.h>
#include <rapidjson/error/en.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>

#include "base/digest.hpp"
#include "check/command_line.hpp"
#include "check/report/places.hpp"

namespace jmc::check {

namespace {

constexpr int kSchema = 1;

[[noreturn]] void wrong(const std::string& file, const std::string& what) {
  throw UsageError("--baseline=" + file + ": " + what + "; expected a file that --write-baseline has written");
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

}  // namespace

std::string place_text(const ReportedViolation& v) {
  if (kind_of(v) == "livelock") return {};  // which loops are shown depends on the schedule
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
  return stable(program_frame(v.story.stack));
}

std::string fingerprint(const ReportedViolation& v, const std::string& program) {
  const std::string identity = kind_of(v) + "\n" + v.found.message + "\n" + program + "\n" + place_text(v);
  return base::digest(std::span(reinterpret_cast<const uint8_t*>(identity.data()), identity.size()));
}

Baseline Baseline::read(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream content;
  if (!in || !(content << in.rdbuf())) wrong(file, in ? "it is empty" : std::strerror(errno));
  rapidjson::Document d;
  const std::string text = content.str();
  d.Parse(text.c_str(), text.size());
  if (d.HasParseError())
    wrong(file, "no JSON at byte " + std::to_string(d.GetErrorOffset()) + " (" +
                    rapidjson::GetParseError_En(d.GetParseError()) + ")");
  if (!d.IsObject() || !d.HasMember("jmc_baseline") || !d["jmc_baseline"].IsInt() || !d.HasMember("violations") ||
      !d["violations"].IsArray())
    wrong(file, "it has no \"jmc_baseline\" or no list \"violations\"");
  if (d["jmc_baseline"].GetInt() != kSchema)
    wrong(file, "it is of version " + std::to_string(d["jmc_baseline"].GetInt()) + ", this jmc reads version " +
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
        wrong(file, "violation " + std::to_string(out.known_.size() + 1) + " has no text \"" + key + "\"");
      *to = std::string(v[key].GetString(), v[key].GetStringLength());
    }
    out.known_.push_back(std::move(k));
  }
  return out;
}

bool Baseline::knows(const std::string& fingerprint) const {
  return std::any_of(known_.begin(), known_.end(),
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
    if (!knows(k.fingerprint)) known_.push_back(k);
}

bool Baseline::write(const std::string& file) const {
  std::vector<KnownViolation> sorted = known_;
  std::sort(sorted.begin(), sorted.end(), [](const KnownViolation& a, const KnownViolation& b) {
    return std::tie(a.program, a.kind, a.message, a.fingerprint) <
           std::tie(b.program, b.kind, b.message, b.fingerprint);
  });
  rapidjson::StringBuffer buffer;
  rapidjson::PrettyWriter<rapidjson::StringBuffer> w(buffer);
  w.SetIndent(' ', 1);
  w.StartObject();
  w.Key("jmc_baseline"), w.Int(kSchema);
  w.Key("violations"), w.StartArray();
  for (const KnownViolation& k : sorted) {
    w.StartObject();
    w.Key("fingerprint"), w.String(k.fingerprint.c_str());
    w.Key("kind"), w.String(k.kind.c_str());
    w.Key("message"), w.String(k.message.data(), static_cast<rapidjson::SizeType>(k.message.size()));
    w.Key("program"), w.String(k.program.c_str());
    w.Key("place"), w.String(k.place.c_str());
    w.EndObject();
  }
  w.EndArray();
  w.EndObject();
  std::FILE* f = std::fopen(file.c_str(), "w");
  const bool written =
      f && std::fwrite(buffer.GetString(), 1, buffer.GetSize(), f) == buffer.GetSize() && std::fputc('\n', f) != EOF;
  return f && std::fclose(f) == 0 && written;
}

std::vector<KnownViolation> findings(const Result& r) {
  std::vector<KnownViolation> out;
  for (const ReportedViolation& v : r.violations)
    out.push_back({fingerprint(v, r.program), kind_of(v), v.found.message, r.program, place_text(v)});
  return out;
}

void apply(const Baseline& baseline, const std::string& file, Result& r) {
  HeldAgainst held{file, 0, {}};
  std::vector<std::string> found;
  for (ReportedViolation& v : r.violations) {
    found.push_back(fingerprint(v, r.program));
    v.known = baseline.knows(found.back());
    held.known += v.known;
  }
  // What a search that was given up did not find may still be there.
  if (r.complete)
    for (const KnownViolation& k : baseline.gone(r.program, found)) {
      held.gone.push_back(k.message + " (" + k.kind + ")");
      r.notes.push_back("known, and not found any more: " + held.gone.back());
    }
  r.baseline = std::move(held);
}

void write_baseline(const std::string& file, const Result& r) {
  Baseline baseline;
  if (std::ifstream(file).good() && std::ifstream(file).peek() != EOF) baseline = Baseline::read(file);
  baseline.update(r.program, findings(r), r.complete);
  if (!baseline.write(file))
    throw UsageError("--write-baseline=" + file + ": " + std::strerror(errno) +
                     "; expected a file that can be written");
}

}  // namespace jmc::check
