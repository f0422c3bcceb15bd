// Of a system some steps of which do more than their pending operation says: what a thread will do may depend on what
// it chooses in that very step. pending() has a label then that conflicts with whatever the step may do; this is the
// label of what it has done. For searches that look at labels after the steps (dl-s-por).
#pragma once

#include "por/seam/transition_system.hpp"

namespace jmc::por {

class CompoundSteps {
 public:
  virtual ~CompoundSteps() = default;
  // Replaces the accesses of the operation of the last step by those that it had, in the numbering of the last
  // fingerprint(), which was of the state after it. False, and nothing is changed: they are not known better.
  virtual bool narrow(Op& op) const = 0;
};

}  // namespace jmc::por
