#include "vm/class/expectations.hpp"

#include <utility>

namespace jmc::vm {

Expectations::Expectations() = default;
Expectations::~Expectations() = default;

void Expectations::add(const std::string& lasting_name, Apply apply) { all_[lasting_name].push_back(std::move(apply)); }

void Expectations::arrived(Klass& k) const {
  if (all_.empty()) return;
  if (const auto it = all_.find(k.lasting_name()); it != all_.end())
    for (const Apply& apply : it->second) apply(k);
}

}  // namespace jmc::vm
