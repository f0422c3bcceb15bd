#include "vm/operation/announced.hpp"

#ifndef NDEBUG

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "vm/native.hpp"

namespace jmc::vm {

namespace {
struct Announced {
  Touched accesses;
  std::string words;
  bool whole = true;  // everything: there is nothing to compare with
};
}  // namespace

void note_announced(Vm& vm, ThreadId t, const Pending& p) {
  Announced& a = facility<Announced>(vm);
  // Of a section of an executor only the first access is told, and what else it does is seen by nobody.
  a.whole = p.section || !vm.multi() || p.kind == PendingKind::Start || p.kind == PendingKind::StepLimit ||
            p.kind == PendingKind::None;
  a.words = std::string(p.words());
  a.accesses = {};
  if (p.unstarted && vm.thread_of(p.object) != por::kNoThread) a.accesses = p.operation->touches(vm, t, p);
  else
    for (int i = 0; i < p.count; ++i) a.accesses.list[a.accesses.count++] = p.accesses[i];
}

void check_announced(Vm& vm, const RawAccess& made) {
  const Announced& a = facility<Announced>(vm);
  const auto covers = [&](const RawAccess& r) {
    // Who writes what every operation reads is dependent with all of them.
    if (r.object == kExitLocation && r.write) return true;
    return r.object == made.object && r.field == made.field && (r.write || !made.write);
  };
  if (a.whole || std::any_of(a.accesses.list, a.accesses.list + a.accesses.count, covers)) return;
  std::fprintf(stderr, "jmc: a step %s %u.%u, which its operation (%s) did not announce, at %s\n",
               made.write ? "writes" : "reads", made.object, made.field, a.words.c_str(),
               vm.place_of(vm.current()).c_str());
  for (int i = 0; i < a.accesses.count; ++i)
    std::fprintf(stderr, "  announced: %s %u.%u\n", a.accesses.list[i].write ? "write" : "read",
                 a.accesses.list[i].object, a.accesses.list[i].field);
  std::abort();
}

void check_announced(Vm& vm, const Pending& made) {
  for (int i = 0; i < made.count; ++i) check_announced(vm, made.accesses[i]);
}

}  // namespace jmc::vm

#endif
