#include "vm/visibility/assumptions.hpp"

#include <algorithm>

namespace jmc::vm {

using memory::Kept;

namespace {

constexpr size_t kLongestLimit = 0xffffffff;

std::string name_of(const Field& f) {
  return f.owner->lasting_name() + "." + std::string(f.name) + ":" + std::string(f.descriptor);
}

// Neither part of a name of a field has a dot, but the package of a class in its descriptor has slashes.
std::string class_of_field(const std::string& name) { return name.substr(0, name.find('.')); }

Field* declared(const Klass& k, const std::string& name) {
  for (const auto& f : k.fields)
    if (name_of(*f) == name) return f.get();
  return nullptr;
}

// Applies what is assumed to classes that are there and, later, to those that are made while the program runs.
class Assumer {
 public:
  explicit Assumer(Vm& vm) : vm_(vm) {
    for (uint32_t id = 0; id < vm.class_count(); ++id) {
      Klass* k = vm.klass(id);
      if (std::string name = k->lasting_name(); made_while_running(name)) made_.emplace(std::move(name), k);
    }
  }

  template <class F>
  void classes(const std::vector<std::string>& names, F&& apply) {
    for (const std::string& name : names) of_class(name, name, [apply](Klass& k) { return apply(&k), true; });
  }
  template <class F>
  void fields(const std::vector<std::string>& names, F&& apply) {
    for (const std::string& name : names) field(name, apply);
  }
  // Lists of both.
  template <class F, class G>
  void both(const std::vector<std::string>& names, F&& of_field, G&& of_array) {
    for (const std::string& name : names) {
      if (name.find('.') != std::string::npos) field(name, of_field);
      else of_class(name, name, [of_array](Klass& k) { return of_array(&k), true; });
    }
  }
  const std::string& missing() const { return missing_; }

 private:
  template <class F>
  void field(const std::string& name, F&& apply) {
    of_class(class_of_field(name), name, [name, apply](Klass& k) {
      Field* f = declared(k, name);
      if (f) apply(f);
      return f != nullptr;
    });
  }

  void of_class(const std::string& name, const std::string& all, const std::function<bool(Klass&)>& apply) {
    bool there = true;
    if (!made_while_running(name)) {
      Klass* k = vm_.find_class(name);
      there = k && apply(*k);
    } else if (const auto it = made_.find(name); it != made_.end()) {
      there = apply(*it->second);
    } else {
      vm_.expectations.add(name, apply);
    }
    if (!there && missing_.empty()) missing_ = all;
  }

  Vm& vm_;
  std::unordered_map<std::string, Klass*> made_;
  std::string missing_;
};

}  // namespace

Assumptions assumptions_of(const Vm& vm) {
  Assumptions out;
  const auto add_kept = [&](Kept kept, const auto& name) {
    if (kept == Kept::Known) out.known_values.push_back(name());
    if (kept == Kept::InOrder) out.ordered_values.push_back(name());
    if (kept == Kept::All) out.all_values.push_back(name());
  };
  const auto& shared = vm.initialisers.written_by_initialisers;
  for (uint32_t id = 0; id < vm.class_count(); ++id) {
    const Klass& k = *vm.klass(id);
    for (const auto& f : k.fields) {
      if (f->visibility == kVisible && vm.visibility.classify(*f) != kVisible) out.fields.push_back(name_of(*f));
      if (shared.count(f.get())) out.extents.push_back(name_of(*f));
      add_kept(f->kept, [&] { return name_of(*f); });
      if (f->visibility & kOrderedField) out.guarded_fields.push_back(name_of(*f));
      if (f->sections & kSplit) out.split_fields.push_back(name_of(*f));
      if (f->sections & kSplit << kOfOwn) out.split_own_fields.push_back(name_of(*f));
    }
    const auto name = [&] { return k.lasting_name(); };
    if (k.elements_ordered) out.guarded_elements.push_back(name());
    if (k.elements_sections & kSplit) out.split_elements.push_back(name());
    if (k.elements_sections & kSplit << kOfOwn) out.split_own_elements.push_back(name());
    add_kept(k.elements_kept, name);
    if (k.passed_on) out.passed_on.push_back(name());
    if (k.elements_visible) out.elements.push_back(name());
    if (k.copies_torn) out.copies.push_back(name());
    if (k.born_shared) out.born_shared.push_back(name());
    if (vm.options.initialisations && !k.boot) {
      // All of the program's own are, by choice.
    } else if (k.init_visible) out.initialised.push_back(name());
    else if (k.init_ordered) out.ordered.push_back(name());
    if (shared.count(&k)) out.extents.push_back(name());
  }
  out.foreseen = vm.rules.foreseen();
  if (vm.output.limit() < kLongestLimit) out.output_limit = static_cast<uint32_t>(vm.output.limit()) + 1;
  out.may_exit = vm.rules.may_exit();
  out.ends_visible = vm.rules.ends_visible();
  out.daemons = vm.rules.daemons();
  out.split_locks = vm.sections.locks_split();
  return out;
}

bool assume(Vm& vm, const Assumptions& a, std::string& missing) {
  Assumer all(vm);
  all.fields(a.fields, [](Field* f) { f->visibility = kVisible; });
  const auto written = [&vm](const void* place) { vm.initialisers.written_by_initialisers.insert(place); };
  all.both(a.extents, written, written);
  all.fields(a.guarded_fields, [](Field* f) { f->visibility |= kOrderedField; });
  all.classes(a.guarded_elements, [](Klass* k) { k->elements_ordered = true; });
  all.classes(a.elements, [](Klass* k) { k->elements_visible = true; });
  const auto split = [&](const std::vector<std::string>& fields, const std::vector<std::string>& elements,
                         uint8_t mark) {
    all.fields(fields, [mark](Field* f) { f->sections |= mark; });
    all.classes(elements, [mark](Klass* k) { k->elements_sections |= mark; });
  };
  split(a.split_fields, a.split_elements, kSplit);
  split(a.split_own_fields, a.split_own_elements, kSplit << kOfOwn);
  if (a.split_locks) vm.sections.split_locks();
  all.classes(a.copies, [](Klass* k) { k->copies_torn = true; });
  all.classes(a.initialised, [&vm](Klass* k) { vm.make_init_visible(k); });
  all.classes(a.ordered, [&vm](Klass* k) { vm.make_init_ordered(k); });
  if (vm.memory && !a.born_shared.empty()) {
    vm.memory->share_some_from_birth();
    all.classes(a.born_shared, [&vm](Klass* k) { vm.memory->share_from_birth(k); });
  }
  const auto keep = [&](const std::vector<std::string>& names, Kept kept) {
    all.both(
        names, [kept](Field* f) { f->kept = kept; }, [kept](Klass* k) { k->elements_kept = kept; });
  };
  keep(a.known_values, Kept::Known);
  keep(a.ordered_values, Kept::InOrder);
  keep(a.all_values, Kept::All);
  all.classes(a.passed_on, [](Klass* k) { k->passed_on = true; });
  if (a.output_limit) {
    vm.output.found_elsewhere(a.output_limit - 1);
    vm.output.adopt();
  }
  vm.rules.assume(a.foreseen, a.may_exit, a.ends_visible, a.daemons);
  missing = all.missing();
  return missing.empty();
}

}  // namespace jmc::vm
