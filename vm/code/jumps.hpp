// Where the code of a method can be entered other than from the instruction before.
#pragma once

#include <cstdint>

#include "vm/class/klass.hpp"

namespace jmc::vm {

// Whether a jump or an exception handler of the method leads to an instruction behind `after` and up to `last`, so that
// these are no straight-line code; also where subroutines make that unknown. Precondition: it has code of a class file,
// and has been translated.
bool jumped_into(const Method& m, uint32_t after, uint32_t last);

}  // namespace jmc::vm
