#include "vm/class/verify.hpp"

#include <algorithm>

#include "classfile/bytecode.hpp"
#include "vm/class/verifier.hpp"

namespace jmc::vm {

namespace bc = classfile::bc;

namespace {

// What a hostile class may cost: slots compared and copied, and slots kept. Ordinary methods need a thousandth.
constexpr uint64_t kMaxWork = 400'000'000, kMaxStored = 24'000'000;

// Names come from the file: nothing of them may break the line.
std::string one_line(std::string s) {
  for (char& c : s)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  if (s.size() > 600) s = s.substr(0, 600) + "...";
  return s;
}

bool is_jump(uint8_t op) { return (op >= bc::ifeq && op <= bc::jsr) || (op >= bc::ifnull && op <= bc::jsr_w); }

}  // namespace

bool needs_verification(const Klass& k) {
  if (k.boot) return false;
  return !k.hidden || (k.host && !k.host->boot);
}

void verify(Vm& vm, Method& m) { Verifier(vm, m).run(); }

Verifier::Verifier(Vm& vm, Method& m)
    : vm_(vm),
      m_(m),
      k_(*m.owner),
      pool_(m.owner->file->pool),
      text_(m.file->code->bytecode),
      types_(vm, *m.owner),
      count_(m.code_length - 1) {}

void Verifier::fail(const std::string& found, const std::string& expected) const {
  throw classfile::FormatError(
      one_line(k_.origin + ": method " + k_.external_name() + "." + std::string(m_.name) + std::string(m_.descriptor)) +
      ", bytecode offset " + std::to_string(at_) + ": found " + one_line(found) + ", expected " + one_line(expected) +
      " (a VerifyError)");
}

void Verifier::spend(uint64_t work) {
  spent_ += work;
  if (spent_ > kMaxWork) fail("code that takes too long to verify", "code as compilers make it");
}

void Verifier::run() {
  find_leaders();
  now_.assign(locals_ + m_.max_stack, kUnusable);
  enter();
  while (!work_.empty()) {
    const uint32_t leader = work_.back();
    work_.pop_back();
    run_block(leader);
  }
}

template <class F>
void Verifier::successors(uint32_t i, F&& visit) const {
  const Insn& insn = m_.code[i];
  const uint8_t op = text_[m_.bci[i]];
  if (insn.op == Opc::FallOff) return;
  if (op == bc::tableswitch || op == bc::lookupswitch) {
    for (uint32_t t : insn.table->targets) visit(t);
    visit(insn.table->otherwise);
  } else if (is_jump(op) || op == bc::ret || (op == bc::wide && text_[m_.bci[i] + 1] == bc::ret)) {
    visit(insn.b);
  }
}

void Verifier::find_leaders() {
  per_copy_ = 1;
  while (per_copy_ < count_ && m_.bci[per_copy_] != 0) ++per_copy_;
  locals_ = m_.arg_slots;
  leader_.assign(count_ + 1, 0);
  uint32_t leaders = 0;
  const auto note = [&](uint32_t i) {
    if (!leader_[i]) leader_[i] = ++leaders;
  };
  note(0);
  for (uint32_t i = 0; i < count_; ++i) {
    successors(i, note);
    const uint32_t at = m_.bci[i];
    uint8_t op = text_[at];
    uint32_t index = 0;
    if (op == bc::wide) {
      op = text_[at + 1];
      index = static_cast<uint32_t>(text_[at + 2] << 8 | text_[at + 3]);
    } else if ((op >= bc::iload && op <= bc::aload) || (op >= bc::istore && op <= bc::astore) || op == bc::iinc ||
               op == bc::ret)
      index = text_[at + 1];
    else if (op >= bc::iload_0 && op <= bc::aload_3) index = (op - bc::iload_0) % 4;
    else if (op >= bc::istore_0 && op <= bc::astore_3) index = (op - bc::istore_0) % 4;
    else continue;
    // The translator has compared the index with max_locals, but for `ret` and the first half of a wide value it says
    // nothing.
    locals_ = std::max(locals_, std::min<uint32_t>(index + 2, m_.max_locals));
  }
  for (const Handler& h : m_.handlers) note(h.target);
  saved_.resize(leaders);
  checked_handlers_.assign(m_.handlers.size(), false);
}

void Verifier::enter() {
  insn_ = at_ = 0;
  uint32_t slot = 0;
  if (!m_.is_static()) {
    unready_this_ = constructor() && k_.super;
    now_[slot++] = unready_this_ ? Type{kThisUninitialised} : types_.reference(k_.file->name);
  }
  for (size_t i = 1; m_.descriptor[i] != ')';) {
    const Type t = types_.of_descriptor(m_.descriptor, i);
    now_[slot++] = t;
    if (is_wide(t)) now_[slot++] = t + 1;
  }
  merge_into(0, stack(), 0);
}

void Verifier::run_block(uint32_t leader) {
  Saved& s = saved_[leader_[leader] - 1];
  s.queued = false;
  std::copy(s.slots.begin(), s.slots.end(), now_.begin());
  depth_ = static_cast<uint32_t>(s.slots.size()) - locals_;
  unready_this_ = s.unready_this;
  locals_changed_ = true;
  spend(locals_ + depth_);
  for (insn_ = leader;;) {
    at_ = m_.bci[insn_];
    if (!m_.handlers.empty()) merge_into_handlers();
    locals_changed_ = false;
    spend(1);
    const bool goes_on = step();
    if (is_jump(text_[at_]) || text_[at_] == 170 || text_[at_] == 171)
      successors(insn_, [&](uint32_t to) { merge_into(to, stack(), depth_); });
    if (!goes_on) return;
    if (++insn_ >= count_ || insn_ % per_copy_ == 0) {
      --insn_;
      fail("the end of the code", "a return, a throw or a jump");
    }
    if (leader_[insn_]) return merge_into(insn_, stack(), depth_);
  }
}

void Verifier::merge_into(uint32_t to, const Type* stack_types, uint32_t depth) {
  Saved& s = saved_[leader_[to] - 1];
  const size_t size = locals_ + depth;
  spend(size);
  bool changed = false;
  if (!s.reached) {
    stored_ += size;
    if (stored_ > kMaxStored) fail("code that takes too much memory to verify", "code as compilers make it");
    s.slots.reserve(size);
    s.slots.assign(now_.begin(), now_.begin() + locals_);
    s.slots.insert(s.slots.end(), stack_types, stack_types + depth);
    s.unready_this = unready_this_;
    s.reached = changed = true;
  } else {
    if (s.slots.size() != size)
      fail("a stack of " + std::to_string(depth) + " slots on the way to offset " + std::to_string(m_.bci[to]),
           std::to_string(s.slots.size() - locals_) + ", as on another way there");
    for (size_t i = 0; i < size; ++i) {
      const Type t = i < locals_ ? now_[i] : stack_types[i - locals_];
      if (s.slots[i] == t) continue;
      const Type merged = types_.merge(s.slots[i], t);
      if (merged != s.slots[i]) {
        s.slots[i] = merged;
        changed = true;
      }
    }
    if (unready_this_ && !s.unready_this) s.unready_this = changed = true;
  }
  if (changed && !s.queued) {
    s.queued = true;
    work_.push_back(to);
  }
}

// A handler may be entered from before any instruction of its range, with the locals as they are there.
void Verifier::merge_into_handlers() {
  spend(m_.handlers.size());
  for (size_t n = 0; n < m_.handlers.size(); ++n) {
    const Handler& h = m_.handlers[n];
    if (insn_ < h.start || insn_ >= h.end || !(locals_changed_ || insn_ == h.start)) continue;
    if (!checked_handlers_[n]) {
      checked_handlers_[n] = true;
      check_catch_type(h);
    }
    if (!m_.max_stack) fail("an exception handler in a method whose max_stack is 0", "1 or more");
    const Type caught =
        types_.reference(h.catch_index ? pool_.class_name(h.catch_index) : std::string_view("java/lang/Throwable"));
    merge_into(h.target, &caught, 1);
  }
}

// A class that does not exist has no instances: the handler is never entered.
void Verifier::check_catch_type(const Handler& h) {
  if (!h.catch_index) return;
  const std::string_view name = pool_.class_name(h.catch_index);
  const Klass* k = types_.find(name);
  if (k && !k->is_subclass_of(vm_.require_class("java/lang/Throwable")))
    fail("an exception handler for " + std::string(name), "a subclass of Throwable");
}

}  // namespace jmc::vm
