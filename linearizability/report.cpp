#include "linearizability/report.hpp"

#include <filesystem>
#include <fstream>

#include "check/report/json_key.hpp"

namespace jmc::linearizability {

std::string warning_of(const std::string& keeps_caller) {
  return keeps_caller +
         " keeps which thread has called. One thread makes all calls of a sequential execution, so that calls of "
         "several may differ from it without a fault; --specification says what is right";
}

std::string client_name(const std::string& cls, size_t number) {
  std::string name = cls.substr(0, cls.find('('));
  name.erase(0, name.find_last_of("./") + 1);  // npos + 1 is 0
  return name + "_" + std::to_string(number);
}

void emit(const std::string& folder, const JavaClient& client, const Subject& subject, const Admitted& admitted) {
  const std::string file = folder + "/" + client.name + ".java", source = java_source(client, subject, admitted);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  std::ofstream f(file, std::ios::binary);
  f << source;
  f.close();
  if (!f) throw ProgramError("--emit: " + file + " could not be written");
}

std::string text_of(const ProgramReport& what) {
  std::string out = "\nlinearizability of " + what.cls + " in " + what.program + "\n";
  for (const auto& [name, value] : what.subject) out += "  " + name + std::string(14 - name.size(), ' ') + value + "\n";
  out += "  sequential    " + std::to_string(what.sequential_executions) + (what.all_admitted ? "" : " or more") +
         " executions, " + std::to_string(what.sequential_blocked) + " of them blocked\n";
  if (what.by_caller) out += std::string("  ") + kByCaller;
  for (const std::string& s : what.admitted) out += "  admitted      " + s + "\n";
  if (!what.all_admitted) out += "  admitted      ...\n";
  for (const std::string& s : what.unexplained) out += "  unexplained   " + s + "\n";
  return out;
}

std::string with_linearizability(const std::string& json, const ProgramReport& what) {
  return check::with_key(json, "linearizability", [&](rapidjson::Value& l, auto& memory) {
    const auto text = [&](const std::string& s) {
      return rapidjson::Value(s.c_str(), static_cast<rapidjson::SizeType>(s.size()), memory);
    };
    rapidjson::Value admitted(rapidjson::kArrayType), unexplained(rapidjson::kArrayType);
    for (const std::string& s : what.admitted) admitted.PushBack(text(s), memory);
    for (const std::string& s : what.unexplained) unexplained.PushBack(text(s), memory);
    l.AddMember("class", text(what.cls), memory);
    l.AddMember("program", text(what.program), memory);
    l.AddMember("notion", text(what.notion), memory);
    for (const auto& [name, value] : what.subject) l.AddMember(text(name), text(value), memory);
    l.AddMember("by_caller", what.by_caller, memory);
    l.AddMember("sequential_executions", what.sequential_executions, memory);
    l.AddMember("sequential_blocked", what.sequential_blocked, memory);
    l.AddMember("admitted", admitted, memory);
    l.AddMember("admitted_complete", what.all_admitted, memory);
    l.AddMember("unexplained", unexplained, memory);
    l.AddMember("outcomes", static_cast<uint64_t>(what.outcomes), memory);
    l.AddMember("blocked", static_cast<uint64_t>(what.blocked), memory);
  });
}

}  // namespace jmc::linearizability
