#include "check/clients/run_clients.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>

#include "check/portfolio/process_queue.hpp"

namespace jmc::check {

namespace {

using Clock = std::chrono::steady_clock;

constexpr uint64_t kLeastMemory = uint64_t{64} << 20;

// "all.Client.witness.json" for the reports in all.json; the name of a file is made of the client's last part.
std::string witness_name(const std::string& whole, const std::string& program, std::set<std::string>& taken) {
  std::filesystem::path path(whole);
  std::string stem = path.stem().string(), ending = path.extension().string();
  if (stem.ends_with(".witness")) stem.resize(stem.size() - 8), ending = ".witness" + ending;
  std::string client = program.substr(program.rfind('.') + 1);
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

class Runner {
 public:
  Runner(const Configuration& c, const Stop& stop, Progress& progress) : c_(c), stop_(stop), progress_(progress) {
    for (const Output& o : c.outputs) {
      if (o.format == "witness") witness_ = &o;
      if (o.format == "sarif" || o.format == "witness" || o.format == "html") reports_.push_back(o.format);
    }
  }

  void go(ClientsRun& run) {
    std::optional<Baseline> known;
    if (!c_.baseline.empty()) known = Baseline::read(c_.baseline), run.baseline = c_.baseline;
    for (Client& client : clients_of(c_)) {
      ClientResult r;
      r.client = std::move(client);
      run.results.push_back(std::move(r));
    }
    ProcessQueue(c_.jobs, c_.width, stop_)
        .run(
            run.results.size(), [&](size_t i) { return job(run.results[i], run.results.size()); },
            [&](size_t i, MemberResult& found) { run.results[i].found = std::move(found); },
            [&](const std::vector<size_t>& at_work) { show(run, at_work); });
    progress_.clear();
    std::set<std::string> taken;
    for (ClientResult& r : run.results) {
      hold_against(known, r);
      keep_witness(r, taken);
    }
    if (!c_.write_baseline.empty()) write_known(run);
  }

 private:
  ProcessQueue::Job job(ClientResult& r, size_t clients) const {
    r.run = true;
    ProcessQueue::Job job{r.client.words, r.client.time_limit, reports_};
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
    job.arguments.insert(job.arguments.begin() + 1, own.begin(), own.end());
    return job;
  }

  void hold_against(const std::optional<Baseline>& known, ClientResult& r) const {
    r.program = r.found.main_class.empty() ? r.client.name : r.found.main_class;
    if (!known || !r.found.reported) return;
    std::vector<std::string> fingerprints;
    for (const MemberFinding& f : r.found.found) {
      fingerprints.push_back(f.fingerprint);
      r.known_ones.push_back(known->knows(f.fingerprint));
      r.known += r.known_ones.back();
    }
    if (!r.found.complete) return;
    for (const KnownViolation& k : known->gone(r.program, fingerprints))
      r.gone.push_back(k.message + " (" + k.kind + ")");
  }

  void keep_witness(ClientResult& r, std::set<std::string>& taken) const {
    if (!witness_ || !r.found.reported || r.found.found.empty()) return;
    const auto file = r.found.reports.find("witness");
    if (file == r.found.reports.end() || !file->second->size()) return;
    const std::string name = witness_name(witness_->file, r.program, taken);
    if (copy(*file->second, name)) r.witness = name;
    else r.found.text += "\nnote: the witness could not be written to " + name + ": " + std::strerror(errno) + "\n";
  }

  void write_known(const ClientsRun& run) const {
    Baseline all;
    std::error_code none;
    if (std::filesystem::file_size(c_.write_baseline, none) > 0 && !none) all = Baseline::read(c_.write_baseline);
    // A class can be there several times, with other arguments: what one of them did not find another one may have.
    std::set<std::string> programs;
    for (const ClientResult& r : run.results) programs.insert(r.program);
    for (const std::string& program : programs) {
      std::vector<KnownViolation> found;
      bool complete = true;
      for (const ClientResult& r : run.results) {
        if (r.program != program) continue;
        complete &= r.found.reported && r.found.complete;
        for (const MemberFinding& f : r.found.found)
          found.push_back({f.fingerprint, f.kind, f.message, program, f.place});
      }
      all.update(program, found, complete);
    }
    if (!all.write(c_.write_baseline))
      throw UsageError("--write-baseline=" + c_.write_baseline + ": " + std::strerror(errno) +
                       "; expected a file that can be written");
  }

  void show(const ClientsRun& run, const std::vector<size_t>& at_work) {
    if (!progress_.due()) return;
    size_t done = 0;
    for (const ClientResult& r : run.results) done += r.run;
    std::string line = std::to_string(done - at_work.size()) + " of " + std::to_string(run.results.size()) + " clients";
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
  if (!run) return Verdict::Inconclusive;
  return found.reported ? found.verdict : Verdict::Error;
}

bool ClientResult::all_known() const { return !found.found.empty() && known == found.found.size(); }

std::string ClientResult::headline() const {
  if (!run) return "not run: jmc was stopped";
  if (!found.reported) return found.reason;
  return found.text.substr(0, found.text.find('\n'));
}

Verdict verdict_of(const ClientsRun& run) {
  const auto any = [&](Verdict v) {
    return std::any_of(run.results.begin(), run.results.end(), [&](const ClientResult& r) { return r.verdict() == v; });
  };
  if (any(Verdict::Violated)) return Verdict::Violated;
  if (!run.error.empty() || run.results.empty() || any(Verdict::Error)) return Verdict::Error;
  return any(Verdict::Inconclusive) ? Verdict::Inconclusive : Verdict::Verified;
}

int exit_code(const ClientsRun& run) {
  if (!run.error.empty()) return exit_code(Verdict::Error);
  ClientsRun left;
  bool given_up = false;  // what is known was found, but there may be more
  for (const ClientResult& r : run.results) {
    if (!r.all_known()) left.results.push_back(r);
    else given_up |= !r.found.complete;
  }
  const Verdict verdict = left.results.empty() && !run.results.empty() ? Verdict::Verified : verdict_of(left);
  return exit_code(verdict == Verdict::Verified && given_up ? Verdict::Inconclusive : verdict);
}

ClientsRun run_clients(const Configuration& configuration, const Stop& stop, Clock::time_point start,
                       Progress& progress) {
  ClientsRun run;
  try {
    Runner(configuration, stop, progress).go(run);
  } catch (const std::exception& e) { run.error = e.what(); }
  run.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return run;
}

}  // namespace jmc::check
