// What grows in a search that comes to no end: objects that hang together, and numbers. It looks at a state now and
// then and compares it with what it has seen before; that is for whoever reads the report, and nothing is decided by
// it.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "por/listener.hpp"
#include "vm/vm.hpp"

namespace jmc::linearizability {

class Growth final : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kStateEvents;
  explicit Growth(vm::Vm& vm) : vm_(vm) {}  // it outlives this
  void state_new(std::span<const por::PathStep> path, uint64_t state) override;
  // "Node.next: a chain of 217 objects that threads hold (3 at first); ArrayList.modCount: 412 values"; empty: nothing
  // to speak of.
  std::string text() const;
  void look();  // at the state as it is

 private:
  std::vector<vm::Ref> alive();
  void look_at_chains(const std::vector<vm::Ref>& all);

  struct Seen {
    size_t first = 0, most = 0;
    bool any = false;
    void note(size_t n) {
      if (!any) first = n;
      any = true;
      most = n > most ? n : most;
    }
  };
  vm::Vm& vm_;
  uint64_t states_ = 0, next_ = 64;
  std::map<const vm::Klass*, Seen> objects_;               // how many of a class
  std::map<const vm::Field*, Seen> chains_;                // along a field
  std::map<const vm::Field*, std::set<uint64_t>> values_;  // of a field that holds a number
};

}  // namespace jmc::linearizability
