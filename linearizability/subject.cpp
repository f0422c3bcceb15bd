#include "linearizability/subject.hpp"

#include <algorithm>
#include <memory>

#include "base/attempt.hpp"
#include "check/options/advice.hpp"
#include "classfile/class_path.hpp"
#include "linearizability/description.hpp"
#include "linearizability/shipped.hpp"

namespace jmc::linearizability {

namespace {

// A class that may be meant by a name which none has; empty: there is none. One with the same simple name in the
// packages of the JDK where such classes are, or a similar one that jmc has a description of.
std::string near_class(const std::string& written, const Finder& find) {
  const size_t dot = written.rfind('.');
  const std::string simple = written.substr(dot + 1);
  for (const char* package :
       {"java/util/concurrent/", "java/util/concurrent/atomic/", "java/util/concurrent/locks/", "java/util/"})
    if (find(package + simple)) return dotted(package + simple);
  std::vector<std::string> known, names;
  for (const std::string_view text : shipped_descriptions()) {
    known.push_back(parse_description(text, "shipped with jmc").cls);
    names.push_back(known.back().substr(known.back().rfind('.') + 1));
  }
  const std::string near = check::nearest_name(simple, names);
  const auto it = std::find(names.begin(), names.end(), near);
  const std::string found = it == names.end() ? "" : known[static_cast<size_t>(it - names.begin())];
  const bool elsewhere = dot != std::string::npos && !found.starts_with(written.substr(0, dot + 1));
  return elsewhere ? "" : found;
}

// By the first public static method of the class whose parameters can be filled; none: there is none.
std::optional<Methods> made_by_own_factory(const std::string& class_name, const Finder& find) {
  std::optional<Methods> out;
  base::attempt<ProgramError>([&] {
    const Methods type = Methods::of_type(class_name, find);
    if (type.is_interface()) return;
    for (const std::string& factory : type.own_factories())
      base::attempt<ProgramError>([&] {
        if (out) return;
        Methods made(factory, find);
        if (usual_arguments(made)) out = std::move(made);
      });
  });
  return out;
}

}  // namespace

Methods methods_of(const std::string& class_name, const check::Configuration& options) {
  const auto jdk = std::make_shared<classfile::Jdk>(classfile::open_jdk(options.jdk));
  const auto user = std::make_shared<classfile::ClassPath>();
  user->add_list(options.class_path.empty() ? "." : options.class_path, jdk->release);
  const Finder find = [jdk, user](std::string_view name) {
    std::optional<classfile::Bytes> bytes = jdk->boot.find_class(name);
    return bytes ? std::move(bytes) : user->find_class(name);
  };
  try {
    Methods methods(class_name, find);
    const bool made = !methods.factory().empty() || !methods.constructors().empty();
    std::optional<Methods> otherwise = made ? std::nullopt : made_by_own_factory(class_name, find);
    return otherwise ? *std::move(otherwise) : std::move(methods);
  } catch (const NoSuchClass& e) {
    if (e.name != class_name) throw;
    const std::string near = near_class(class_name, find);
    const std::string advice =
        near.empty()
            ? check::advice_for_program(class_name, {options.class_path.empty() ? "." : options.class_path}, false)
            : "is " + near + " meant?";
    if (advice.empty()) throw;
    throw ProgramError(std::string(e.what()) + "; " + advice);
  } catch (const ProgramError&) {
    if (std::optional<Methods> methods = made_by_own_factory(class_name, find)) return *std::move(methods);
    throw;
  }
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
