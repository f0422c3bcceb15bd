#include "listeners/own_code.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "listeners/names.hpp"
#include "vm/vm.hpp"

namespace jmc::listeners {

bool of_jar(const vm::Klass& k) { return k.origin.find("!/") != std::string::npos; }

namespace {

constexpr std::string_view kLaunchers[] = {"jmc.junit.Launch", "jmc.junit.RunByJUnit", "jmc.junit.Scenario"};

// A frame that stands between who runs a test and the test, where one who does is below it.
bool leads_to_test(std::string_view klass) {
  for (const std::string_view prefix :
       {"jmc.junit.", "org.junit.", "junit.framework.", "java.", "javax.", "jdk.", "sun."})
    if (klass.starts_with(prefix)) return true;
  return false;
}

}  // namespace

bool launches(const vm::Klass& k) {
  std::string name(k.name.substr(0, k.name.find('$')));
  std::replace(name.begin(), name.end(), '/', '.');
  return std::find(std::begin(kLaunchers), std::end(kLaunchers), name) != std::end(kLaunchers);
}

std::string without_runner(const std::string& stack) {
  constexpr std::string_view kAt = "    at ";
  std::vector<std::pair<size_t, size_t>> frames;  // of the exception itself, before those of its causes
  for (size_t at = stack.find('\n'); at != std::string::npos && stack.compare(at + 1, kAt.size(), kAt) == 0;) {
    const size_t end = std::min(stack.find('\n', at + 1), stack.size());
    frames.emplace_back(at + 1, end);
    at = end < stack.size() ? end : std::string::npos;
  }
  const auto klass = [&](size_t i) {
    const std::string_view line = std::string_view(stack).substr(frames[i].first, frames[i].second - frames[i].first);
    return line.substr(kAt.size(), line.find('(') - kAt.size());  // and method
  };
  if (frames.empty() || !klass(frames.size() - 1).starts_with("jmc.junit.")) return stack;
  size_t kept = frames.size();
  while (kept > 0 && leads_to_test(klass(kept - 1))) --kept;
  if (kept == 0) return stack;
  return stack.substr(0, frames[kept - 1].second) + stack.substr(frames.back().second);
}

WaitingThread without_runner(WaitingThread w) {
  if (w.stack.empty() || !w.stack.back().klass.starts_with("jmc.junit.")) return w;
  size_t kept = w.stack.size();
  while (kept > 0 && leads_to_test(w.stack[kept - 1].klass)) --kept;
  if (kept > 0) w.stack.resize(kept);
  return w;
}

const vm::Klass* class_called(const vm::Vm& vm, std::string_view external_name) {
  for (uint32_t id = 0; id < vm.class_count(); ++id)
    if (const vm::Klass* k = vm.klass(id); k->file && k->external_name() == external_name) return k;
  return nullptr;
}

Place place_in(vm::Vm& vm, const std::string& stack, Sources& sources) {
  Place p;
  const size_t at = stack.find("    at ");
  if (at == std::string::npos) return p;
  const std::string line = stack.substr(at + 7, stack.find('\n', at) - at - 7);
  const size_t open = line.find('('), colon = line.rfind(':'), dot = line.rfind('.', open);
  if (open == std::string::npos || colon == std::string::npos || dot == std::string::npos || colon < open) return p;
  p.klass = line.substr(0, dot);
  p.method = line.substr(dot + 1, open - dot - 1);
  p.file = line.substr(open + 1, colon - open - 1);
  p.line = std::atoi(line.c_str() + colon + 1);
  if (const vm::Klass* k = class_called(vm, p.klass))
    p.source = sources.line(*k, p.line), p.path = sources.path(*k), p.simple = simple_class_name(*k);
  else p.simple = simple_class_name(p.klass);
  return p;
}

Place program_place(vm::Vm& vm, const std::string& stack, Sources& sources) {
  std::vector<Place> places;
  std::vector<const vm::Klass*> classes;
  for (size_t at = 0; (at = stack.find("    at ", at)) != std::string::npos; at += 7) {
    places.push_back(place_in(vm, stack.substr(at), sources));
    classes.push_back(class_called(vm, places.back().klass));
  }
  const size_t own = innermost_own(places.size(), [&](size_t i) { return classes[i]; });
  return own < places.size() ? places[own] : Place();
}

}  // namespace jmc::listeners
