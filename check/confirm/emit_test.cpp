#include "check/confirm/emit_test.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/split.hpp"
#include "check/answers/baseline.hpp"
#include "check/confirm/confirm.hpp"
#include "check/confirm/java_words.hpp"
#include "check/confirm/schedule.hpp"
#include "listeners/story_text.hpp"
#include "listeners/text.hpp"

namespace jmc::check {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOption = "--emit-test=";
constexpr int kStoryWidth = 110;  // columns
constexpr size_t kDigits = 8;     // of the fingerprint, in the name of the class

// A value in a line of fields that are separated by tabs.
std::string field(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') out += "\\\\";
    else if (c == '\t') out += "\\t";
    else if (c == '\n') out += "\\n";
    else if (c == '\r') out += "\\r";
    else out += c;
  }
  return out;
}

// In a comment for javadoc, where a backslash may begin a character.
std::string in_javadoc(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '&') out += "&amp;";
    else if (c == '\\') out += "&#92;";
    else if (c == '*') out += "&#42;";
    else if (c == '@') out += "&#64;";
    else out += c;
  }
  return out;
}

// Where the test is: in the package of the program, "bank", under a name that it has in every run.
struct TestName {
  std::string package, simple;
  std::string path() const {
    std::string out = package;
    std::replace(out.begin(), out.end(), '.', '/');
    return (out.empty() ? "" : out + "/") + simple;
  }
};

TestName name_of(const ReportedViolation& v, const std::string& program, bool method) {
  TestName out;
  // "bank.AccountTest.transfers": the last word is of a method.
  const size_t last = method ? program.rfind('.') : std::string::npos;
  const size_t dot = program.rfind('.', last == std::string::npos ? last : last - 1);
  if (dot != std::string::npos && dot != last)
    out.package = program.substr(0, dot), out.simple = program.substr(dot + 1);
  else out.simple = program;
  for (char& c : out.simple)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') c = '_';
  out.simple += "_" + fingerprint(v, program).substr(0, kDigits) + "_Test";
  return out;
}

std::string class_text(const TestName& name, const ReportedViolation& v, const Witness& witness) {
  std::string out = name.package.empty() ? "" : "package " + name.package + ";\n\n";
  out += "import jmc.junit.ForcedSchedule;\nimport org.junit.jupiter.api.Test;\n\n/**\n";
  const std::string paragraphs[] = {
      in_javadoc(listeners::one_line(v.found.message)) + " (" + kind_of(v) + "): found by jmc with JDK " +
          in_javadoc(witness.jdk_version) + ".",
      "<p>A JVM is made to follow the schedule in the resource " + name.simple +
          ".schedule, where the story is, too. The test fails if the same happens. It passes where it does not, and "
          "says where the JVM has left the schedule.",
      "<p>On the class path: the classes of the program, jmc-junit, JUnit. libjmc-force.so is looked for in the system "
      "property jmc.force.agent, the variable JMC_FORCE_AGENT, and beside jmc (JMC_HOME, jmc-native, PATH)."};
  for (const std::string& paragraph : paragraphs) {
    if (&paragraph != paragraphs) out += " *\n";
    for (const std::string& line : listeners::wrapped(paragraph, kStoryWidth)) out += " * " + line + "\n";
  }
  return out + " */\nclass " + name.simple + " {\n  @Test\n  void doesNotHappenAgain() {\n    ForcedSchedule.run(" +
         name.simple + ".class, \"" + name.simple + ".schedule\");\n  }\n}\n";
}

std::string section(const char* holds, const ForcedSchedule& schedule) {
  std::string out = "schedule\t" + std::string(holds) + "\n";
  for (const auto& [step, place] : schedule.places)
    out += "place\t" + std::to_string(step) + "\t" + field(place) + "\n";
  // Values are compared where jmc is, which can say what is to be made of another one.
  for (const std::string& line : base::split(schedule.text, '\n'))
    if (!line.empty() && !line.starts_with("watch\t")) out += line + "\n";
  return out;
}

std::string schedule_text(const Configuration& c, const Witness& witness, const WitnessedExecution& execution,
                          const ReportedViolation& v, const ForcedSchedule& everywhere, const ForcedSchedule& own) {
  std::string out = "jmc-forced-test\t1\n";
  const auto line = [&](const char* key, std::string_view value) {
    out += key + std::string("\t") + field(value) + "\n";
  };
  for (const std::string& told :
       listeners::lines_of(listeners::story_text(v.story, v.found, kStoryWidth, c.whole_story)))
    out += told.empty() ? "#\n" : "# " + told + "\n";
  line("found", listeners::one_line(v.found.message));
  line("kind", kind_of(v));
  line("jdk", witness.jdk_version);
  line("vendor", witness.jdk_vendor);
  line("main", witness.main_class);
  for (const std::string& option : java_options(c)) line("option", option);
  for (const std::string& argument : c.arguments) line("argument", argument);
  if (everywhere.leads == Leads::End) line("output", execution.output);
  for (const std::string& thread : everywhere.threads) line("thread", thread);
  for (const int left : everywhere.left) line("left", std::to_string(left));
  if (everywhere.text == own.text) return out + section("any", own);
  return out + section("everywhere", everywhere) + section("own-code", own);
}

// Throws UsageError.
void write(const std::string& file, const std::string& text) {
  std::error_code error;
  fs::create_directories(fs::path(file).parent_path(), error);
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (error || !out.flush())
    throw UsageError(std::string(kOption) + ": " + file +
                     " could not be written: " + (error ? error.message() : std::strerror(errno)));
}

// What was written, or why nothing was. Throws UsageError where it could not be.
std::string emit(const Configuration& c, const std::string& folder, const Witness& witness, size_t execution,
                 bool force, const ReportedViolation& v, const std::string& program) {
  const ForcedSchedule everywhere = forced_schedule(c, witness, execution, Holds::Everywhere, kConfirmSeconds, force);
  if (!everywhere.not_forceable.empty())
    return "no test was written: not forceable on a JVM: " + everywhere.not_forceable;
  const ForcedSchedule own = forced_schedule(c, witness, execution, Holds::InOwnCode, kConfirmSeconds, force);
  const TestName name = name_of(v, program, witness.main_class.starts_with("jmc.junit."));
  const std::string test = folder + "/java/" + name.path() + ".java",
                    resource = folder + "/resources/" + name.path() + ".schedule";
  write(resource, schedule_text(c, witness, witness.executions[execution], v, everywhere, own));
  write(test, class_text(name, v, witness));
  return "a test that keeps this: " + test + ", " + resource;
}

bool emit_one(const Configuration& c, const std::string& folder, const Witness& witness, size_t execution, bool force,
              size_t number, Result& result) {
  const ReportedViolation& v = result.violations[number];
  const std::string which = result.violations.size() > 1 ? "violation " + std::to_string(number + 1) + ": " : "";
  try {
    result.notes.push_back(which + emit(c, folder, witness, execution, force, v, result.program));
    return true;
  } catch (const UsageError& e) { result.warnings.emplace_back(e.what()); } catch (const std::exception& e) {
    result.warnings.push_back(which + "no test was written: " + e.what());
  }
  return false;
}

}  // namespace

std::string test_folder(const Configuration& c) {
  for (const std::string& option : c.options)
    if (option.starts_with(kOption)) return option.substr(kOption.size());
  return {};
}

void check_test_folder(const Configuration& c) {
  const std::string folder = test_folder(c);
  if (folder.empty()) return;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder))
    throw UsageError(std::string(kOption) + folder + ": " + (error ? error.message() : "it is no folder") +
                     "; expected a folder, as src/test");
}

bool needs_schedules(const Configuration& c) { return asks_to_confirm(c) || !test_folder(c).empty(); }

bool emit_tests(const Configuration& c, Result& result) {
  const std::string folder = test_folder(c);
  bool all = true;
  for (size_t i = 0; i < result.violations.size(); ++i) {
    if (!result.witness || i >= result.witness->executions.size()) {
      result.notes.push_back("no test was written for violation " + std::to_string(i + 1) +
                             ": its schedule was not kept");
      continue;
    }
    const Witness witness = result.witness->for_execution(i);
    Configuration asked;
    asked.width = c.width;
    asked.sources = c.sources;
    all &= emit_one(configuration_of(witness, asked), folder, witness, i, false, i, result);
  }
  return all;
}

bool emit_test(const Configuration& c, const std::string& folder, const Witness& witness, size_t execution, bool force,
               Result& result) {
  if (result.violations.empty()) {
    result.notes.emplace_back("no test was written: there is no violation to keep");
    return true;
  }
  return emit_one(c, folder, witness, execution, force, 0, result);
}

}  // namespace jmc::check
