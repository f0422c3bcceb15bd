#include "listeners/own_code.hpp"

#include <cstdlib>
#include <vector>

#include "listeners/names.hpp"
#include "vm/vm.hpp"

namespace jmc::listeners {

bool of_jar(const vm::Klass& k) { return k.origin.find("!/") != std::string::npos; }

bool launches(const vm::Klass& k) { return k.name == "jmc/junit/Launch"; }

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
