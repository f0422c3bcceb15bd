// What is known beforehand of classes that come into being while a program runs. They are told by
// Klass::lasting_name(), which every process gives them; when one of them is made, and before there is any object of
// it, what is known is applied to it.
//
// Ownership: part of a Vm. It is the same for all states.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "vm/class/klass.hpp"

namespace jmc::vm {

class Expectations {
 public:
  using Apply = std::function<void(Klass&)>;
  Expectations();
  ~Expectations();
  void add(const std::string& lasting_name, Apply apply);
  // Once for each class: when it is made.
  void arrived(Klass& k) const;

 private:
  std::unordered_map<std::string, std::vector<Apply>> all_;
};

}  // namespace jmc::vm
