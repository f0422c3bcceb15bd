#include "vm/code/idle_branches.hpp"

#include <algorithm>
#include <set>

#include "classfile/bytecode.hpp"
#include "vm/code/bytecodes.hpp"

namespace jmc::vm {

namespace bc = classfile::bc;

namespace {

constexpr size_t kMostStatements = 64;  // on the two ways of a branch

bool is_load(uint8_t o) { return o == bc::iload || o == bc::lload || (o >= bc::iload_0 && o <= bc::lload_3); }
bool is_store(uint8_t o) { return o == bc::istore || o == bc::lstore || (o >= bc::istore_0 && o <= bc::lstore_3); }
bool is_long(uint8_t o) {
  return o == bc::lload || (o >= bc::lload_0 && o <= bc::lload_3) || o == bc::lstore ||
         (o >= bc::lstore_0 && o <= bc::lstore_3);
}
// Of ints and longs; none of them throws. Divisions are looked at for themselves.
bool is_arithmetic(uint8_t o) {
  return o == bc::iadd || o == bc::ladd || o == bc::isub || o == bc::lsub || o == bc::imul || o == bc::lmul ||
         o == bc::ineg || o == bc::lneg || (o >= bc::ishl && o <= bc::lxor) || o == bc::i2l || o == bc::l2i ||
         (o >= bc::i2b && o <= bc::lcmp);
}
bool is_division(uint8_t o) { return o == bc::idiv || o == bc::ldiv || o == bc::irem || o == bc::lrem; }

}  // namespace

uint8_t IdleBranches::op(uint32_t i) const { return code_[m_.bci[i]]; }

uint32_t IdleBranches::slot(uint32_t i) const {
  const uint8_t o = op(i);
  if (o == bc::iload || o == bc::lload || o == bc::istore || o == bc::lstore || o == bc::iinc)
    return code_[m_.bci[i] + 1u];
  return o < bc::istore ? (o - bc::iload_0) % 4 : (o - bc::istore_0) % 4;
}

bool IdleBranches::constant(uint32_t i) const {
  const uint8_t o = op(i);
  if ((o >= bc::iconst_m1 && o <= bc::lconst_1) || o == bc::bipush || o == bc::sipush) return true;
  const uint32_t at = m_.bci[i] + 1u;
  if (o == bc::ldc) return pool_.tag(code_[at]) == classfile::Tag::Integer;
  if (o != bc::ldc_w && o != bc::ldc2_w) return false;
  const auto tag = pool_.tag(static_cast<uint16_t>(code_[at] << 8 | code_[at + 1]));
  return tag == (o == bc::ldc_w ? classfile::Tag::Integer : classfile::Tag::Long);
}

bool IdleBranches::constant_but_zero(uint32_t i) const {
  const uint8_t o = op(i);
  const uint32_t at = m_.bci[i] + 1u;
  if (o == bc::bipush) return code_[at] != 0;
  if (o == bc::sipush) return code_[at] != 0 || code_[at + 1] != 0;
  if (o == bc::ldc2_w && constant(i))
    return pool_.long_value(static_cast<uint16_t>(code_[at] << 8 | code_[at + 1])) != 0;
  return (o >= bc::iconst_m1 && o <= bc::iconst_5 && o != bc::iconst_0) || o == bc::lconst_1;
}

bool IdleBranches::gives_way(uint32_t i) const {
  if (op(i) != bc::invokestatic) return false;
  const auto& member = pool_.member(static_cast<uint16_t>(code_[m_.bci[i] + 1u] << 8 | code_[m_.bci[i] + 2u]));
  return member.owner == "java/lang/Thread" && (member.name == "yield" || member.name == "onSpinWait") &&
         member.descriptor == "()V";
}

uint32_t IdleBranches::through_gotos(uint32_t i) const {
  for (int hops = 0; hops < 16 && i < n_ && (op(i) == bc::goto_ || op(i) == bc::goto_w); ++hops) i = m_.code[i].b;
  return i;
}

// A statement begins and ends with the same number of slots on the stack, and takes none of those that were there.
bool IdleBranches::parse(uint32_t at, Statement& out) const {
  const int base = depth_[at];
  for (uint32_t i = at; i < n_ && depth_[i] >= 0; ++i) {
    if (i > at && target_[i]) return false;
    const uint8_t o = op(i);
    int popped = kSlotEffects[o].push ? kSlotEffects[o].pop : 0;
    bool ends = false;
    if (is_load(o)) {
      out.loads.push_back(i);
    } else if (is_store(o)) {
      popped = is_long(o) ? 2 : 1;
      out.stored.push_back(slot(i));
      if (is_long(o)) out.stored.push_back(slot(i) + 1);
      ends = depth_[i] - popped == base;
    } else if (o == bc::iinc) {
      out.stored.push_back(slot(i));
      ends = depth_[i] == base;
    } else if (o == bc::dup || o == bc::dup2) {
      popped = o == bc::dup ? 1 : 2;
    } else if (o >= bc::ifeq && o <= bc::if_icmple) {
      popped = o <= bc::ifle ? 1 : 2;
      if (depth_[i] - popped != base) return false;
      out.branch = i;
      ends = true;
    } else if (o == bc::nop || gives_way(i)) {
      ends = depth_[i] == base;
      if (!ends) return false;
    } else if (is_division(o)) {
      if (i == at || !constant_but_zero(i - 1)) return false;
    } else if (!constant(i) && !is_arithmetic(o)) {
      return false;
    }
    if (depth_[i] - popped < base) return false;
    if (ends) {
      out.end = i + 1;
      return out.end <= n_;
    }
  }
  return false;
}

// Where the two ways of a branch come together: ahead, or both back at the same place. Ways with loops of their own are
// left alone.
bool IdleBranches::meet(uint32_t branch, Branch& out) const {
  std::set<uint32_t> ahead, fixed;
  const auto reach = [&](uint32_t from, uint32_t to) {
    to = through_gotos(to);
    if (to >= n_ || (to > branch && to <= from)) return false;
    (to > branch ? ahead : fixed).insert(to);
    return true;
  };
  if (!reach(branch, m_.code[branch].b) || !reach(branch, branch + 1)) return false;
  for (size_t statements = 0; ahead.size() + fixed.size() > 1; ++statements) {
    if (ahead.empty() || statements == kMostStatements) return false;
    const uint32_t i = *ahead.begin();
    ahead.erase(ahead.begin());
    Statement s;
    if (!parse(i, s)) {
      fixed.insert(i);
      continue;
    }
    out.written.insert(out.written.end(), s.stored.begin(), s.stored.end());
    if (!reach(s.end - 1, s.end) || (s.branch >= 0 && !reach(s.end - 1, m_.code[static_cast<uint32_t>(s.branch)].b)))
      return false;
  }
  out.meet = ahead.empty() ? *fixed.begin() : *ahead.begin();
  return depth_[out.meet] == depth_[branch + 1];
}

IdleBranches::IdleBranches(const Method& m, std::span<const uint8_t> code, const classfile::ConstantPool& pool,
                           std::span<const int> depth)
    : m_(m), code_(code), pool_(pool), depth_(depth), n_(static_cast<uint32_t>(depth.size())) {
  target_.assign(n_ + 1, false);
  const auto mark = [&](uint32_t t) {
    if (t <= n_) target_[t] = true;
  };
  for (uint32_t i = 0; i < n_; ++i) {
    const uint8_t o = op(i);
    if (o == bc::jsr || o == bc::ret || o == bc::jsr_w || o == bc::wide)
      return;  // subroutines, and more than 256 locals: nothing is idle
    if (o == bc::tableswitch || o == bc::lookupswitch) {
      for (const uint32_t t : m.code[i].table->targets) mark(t);
      mark(m.code[i].table->otherwise);
    } else if ((o >= bc::ifeq && o <= bc::goto_) || (o >= bc::ifnull && o <= bc::goto_w)) {
      mark(m.code[i].b);
    }
  }
  for (const Handler& h : m.handlers) mark(h.target);
  for (uint32_t i = 0; i < n_; ++i) {
    Statement s;
    if (depth_[i] < 0 || !parse(i, s) || (s.loads.empty() && s.branch < 0)) continue;
    Use use;
    use.stored = s.stored;
    use.after[0] = s.end;
    use.after[1] = s.branch < 0 ? s.end : m.code[static_cast<uint32_t>(s.branch)].b;
    if (s.branch >= 0) {
      Branch b;
      b.idle = meet(static_cast<uint32_t>(s.branch), b);
      if (!b.idle) continue;
      use.branch = static_cast<int64_t>(branches_.size());
      branches_.push_back(std::move(b));
    }
    // A shorter statement may begin inside of a longer one; the longer one, met first, says more.
    for (const uint32_t load : s.loads)
      if (uses_.empty() || uses_.back().first < load) uses_.emplace_back(load, use);
  }
}

bool IdleBranches::load_is_idle(uint32_t i, const IsLive& live) const {
  const auto it =
      std::lower_bound(uses_.begin(), uses_.end(), i, [](const auto& use, uint32_t at) { return use.first < at; });
  if (it == uses_.end() || it->first != i) return false;
  const Use& use = it->second;
  if (use.branch >= 0 && !branches_[static_cast<size_t>(use.branch)].idle) return false;
  for (const uint32_t after : use.after)
    for (const uint32_t s : use.stored)
      if (after >= n_ || live(after, s)) return false;
  return true;
}

bool IdleBranches::take_back(const IsLive& live) {
  bool some = false;
  for (Branch& b : branches_) {
    if (!b.idle || std::none_of(b.written.begin(), b.written.end(), [&](uint32_t s) { return live(b.meet, s); }))
      continue;
    b.idle = false;
    some = true;
  }
  return some;
}

}  // namespace jmc::vm
