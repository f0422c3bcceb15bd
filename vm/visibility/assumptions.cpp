#include "vm/visibility/assumptions.hpp"

namespace jmc::vm {

using memory::Kept;

namespace {

constexpr size_t kLongestLimit = 0xffffffff;

std::string name_of(const Field& f) { return f.owner->name + "." + std::string(f.name); }

Field* find_field(Vm& vm, const std::string& name) {
  const size_t dot = name.rfind('.');
  Klass* k = dot == std::string::npos ? nullptr : vm.find_class(name.substr(0, dot));
  return k ? k->find_field(name.substr(dot + 1)) : nullptr;
}

}  // namespace

Assumptions assumptions_of(const Vm& vm) {
  Assumptions out;
  const auto nameable = [](const Klass& k) { return k.definition == kNull && !k.hidden; };
  const auto add = [&](std::vector<std::string>& list, const Klass& k, std::string name) {
    (nameable(k) ? list : out.nameless).push_back(std::move(name));
  };
  const auto add_kept = [&](const Klass& k, Kept kept, const std::string& name) {
    if (kept == Kept::Known) add(out.known_values, k, name);
    if (kept == Kept::InOrder) add(out.ordered_values, k, name);
    if (kept == Kept::All) add(out.all_values, k, name);
  };
  const auto& shared = vm.initialisers.written_by_initialisers;
  for (uint32_t id = 0; id < vm.class_count(); ++id) {
    const Klass& k = *vm.klass(id);
    for (const auto& f : k.fields) {
      if (f->visibility == kVisible && vm.visibility.classify(*f) != kVisible) add(out.fields, k, name_of(*f));
      if (shared.count(f.get())) add(out.extents, k, name_of(*f));
      add_kept(k, f->kept, name_of(*f));
      if ((f->visibility & kOrderedField) && nameable(k)) out.guarded_fields.push_back(name_of(*f));
    }
    if (k.elements_ordered && nameable(k)) out.guarded_elements.push_back(k.name);
    add_kept(k, k.elements_kept, k.name);
    if (k.passed_on) add(out.passed_on, k, k.name);
    if (k.elements_visible) add(out.elements, k, k.name);
    if (k.copies_torn) add(out.copies, k, k.name);
    if (k.born_shared) add(out.born_shared, k, k.name);
    if (vm.options.initialisations && !k.boot) {
      // All of the program's own are, by choice.
    } else if (k.init_visible) add(out.initialised, k, k.name);
    else if (k.init_ordered) add(out.ordered, k, k.name);
    if (shared.count(&k)) add(out.extents, k, k.name);
  }
  out.foreseen = vm.rules.foreseen();
  if (vm.output.limit() < kLongestLimit) out.output_limit = static_cast<uint32_t>(vm.output.limit()) + 1;
  out.may_exit = vm.rules.may_exit();
  out.ends_visible = vm.rules.ends_visible();
  out.daemons = vm.rules.daemons();
  return out;
}

bool assume(Vm& vm, const Assumptions& a, std::string& missing) {
  const auto classes = [&](const std::vector<std::string>& names, auto&& apply) {
    for (const std::string& name : names) {
      Klass* k = vm.find_class(name);
      if (!k) return missing = name, false;
      apply(k);
    }
    return true;
  };
  for (const std::string& name : a.fields) {
    Field* f = find_field(vm, name);
    if (!f) return missing = name, false;
    f->visibility = kVisible;
  }
  for (const std::string& name : a.extents) {
    const void* place = name.starts_with('[') ? static_cast<const void*>(vm.find_class(name)) : find_field(vm, name);
    if (!place) return missing = name, false;
    vm.initialisers.written_by_initialisers.insert(place);
  }
  for (const std::string& name : a.guarded_fields) {
    Field* f = find_field(vm, name);
    if (!f) return missing = name, false;
    f->visibility |= kOrderedField;
  }
  if (!classes(a.guarded_elements, [](Klass* k) { k->elements_ordered = true; })) return false;
  if (!classes(a.elements, [](Klass* k) { k->elements_visible = true; }) ||
      !classes(a.copies, [](Klass* k) { k->copies_torn = true; }) ||
      !classes(a.initialised, [&](Klass* k) { vm.make_init_visible(k); }) ||
      !classes(a.ordered, [&](Klass* k) { vm.make_init_ordered(k); }))
    return false;
  if (!classes(a.born_shared, [&](Klass* k) {
        if (vm.memory) vm.memory->share_from_birth(k);
      }))
    return false;
  const auto keep = [&](const std::vector<std::string>& names, Kept kept) {
    for (const std::string& name : names) {
      Klass* k = name.starts_with('[') ? vm.find_class(name) : nullptr;
      Field* f = k ? nullptr : find_field(vm, name);
      if (!k && !f) return missing = name, false;
      (k ? k->elements_kept : f->kept) = kept;
    }
    return true;
  };
  if (!keep(a.known_values, Kept::Known) || !keep(a.ordered_values, Kept::InOrder) || !keep(a.all_values, Kept::All) ||
      !classes(a.passed_on, [](Klass* k) { k->passed_on = true; }))
    return false;
  if (a.output_limit) {
    vm.output.found_elsewhere(a.output_limit - 1);
    vm.output.adopt();
  }
  vm.rules.assume(a.foreseen, a.may_exit, a.ends_visible, a.daemons);
  return true;
}

}  // namespace jmc::vm
