#include "vm/code/compared.hpp"

#include <algorithm>
#include <cstring>
#include <map>

#include "classfile/bytecode.hpp"
#include "vm/code/bytecodes.hpp"
#include "vm/code/insn.hpp"
#include "vm/code/jumps.hpp"
#include "vm/code/unread.hpp"
#include "vm/native.hpp"

namespace jmc::vm {

namespace bc = classfile::bc;

namespace {

bool is_compare_and_set(std::string_view owner, std::string_view name) {
  if (owner == "java/lang/invoke/VarHandle") return name == "compareAndSet" || name.starts_with("weakCompareAndSet");
  return (owner == "jdk/internal/misc/Unsafe" || owner == "sun/misc/Unsafe") &&
         (name.starts_with("compareAndSet") || name.starts_with("compareAndSwap") ||
          name.starts_with("weakCompareAndSet"));
}

// Follows what a getfield pushes to the compare-and-set of the same field of the same object.
class Attempt {
 public:
  Attempt(Vm& vm, Method& m, const Field& field) : vm_(vm), m_(m), code_(m.file->code->bytecode), wide_(field.wide()) {}

  // That instruction; 0: what was read may go elsewhere.
  uint32_t of(uint32_t read) {
    const uint32_t first = begins(read);
    if (!first) return 0;
    stack_ = {Value::Copy};
    for (uint32_t i = read + 1; i + 1 < m_.code_length; ++i) {
      if (op(i) == bc::invokevirtual) return is_end(i) && !jumped_into(m_, first, i) && dead(i) ? i : 0;
      if (!follow(i)) return 0;
    }
    return 0;
  }

 private:
  enum class Value : uint8_t { Copy, Sum, Other };

  uint8_t op(uint32_t i) const { return code_[m_.bci[i]]; }
  uint16_t index(uint32_t i) const { return static_cast<uint16_t>(code_[m_.bci[i] + 1u] << 8 | code_[m_.bci[i] + 2u]); }
  // The local that a load or store of this kind takes; -1: it is none. `n`: the form with the local as operand, the
  // first of the forms without.
  int32_t local(uint32_t i, uint8_t n, uint8_t first) const {
    const uint8_t o = op(i);
    if (o == n) return code_[m_.bci[i] + 1u];
    return o >= first && o <= first + 3 ? o - first : -1;
  }
  int32_t reference(uint32_t i) const { return local(i, bc::aload, bc::aload_0); }

  // The object has been loaded for the compare-and-set, and its offset, and then for the read. 0: it is another.
  uint32_t begins(uint32_t read) {
    if (read < 3) return 0;
    object_ = reference(read - 1);
    if (object_ < 0) return 0;
    if (reference(read - 2) == object_) return read - 2;
    if (op(read - 2) == bc::getstatic && m_.owner->file->pool.member(index(read - 2)).descriptor == "J" &&
        reference(read - 3) == object_)
      return read - 3;
    return 0;
  }

  bool is_end(uint32_t i) const {
    const auto member = m_.owner->file->pool.member(index(i));
    return is_compare_and_set(member.owner, member.name) && stack_.size() == 2 && stack_[0] == Value::Copy &&
           stack_[1] != Value::Other && member.descriptor.ends_with(wide_ ? "JJ)Z" : "II)Z");
  }

  Value pop() {
    const Value v = stack_.empty() ? Value::Other : stack_.back();
    if (stack_.empty()) failed_ = true;
    else stack_.pop_back();
    return v;
  }
  bool follow(uint32_t i) {
    const uint8_t o = op(i);
    const auto load = [&](int32_t k) {
      const auto it = locals_.find(k);
      stack_.push_back(it == locals_.end() ? Value::Other : it->second);
      return true;
    };
    const auto store = [&](int32_t k) {
      if (k == object_ || k + 1 == object_) return false;
      locals_[k] = pop();
      if (wide_) locals_.erase(k + 1);
      locals_.erase(k - 1);
      return !failed_;
    };
    if (wide_) {
      if (const int32_t k = local(i, bc::lload, bc::lload_0); k >= 0) return load(k);
      if (const int32_t k = local(i, bc::lstore, bc::lstore_0); k >= 0) return store(k);
    } else {
      if (const int32_t k = local(i, bc::iload, bc::iload_0); k >= 0) return load(k);
      if (const int32_t k = local(i, bc::istore, bc::istore_0); k >= 0) return store(k);
    }
    const bool constant = wide_ ? o == bc::lconst_0 || o == bc::lconst_1
                                : (o >= bc::iconst_m1 && o <= bc::iconst_5) || o == bc::bipush || o == bc::sipush;
    if (constant) return stack_.push_back(Value::Other), true;
    if (o == (wide_ ? bc::dup2 : bc::dup)) {
      const Value v = pop();
      stack_.push_back(v);
      stack_.push_back(v);
      return !failed_;
    }
    const bool adds = o == (wide_ ? bc::ladd : bc::iadd), takes = o == (wide_ ? bc::lsub : bc::isub);
    if (!adds && !takes) return false;
    const Value top = pop(), below = pop();
    const bool of_top = top != Value::Other, of_below = below != Value::Other;
    if ((of_top && of_below) || (takes && of_top)) return false;
    stack_.push_back(of_top || of_below ? Value::Sum : Value::Other);
    return !failed_;
  }

  // No copy is left in a local.
  bool dead(uint32_t at) const {
    const std::vector<uint16_t>& live = slot_map(vm_, m_, at, false).values;
    for (const auto& [k, v] : locals_)
      if (v != Value::Other)
        for (int32_t half = 0; half < (wide_ ? 2 : 1); ++half)
          if (std::find(live.begin(), live.end(), static_cast<uint16_t>(k + half)) != live.end()) return false;
    return true;
  }

  Vm& vm_;
  Method& m_;
  std::span<const uint8_t> code_;
  bool wide_, failed_ = false;
  int32_t object_ = -1;  // the local that holds the object
  std::vector<Value> stack_;
  std::map<int32_t, Value> locals_;
};

// In a constructor of its class, before anybody else can have the object.
bool constructs(const Field& f, const Method& m, uint32_t at) {
  if (m.name != "<init>" || m.owner != f.owner || !m.file || !m.file->code) return false;
  const auto code = m.file->code->bytecode;
  const auto member = [&](uint32_t i) {
    return m.owner->file->pool.member(static_cast<uint16_t>(code[i + 1] << 8 | code[i + 2]));
  };
  for (uint32_t i = 0; i < m.bci[at]; i += instruction_length(code, i)) {
    const uint8_t o = code[i];
    const bool of_object = o == bc::invokespecial && member(i).owner == "java/lang/Object";
    if (!of_object && o != bc::putfield && o > bc::aload_3) return false;
  }
  return true;
}

}  // namespace

ComparedFields::ComparedFields(Vm& vm) : vm_(vm), off_(vm.memory || (vm.options.distinguish & kDistinguishCounters)) {}

void ComparedFields::leave_out(bool on) {
  if (on == on_) return;
  on_ = on;
  changed();
}

void ComparedFields::changed() {
  facility<UnreadFields>(vm_).leave_out(on_ && !off_ ? counters_ : std::vector<const Field*>());
}

bool ComparedFields::may_count(const Field& f) {
  return !f.is_static() && !(f.flags & kFinal) && (f.descriptor == "I" || f.descriptor == "J");
}

void ComparedFields::get(const Field& field, const Method& m, uint32_t at) {
  if (off_ || !may_count(field) || told_.contains(&field)) return;
  uint32_t cas = 0;
  if (m.file && m.file->code && !m.internal) cas = Attempt(vm_, const_cast<Method&>(m), field).of(at);
  if (!cas) return told(field);
  sites_[uint64_t{m.id} << 32 | cas] = &field;
  if (std::find(counters_.begin(), counters_.end(), &field) != counters_.end()) return;
  counters_.push_back(&field);
  if (on_) changed();
}

void ComparedFields::put(const Field& field, const Method& m, uint32_t at) {
  if (!off_ && may_count(field) && !told_.contains(&field) && !constructs(field, m, at)) told(field);
}

void ComparedFields::told(const Field& f) {
  if (!told_.insert(&f).second) return;
  const auto it = std::find(counters_.begin(), counters_.end(), &f);
  if (it == counters_.end()) return;
  counters_.erase(it);
  if (!on_) return;
  found_ = true;
  changed();
}

// The field that the compare-and-set is of which the thread is at.
const Field* ComparedFields::compared_by(ThreadId t) const {
  const uint32_t fp = vm_.thread(t).s.fp;
  if (!fp) return nullptr;
  const FrameHeader* f = vm_.frame(t, fp);
  const auto it = sites_.find(uint64_t{f->method} << 32 | f->pc);
  return it == sites_.end() ? nullptr : it->second;
}

void ComparedFields::touch(Ref object, uint32_t offset) {
  const Field* f = vm_.klass_of(object)->is_array() ? nullptr : vm_.field_at(object, offset);
  const Field* compared = compared_by(vm_.current());
  if (compared && compared != f) told(*compared);  // the copy goes to another field
  if (f && f == compared) return;
  if (f && may_count(*f)) told(*f);
  touched_.insert(place(object, offset));
}

bool ComparedFields::find_wrong() {
  if (none()) return false;
  told(*counters_.back());
  return true;
}

ComparedFields::Relative::Relative(ComparedFields& fields, ThreadId t) {
  if (fields.none()) return;
  Vm& vm = fields.vm_;
  const Field* f = fields.compared_by(t);
  if (!f || std::find(fields.counters_.begin(), fields.counters_.end(), f) == fields.counters_.end()) return;
  const Pending& p = vm.thread(t).s.pending;
  if (p.kind != PendingKind::Cas || !p.object || vm.klass_of(p.object)->is_array() ||
      vm.field_at(p.object, p.offset) != f) {
    fields.told(*f);  // the copy goes to another field
    return;
  }
  const uint32_t slots = f->wide() ? 2 : 1;
  at_ = vm.thread(t).stack + vm.thread(t).s.sp - 2 * slots;
  words_ = 2 * slots;
  std::copy(at_, at_ + words_, before_);
  for (uint32_t n = 0; n < 2; ++n) {
    uint32_t* const copy = at_ + n * slots;
    if (slots == 1) {
      *copy -= vm.heap.load<uint32_t>(p.object, p.offset);
      continue;
    }
    uint64_t value = 0;
    std::memcpy(&value, copy, sizeof value);
    value -= vm.heap.load<uint64_t>(p.object, p.offset);
    std::memcpy(copy, &value, sizeof value);
  }
}

ComparedFields::Relative::~Relative() { std::copy(before_, before_ + words_, at_); }

}  // namespace jmc::vm
