// What the VM itself knows about --locks: which way was chosen, and the bytecode behind a replaced method.
#include "vm/code/insn.hpp"
#include "vm/native.hpp"

namespace jmc::vm {

bool Vm::atomic_locks() const {
  if (rules.foresees(kRealLocks)) return false;
  if (options.locks != Locks::Auto) return options.locks == Locks::Atomic;
  return !names_a_lock(options.visible) && !names_a_lock(options.representation);
}

Method* Vm::bytecode_of(const Method* m) {
  Method*& slot = replaced_methods_[m->id];
  if (slot) return slot;
  auto copy = std::make_unique<Method>();
  copy->owner = m->owner;
  copy->name = m->name;
  copy->descriptor = m->descriptor;
  copy->flags = static_cast<uint16_t>(m->flags | (m->file ? m->file->flags & kSynchronized : 0));
  copy->max_stack = m->max_stack;
  copy->max_locals = m->max_locals;
  copy->arg_slots = m->arg_slots;
  copy->return_type = m->return_type;
  copy->caller_sensitive = m->caller_sensitive;
  copy->hidden_frame = m->hidden_frame;
  copy->sig = m->sig;
  copy->vindex = m->vindex;
  copy->file = m->file;
  copy->arg_types = m->arg_types;
  copy->native_bound = true;
  copy->id = static_cast<uint32_t>(methods_.size());
  methods_.push_back(copy.get());
  internal_methods_.push_back(std::move(copy));
  return slot = internal_methods_.back().get();
}

}  // namespace jmc::vm
