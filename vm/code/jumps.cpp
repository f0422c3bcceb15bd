#include "vm/code/jumps.hpp"

#include <algorithm>

#include "classfile/bytecode.hpp"
#include "vm/code/insn.hpp"

namespace jmc::vm {

namespace bc = classfile::bc;

bool jumped_into(const Method& m, uint32_t after, uint32_t last) {
  const auto code = m.file->code->bytecode;
  const auto inside = [&](uint32_t t) { return t > after && t <= last; };
  for (uint32_t i = 0; i + 1 < m.code_length; ++i) {
    const uint8_t o = code[m.bci[i]];
    if (o == bc::tableswitch || o == bc::lookupswitch) {
      for (const uint32_t t : m.code[i].table->targets)
        if (inside(t)) return true;
      if (inside(m.code[i].table->otherwise)) return true;
    } else if ((o >= bc::ifeq && o <= bc::jsr) || (o >= bc::ifnull && o <= bc::jsr_w)) {
      if (inside(m.code[i].b)) return true;
    } else if (o == bc::ret) {
      return true;
    }
  }
  return std::any_of(m.handlers.begin(), m.handlers.end(), [&](const Handler& h) { return inside(h.target); });
}

}  // namespace jmc::vm
