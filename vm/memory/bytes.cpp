// Accesses to bytes that are no variable of their own (MemoryModel::Bytes): views of arrays of bytes, and memory
// outside of the heap. Each element, or word of that memory, that they touch is a location, whose newest value they
// use.
#include "vm/native.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

using memory::Kept;
using memory::Mode;

template <class F>
void MemoryModel::for_each_element(const Bytes& b, F&& f) {
  const uint32_t shift = vm_.klass_of(b.object)->element_shift;
  const uint32_t last = (b.offset - kHeaderSize + b.bytes - 1) >> shift;
  for (uint32_t i = (b.offset - kHeaderSize) >> shift; i <= last; ++i)
    f(Variable{b.object, kHeaderSize + (i << shift), static_cast<uint8_t>(1u << shift), false});
}

std::vector<uint64_t> MemoryModel::stored(const Bytes& b) {
  std::vector<uint64_t> out;
  for_each_element(b, [&](const Variable& v) { out.push_back(stored(v)); });
  return out;
}

// Who might have used another value than the newest is told of: nothing else of the search depends on it.
void MemoryModel::uses_newest_of(const Variable& v, bool newest, bool writes) {
  if (newest && !machine.reads_volatiles_apart()) return look_for_weaker_write(v);
  if (kept(v.object, v.offset) == Kept::Newest) return needs(v, Kept::Known);
  const memory::Key at = key(v.object, v.offset), upper = memory::Machine::upper_half(at);
  const bool halves = tears(v.object, v.offset, v.width);
  const auto knows = [&](memory::Key k) {
    return writes ? machine.knows_last(current(), k) : machine.knows(current(), k);
  };
  if (knows(at) && (!halves || knows(upper))) return;
  const Klass* k = vm_.klass_of(v.object);
  if (views_in_order_.insert(k->element ? k->element->external_name() + "[]" : k->external_name()).second) ++changes_;
}

void MemoryModel::read_bytes(const Bytes& b, Mode mode) {
  for_each_element(b, [&](const Variable& v) {
    uses_newest_of(v, mode == Mode::Volatile, false);
    if (tears(v.object, v.offset, v.width)) machine.read_halves(current(), key(v.object, v.offset), mode, 0, stored(v));
    else machine.read(current(), key(v.object, v.offset), mode, 0, stored(v));
  });
}

void MemoryModel::bytes_written(const Bytes& b, memory::UpdateMode mode, const std::vector<uint64_t>& before,
                                bool update) {
  size_t i = 0;
  for_each_element(b, [&](const Variable& v) {
    const memory::Key at = key(v.object, v.offset);
    const uint64_t old = before[i++], now = stored(v);
    const Kept keeps = kept(v.object, v.offset);
    if (mode.write != Mode::Volatile) written_weaker_.insert(place(v));
    uses_newest_of(v, mode.write == Mode::Volatile || (update && mode.read == Mode::Volatile), true);
    if (tears(v.object, v.offset, v.width)) {
      if (!update) machine.write_halves(current(), at, mode.write, 0, old, now, keeps);
      else
        machine.replace_halves(current(), at, mode, machine.take_halves(current(), at, Mode::Volatile, 0, old), old,
                               now, keeps);
    } else if (update) {
      const memory::Location* l = machine.find(at);
      const uint32_t newest = l ? static_cast<uint32_t>(l->messages.size()) - 1 : 0;
      machine.replace(current(), at, mode, {newest, old}, now, keeps);
    } else {
      machine.write(current(), at, mode.write, 0, old, now, keeps);
    }
    look_at_limit(v);
  });
}

void MemoryModel::describe_bytes(Pending& p, memory::UpdateMode mode) const {
  if (older_volatiles_ && (mode.read == Mode::Volatile || mode.write == Mode::Volatile)) p.add(kFenceLocation, 0, true);
  p.in_order = true;
}

}  // namespace jmc::vm
