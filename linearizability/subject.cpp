#include "linearizability/subject.hpp"

#include <memory>

#include "classfile/class_path.hpp"

namespace jmc::linearizability {

Methods methods_of(const std::string& class_name, const check::Configuration& options) {
  const auto jdk = std::make_shared<classfile::Jdk>(classfile::open_jdk(options.jdk));
  const auto user = std::make_shared<classfile::ClassPath>();
  user->add_list(options.class_path.empty() ? "." : options.class_path, jdk->release);
  return Methods(class_name, [jdk, user](std::string_view name) {
    std::optional<classfile::Bytes> bytes = jdk->boot.find_class(name);
    return bytes ? std::move(bytes) : user->find_class(name);
  });
}

Subject subject_of(const SubjectOptions& what, Methods methods, Call constructor, const check::Configuration& options) {
  Subject out{std::move(methods), std::move(constructor), {}, {}, what.invariant, {}};
  const auto in_option = [](const char* option, const auto& body) {
    try {
      body();
    } catch (const ProgramError& e) { throw ProgramError(std::string("--") + option + ": " + e.what()); }
  };
  in_option("initial", [&] {
    if (!what.initial.empty()) out.initial = parse_calls(what.initial);
    for (const Call& c : out.initial) out.methods.method(c);
  });
  in_option("final", [&] {
    if (!what.last.empty()) out.last = parse_calls(what.last);
    for (const Call& c : out.last) out.methods.method(c);
  });
  in_option("specification", [&] {
    if (what.specification.empty()) return;
    const Call made = parse_constructor(what.specification);
    out.specification.emplace(methods_of(made.method, options), made, what.specification.find('(') != std::string::npos,
                              out.constructor.arguments, what.notion);
  });
  return out;
}

std::vector<std::pair<std::string, std::string>> words_of(const Subject& s) {
  std::vector<std::pair<std::string, std::string>> out;
  const auto calls = [](const std::vector<Call>& list) {
    std::string text;
    for (const Call& c : list) text += (text.empty() ? "" : "; ") + text_of(c);
    return text;
  };
  if (!s.initial.empty()) out.emplace_back("initial", calls(s.initial));
  if (!s.last.empty()) out.emplace_back("final", calls(s.last));
  if (!s.invariant.empty()) out.emplace_back("invariant", s.invariant + "()");
  if (s.specification) out.emplace_back("specification", text_of(s.specification->constructor()));
  return out;
}

}  // namespace jmc::linearizability
