#include "listeners/own_frames.hpp"

#include "listeners/names.hpp"

namespace jmc::listeners {

std::string OwnFrames::place() const {
  if (line() < 0 || method[0]->owner->file->source_file.empty()) return {};
  return std::string(method[0]->owner->file->source_file) + ":" + std::to_string(line());
}

std::string OwnFrames::call() const {
  return called ? simple_class_name(*called->owner) + "." + std::string(called->name) : std::string();
}

OwnFrames own_frames(const vm::Vm& vm, por::ThreadId t) {
  OwnFrames out;
  size_t found = 0;
  vm.walk_frames(t, [&](const vm::Method* m, uint32_t pc) {
    if (m->internal || m->hidden_frame || !m->file) return true;
    if (m->owner->hidden && m->owner->file->source_file.empty()) return true;  // of a lambda
    if (m->owner->boot) {
      if (!found) out.called = m;
      return !found;  // the program that this one was called by has asked for something else
    }
    out.method[found] = m;
    out.pc[found] = pc;
    return ++found < OwnFrames::kMost;
  });
  if (!found) out.called = nullptr;
  return out;
}

}  // namespace jmc::listeners
