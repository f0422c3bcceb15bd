#include "linearizability/specification.hpp"

#include <algorithm>

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
                             const std::vector<Value>& otherwise)
    : methods_(std::move(methods)), constructor_(std::move(constructor)) {
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

std::optional<Specification::Rule> Specification::find_rule(const Call& call, std::string_view of) const {
  const std::string cls = methods_.maker();
  const std::optional<std::string> plain = methods_.find(call);
  Call set = call;
  set.method += "Results";
  const bool is_set = methods_.find(set).has_value();
  if (plain && is_set)
    throw ProgramError("the specification " + cls + " has both " + call.method + " and " + set.method + " for " +
                       text_of(call) + ", expected one of the two");
  if (is_set) return set_rule(call);
  if (!plain) return {};
  const std::string_view result = classfile::parse_signature(*plain).result,
                         wanted = classfile::parse_signature(of).result;
  if (wanted != "V" && result == "V")
    throw ProgramError("the specification " + cls + " returns nothing from " + text_of(call) +
                       ", expected a result of type " + std::string(wanted));
  if (wanted != "V" && !methods_.comparable(result))
    throw ProgramError("the specification " + cls + " returns " + std::string(result) + " from " + text_of(call) +
                       ", which cannot be compared as text");
  return Rule{call.method, *plain, false, {}, {}};
}

Specification::Rule Specification::set_rule(const Call& call) const {
  const std::string cls = methods_.maker();
  Call set = call;
  set.method += "Results";
  Rule rule{set.method, *methods_.find(set), true, {}, {}};
  for (const std::string_view p : classfile::parse_signature(rule.descriptor).params)
    if (const auto type = function_type(p); type && type->collects())
      throw ProgramError("the specification " + cls + " has several results for " + text_of(call) +
                         ", whose result is also what its function was given, expected a method " + call.method);
  const std::string_view results = classfile::parse_signature(rule.descriptor).result;
  if (!holds_results(results))
    throw ProgramError("the specification " + cls + " returns " + std::string(results) + " from " + set.method +
                       ", expected all admitted results: an Iterable, a Collection, a List, a Set or an array of "
                       "objects");
  const std::string effect = call.method + "Returns";
  const std::vector<std::string> effects = methods_.taking(effect, call.arguments);
  if (effects.size() > 1)
    throw ProgramError("the specification " + cls + " has more than one " + effect + " for " + text_of(call) +
                       " and a result: " + effects[0] + " and " + effects[1]);
  if (effects.empty() && std::any_of(methods_.all().begin(), methods_.all().end(),
                                     [&](const Methods::Public& m) { return m.name == effect; }))
    throw ProgramError("the specification " + cls + " has a method " + effect +
                       ", but none that takes the arguments of " + text_of(call) + " and then a result");
  if (!effects.empty()) {
    rule.effect = effect;
    rule.effect_descriptor = effects.front();
  }
  return rule;
}

}  // namespace jmc::linearizability
