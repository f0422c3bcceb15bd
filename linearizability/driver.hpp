// The classes that run programs of one class: main() makes the object and runs the program that its arguments name, so
// that one virtual machine that has these classes linked and translated can run any number of programs.
//
//   args[0], args[1], ...: the calls of each thread, a character per call (its number in calls()); null: no more
//   threads. args[1] null: main makes the calls of args[0] itself, one after the other, on an object of the
//   specification if there is one.
//
// What an execution did is read from the heap: Main.results (Object[thread][call], null: not returned yet; after those
// of the threads, those of last()), Main.seen (int[thread][call * threads + other]); after a sequential execution
// Main.last and Main.object. Main.results is null until the object is made; in a sequential execution Main.made is 0.
//
// A specification is called by the methods of kSpecification. Before each call, its static `choice` is set from
// args[kChoices], a character per call: which of the admitted results the call has. Its static `admitted` then says how
// many there are; kOneResult: no choice was looked at, the method has one result; kAsking: the specification has not
// said it yet. With none, the call waits, and so do those after it: the last of a sequence is the one to ask about.
// There, a character may also be the number of a set of calls, or of a call's beginning or return, which come behind
// those of calls (Sequential::joint, Sequential::ends); what a beginning has returned is in the static array `begun`.
//
// Where args[kTogether] is not empty, it has a character per thread, and the threads choose what they call
// (linearizability/choices.hpp): Main.choose(), a native method, has an alternative per call that may come, and returns
// the number of the call; -1: no more calls. Main.begun(call) and Main.took(call, result), native methods as well, tell
// Engine::prove() what happens; nothing is kept of the calls. Nothing tells these threads apart. The calls of last()
// are told as those of main.
//
// Where results do not count (Record::Nothing), Main.ended() is called after each call, a native method, and
// args[kRepeats] has a character per thread, kOnce or kRepeated: one that is repeated calls Main.again() after its last
// call, another native method, and begins with the first one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "linearizability/explain.hpp"
#include "linearizability/subject.hpp"

namespace jmc::classfile {
class ClassWriter;
class CodeWriter;
}  // namespace jmc::classfile

namespace jmc::linearizability {

inline constexpr size_t kMostThreads = 8;

// What is kept of the calls. Order: also which calls had ended when a call began: before each call a thread reads the
// counter of every other thread into `seen`, and counts its own up after each.
enum class Record : uint8_t { Results, Order, Nothing };
// What the notion needs to know.
inline Record record_of(Notion notion) { return notion == Notion::Outcomes ? Record::Results : Record::Order; }

// Its classes are in the package of the class under test where something of it is not public (Methods::package()).
class Driver {
 public:
  // As the virtual machine knows a class of the driver: kMain, "p/q/LinearizabilityClient".
  std::string placed(const char* name) const { return package_ + name; }
  static constexpr const char* kMain = "LinearizabilityClient";
  static constexpr const char* kThread = "LinearizabilityThread";
  static constexpr const char* kSpecification = "LinearizabilitySpecification";

  static constexpr const char* kChooser = "LinearizabilityChooser";

  static constexpr const char *kChoose = "choose", *kBegun = "begun", *kTook = "took";
  static constexpr const char *kEnded = "ended", *kAgain = "again";
  // Of the method of kMain that makes a call of calls(): its number; -1 for other methods.
  static int call_number(std::string_view method);
  static constexpr size_t kRepeats = kMostThreads + 1, kChoices = kRepeats + 1, kTogether = kChoices + 1,
                          kArguments = kTogether + 1;
  static constexpr char16_t kRepeated = 1, kOnce = 0;
  static constexpr int kOneResult = -1, kAsking = -2;

  // `calls`: those of programs. Throws ProgramError for calls that cannot be made, and those that the specification
  // does not know.
  Driver(const Subject& subject, std::vector<Call> calls, Record record);

  // Those of programs, then those of Subject::last that are not among them.
  const std::vector<Call>& calls() const { return calls_; }
  // Subject::last, as numbers in calls().
  const std::vector<uint16_t>& last() const { return last_; }
  bool specified() const { return !rules_.empty(); }
  // Of the specification: as Sequential has them.
  const std::vector<Sequential::Joint>& joint(const std::vector<uint16_t>& calls) const;
  std::optional<Sequential::Ends> ends(uint32_t thread, uint16_t call) const;
  // Of such a number, or a call's: "put(1) with take()", "sum() (begins)".
  std::string words_of(uint16_t number) const;
  // Which methods of the specification must answer: "sumResults or sumReturns".
  std::string asked_by(uint16_t number) const;
  // What the main thread does first, in words: "the constructor Ring(2)", "--initial=put(1,1); size()".
  std::string preparation() const;
  // Class files by name, and the text that their line numbers refer to: line n+1 is call n.
  std::vector<std::pair<std::string, std::vector<uint8_t>>> classes() const;
  std::string source() const;

 private:
  // A class and how its object is made.
  struct Callee {
    std::string type;                    // internal name
    bool interface = false;              // of the type
    std::string factory_owner, factory;  // empty: a constructor
    bool of_interface = false;           // the factory
    Call constructor;
    std::string descriptor;  // of the constructor or the factory
    std::string object() const { return "L" + type + ";"; }
  };
  static Callee callee(const Methods& methods, const Call& constructor);
  void push_new(classfile::CodeWriter& code, const Callee& callee) const;
  // Arguments and call of a method on the object that is on the stack. What is returned: locals with the functions
  // among the arguments that keep what they were given, each with its class.
  using Kept = std::vector<std::pair<int, std::string>>;
  Kept invoke(classfile::CodeWriter& code, const Callee& callee, const std::string& method,
              const std::string& descriptor, const std::vector<Value>& arguments) const;
  Kept push_arguments(classfile::CodeWriter& code, const std::vector<Value>& arguments,
                      const std::string& descriptor) const;
  void note(const Methods& methods, const std::vector<Value>& arguments, const std::string& descriptor);
  void move_to(const Methods& methods);
  std::string function_name(const Value& function, std::string_view descriptor) const;
  const FunctionType& function_type(std::string_view descriptor) const {
    return function_types_.find(descriptor)->second;
  }

  // make(): an object with its initial content; call(): dispatches to a method for each of calls().
  using Described = std::vector<std::pair<Call, std::string>>;  // with descriptors
  void write_make(classfile::ClassWriter& cls, const Callee& callee, const Described& initial) const;
  // `count` methods, of which those from `first_end` on have numbers of 1 << kSlotBits threads each.
  void write_dispatch(classfile::ClassWriter& cls, const Callee& callee, size_t count, size_t first_end) const;
  void write_calls(classfile::ClassWriter& cls) const;
  // driver_specification.cpp
  struct Asked {
    const Specification::Rule& rule;
    const std::vector<Value>& arguments;
    std::vector<bool> nothing;  // of each call that it answers: it returns nothing
  };
  void number_joint(const std::string& specification);
  size_t first_end() const { return calls_.size() + joint_.size(); }
  void write_specification(classfile::ClassWriter& cls) const;
  static void write_slot(classfile::CodeWriter& code, size_t first);
  static void write_never(classfile::CodeWriter& code);
  static void write_text(classfile::ClassWriter& cls);
  void write_beginning(classfile::CodeWriter& code, const Specification::Rule& rule,
                       const std::vector<Value>& arguments) const;
  void write_asked(classfile::CodeWriter& code, const Asked& asked) const;
  void write_choice(classfile::CodeWriter& code, const Asked& asked, std::vector<int> more) const;
  Kept ask(classfile::CodeWriter& code, const std::string& method, const std::string& descriptor,
           const std::vector<Value>& arguments, const std::vector<int>& more) const;
  void write_run(classfile::ClassWriter& thread) const;
  void write_main(classfile::ClassWriter& cls, const std::string& make_thread) const;
  // driver_together.cpp
  classfile::ClassWriter chooser_class(const std::string& source) const;
  void write_together(classfile::CodeWriter& main, int shared, int i, int n, int list) const;
  void write_alone(classfile::CodeWriter& main, int shared, int i, int last) const;
  void write_end(classfile::CodeWriter& main, int shared, int results, int threads) const;
  // Whose methods a sequential execution calls.
  const Callee& judge() const { return specified() ? specification_ : callee_; }

  Callee callee_, specification_;
  std::vector<Call> calls_;
  std::vector<std::string> descriptors_;    // one per call
  std::vector<Specification::Rule> rules_;  // one per call; none: there is no specification
  std::vector<Specification::Joint> joint_;
  std::map<std::vector<uint16_t>, std::vector<Sequential::Joint>> joint_numbers_;  // by calls, sorted
  std::vector<uint16_t> apart_;  // calls that take effect in two moments, sorted
  std::vector<uint16_t> last_;
  Described initial_, specified_initial_;
  std::string invariant_, invariant_descriptor_;
  std::map<std::string, Callee> made_;                               // objects among the arguments, by text
  std::vector<std::pair<Value, std::string>> functions_;             // with the type of their parameter; each a class
  std::map<std::string, FunctionType, std::less<>> function_types_;  // by the type of the parameter
  Record record_;
  std::string package_;  // "p/q/", or empty
  bool package_fixed_ = false;
};

}  // namespace jmc::linearizability
