#include "check/search/checkpoint.hpp"

#include <algorithm>

#include "base/digest.hpp"
#include "base/number.hpp"
#include "base/whole_file.hpp"
#include "check/answers/version.hpp"
#include "check/answers/witness.hpp"
#include "listeners/text.hpp"
#include "por/support.hpp"

namespace jmc::check {

namespace {

constexpr std::string_view kCheckpointMagic = "jmc checkpoint 1\n";
constexpr double kPreset = 60;  // seconds
// A file is written for at most a fifth of the time.
constexpr int kShare = 4;

std::string external(std::string name) {
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

double seconds(std::chrono::steady_clock::duration d) { return std::chrono::duration<double>(d).count(); }

// An archive is read by the build that wrote it. Two builds of one commit may differ, too.
std::string build() {
  const std::string bytes = base::whole_file("/proc/self/exe").value_or("");  // without /proc the version has to do
  return base::digest({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
}

}  // namespace

void choose_checkpoint(const CommandLine& line, Configuration& o) {
  if (line.command != Command::Check) return;
  const bool keep = line.has("checkpoint"), resume = line.has("resume");
  if (!keep && !resume) return;
  o.checkpoint_seconds = kPreset;
  if (resume) o.resume = o.checkpoint = line.text("resume");
  if (keep) {
    o.checkpoint = line.text("checkpoint");
    const size_t colon = o.checkpoint.rfind(':');
    if (colon != std::string::npos) {
      const double given = base::number_of<double>(std::string_view(o.checkpoint).substr(colon + 1)).value_or(0);
      if (!(given > 0) || given > 1e9)
        throw UsageError("--checkpoint=" + o.checkpoint + ": expected FILE, or FILE:SECONDS");
      o.checkpoint_seconds = given;
      o.checkpoint.resize(colon);
    }
  }
  const std::string name = keep ? "--checkpoint" : "--resume";
  if (o.checkpoint.empty() || (resume && o.resume.empty())) throw UsageError(name + ": expected a file");
  if (line.has("portfolio") || line.has("member"))
    throw UsageError(name + ": a portfolio is several searches; expected no --portfolio");
  if (const std::string reason = por::refusal(por::Purpose::Checkpoints, o.search); !reason.empty())
    throw UsageError(name + ": " + reason);
}

Checkpoint::Checkpoint(const Configuration& configuration, const Machine& machine, Clock::time_point start)
    : c_(configuration), vm_(*machine.vm), start_(start), file_(configuration.checkpoint) {
  key_ = {{"jmc", version_and_commit()},
          {"build of jmc", build()},
          {"JDK", vm_.jdk.version + " (" + vm_.jdk.vendor + ")"},
          {"program", configuration.program}};
  // Classes that were not loaded then decide on these, too.
  for (const std::string& part : machine.warmed_up) key_.emplace_back("first use before main", part);
  for (const std::string& argument : configuration.arguments) key_.emplace_back("argument of the program", argument);
  for (const Setting& s : configuration.settings)
    if (s.option->effect == Effect::Told || s.option->effect == Effect::Explored)
      key_.emplace_back("--" + std::string(s.option->name), s.value);
  next_ = Clock::now() +
          std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(configuration.checkpoint_seconds));
}

std::unique_ptr<Checkpoint> Checkpoint::make(const Configuration& c, const Machine& machine, Clock::time_point start) {
  if (c.checkpoint.empty()) return nullptr;
  std::unique_ptr<Checkpoint> out(new Checkpoint(c, machine, start));
  if (!c.resume.empty()) out->resume();
  return out;
}

void Checkpoint::refuse(const std::string& why) const { throw UsageError("--resume=" + c_.resume + ": " + why); }

void Checkpoint::resume() {
  try {
    earlier_ = std::make_unique<base::SealedFileReader>(c_.resume);
    base::Loader& a = loader_.emplace(earlier_->content());
    const std::span<const char> magic = a.view(kCheckpointMagic.size());
    if (!std::equal(magic.begin(), magic.end(), kCheckpointMagic.begin()))
      refuse("is no checkpoint of this version of jmc; expected a file that --checkpoint has written");
    Key key;
    std::map<std::string, std::string> classes;
    a(key, classes);
    compare(key, classes);
    a(seconds_before_, over_, open_listeners_);
    earlier_over_ = over_.size();
    rest_ = a.rest();
  } catch (const base::ArchiveError& e) {
    refuse(std::string(e.what()) + "; expected a file that --checkpoint has written");
  }
}

// The build is looked at last: of two versions the names say more.
void Checkpoint::compare(const Key& key, const std::map<std::string, std::string>& classes) const {
  const auto shown = [](const std::string& text) {
    return text.empty() ? "nothing" : text.size() > 80 || text.find('\n') != std::string::npos ? "another" : text;
  };
  for (size_t i = 0; i < std::max(key.size(), key_.size()); ++i) {
    const bool both = i < key.size() && i < key_.size();
    if (both && key[i] == key_[i]) continue;
    const std::string name = i < key_.size() ? key_[i].first : key[i].first;
    if (name == "build of jmc") refuse("was made by another build of jmc; expected the same, or a new file");
    if (both && key[i].first == name && shown(key[i].second) != "another" && shown(key_[i].second) != "another")
      refuse("was made with another " + name + ": " + shown(key[i].second) + ", now " + shown(key_[i].second) +
             "; expected the same, or a new file");
    refuse("was made with another " + name + "; expected the same, or a new file");
  }
  for (const auto& [name, digest] : classes) {
    const std::optional<classfile::Bytes> bytes = const_cast<vm::Vm&>(vm_).user.find_class(name);
    if (!bytes)
      refuse("was made with a class " + external(name) +
             " that is not there any more; expected the same class files, or a new file");
    if (base::digest(bytes->data) != digest)
      refuse("was made with another class file of " + external(name) + "; expected the same, or a new file");
  }
}

std::string Checkpoint::listeners() const {
  base::MemorySaver a;
  for (const Listener& l : listeners_) l.save(a);
  return std::move(a.content);
}

por::Checkpoints::Earlier Checkpoint::begin() {
  const size_t number = begun_++;
  if (!earlier_ || number > earlier_over_) return {};
  const bool over = number < earlier_over_;
  base::Loader found(over ? over_[number].listeners : open_listeners_);
  for (const Listener& l : listeners_) l.load(found);
  if (!found.done()) found.fail("there is more than was found");
  if (over) loader_.emplace(over_[number].search);
  else loader_.emplace(rest_);
  return {&*loader_, over};
}

void Checkpoint::save(const Save& search) {
  const Clock::time_point began = Clock::now();
  try {
    base::SealedFileWriter a(file_);
    a.bytes(kCheckpointMagic.data(), kCheckpointMagic.size());
    a(key_, program_classes(vm_), seconds_before_ + seconds(began - start_), over_, listeners());
    search(a);
    a.finish();
    saved_ = began;
    failure_.clear();
  } catch (const std::runtime_error& e) { failure_ = e.what(); }
  const Clock::time_point now = Clock::now();
  next_ = now + std::max<Clock::duration>(
                    std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(c_.checkpoint_seconds)),
                    kShare * (now - began));
}

void Checkpoint::over(const Save& search) {
  if (begun_ <= over_.size()) return;  // it was over before
  base::MemorySaver a;
  search(a);
  over_.push_back({listeners(), std::move(a.content)});
}

std::string Checkpoint::hint() const {
  if (saved_ == Clock::time_point{}) return {};
  const double ago = seconds(Clock::now() - saved_);
  return "the search is kept in " + file_ + (ago > 1 ? ", as it was " + listeners::seconds_text(ago) + " ago" : "") +
         ": the same command with --resume=" + file_ + " goes on from there";
}

}  // namespace jmc::check
