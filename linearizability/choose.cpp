#include "linearizability/choose.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/whole_file.hpp"
#include "check/options/advice.hpp"
#include "check/options/command_line.hpp"
#include "linearizability/driver.hpp"

namespace jmc::linearizability {

namespace {

std::string contents(const std::string& file) {
  auto text = base::whole_file(file);
  if (!text) throw ProgramError("--spec=" + file + ": cannot be read");
  return std::move(*text);
}

// Why a name is none of the description's, and what may have been meant.
std::string unknown_method(const Description& d, const std::string& name, const Methods& methods) {
  std::vector<std::string> known;
  std::string list;
  for (const auto& m : d.methods)
    if (std::find(known.begin(), known.end(), m.name) == known.end()) {
      known.push_back(m.name);
      list += (list.empty() ? "" : ", ") + m.name;
    }
  const std::string bare = name.substr(0, name.find('('));
  std::string out =
      d.cls + " has no method " + (name.empty() ? "without a name" : name) + " in its description (" + d.origin + ")";
  const auto& all = methods.all();
  if (bare != name && std::find(known.begin(), known.end(), bare) != known.end()) {
    out += "; as it is called there:";
    for (const auto& m : d.methods)
      if (m.name == bare) out += " " + m.label();
  } else if (std::any_of(all.begin(), all.end(), [&](const auto& m) { return m.name == bare; })) {
    out += "; the class has one, which --methods can name";
  } else if (const auto hidden = methods.hidden();
             std::any_of(hidden.begin(), hidden.end(), [&](const auto& h) { return h.starts_with(bare + "("); })) {
    out += "; that of the class is not public";
  } else if (const std::string near = check::nearest_name(bare, known); !near.empty()) {
    out += "; is " + near + " meant?";
  }
  return out + "; it has " + list;
}

// The methods that --methods names, by name or as "poll(long,TimeUnit)"; also those that only the class file knows.
void keep_methods(Description& d, const std::string& list, const Methods& methods) {
  const std::vector<std::string> names = listed_names(list);
  std::vector<MethodDescription> kept;
  for (const std::string& name : names) {
    const auto is_it = [&](const MethodDescription& m) { return m.name == name || m.label() == name; };
    if (std::any_of(d.methods.begin(), d.methods.end(), is_it)) continue;
    Description all = derived_description(methods, Call{d.cls, d.arguments});
    complete_description(all, methods);
    for (MethodDescription& m : all.methods)
      if (is_it(m)) d.methods.push_back(m);
    if (std::none_of(d.methods.begin(), d.methods.end(), is_it)) {
      // One that the class has and that cannot be called.
      const std::string bare = name.substr(0, name.find('('));
      for (const std::string& why : all.left_out)
        if (why.starts_with(bare + ":") || why.starts_with(bare + "("))
          throw ProgramError("--methods: " + d.cls + " has a method that is left out: " + why);
      throw ProgramError("--methods: " + unknown_method(d, name, methods));
    }
    // Whether it compares its values for equality only, nobody has said: what may be renamed is known for all or none.
    for (MethodDescription& m : d.methods)
      for (Parameter& p : m.parameters) p.opaque = false;
  }
  for (MethodDescription& m : d.methods)
    if (std::any_of(names.begin(), names.end(), [&](const std::string& n) { return m.name == n || m.label() == n; }))
      kept.push_back(std::move(m));
  d.methods = std::move(kept);
}

}  // namespace

Description read_description(const std::string& file) { return parse_description(contents(file), file); }

Description describe(const Choice& what, const std::optional<Description>& spec, const Call& constructor,
                     bool constructor_given, const Methods& methods) {
  Description d;
  const bool needed = constructor_given || !spec || spec->arguments.empty();
  const Description derived =
      needed ? derived_description(methods, constructor_given ? std::optional(constructor) : std::nullopt)
             : Description();
  if (spec) {
    d = *spec;
    d.cls = constructor.method;
  } else if (auto shipped = what.derived ? std::nullopt : shipped_description(constructor.method)) {
    d = std::move(*shipped);
  } else {
    d = derived;
  }
  if (constructor_given || (needed && d.arguments.empty())) d.arguments = derived.arguments;
  complete_description(d, methods);
  if (!what.methods.empty()) keep_methods(d, what.methods, methods);
  return d;
}

void keep_specified(Description& d, const Subject& subject, bool named) {
  if (!subject.specification) return;
  const Specification& spec = *subject.specification;
  std::vector<MethodDescription> kept, lacking;
  std::set<std::string> answering;
  std::vector<Call> calls;
  std::vector<bool> in_a_set(d.methods.size());
  for (const MethodDescription& m : d.methods) calls.push_back(example(m));
  for (const Specification::Joint& j : spec.joint(calls, subject.methods))
    for (const uint16_t c : j.calls) in_a_set[c] = true;
  for (size_t i = 0; i < calls.size(); ++i) {
    const auto rule = spec.find_rule(calls[i], subject.methods.method(calls[i]));
    if (rule) answering.insert(rule->method + rule->descriptor.substr(0, rule->descriptor.find(')') + 1));
    (rule || in_a_set[i] ? kept : lacking).push_back(std::move(d.methods[i]));
  }
  for (const MethodDescription& m : lacking) {
    const Call call = example(m);
    try {
      spec.rule(call, subject.methods.method(call));
    } catch (const ProgramError& e) {
      if (named) throw;
      // A method of that name which answers no other overload was meant for this one.
      for (const std::string& other : spec.answering(m.name))
        if (!answering.contains(other))
          throw ProgramError(std::string(e.what()) + ", but " + other +
                             ", which fits no method under test; expected the same parameters, or --methods without " +
                             m.label());
      if (kept.empty())
        throw ProgramError(std::string("none of the methods has a specification; of the first: ") + e.what());
      d.left_out.push_back(m.label() + ": " + e.what());
      d.unspecified.push_back(m.label());
    }
  }
  d.methods = std::move(kept);
}

std::vector<Group> parse_groups(const std::string& text, const Description& d, const Methods& methods) {
  std::vector<Group> out;
  if (text.empty()) return out;
  Group group;
  const std::vector<std::string> names = listed_names(text);
  for (const std::string& entry : names) {
    const size_t colon = entry.rfind(':');
    const std::string name = entry.substr(0, colon);
    bool known = false;
    for (size_t m = 0; m < d.methods.size(); ++m)
      if (d.methods[m].name == name || d.methods[m].label() == name) group.methods.set(m), known = true;
    if (!known) throw ProgramError("--group: " + unknown_method(d, name, methods));
    if (colon == std::string::npos) continue;
    group.threads = static_cast<uint32_t>(check::whole_number("group", entry.substr(colon + 1), 1, kMostThreads));
    out.push_back(std::exchange(group, {}));
  }
  if (group.methods.any())
    throw ProgramError("--group=" + text + ": expected METHOD,...:N, at most N threads call these methods");
  return out;
}

}  // namespace jmc::linearizability
