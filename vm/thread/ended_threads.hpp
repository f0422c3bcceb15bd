// What a state keeps of threads that have ended.
//
// Nobody comes to the Thread of one but through references, so what only that refers to is garbage: the worker of a
// pool with its count of tasks, the pool itself, the flag that says whether it was interrupted. Whether a Thread is
// reached is known when everything else is written, so that they are written last (ThreadTable::encode).
//
// All of it counts where the number of such a thread may be given to another one, which goes on with what it has drawn;
// under the memory model, which names objects behind the threads; with --distinguish=garbage; in a form from which the
// state is to be made again; and where calls are asked for after which a thread that makes them could go on as before.
#pragma once

#include "vm/state/state_encoder.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

inline bool ended_count_in_full(const Vm& vm, const StateEncoder& e) {
  return vm.options.ended_threads || vm.memory || vm.rules.foresees(kNumbersReturn) ||
         vm.options.distinguish & kDistinguishGarbage || e.aside();
}

}  // namespace jmc::vm
