#include "check/search/machine.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "check/options/advice.hpp"
#include "natives/natives.hpp"
#include "natives/objects/references.hpp"
#include "natives/world/warm_up.hpp"
#include "por/strategy.hpp"
#include "vm/assumptions/assumptions.hpp"
#include "vm/class/modules.hpp"
#include "vm/native.hpp"
#include "vm/thread/late_time_outs.hpp"
#include "vm/thread/leftover.hpp"
#include "vm/visibility/native_audit.hpp"
#include "vm/visibility/representation.hpp"

namespace jmc::check {

// The compiled stubs lie next to jmc in a build, and where the build was told to install them, seen from jmc
// (JMC_STUBS), when it is installed.
std::string stubs_directory() {
  std::error_code error;
  const std::filesystem::path exe = std::filesystem::canonical("/proc/self/exe", error);
  if (error) throw classfile::PathError("/proc/self/exe: " + error.message() + ", expected a link to jmc");
  const std::filesystem::path built = exe.parent_path() / "jdk-stubs",
                              installed = (exe.parent_path() / JMC_STUBS).lexically_normal();
  for (const auto& candidate : {built, installed})
    if (std::filesystem::is_directory(candidate / "java", error)) return candidate.string();
  throw classfile::PathError("jmc is not installed completely: found no compiled stubs, expected them in " +
                             built.string() + " or " + installed.string());
}

classfile::Jdk open_jdk(const std::string& home) {
  try {
    return classfile::open_jdk(home);
  } catch (const classfile::PathError& e) {
    const std::string meant = home.empty() ? "" : jdk_meant_by(home);
    const std::string what = e.what();
    if (meant.empty() && !home.empty() && what.find(": found no JDK here") != std::string::npos)
      throw classfile::PathError("--jdk=" + what);
    if (meant.empty()) throw;
    throw classfile::PathError("--jdk=" + home + ": found no JDK here, expected its folder: --jdk=" + meant);
  }
}

namespace {

// Whether a search asks what the locations of other states are called in the present one (Vm::keep_orders).
bool uses_locations_of_other_states(const por::SearchOptions& s) {
  if (!s.bounds.empty() && s.match_states) return true;
  return por::strategy_of(s).renames;
}

}  // namespace

Machine::Machine(const Configuration& c, const std::vector<std::string>& class_path, const std::string& main,
                 std::vector<std::string>* skipped)
    : options(c.vm) {
  options.exact_states = c.search.exact_states;
  for (std::vector<std::string> without;;) try {
      boot(c, class_path, main, without, without.empty() ? skipped : nullptr);
      return;
    } catch (const natives::WarmUpFailed& e) {
      // As without --warm-up, and the answer says so: a JDK without java.logging, say.
      without.push_back(e.part);
      warnings.push_back("--warm-up: " + e.part + ": " + e.what() + "; its first use is where the program comes to it");
    }
}

void Machine::boot(const Configuration& c, const std::vector<std::string>& class_path, const std::string& main,
                   const std::vector<std::string>& cold, std::vector<std::string>* skipped) {
  classfile::Jdk jdk = open_jdk(c.jdk);
  classfile::ClassPath stubs, user;
  stubs.add(classfile::open_directory(stubs_directory()));
  for (const std::string& e : class_path) {
    std::string_view rest = e;
    // Before all else, and under a name that is the same in each run.
    if (const std::string& made = c.sources.classes; !made.empty() && rest.starts_with(made)) {
      user.add(open_compiled(c.sources));
      rest.remove_prefix(std::min(made.size() + 1, rest.size()));
      if (rest.empty()) continue;
    }
    user.add_list(rest, jdk.release, &e == &class_path.back() ? skipped : nullptr);
  }
  if (!options.visible.empty())
    options.representation = vm::ClassPatterns(vm::representation_classes(options.visible, main, user, jdk.boot));
  warmed_up.clear();
  if (c.warm_up) {
    // Who runs others (JUnit's launcher) is told their names.
    std::vector<std::string> roots{main};
    for (std::string word : c.arguments) {
      std::replace(word.begin(), word.end(), '.', '/');
      roots.push_back(word.substr(0, word.find('#')));
    }
    warmed_up = natives::parts_to_warm_up(roots, user, options);
    for (const std::string& part : cold) std::erase(warmed_up, part);
  }
  vm = std::make_unique<vm::Vm>(options, std::move(jdk), std::move(stubs), std::move(user));
  natives::register_all(*vm);
  if (c.collect_references) natives::register_weak_references(*vm);
  vm->boot();
  std::vector<std::string> unknown = vm::facility<vm::Modules>(*vm).set_options(c.modules);
  if (cold.empty()) warnings = std::move(unknown);
  natives::boot_jdk(*vm, warmed_up);
  vm::facility<vm::LateTimeOuts>(*vm).on = c.late_time_outs;
  // For those who work on natives (docs/development.md); no option, since it says nothing about a program.
  if (const char* audit = std::getenv("JMC_AUDIT"); audit && *audit)
    vm::facility<vm::NativeAudit>(*vm).begin(audit == std::string_view("list") ? vm::NativeAudit::Answer::List
                                                                               : vm::NativeAudit::Answer::Stop);
}

Machine::~Machine() = default;

void describe(const Machine& machine, Result& result) {
  result.booted = true;
  result.jdk_version = machine.vm->jdk.version;
  result.jdk_vendor = machine.vm->jdk.vendor;
  result.jdk_home = machine.vm->jdk.home;
  result.representation = machine.options.representation.names();
  result.warmed_up = machine.warmed_up;
  result.warnings.insert(result.warnings.end(), machine.warnings.begin(), machine.warnings.end());
  result.atomic_locks = machine.vm->atomic_locks();
}

std::vector<std::string> notes_of(const Configuration& c, const Machine* machine) {
  std::vector<std::string> out = c.notes;
  const uint32_t idle = machine && machine->vm ? vm::facility<vm::Leftover>(*machine->vm).most : 0;
  if (idle)
    out.push_back(std::to_string(idle) + (idle == 1 ? " idle thread was" : " idle threads were") +
                  " left: the pool is never shut down");
  return out;
}

void Machine::make_system(const Configuration& c) {
  system = std::make_unique<vm::JvmSystem>(*vm);
  system->seal(c.seals);
  system->prefer(c.preferred);
  vm->keep_orders(uses_locations_of_other_states(c.search));
}

void prepare(vm::Vm& vm, const Configuration& c) {
  vm::begin_assumptions(vm, por::strategy_of(c.search).full, c.assume_nothing);
  // Late ones go by deadlines from the first step on: a violation of a round that has yet to find out would be none.
  if (c.late_time_outs) vm.rules.foresee(vm::kSharedClock);
}

void prepare_to_search(vm::Vm& vm, const Configuration& c) {
  prepare(vm, c);
  if (c.collects_accesses()) vm.races.watch(vm::Races::Watch::Collect);
  vm.races.witness(c.races == RaceHandling::Report);
  vm.met = 0;  // booting is none of the program's doing
}

}  // namespace jmc::check
