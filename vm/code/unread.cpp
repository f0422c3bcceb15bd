#include "vm/code/unread.hpp"

#include <algorithm>
#include <utility>

#include "classfile/bytecode.hpp"
#include "vm/code/bytecodes.hpp"
#include "vm/code/insn.hpp"
#include "vm/code/jumps.hpp"
#include "vm/native.hpp"

namespace jmc::vm {

namespace bc = classfile::bc;

namespace {

// That one is read is found out time and again: a feature for each search that is repeated.
constexpr Feature kReads[] = {kCountersRead, kCountersReadAgain, kCountersReadOften, kCountersReadAlways};
constexpr uint32_t kSearches = 3;

// Follows the value that a getfield or getstatic pushes through the straight-line code behind it.
class Flow {
 public:
  Flow(const Method& m, const Field& field) : m_(m), field_(field), code_(m.file->code->bytecode) {}

  // The field that the sum is stored into; null: the value goes elsewhere, or may.
  const Field* target(uint32_t at) {
    width_ = field_.wide() ? 2 : 1;
    read_ = at;
    for (uint32_t i = at + 1; i + 1 < m_.code_length; ++i) {
      const uint8_t o = op(i);
      if (o == bc::putfield || o == bc::putstatic) return above_ == 0 && !jumped_into(m_, at, i) ? stored(i) : nullptr;
      if (!follow(o, i)) return nullptr;
    }
    return nullptr;
  }

 private:
  uint8_t op(uint32_t i) const { return code_[m_.bci[i]]; }
  uint16_t index(uint32_t i) const { return static_cast<uint16_t>(code_[m_.bci[i] + 1u] << 8 | code_[m_.bci[i] + 2u]); }
  static uint32_t width_of(std::string_view descriptor) { return descriptor == "J" || descriptor == "D" ? 2 : 1; }

  bool push(uint32_t slots) {
    above_ += slots;
    return true;
  }
  // Of two operands; the sum of the value and something else is the value that is followed.
  bool combine(uint32_t slots) {
    if (above_ >= 2 * slots) return push(0 - slots);
    if (width_ != slots || (above_ != 0 && above_ != slots)) return false;
    above_ = 0;
    return true;
  }
  bool follow(uint8_t o, uint32_t i) {
    if (o >= bc::iconst_m1 && o <= bc::iconst_5) return push(1);
    if (o == bc::lconst_0 || o == bc::lconst_1) return push(2);
    if (o == bc::bipush || o == bc::sipush) return push(1);
    if (o == bc::iload || o == bc::aload || (o >= bc::iload_0 && o <= bc::iload_3) ||
        (o >= bc::aload_0 && o <= bc::aload_3))
      return push(1);
    if (o == bc::lload || (o >= bc::lload_0 && o <= bc::lload_3)) return push(2);
    if (o == bc::getfield) {  // without a reference above the value, it would take the value for one
      if (above_ == 0) return false;
      return push(width_of(m_.owner->file->pool.member(index(i)).descriptor) - 1);
    }
    if (o == bc::getstatic) return push(width_of(m_.owner->file->pool.member(index(i)).descriptor));
    if (o == bc::iadd || o == bc::isub) return combine(1);
    if (o == bc::ladd || o == bc::lsub) return combine(2);
    if (o == bc::i2l) {
      if (above_ != 0) return push(1);
      width_ = 2;
      return true;
    }
    return false;
  }
  const Field* stored(uint32_t i) const {
    const auto member = m_.owner->file->pool.member(index(i)), read = m_.owner->file->pool.member(index(read_));
    // Compilers name the class that the field is found by, which may be a subclass of its own.
    if (member.owner == read.owner && member.name == read.name && member.descriptor == read.descriptor) return &field_;
    const Klass* k = member.owner == m_.owner->name       ? m_.owner
                     : member.owner == field_.owner->name ? field_.owner
                                                          : nullptr;
    for (; k; k = k->super)
      for (const auto& f : k->fields)
        if (f->name == member.name && f->descriptor == member.descriptor)
          return width_of(f->descriptor) == width_ ? f.get() : nullptr;
    return nullptr;
  }

  const Method& m_;
  const Field& field_;
  std::span<const uint8_t> code_;
  uint32_t read_ = 0;               // the instruction that pushes it
  uint32_t width_ = 0, above_ = 0;  // slots of the value that is followed, and on top of it
};

}  // namespace

UnreadFields::UnreadFields(Vm& vm)
    : vm_(vm), off_(!vm.options.adaptive || (vm.options.distinguish & kDistinguishCounters)) {}

bool UnreadFields::may_count(const Field& f) {
  return (!f.is_static() || !f.owner->boot) && !(f.flags & kFinal) && (f.descriptor == "I" || f.descriptor == "J");
}

// Whether the method has an instruction that reads a field of that name and type, and does not do so to add a number to
// it at once. In its bytecode, since it may never have run; what that takes for a read and is none costs nothing but
// states.
bool UnreadFields::reads(const Method& m, const Field& f) const {
  const auto code = m.file->code->bytecode;
  const auto index = [&](uint32_t at) { return static_cast<uint16_t>(code[at + 1] << 8 | code[at + 2]); };
  const auto names = [&](uint32_t at) {
    const auto member = m.owner->file->pool.member(index(at));
    return member.name == f.name && member.descriptor == f.descriptor;
  };
  for (uint32_t at = 0, next; at < code.size(); at = next) {
    next = at + instruction_length(code, at);
    if ((code[at] != bc::getfield && code[at] != bc::getstatic) || !names(at)) continue;
    uint32_t i = next;
    if (i >= code.size()) return true;
    const uint8_t number = code[i];
    if (number == bc::iload || number == bc::lload || number == bc::bipush || number == bc::sipush ||
        (number >= bc::iconst_m1 && number <= bc::lconst_1) || (number >= bc::iload_0 && number <= bc::lload_3))
      i += instruction_length(code, i);
    if (i < code.size() && code[i] == bc::i2l) ++i;
    if (i >= code.size() || (code[i] != bc::iadd && code[i] != bc::ladd && code[i] != bc::isub && code[i] != bc::lsub))
      return true;
    if (++i + 2 >= code.size() || (code[i] != bc::putfield && code[i] != bc::putstatic) || !names(i)) return true;
  }
  return false;
}

bool UnreadFields::read_by_program(const Field& f) {
  for (size_t i = 0; i < vm_.class_count(); ++i) {
    const Klass* k = vm_.klass(static_cast<uint32_t>(i));
    if (k->boot || !k->file) continue;
    for (const auto& m : k->methods)
      if (m->file && m->file->code && reads(*m, f)) return true;
  }
  return false;
}

void UnreadFields::get(const Field& field, const Method& m, uint32_t at) {
  if (off_ || !may_count(field) || seen_[&field].read) return;
  const Field* to = m.file && m.file->code && !m.internal ? Flow(m, field).target(at) : nullptr;
  if (!to || !may_count(*to) || seen_[to].read) return read(field);
  if (!field.owner->boot && !seen_[&field].counter && read_by_program(field)) return read(field);
  if (!to->owner->boot && !seen_[to].counter && read_by_program(*to)) return read(*to), read(field);
  if (std::vector<const Field*>& from = seen_[to].from; std::find(from.begin(), from.end(), &field) == from.end())
    from.push_back(&field);
  counts(field);
  counts(*to);
}

void UnreadFields::counts(const Field& f) {
  Seen& s = seen_[&f];
  if (s.counter) return;
  s.counter = true;
  counters_.push_back(&f);
  words_.clear();
  ++learnt_;
}

void UnreadFields::read(const Field& f) {
  Seen& s = seen_[&f];
  if (s.read) return;
  s.read = true;
  if (s.counter) {
    counters_.erase(std::find(counters_.begin(), counters_.end(), &f));
    words_.clear();
    ++learnt_;
    found();
  }
  const std::vector<const Field*> from = std::move(s.from);
  for (const Field* g : from) read(*g);
}

void UnreadFields::look(Ref object, uint32_t offset) {
  looked_at_.insert(place(object, offset));
  const Field* f = vm_.klass_of(object)->is_array() ? nullptr : vm_.field_at(object, offset);
  if (f && may_count(*f)) read(*f);
}

namespace {

// Methods of a class of counters that tell nobody what it holds, as long as what they return is dropped.
bool only_counts(std::string_view name) {
  return name == "<init>" || name == "set" || name == "lazySet" || name.starts_with("increment") ||
         name.starts_with("decrement") || name.starts_with("getAndAdd") || name.starts_with("getAndIncrement") ||
         name.starts_with("getAndDecrement") || name.starts_with("addAndGet");
}

// Whether the frame's code drops what the call at `at` returns. `on`: it returns it, perhaps with something added to
// it, and its caller decides.
bool drops(const Method& m, uint32_t at, bool& on) {
  on = false;
  if (!m.file || !m.file->code || m.internal) return false;
  const auto code = m.file->code->bytecode;
  size_t next = m.bci[at] + instruction_length(code, m.bci[at]);
  uint8_t o = next < code.size() ? code[next] : 0;
  if (o == bc::pop || o == bc::pop2) return true;
  const auto number = [](uint8_t op) {
    return op == bc::iload || op == bc::lload || (op >= bc::iconst_m1 && op <= bc::lconst_1) ||
           (op >= bc::iload_0 && op <= bc::lload_3);
  };
  if (number(o)) {
    next += instruction_length(code, static_cast<uint32_t>(next));
    o = next < code.size() ? code[next] : 0;
    if (o != bc::iadd && o != bc::ladd && o != bc::isub && o != bc::lsub) return false;
    ++next;
    o = next < code.size() ? code[next] : 0;
  }
  // Whoever gives up a monitor in between does what others wait for: the value is part of that state.
  on = (o == bc::ireturn || o == bc::lreturn) && !m.is_synchronized();
  return false;
}

}  // namespace

// Whether any method of the program calls one of the class that may tell what its objects hold.
bool UnreadFields::asked_by_program(const Klass& owner) const {
  for (size_t i = 0; i < vm_.class_count(); ++i) {
    const Klass* k = vm_.klass(static_cast<uint32_t>(i));
    if (k->boot || !k->file) continue;
    const auto& pool = k->file->pool;
    for (uint16_t n = 1; n < pool.size(); ++n)
      if (pool.tag(n) == classfile::Tag::Methodref)
        if (const auto member = pool.member(n); member.owner == owner.name && !only_counts(member.name)) return true;
  }
  return false;
}

bool UnreadFields::is_dropped(Ref object, uint32_t offset) {
  const Field* f = vm_.klass_of(object)->is_array() ? nullptr : vm_.field_at(object, offset);
  if (!f || !may_count(*f)) return false;
  if (const auto seen = seen_.find(f); seen != seen_.end() && seen->second.read) return false;
  bool dropped = false;
  vm_.walk_frames(vm_.current(), [&](Method* m, uint32_t pc) {
    bool on = false;
    dropped = drops(*m, pc, on);
    return on;
  });
  if (!dropped) return false;
  if (!seen_[f].counter && (f->owner->boot ? asked_by_program(*f->owner) : read_by_program(*f))) return false;
  counts(*f);
  return true;
}

// What was assumed of this search does not hold.
void UnreadFields::found() {
  if (!vm_.marked()) return;
  uint32_t n = 0;
  while (n < kSearches && vm_.rules.foresees(kReads[n])) ++n;
  vm_.rules.met(kReads[n]);
  if (n < kSearches) return;
  off_ = true;
  counters_.clear();
  words_.clear();
}

void UnreadFields::find(uint32_t klass) {
  if (klass >= words_.size()) words_.resize(klass + 1);
  Words& words = words_[klass];
  words.known = true;
  const Klass* of = vm_.klass(klass);
  const bool statics = of->kind == KlassKind::Statics;
  for (const Klass* k = statics ? of->statics_of : of; k; k = statics ? nullptr : k->super)
    for (const std::vector<const Field*>* fields : {&counters_, &others_})
      for (const Field* f : *fields)
        if (f->owner == k && f->is_static() == statics)
          for (uint32_t w = 0; w < (f->wide() ? 2u : 1u); ++w)
            words.at.push_back(static_cast<uint16_t>((f->offset - kHeaderSize) / 4 + w));
}

void UnreadFields::leave_out(std::vector<const Field*> others) {
  others_ = std::move(others);
  words_.clear();
  ++learnt_;
}

}  // namespace jmc::vm
