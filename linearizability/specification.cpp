#include "linearizability/specification.hpp"

#include <algorithm>
#include <set>

#include "classfile/class_writer.hpp"
#include "linearizability/functions.hpp"

namespace jmc::linearizability {

namespace {

// What the results of a set come in.
bool holds_results(std::string_view d) {
  if (d.starts_with("[L")) return true;
  for (const std::string_view type :
       {"Iterable", "Collection", "List", "Set", "SortedSet", "NavigableSet", "Queue", "Deque", "ArrayList",
        "LinkedList", "ArrayDeque", "HashSet", "LinkedHashSet", "TreeSet"})
    if (d == (type == "Iterable" ? "Ljava/lang/" : "Ljava/util/") + std::string(type) + ";") return true;
  return false;
}

}  // namespace

Specification::Specification(Methods methods, Call constructor, bool arguments_given,
                             const std::vector<Value>& otherwise, Notion notion)
    : methods_(std::move(methods)), constructor_(std::move(constructor)), notion_(notion) {
  if (!arguments_given) {
    Call same = constructor_;
    same.arguments = otherwise;
    try {
      methods_.constructor(same);
      constructor_ = same;
    } catch (const ProgramError&) { constructor_.arguments.clear(); }
  }
  methods_.constructor(constructor_);
}

std::vector<std::string> Specification::answering(const std::string& method) const {
  std::vector<std::string> out;
  for (const Methods::Public& m : methods_.all())
    if (m.name == method || m.name == method + "Results")
      out.push_back(m.name + m.descriptor.substr(0, m.descriptor.find(')') + 1));
  return out;
}

Specification::Rule Specification::rule(const Call& call, std::string_view of) const {
  if (std::optional<Rule> found = find_rule(call, of)) return *found;
  throw ProgramError("the specification " + methods_.maker() + " has no public method for " + text_of(call) + " (nor " +
                     call.method + "Results with these arguments)");
}

// Descriptors of the methods of this name for the call: with its arguments, and what its beginning has returned.
std::vector<std::string> Specification::taking(const std::string& method, const Call& call, const Rule& rule) const {
  if (rule.remembered) return methods_.taking(method, call.arguments, 1);
  const std::optional<std::string> found = methods_.find({method, call.arguments});
  return found ? std::vector{*found} : std::vector<std::string>();
}

void Specification::find_beginning(const Call& call, Rule& rule) const {
  const Call begins{call.method + "Begins", call.arguments};
  const std::optional<std::string> found = methods_.find(begins);
  if (!found) return;
  if (notion_ != Notion::Interval)
    throw ProgramError("the specification " + methods_.maker() + " has " + begins.method + " for " + text_of(call) +
                       ", which takes effect in two moments then, expected --notion=interval");
  rule.begins = begins.method;
  rule.begins_descriptor = *found;
  rule.remembered = classfile::parse_signature(*found).result != "V";
}

std::optional<Specification::Rule> Specification::find_rule(const Call& call, std::string_view of) const {
  const std::string cls = methods_.maker();
  Rule rule;
  find_beginning(call, rule);
  const std::vector<std::string> plain = taking(call.method, call, rule);
  const bool is_set = !taking(call.method + "Results", call, rule).empty();
  const std::string behind = rule.remembered ? " and what " + rule.begins + " returns" : "";
  if (!plain.empty() && is_set)
    throw ProgramError("the specification " + cls + " has both " + call.method + " and " + call.method +
                       "Results for " + text_of(call) + behind + ", expected one of the two");
  if (plain.size() > 1)
    throw ProgramError("the specification " + cls + " has more than one " + call.method + " for " + text_of(call) +
                       behind + ": " + plain[0] + " and " + plain[1]);
  if (plain.empty() && !is_set && !rule.begins.empty())
    throw ProgramError("the specification " + cls + " has " + rule.begins + " for " + text_of(call) + ", but no " +
                       call.method + " or " + call.method + "Results that takes its arguments" + behind);
  if (is_set) return set_rule(call, rule);
  if (plain.empty()) return {};
  const std::string_view result = classfile::parse_signature(plain[0]).result,
                         wanted = classfile::parse_signature(of).result;
  if (wanted != "V" && result == "V")
    throw ProgramError("the specification " + cls + " returns nothing from " + text_of(call) +
                       ", expected a result of type " + std::string(wanted));
  if (wanted != "V" && !methods_.comparable(result))
    throw ProgramError("the specification " + cls + " returns " + std::string(result) + " from " + text_of(call) +
                       ", which cannot be compared as text");
  rule.method = call.method;
  rule.descriptor = plain[0];
  return rule;
}

void Specification::expect_no_collecting(const Call& call, const std::string& descriptor, const char* why) const {
  for (const std::string_view p : classfile::parse_signature(descriptor).params)
    if (const auto type = methods_.function(p); type && type->collects())
      throw ProgramError("the specification " + methods_.maker() + " has " + why + " for " + text_of(call) +
                         ", whose result is also what its function was given, expected a method " + call.method);
}

// `rule`: what is known of how the call begins.
Specification::Rule Specification::set_rule(const Call& call, Rule rule) const {
  const std::string cls = methods_.maker();
  rule.method = call.method + "Results";
  rule.set = true;
  const std::vector<std::string> sets = taking(rule.method, call, rule);
  if (sets.size() > 1)
    throw ProgramError("the specification " + cls + " has more than one " + rule.method + " for " + text_of(call) +
                       ": " + sets[0] + " and " + sets[1]);
  rule.descriptor = sets.front();
  expect_no_collecting(call, rule.descriptor, "several results");
  const std::string_view results = classfile::parse_signature(rule.descriptor).result;
  if (!holds_results(results))
    throw ProgramError("the specification " + cls + " returns " + std::string(results) + " from " + rule.method +
                       ", expected all admitted results: an Iterable, a Collection, a List, a Set or an array of "
                       "objects");
  const std::string effect = call.method + "Returns", behind = rule.remembered ? ", what it began with" : "";
  const std::vector<std::string> effects = methods_.taking(effect, call.arguments, rule.remembered ? 2 : 1);
  if (effects.size() > 1)
    throw ProgramError("the specification " + cls + " has more than one " + effect + " for " + text_of(call) + behind +
                       " and a result: " + effects[0] + " and " + effects[1]);
  if (effects.empty() && std::any_of(methods_.all().begin(), methods_.all().end(),
                                     [&](const Methods::Public& m) { return m.name == effect; }))
    throw ProgramError("the specification " + cls + " has a method " + effect +
                       ", but none that takes the arguments of " + text_of(call) + behind + " and then a result");
  if (!effects.empty()) {
    rule.effect = effect;
    rule.effect_descriptor = effects.front();
  }
  return rule;
}

namespace {

constexpr size_t kMostJoint = 10000;

// "put_take" as names among these; empty: it is no row of such names.
std::vector<std::string> names_in(std::string_view name, const std::set<std::string, std::less<>>& known) {
  for (size_t at = 0; at <= name.size(); ++at) {
    if ((at < name.size() && name[at] != '_') || !known.contains(name.substr(0, at))) continue;
    std::vector<std::string> out{std::string(name.substr(0, at))};
    if (at == name.size()) return out;
    const std::vector<std::string> rest = names_in(name.substr(at + 1), known);
    out.insert(out.end(), rest.begin(), rest.end());
    if (!rest.empty()) return out;
  }
  return {};
}

// Every row of calls with these names; of more than kMostJoint not all.
std::vector<Specification::Joint> rows(const std::vector<std::string>& names, const std::vector<Call>& calls) {
  std::vector<Specification::Joint> out{{}};
  for (const std::string& name : names) {
    std::vector<Specification::Joint> longer;
    for (const Specification::Joint& j : out)
      for (size_t c = 0; c < calls.size() && longer.size() <= kMostJoint; ++c) {
        if (calls[c].method != name) continue;
        Specification::Joint& more = longer.emplace_back(j);
        more.calls.push_back(static_cast<uint16_t>(c));
        more.arguments.insert(more.arguments.end(), calls[c].arguments.begin(), calls[c].arguments.end());
      }
    out = std::move(longer);
  }
  return out;
}

std::string without(const std::string& name, std::string_view end) {
  return name.ends_with(end) ? name.substr(0, name.size() - end.size()) : name;
}

}  // namespace

Specification::Rule Specification::joint_rule(const Call& call) const {
  const std::optional<std::string> plain = methods_.find(call);
  if (methods_.find({call.method + "Results", call.arguments})) {
    if (plain)
      throw ProgramError("the specification " + methods_.maker() + " has both " + call.method + " and " + call.method +
                         "Results for " + text_of(call) + ", expected one of the two");
    return set_rule(call, {});
  }
  Rule rule;
  if (!plain) return rule;
  rule.method = call.method;
  rule.descriptor = *plain;
  expect_no_collecting(call, *plain, "one method for several calls");
  if (const std::string_view result = classfile::parse_signature(*plain).result; !result.starts_with("[L"))
    throw ProgramError("the specification " + methods_.maker() + " returns " + std::string(result) + " from " +
                       call.method + ", expected an array of objects: the result of each call");
  return rule;
}

std::vector<Specification::Joint> Specification::joint(const std::vector<Call>& calls,
                                                       const Methods& under_test) const {
  std::vector<Joint> out;
  if (notion_ != Notion::Set) return out;
  // It may specify more than this class has.
  std::set<std::string, std::less<>> known, names;
  for (const Methods::Public& m : under_test.all()) known.insert(m.name);
  for (const Methods::Public& m : methods_.all()) {
    const std::string name = without(without(m.name, "Results"), "Returns");
    if (name.find('_') == std::string::npos) known.insert(name);
    else if (!known.contains(m.name) && !known.contains(name)) names.insert(name);
  }
  for (const std::string& name : names) {
    const std::vector<std::string> parts = names_in(name, known);
    if (parts.empty())
      throw ProgramError("the specification " + methods_.maker() + " has " + name +
                         ", expected names of methods, of the class under test or its own, with _ between them");
    std::vector<Joint> some = rows(parts, calls);
    if (some.size() > kMostJoint)
      throw ProgramError("more than " + std::to_string(kMostJoint) + " sets of calls for " + name +
                         " of the specification " + methods_.maker() + ", expected fewer methods or values");
    bool fits = some.empty();  // it is for calls that are not made
    for (Joint& j : some) {
      j.rule = joint_rule({name, j.arguments});
      if (j.rule.method.empty()) continue;
      fits = true;
      out.push_back(std::move(j));
    }
    if (!fits)
      throw ProgramError("the specification " + methods_.maker() + " has " + name +
                         ", expected the arguments of all these calls, one after the other, as parameters");
  }
  return out;
}

}  // namespace jmc::linearizability
