// The instruction loop once more, telling vm.observer of each instruction. For debuggers.
#define JMC_OBSERVED 1
#include "vm/code/interpreter.cpp"
