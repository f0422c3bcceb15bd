// Pieces of bytecode that both clients, of one program and of all at once, are made of. Internal to linearizability/.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "classfile/class_writer.hpp"

namespace jmc::linearizability {

namespace bc = classfile::bc;

inline constexpr const char* kString = "java/lang/String";
inline constexpr const char* kObject = "Ljava/lang/Object;";

// How many calls each thread has made, for notions in which the order of calls counts: an element a thread.
inline constexpr const char* kCounter = "java/util/concurrent/atomic/AtomicInteger";
inline constexpr const char* kCounters = "[Ljava/util/concurrent/atomic/AtomicInteger;";

inline void increment(classfile::CodeWriter& code, int slot, int by = 1) {
  code.push_int(by);
  code.load('I', slot);
  code.op(bc::iadd, -1);
  code.store('I', slot);
}

// for (slot = 0; slot < bound; ++slot) body. `bound` pushes an int.
template <class Bound, class Body>
void count_up(classfile::CodeWriter& code, int slot, Bound&& bound, Body&& body) {
  classfile::Label next, over;
  code.push_int(0);
  code.store('I', slot);
  code.bind(next);
  code.load('I', slot);
  bound();
  code.jump(bc::if_icmpge, over);
  body();
  increment(code, slot);
  code.jump(bc::goto_, next);
  code.bind(over);
}

// done[i] = new AtomicInteger(), of the array and the index in these slots.
void make_counter(classfile::CodeWriter& code, int done, int i);

// In a thread whose fields are `done` and `mine` (pushed by the functions): for each other thread t, in this slot, body
// with its count on the stack, between what `before` and `after` write.
template <class Done, class Mine, class Before, class After>
void ask_others(classfile::CodeWriter& code, int t, Done&& done, Mine&& mine, Before&& before, After&& after) {
  count_up(
      code, t, [&] { done(), code.op(bc::arraylength, 0); },
      [&] {
        classfile::Label self;
        code.load('I', t);
        mine();
        code.jump(bc::if_icmpeq, self);
        before();
        done();
        code.load('I', t);
        code.op(bc::aaload, -1);
        code.invoke(bc::invokevirtual, kCounter, "get", "()I");
        after();
        code.bind(self);
      });
}

// done[mine].set(count), of the int in this slot.
template <class Done, class Mine>
void tell_others(classfile::CodeWriter& code, int count, Done&& done, Mine&& mine) {
  done();
  mine();
  code.op(bc::aaload, -1);
  code.load('I', count);
  code.invoke(bc::invokevirtual, kCounter, "set", "(I)V");
}

// Of a value of this type on the stack, its text (String.valueOf).
void value_of(classfile::CodeWriter& code, std::string_view descriptor);
// A result that the caller does not look at.
void drop(classfile::CodeWriter& code, std::string_view descriptor);
// The object on the stack becomes what a parameter takes.
void cast(classfile::CodeWriter& code, std::string_view descriptor);
// The result on the stack becomes an object whose text is its own: small boxes, which cost no state, or else a String.
// The object that was called, in this slot, is "this": its text is that of a later moment.
void to_result(classfile::CodeWriter& code, std::string_view descriptor, int object);
// The name of the class of what was thrown between these labels is the result.
void exceptions_as_results(classfile::CodeWriter& code, const classfile::Label& start, const classfile::Label& end);
// What functions were given belongs to the result that is on the stack: "3 [1, 2]"; of a void method: "[1, 2]".
void add_kept(classfile::CodeWriter& code, const std::vector<std::pair<int, std::string>>& kept, bool nothing);
// Of the method that makes the i-th call.
inline std::string call_name(size_t i) { return "call" + std::to_string(i); }

}  // namespace jmc::linearizability
