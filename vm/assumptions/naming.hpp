// How assumptions are told and taken by lasting names: fields are "pkg/Queue.head:Lpkg/Node;", classes of arrays and
// others what Klass::lasting_name() says.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "vm/vm.hpp"

namespace jmc::vm {

using Lists = std::map<std::string, std::vector<std::string>>;  // of one assumption, by key

std::string lasting_name(const Field& f);

class Teller {
 public:
  explicit Teller(Lists& out) : out_(out) {}
  void add(std::string_view key, std::string text) { out_[std::string(key)].push_back(std::move(text)); }
  void add(std::string_view key, const Field& f) { add(key, lasting_name(f)); }
  void add(std::string_view key, const Klass& k) { add(key, k.lasting_name()); }
  // f(Klass&) for each class, g(Field&) for each field.
  template <class F, class G>
  static void each(const Vm& vm, F&& of_class, G&& of_field) {
    for (uint32_t id = 0; id < vm.class_count(); ++id) {
      const Klass& k = *vm.klass(id);
      for (const auto& f : k.fields) of_field(*f);
      of_class(k);
    }
  }

 private:
  Lists& out_;
};

// Applies what is assumed to classes that are there and, later, to those that are made while the program runs.
class Taker {
 public:
  explicit Taker(Vm& vm);
  void begin(const Lists& lists) { lists_ = &lists; }  // of the next assumption
  const std::vector<std::string>& texts(std::string_view key) const;
  bool has(std::string_view key, std::string_view text) const;
  template <class F>
  void classes(std::string_view key, F&& apply) {
    for (const std::string& name : texts(key)) of_class(name, name, [apply](Klass& k) { return apply(&k), true; });
  }
  template <class F>
  void fields(std::string_view key, F&& apply) {
    for (const std::string& name : texts(key)) field(name, apply);
  }
  // Lists of both.
  template <class F, class G>
  void both(std::string_view key, F&& of_field, G&& of_array) {
    for (const std::string& name : texts(key)) {
      if (name.find('.') != std::string::npos) field(name, of_field);
      else of_class(name, name, [of_array](Klass& k) { return of_array(&k), true; });
    }
  }
  const std::string& missing() const { return missing_; }

 private:
  void field(const std::string& name, const std::function<void(Field*)>& apply);
  void of_class(const std::string& name, const std::string& all, const std::function<bool(Klass&)>& apply);

  Vm& vm_;
  const Lists* lists_ = nullptr;
  std::unordered_map<std::string, Klass*> made_;
  std::string missing_;
};

}  // namespace jmc::vm
