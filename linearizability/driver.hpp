// The classes that run programs of one class: main() makes the object and runs the program that its arguments name, so
// that one virtual machine that has these classes linked and translated can run any number of programs.
//
//   args[0], args[1], ...: the calls of each thread, a character per call (its number in calls()); null: no more
//   threads. args[1] null: main makes the calls of args[0] itself, one after the other.
//
// What an execution did is read from the heap: Main.results (Object[thread][call], null: not returned yet), Main.seen
// (int[thread][call * threads + other]); after a sequential execution Main.last and Main.object.
//
// Where results do not count (Record::Nothing), Main.ended() is called after each call, a native method, and
// args[kRepeats] has a character per thread, kOnce or kRepeated: one that is repeated calls Main.again() after its last
// call, another native method, and begins with the first one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "linearizability/methods.hpp"

namespace jmc::classfile {
class ClassWriter;
}

namespace jmc::linearizability {

inline constexpr size_t kMostThreads = 8;

// What is kept of the calls. Order: also which calls had ended when a call began: before each call a thread reads the
// counter of every other thread into `seen`, and counts its own up after each.
enum class Record : uint8_t { Results, Order, Nothing };

class Driver {
 public:
  static constexpr const char* kMain = "LinearizabilityClient";
  static constexpr const char* kThread = "LinearizabilityThread";

  static constexpr const char *kEnded = "ended", *kAgain = "again";
  // Of the method of kMain that makes a call of calls(): its number; -1 for other methods.
  static int call_number(std::string_view method);
  static constexpr size_t kRepeats = kMostThreads + 1;
  static constexpr char16_t kRepeated = 1, kOnce = 0;

  // Throws ProgramError for calls that cannot be made.
  Driver(const Methods& methods, Call constructor, std::vector<Call> calls, Record record);

  const std::vector<Call>& calls() const { return calls_; }
  // Class files by name, and the text that their line numbers refer to: line n+1 is call n.
  std::vector<std::pair<std::string, std::vector<uint8_t>>> classes() const;
  std::string source() const;

 private:
  void write_calls(classfile::ClassWriter& cls, const std::string& object) const;
  void write_run(classfile::ClassWriter& thread, const std::string& object) const;
  void write_main(classfile::ClassWriter& cls, const std::string& object, const std::string& make_thread) const;

  std::string class_name_, factory_owner_, factory_, constructor_descriptor_;
  bool interface_;
  Call constructor_;
  std::vector<Call> calls_;
  std::vector<std::string> descriptors_;  // one per call
  Record record_;
};

}  // namespace jmc::linearizability
