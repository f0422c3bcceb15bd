// Everything that one check runs on: a virtual machine of an installed JDK with its natives, as a system of
// transitions. Two machines know nothing of each other.
//
// Ownership: a Machine has its own copy of the options of the virtual machine. What a check changes while it runs (who
// may stop it, what it knows besides the list of the user) it changes there, never in a Configuration.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/answers/result.hpp"
#include "check/options/configuration.hpp"
#include "vm/jvm_system.hpp"

namespace jmc::check {

// Where the compiled stand-ins for classes of the JDK are: next to jmc in a build, under share/ when it is installed.
// Throws PathError.
std::string stubs_directory();

// The JDK of --jdk. Throws PathError; who names a program of the JDK is told its folder.
classfile::Jdk open_jdk(const std::string& home);

class Machine {
 public:
  // A JVM that is ready to load the classes of a program. `class_path`: elements of ':'-separated lists. `main`:
  // internal name of the class whose own classes the visible list may speak of. `skipped`: what the last element names
  // and there is not, in words. Throws PathError, FormatError or Unsupported.
  Machine(const Configuration& configuration, const std::vector<std::string>& class_path, const std::string& main,
          std::vector<std::string>* skipped = nullptr);
  ~Machine();
  Machine(const Machine&) = delete;
  // After the main class has been given to the Vm.
  void make_system(const Configuration& configuration);

  vm::VmOptions options;
  std::vector<std::string> warmed_up;  // parts of the JDK that were used before main (natives/world/warm_up.hpp)
  std::unique_ptr<vm::Vm> vm;
  std::unique_ptr<vm::JvmSystem> system;
  std::vector<std::string> warnings;        // for who reads the report
  const std::atomic<bool>* late = nullptr;  // what an Unstoppable looks at, if there is something

 private:
  // `cold`: parts that are not to be warmed up.
  void boot(const Configuration& configuration, const std::vector<std::string>& class_path, const std::string& main,
            const std::vector<std::string>& cold, std::vector<std::string>* skipped);
};

// What reports say of a machine that has booted: its JDK, what the visible list means, what was taken for granted.
void describe(const Machine& machine, Result& result);

// What is told beside the answer: of the command line, and of what was met. The machine may be null.
std::vector<std::string> notes_of(const Configuration& configuration, const Machine* machine);

// While it lives, a machine does not look at the flag that may stop it, since a replay is short, and half of one is
// worth nothing; but at Machine::late, which says that it was not short.
class Unstoppable {
 public:
  explicit Unstoppable(Machine& machine)
      : machine_(machine), stop_(std::exchange(machine.options.stop, machine.late)) {}
  ~Unstoppable() { machine_.options.stop = stop_; }
  Unstoppable(const Unstoppable&) = delete;

 private:
  Machine& machine_;
  const std::atomic<bool>* stop_;
};

// What a machine takes for granted from the start, before JvmSystem::start().
void prepare(vm::Vm& vm, const Configuration& configuration);
// Likewise, and what a search watches beside.
void prepare_to_search(vm::Vm& vm, const Configuration& configuration);

}  // namespace jmc::check
