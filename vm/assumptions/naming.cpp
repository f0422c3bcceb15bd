#include "vm/assumptions/naming.hpp"

#include <algorithm>

namespace jmc::vm {

namespace {

// Neither part of a name of a field has a dot, but the package of a class in its descriptor has slashes.
std::string class_of_field(const std::string& name) { return name.substr(0, name.find('.')); }

Field* declared(const Klass& k, const std::string& name) {
  for (const auto& f : k.fields)
    if (lasting_name(*f) == name) return f.get();
  return nullptr;
}

}  // namespace

std::string lasting_name(const Field& f) {
  return f.owner->lasting_name() + "." + std::string(f.name) + ":" + std::string(f.descriptor);
}

Taker::Taker(Vm& vm) : vm_(vm) {
  for (uint32_t id = 0; id < vm.class_count(); ++id) {
    Klass* k = vm.klass(id);
    if (std::string name = k->lasting_name(); made_while_running(name)) made_.emplace(std::move(name), k);
  }
}

const std::vector<std::string>& Taker::texts(std::string_view key) const {
  static const std::vector<std::string> kNone;
  const auto it = lists_->find(std::string(key));
  return it == lists_->end() ? kNone : it->second;
}

bool Taker::has(std::string_view key, std::string_view text) const {
  const std::vector<std::string>& all = texts(key);
  return std::find(all.begin(), all.end(), text) != all.end();
}

void Taker::field(const std::string& name, const std::function<void(Field*)>& apply) {
  of_class(class_of_field(name), name, [name, apply](Klass& k) {
    Field* f = declared(k, name);
    if (f) apply(f);
    return f != nullptr;
  });
}

void Taker::of_class(const std::string& name, const std::string& all, const std::function<bool(Klass&)>& apply) {
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

}  // namespace jmc::vm
