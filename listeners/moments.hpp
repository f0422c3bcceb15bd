// What is kept of a path while it is replayed, to be put into words at its end. Internal to listeners/.
#pragma once

#include <string>
#include <vector>

#include "listeners/operations.hpp"
#include "listeners/story.hpp"

namespace jmc::listeners {

// An exception that a step threw and caught: it decided where the thread went on.
struct Caught {
  std::string text;
  Place thrown;
};

// An access that is no operation: nobody could come in between. By the program's own code, or by code of the JDK that
// it called.
struct Touch {
  vm::Ref object = vm::kNull;
  uint32_t offset = 0;
  char type = 0;
  bool write = false;
  uint64_t value = 0;  // read or written
  OwnFrames frames;    // of the program, where
  bool jdk = false;
  bool shared = false;  // others may access it
};

// Where code of the program has last begun to make an exception: what is read from there on is for its text.
struct Built {
  const vm::Method* method = nullptr;  // null: nowhere
  uint32_t pc = 0;
  size_t touches = 0;  // those before it
};

// One step of the replay, with everything that is put into words later.
struct Moment {
  Record record;
  StoryStep step;
  bool glued = false;    // done with the step before it
  bool alone = false;    // a copy by the JDK between arrays that no other thread touches here: texts that are built
  bool aside = false;    // no operation: an access to what happens-before orders
  std::string out, err;  // printed
  std::vector<por::ThreadId> started;
  std::vector<Caught> caught;
  std::vector<vm::Violation> uncaught;  // exceptions that ended the thread
  std::vector<Touch> touches;           // in their order, after the operation; only where they are asked for
  Built built;
  int64_t passed = 0;  // nanoseconds by which the clock has moved, if the program reads it
  int row = -1;        // among the steps of the story; -1: it is not told
};

// Whether the operation changes its variable, and whether both are of the same.
inline bool changes(const Record& r) { return r.width && (r.op.kind == vm::PendingKind::Write || r.before != r.after); }
inline bool same_variable(const Record& a, const Record& b) {
  return a.width && b.width && a.op.object == b.op.object && a.op.offset == b.op.offset;
}

}  // namespace jmc::listeners
