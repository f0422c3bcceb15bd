// Reflected members and what they stand for. Internal to natives/.
#pragma once

#include "natives/support.hpp"

namespace jmc::natives {

// New java.lang.reflect objects; null: an exception is pending.
Ref reflect_field(Vm& vm, Field* f);
Ref reflect_method(Vm& vm, Method* m);
Ref reflect_constructor(Vm& vm, Method* m);
// Precondition: made by one of the above, or a copy.
Method* method_of_reflected(Vm& vm, Ref executable);
Field* field_of_reflected(Vm& vm, Ref field);

}  // namespace jmc::natives
