#include "vm/code/bytecodes.hpp"

#include "classfile/bytecode.hpp"

namespace jmc::vm {

namespace bc = classfile::bc;

const uint8_t kOpcodeLengths[kOpcodes] = {
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 2, 3, 3, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2,
    0, 0, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 5, 5, 3, 2, 3, 1, 1, 3, 3, 1, 1, 0, 4, 3, 3, 5, 5,
};

// A row for each group of instructions.
// clang-format off
const SlotEffect kSlotEffects[kOpcodes] = {
    /*0*/ {0, ""}, {0, "r"}, {0, "v"}, {0, "v"}, {0, "v"}, {0, "v"}, {0, "v"}, {0, "v"}, {0, "v"}, {0, "vv"},
    {0, "vv"}, {0, "v"}, {0, "v"}, {0, "v"}, {0, "vv"}, {0, "vv"}, {0, "v"}, {0, "v"}, {0, nullptr}, {0, nullptr},
    {0, "vv"},
    /*21*/ {0, "v"}, {0, "vv"}, {0, "v"}, {0, "vv"}, {0, "r"}, {0, "v"}, {0, "v"}, {0, "v"}, {0, "v"}, {0, "vv"},
    {0, "vv"}, {0, "vv"}, {0, "vv"}, {0, "v"}, {0, "v"}, {0, "v"}, {0, "v"}, {0, "vv"}, {0, "vv"}, {0, "vv"},
    {0, "vv"}, {0, "r"}, {0, "r"}, {0, "r"}, {0, "r"},
    /*46*/ {2, "v"}, {2, "vv"}, {2, "v"}, {2, "vv"}, {2, "r"}, {2, "v"}, {2, "v"}, {2, "v"},
    /*54*/ {1, ""}, {2, ""}, {1, ""}, {2, ""}, {1, ""}, {1, ""}, {1, ""}, {1, ""}, {1, ""}, {2, ""}, {2, ""},
    {2, ""}, {2, ""}, {1, ""}, {1, ""}, {1, ""}, {1, ""}, {2, ""}, {2, ""}, {2, ""}, {2, ""}, {1, ""}, {1, ""},
    {1, ""}, {1, ""},
    /*79*/ {3, ""}, {4, ""}, {3, ""}, {4, ""}, {3, ""}, {3, ""}, {3, ""}, {3, ""},
    /*87*/ {1, ""}, {2, ""}, {0, nullptr}, {0, nullptr}, {0, nullptr}, {0, nullptr}, {0, nullptr}, {0, nullptr},
    {0, nullptr},
    /*96*/ {2, "v"}, {4, "vv"}, {2, "v"}, {4, "vv"}, {2, "v"}, {4, "vv"}, {2, "v"}, {4, "vv"}, {2, "v"}, {4, "vv"},
    {2, "v"}, {4, "vv"}, {2, "v"}, {4, "vv"}, {2, "v"}, {4, "vv"}, {2, "v"}, {4, "vv"}, {2, "v"}, {4, "vv"},
    /*116*/ {1, "v"}, {2, "vv"}, {1, "v"}, {2, "vv"},
    /*120*/ {2, "v"}, {3, "vv"}, {2, "v"}, {3, "vv"}, {2, "v"}, {3, "vv"}, {2, "v"}, {4, "vv"}, {2, "v"}, {4, "vv"},
    {2, "v"}, {4, "vv"},
    /*132*/ {0, ""}, {1, "vv"}, {1, "v"}, {1, "vv"}, {2, "v"}, {2, "v"}, {2, "vv"}, {1, "v"}, {1, "vv"}, {1, "vv"},
    {2, "v"}, {2, "vv"}, {2, "v"}, {1, "v"}, {1, "v"}, {1, "v"},
    /*148*/ {4, "v"}, {2, "v"}, {2, "v"}, {4, "v"}, {4, "v"},
    /*153*/ {1, ""}, {1, ""}, {1, ""}, {1, ""}, {1, ""}, {1, ""}, {2, ""}, {2, ""}, {2, ""}, {2, ""}, {2, ""},
    {2, ""}, {2, ""}, {2, ""},
    /*167*/ {0, ""}, {0, "v"}, {0, ""}, {1, ""}, {1, ""}, {1, ""}, {2, ""}, {1, ""}, {2, ""}, {1, ""}, {0, ""},
    /*178*/ {0, nullptr}, {0, nullptr}, {0, nullptr}, {0, nullptr}, {0, nullptr}, {0, nullptr}, {0, nullptr},
    {0, nullptr}, {0, nullptr},
    /*187*/ {0, "r"}, {1, "r"}, {1, "r"}, {1, "v"}, {1, ""}, {1, "r"}, {1, "v"}, {1, ""}, {1, ""},
    /*196*/ {0, nullptr}, {0, nullptr}, {1, ""}, {1, ""}, {0, ""}, {0, "v"},
};
// clang-format on

const char* const kTypeEffects[kOpcodes] = {
    /*0*/ ">",       ">N",    ">I",    ">I",    ">I",    ">I",    ">I",    ">I",    ">I",    ">J",
    /*10*/ ">J",     ">F",    ">F",    ">F",    ">D",    ">D",    ">I",    ">I",    nullptr, nullptr,
    /*20*/ nullptr,  nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    /*30*/ nullptr,  nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    /*40*/ nullptr,  nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    /*50*/ nullptr,  nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    /*60*/ nullptr,  nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    /*70*/ nullptr,  nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    /*80*/ nullptr,  nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    /*90*/ nullptr,  nullptr, nullptr, nullptr, nullptr, nullptr, "II>I",  "JJ>J",  "FF>F",  "DD>D",
    /*100*/ "II>I",  "JJ>J",  "FF>F",  "DD>D",  "II>I",  "JJ>J",  "FF>F",  "DD>D",  "II>I",  "JJ>J",
    /*110*/ "FF>F",  "DD>D",  "II>I",  "JJ>J",  "FF>F",  "DD>D",  "I>I",   "J>J",   "F>F",   "D>D",
    /*120*/ "II>I",  "JI>J",  "II>I",  "JI>J",  "II>I",  "JI>J",  "II>I",  "JJ>J",  "II>I",  "JJ>J",
    /*130*/ "II>I",  "JJ>J",  nullptr, "I>J",   "I>F",   "I>D",   "J>I",   "J>F",   "J>D",   "F>I",
    /*140*/ "F>J",   "F>D",   "D>I",   "D>J",   "D>F",   "I>I",   "I>I",   "I>I",   "JJ>I",  "FF>I",
    /*150*/ "FF>I",  "DD>I",  "DD>I",  "I>",    "I>",    "I>",    "I>",    "I>",    "I>",    "II>",
    /*160*/ "II>",   "II>",   "II>",   "II>",   "II>",   nullptr, nullptr, ">",     nullptr, nullptr,
    /*170*/ "I>",    "I>",    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    /*180*/ nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    /*190*/ nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    /*200*/ ">",     nullptr,
};

uint32_t instruction_length(std::span<const uint8_t> code, uint32_t at) {
  const auto s4 = [&](uint64_t i) -> int64_t {
    return i + 4 > code.size()
               ? -1
               : static_cast<int32_t>(uint32_t{code[i]} << 24 | code[i + 1] << 16 | code[i + 2] << 8 | code[i + 3]);
  };
  if (at >= code.size() || code[at] >= kOpcodes) return 0;
  uint64_t length = kOpcodeLengths[code[at]];
  const uint64_t base = (uint64_t{at} + 4) & ~uint64_t{3};
  if (code[at] == bc::wide) length = at + 1 < code.size() && code[at + 1] == bc::iinc ? 6 : 4;
  if (code[at] == bc::tableswitch) {
    const int64_t low = s4(base + 4), high = s4(base + 8);
    if (high < low) return 0;
    length = base + 12 + static_cast<uint64_t>(high - low + 1) * 4 - at;
  } else if (code[at] == bc::lookupswitch) {
    const int64_t pairs = s4(base + 4);
    if (pairs < 0) return 0;
    length = base + 8 + static_cast<uint64_t>(pairs) * 8 - at;
  }
  return length && at + length <= code.size() ? static_cast<uint32_t>(length) : 0;
}

}  // namespace jmc::vm
