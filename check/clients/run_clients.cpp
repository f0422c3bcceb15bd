#include "check/clients/run_clients.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>

#include "check/jobs/queue.hpp"

namespace jmc::check {

namespace {

using Clock = std::chrono::steady_clock;

constexpr uint64_t kLeastMemory = uint64_t{64} << 20;

// "all.Client.witness.json" for the reports in all.json; the name of a file is made of the client's last part, or of
// class and method of a test.
std::string witness_name(const std::string& whole, const ClientResult& of, std::set<std::string>& taken) {
  std::filesystem::path path(whole);
  std::string stem = path.stem().string(), ending = path.extension().string();
  if (stem.ends_with(".witness")) stem.resize(stem.size() - 8), ending = ".witness" + ending;
  size_t begin = of.program.rfind('.');
  if (!of.client.program.empty() && begin != std::string::npos && begin) begin = of.program.rfind('.', begin - 1);
  std::string client = of.program.substr(begin + 1);
  for (char& c : client)
    if (c == '/' || c == '\0') c = '_';
  for (size_t n = 1;; ++n) {
    const std::string name = stem + "." + client + (n > 1 ? "-" + std::to_string(n) : "") + ending;
    if (taken.insert(name).second) return (path.parent_path() / name).string();
  }
}

bool copy(const TemporaryFile& from, const std::string& to) {
  std::FILE* f = std::fopen(to.c_str(), "w");
  if (!f) return false;
  char buffer[1 << 16];
  bool good = true;
  for (uint64_t at = 0; const size_t n = from.read(at, buffer, sizeof buffer); at += n)
    good &= std::fwrite(buffer, 1, n, f) == n;
  return std::fclose(f) == 0 && good;
}

// What all clients of one program have found. A class can be there several times, with other arguments: what one of
// them did not find another one may have.
struct ProgramFindings {
  std::vector<KnownViolation> found;  // those with a fingerprint
  size_t untold = 0;                  // the others
  bool complete = true;               // there is no more
  ClientResult* first = nullptr;
};

// "A" of a/b/A.class, p.A and p.Outer$A.
std::string last_name(std::string name) {
  constexpr std::string_view kEnding = ".class";
  if (name.ends_with(kEnding)) name.resize(name.size() - kEnding.size());
  return name.substr(name.find_last_of("/.$") + 1);
}

// Whether a client that has not said which program it is can be this one.
bool may_be(const ClientResult& r, const std::string& program) {
  const auto begin = std::find(r.client.words.begin(), r.client.words.end(), "--");
  if (begin == r.client.words.end() || begin + 1 == r.client.words.end()) return true;
  const std::string& word = begin[1];
  return word.ends_with(".jar") || word.ends_with(".java") || last_name(word) == last_name(program);
}

std::map<std::string, ProgramFindings> by_program(ClientsRun& run) {
  std::map<std::string, ProgramFindings> out;
  for (ClientResult& r : run.results) {
    if (r.found.main_class.empty()) continue;
    ProgramFindings& p = out[r.program];
    if (!p.first) p.first = &r;
    for (const jobs::JobFinding& f : r.found.found) {
      if (f.fingerprint.empty()) ++p.untold;
      else p.found.push_back({f.fingerprint, f.kind, f.message, r.program, f.place});
    }
    p.complete &= r.found.reported && r.found.complete;
  }
  for (auto& [program, p] : out) {
    p.complete &= p.untold == 0;
    for (const ClientResult& r : run.results)
      if (r.found.main_class.empty() && r.client.program.empty() && may_be(r, program)) p.complete = false;
  }
  return out;
}

class Runner {
 public:
  Runner(const Configuration& c, const Stop& stop, Progress& progress) : c_(c), stop_(stop), progress_(progress) {
    for (const Output& o : c.outputs) {
      if (o.format == "witness") witness_ = &o;
      if (o.format == "sarif" || o.format == "witness" || o.format == "html") reports_.push_back(o.format);
    }
  }

  void go(ClientsRun& run, const std::function<void(ClientResult&)>& judge) {
    std::optional<Baseline> known;
    if (!c_.baseline.empty()) known = Baseline::read(c_.baseline), run.baseline = c_.baseline;
    jobs::run_queue(c_.jobs, run.results.size(), stop_,
                    {.order = [&](size_t i) { return order(run.results[i], run.results.size()); },
                     .ended =
                         [&](size_t i, jobs::JobResult& found) {
                           run.results[i].found = std::move(found);
                           if (judge) judge(run.results[i]);
                         },
                     .look = [&](const std::vector<size_t>& at_work) { show(run, at_work); }});
    progress_.clear();
    std::set<std::string> taken;
    for (ClientResult& r : run.results) {
      r.program = !r.client.program.empty()    ? r.client.program
                  : r.found.main_class.empty() ? r.client.name
                                               : r.found.main_class;
      keep_witness(r, taken);
    }
    if (known) hold_against(*known, run);
    if (!c_.write_baseline.empty()) write_known(run);
  }

 private:
  jobs::Order order(ClientResult& r, size_t clients) const {
    r.run = true;
    if (!r.client.not_checked.empty()) return {};
    jobs::Order out{r.client.words, r.client.time_limit, reports_, c_.width};
    // --whole: each is all that is asked about its client, no part of a portfolio.
    std::vector<std::string> own{"--whole"};
    const auto given = [&](const char* name) {
      return std::any_of(r.client.words.begin(), r.client.words.end(),
                         [&](const std::string& w) { return w.starts_with(std::string("--") + name); });
    };
    const uint64_t at_a_time = std::min<uint64_t>(c_.jobs, clients);
    if (!given("memory-limit=") && c_.search.memory_limit_bytes && at_a_time > 1)
      own.push_back("--memory-limit=" +
                    std::to_string(std::max(kLeastMemory, c_.search.memory_limit_bytes / at_a_time)));
    if (c_.github) own.push_back("--github");
    if ((!c_.baseline.empty() || !c_.write_baseline.empty()) &&
        std::find(r.client.words.begin(), r.client.words.end(), "--keep-going") == r.client.words.end())
      own.push_back("--keep-going");
    out.arguments.insert(out.arguments.begin() + 1, own.begin(), own.end());
    return out;
  }

  static void hold_against(const Baseline& known, ClientsRun& run) {
    for (ClientResult& r : run.results)
      for (const jobs::JobFinding& f : r.found.found) {
        r.known_ones.push_back(known.knows(f.fingerprint));
        r.known += r.known_ones.back();
      }
    for (const auto& [program, p] : by_program(run)) {
      if (!p.complete) continue;
      std::vector<std::string> fingerprints;
      for (const KnownViolation& k : p.found) fingerprints.push_back(k.fingerprint);
      for (const KnownViolation& k : known.gone(program, fingerprints))
        p.first->gone.push_back(k.message + " (" + k.kind + ")");
    }
  }

  void keep_witness(ClientResult& r, std::set<std::string>& taken) const {
    if (!witness_ || !r.found.reported || r.found.found.empty()) return;
    const auto file = r.found.reports.find("witness");
    if (file == r.found.reports.end() || !file->second->size()) return;
    const std::string name = witness_name(witness_->file, r, taken);
    if (copy(*file->second, name)) {
      r.witness = name;
      return;
    }
    const std::string why = std::strerror(errno), annotations = take_annotations(r.found.text);
    r.found.text += "\nnote: the witness could not be written to " + name + ": " + why + "\n" + annotations;
  }

  void write_known(ClientsRun& run) const {
    size_t untold = 0;
    try {
      update_baseline(c_.write_baseline, [&](Baseline& all) {
        for (const auto& [program, p] : by_program(run)) {
          all.update(program, p.found, p.complete);
          untold += p.untold;
        }
      });
    } catch (const UsageError& e) {
      run.warnings.push_back(e.what());
      run.kept = false;
    }
    if (untold) run.warnings.push_back(left_out_text(untold, c_.write_baseline));
  }

  void show(const ClientsRun& run, const std::vector<size_t>& at_work) {
    if (!progress_.due()) return;
    size_t done = 0;
    for (const ClientResult& r : run.results) done += r.run;
    std::string line =
        std::to_string(done - at_work.size()) + " of " + std::to_string(run.results.size()) + " " + run.what + "s";
    if (!at_work.empty()) line += ", " + run.results[at_work.front()].client.name;
    progress_.line(line);
  }

  const Configuration& c_;
  const Stop& stop_;
  Progress& progress_;
  const Output* witness_ = nullptr;
  std::vector<std::string> reports_;
};

}  // namespace

Verdict ClientResult::verdict() const {
  if (!run || !client.not_checked.empty()) return Verdict::Inconclusive;
  return found.reported ? found.verdict : Verdict::Error;
}

bool ClientResult::all_known() const { return !found.found.empty() && known == found.found.size(); }

std::string ClientResult::headline() const {
  if (!run) return "not run: jmc was stopped";
  if (!client.not_checked.empty()) return "not checked: " + client.not_checked;
  if (!found.reported) return found.reason;
  return found.text.substr(0, found.text.find('\n'));
}

bool ClientsRun::nothing_checked() const {
  return std::all_of(results.begin(), results.end(), [](const ClientResult& r) { return r.skipped; });
}

Verdict ClientResult::counted() const {
  if (verdict() == Verdict::Accepted) return Verdict::Accepted;
  return found.reported ? verdict_but_known(found.cause, verdict() == Verdict::Violated, all_known()) : verdict();
}

namespace {

Verdict worst(const ClientsRun& run, Verdict (ClientResult::*verdict)() const) {
  const auto any = [&](Verdict v) {
    return std::any_of(run.results.begin(), run.results.end(),
                       [&](const ClientResult& r) { return !r.skipped && (r.*verdict)() == v; });
  };
  if (any(Verdict::Violated)) return Verdict::Violated;
  if (!run.error.empty() || run.results.empty() || any(Verdict::Error)) return Verdict::Error;
  if (any(Verdict::Inconclusive) || run.nothing_checked()) return Verdict::Inconclusive;
  return any(Verdict::Accepted) ? Verdict::Accepted : Verdict::Verified;
}

}  // namespace

Verdict verdict_of(const ClientsRun& run) { return worst(run, &ClientResult::verdict); }

int exit_code(const ClientsRun& run) {
  return exit_code(run.error.empty() && run.kept ? worst(run, &ClientResult::counted) : Verdict::Error);
}

void check_clients(ClientsRun& run, const Configuration& configuration, const Stop& stop, Progress& progress,
                   const std::function<void(ClientResult&)>& judge) {
  Runner(configuration, stop, progress).go(run, judge);
}

ClientsRun run_clients(const Configuration& configuration, const Stop& stop, Clock::time_point start,
                       Progress& progress) {
  ClientsRun run;
  try {
    for (Client& client : clients_of(configuration)) {
      ClientResult r;
      r.client = std::move(client);
      run.results.push_back(std::move(r));
    }
    check_clients(run, configuration, stop, progress, {});
  } catch (const std::exception& e) { run.error = e.what(); }
  run.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return run;
}

}  // namespace jmc::check
