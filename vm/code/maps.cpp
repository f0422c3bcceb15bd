// Slot maps: which slots of a suspended frame are part of the state.
//
// A forward pass finds what each slot holds before every instruction (a reference, another value, or nothing that is
// the same on all ways there); a backward pass finds which locals are live. Only live slots count: a dead local is no
// part of the state. The passes work on the class file's bytecode (which never changes) along the jump targets of the
// translated code (where subroutines are already copied apart). They run once per method, when a frame of it is first
// canonicalised.
#include <algorithm>

#include "classfile/bytecode.hpp"
#include "classfile/descriptor.hpp"
#include "vm/code/bytecodes.hpp"
#include "vm/code/frame_height.hpp"
#include "vm/code/idle_branches.hpp"
#include "vm/code/insn.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

namespace bc = classfile::bc;

namespace {

enum Kind : uint8_t { kTop, kValue, kRef };

class Analysis {
 public:
  explicit Analysis(Method& m)
      : m_(m),
        code_(m.file->code->bytecode),
        pool_(m.owner->file->pool),
        n_(m.code_length - 1),
        locals_(m.max_locals),
        width_(m.max_locals + m.max_stack) {
    // Compilers stay below a hundredth of this; sizes made up to hurt do not get further.
    const uint64_t slots = uint64_t{n_} * width_;
    if (slots > 200'000'000 || uint64_t{n_} * m.handlers.size() > 200'000'000 ||
        slots * m.handlers.size() > 8'000'000'000)
      throw Unsupported("method " + m.owner->external_name() + "." + std::string(m.name) + std::string(m.descriptor) +
                        " is too large: " + std::to_string(n_) + " instructions, " + std::to_string(width_) +
                        " slots, " + std::to_string(m.handlers.size()) + " exception handlers");
  }

  void forward() {
    kinds_.assign(n_ * width_, kTop);
    depth_.assign(n_, -1);
    std::vector<uint8_t> entry(width_, kTop);
    size_t slot = 0;
    if (!m_.is_static()) entry[slot++] = kRef;
    for (char t : m_.arg_types) {
      entry[slot++] = t == 'L' ? kRef : kValue;
      if (t == 'J' || t == 'D') entry[slot++] = kValue;
    }
    merge(0, entry, 0);
    while (!work_.empty()) {
      const uint32_t i = work_.back();
      work_.pop_back();
      queued_[i] = false;
      step(i);
    }
  }

  // `strict`: whatever is read is live, be it only to count rounds.
  void backward(bool strict) {
    words_ = (locals_ + 63) / 64;
    live_.assign(n_ * words_, 0);
    if (strict) return spread(nullptr);
    IdleBranches idle(m_, code_, pool_, depth_);
    do spread(&idle);
    while (idle.take_back([this](uint32_t i, uint32_t slot) { return is_live(i, slot); }));
  }

  SlotMap make(uint32_t pc, bool caller, bool dead_too) {
    SlotMap map;
    if (depth_[pc] < 0) return map;
    std::vector<uint64_t> live(words_, 0);
    if (caller) {
      live_out(pc, live);
      handlers(pc, live);
    } else std::copy(live_.begin() + pc * words_, live_.begin() + (pc + 1) * words_, live.begin());
    const uint8_t* k = &kinds_[pc * width_];
    for (uint32_t i = 0; i < locals_; ++i) {
      if (!dead_too && !(live[i / 64] >> (i % 64) & 1)) continue;
      if (k[i] == kRef) map.refs.push_back(static_cast<uint16_t>(i));
      else if (k[i] == kValue) map.values.push_back(static_cast<uint16_t>(i));
    }
    uint32_t depth = static_cast<uint32_t>(depth_[pc]);
    if (caller) depth -= std::min(depth, call_arguments(pc));
    for (uint32_t i = 0; i < depth; ++i) {
      const uint8_t kind = k[locals_ + i];
      const auto slot = static_cast<uint16_t>(locals_ + kFrameSlots + i);
      if (kind == kRef) map.refs.push_back(slot);
      else if (kind == kValue) map.values.push_back(slot);
    }
    return map;
  }

  uint32_t height(uint32_t pc, bool caller) const {
    if (depth_[pc] < 0) return kNoHeight;
    const uint32_t depth = static_cast<uint32_t>(depth_[pc]);
    return depth - (caller ? std::min(depth, call_arguments(pc)) : 0);
  }

 private:
  bool is_live(uint32_t i, uint32_t slot) const { return i < n_ && live_[i * words_ + slot / 64] >> (slot % 64) & 1; }

  // What is live only grows.
  void spread(const IdleBranches* idle) {
    const IdleBranches::IsLive live = [this](uint32_t i, uint32_t slot) { return is_live(i, slot); };
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t i = n_; i-- > 0;) {
        if (depth_[i] < 0) continue;
        std::vector<uint64_t> out(words_, 0);
        live_out(i, out);
        uint32_t used, count;
        const int access = local_access(i, used, count);
        if (access == 2)
          for (uint32_t k = 0; k < count; ++k) out[(used + k) / 64] &= ~(uint64_t{1} << ((used + k) % 64));
        // An increment needs its local only if the result is needed.
        if (access == 3 ? !idle : access == 1 && !(idle && idle->load_is_idle(i, live)))
          for (uint32_t k = 0; k < count; ++k) out[(used + k) / 64] |= uint64_t{1} << ((used + k) % 64);
        // A handler may be entered from before the instruction takes effect.
        handlers(i, out);
        for (uint32_t w = 0; w < words_; ++w) {
          uint64_t& at = live_[i * words_ + w];
          if ((at | out[w]) != at) {
            at |= out[w];
            changed = true;
          }
        }
      }
    }
  }

  uint8_t op(uint32_t i) const { return code_[m_.bci[i]]; }
  uint16_t u2(uint32_t at) const { return static_cast<uint16_t>(code_[at] << 8 | code_[at + 1]); }

  void merge(uint32_t to, const std::vector<uint8_t>& state, int depth) {
    if (to >= n_) return;
    if (queued_.empty()) queued_.assign(n_, false);
    uint8_t* k = &kinds_[to * width_];
    bool changed = false;
    if (depth_[to] < 0) {
      std::copy(state.begin(), state.end(), k);
      depth_[to] = depth;
      changed = true;
    } else {
      for (uint32_t i = 0; i < width_; ++i)
        if (k[i] != state[i] && k[i] != kTop) {
          k[i] = kTop;
          changed = true;
        }
    }
    if (changed && !queued_[to]) {
      queued_[to] = true;
      work_.push_back(to);
    }
  }

  template <class F>
  void successors(uint32_t i, F&& visit) const {
    const Insn& insn = m_.code[i];
    const uint8_t o = op(i);
    if (o == bc::tableswitch || o == bc::lookupswitch) {
      for (uint32_t t : insn.table->targets) visit(t);
      visit(insn.table->otherwise);
      return;
    }
    const bool wide_ret = o == bc::wide && code_[m_.bci[i] + 1] == bc::ret;
    const bool branch = (o >= bc::ifeq && o <= bc::ret) || o == bc::ifnull || o == bc::ifnonnull || o == bc::goto_w ||
                        o == bc::jsr_w || wide_ret;
    const bool ends = o == bc::goto_ || o == bc::jsr || o == bc::ret || o == bc::goto_w || o == bc::jsr_w || wide_ret ||
                      (o >= bc::ireturn && o <= bc::return_) || o == bc::athrow;
    if (branch && insn.op != Opc::FallOff) visit(insn.b);
    if (!ends) visit(i + 1);
  }

  void live_out(uint32_t i, std::vector<uint64_t>& out) const {
    successors(i, [&](uint32_t s) { add_live(s, out); });
  }
  void add_live(uint32_t s, std::vector<uint64_t>& out) const {
    if (s >= n_) return;
    for (uint32_t w = 0; w < words_; ++w) out[w] |= live_[s * words_ + w];
  }
  void handlers(uint32_t i, std::vector<uint64_t>& out) const {
    for (const Handler& h : m_.handlers)
      if (i >= h.start && i < h.end) add_live(h.target, out);
  }

  // 0: none; 1: reads; 2: writes; 3: reads and writes (iinc).
  int local_access(uint32_t i, uint32_t& slot, uint32_t& count) const {
    uint32_t at = m_.bci[i];
    uint8_t o = code_[at];
    uint32_t index = 0;
    if (o == bc::wide) {
      o = code_[at + 1];
      index = u2(at + 2);
    } else if ((o >= bc::iload && o <= bc::aload) || (o >= bc::istore && o <= bc::astore) || o == bc::iinc)
      index = code_[at + 1];
    count = 1;
    if (o >= bc::iload && o <= bc::aload) {
      count = o == bc::lload || o == bc::dload ? 2 : 1;
      slot = index;
      return 1;
    }
    if (o >= bc::iload_0 && o <= bc::aload_3) {
      const int t = (o - bc::iload_0) / 4;
      count = t == 1 || t == 3 ? 2 : 1;
      slot = (o - bc::iload_0) % 4;
      return 1;
    }
    if (o >= bc::istore && o <= bc::astore) {
      count = o == bc::lstore || o == bc::dstore ? 2 : 1;
      slot = index;
      return 2;
    }
    if (o >= bc::istore_0 && o <= bc::astore_3) {
      const int t = (o - bc::istore_0) / 4;
      count = t == 1 || t == 3 ? 2 : 1;
      slot = (o - bc::istore_0) % 4;
      return 2;
    }
    if (o == bc::iinc) {
      slot = index;
      return 3;
    }
    return 0;
  }

  std::string_view call_descriptor(uint32_t i) const {
    const uint8_t o = op(i);
    const uint16_t index = u2(m_.bci[i] + 1u);
    return o == bc::invokedynamic ? pool_.dynamic(index).descriptor : pool_.member(index).descriptor;
  }
  static uint32_t argument_slots(std::string_view d) {
    uint32_t n = 0;
    for (const std::string_view type : classfile::ParameterTypes(d)) n += classfile::slots_of_type(type);
    return n;
  }
  // Slots that a call at i takes off the stack; 0 if the frame waits in an instruction that is no call (class
  // initialisation).
  uint32_t call_arguments(uint32_t i) const {
    const uint8_t o = op(i);
    if (o < bc::invokevirtual || o > bc::invokedynamic) return 0;
    return argument_slots(call_descriptor(i)) + (o != bc::invokestatic && o != bc::invokedynamic ? 1 : 0);
  }

  void step(uint32_t i) {
    std::vector<uint8_t> s(kinds_.begin() + i * width_, kinds_.begin() + (i + 1) * width_);
    int d = depth_[i];
    for (const Handler& h : m_.handlers) {
      if (i < h.start || i >= h.end) continue;
      std::vector<uint8_t> e = s;
      std::fill(e.begin() + locals_, e.end(), kTop);
      if (width_ > locals_) e[locals_] = kRef;
      merge(h.target, e, 1);
    }
    const auto push = [&](uint8_t kind) {
      if (locals_ + static_cast<uint32_t>(d) < width_) s[locals_ + d] = kind;
      ++d;
    };
    const auto pop = [&](int n) {
      d -= n;
      if (d < 0) d = 0;
    };
    const auto push_type = [&](char t) {
      if (t == 'V') return;
      if (t == 'L' || t == '[') return push(kRef);
      push(kValue);
      if (t == 'J' || t == 'D') push(kValue);
    };
    const auto at = [&](int k) -> uint8_t {
      return d - k >= 0 && locals_ + static_cast<uint32_t>(d - k) < width_ ? s[locals_ + d - k] : uint8_t{kTop};
    };
    const uint8_t o = op(i);
    uint32_t slot = 0, count = 0;
    const int access = local_access(i, slot, count);
    if (access == 2) {
      const uint8_t kind = count == 1 ? at(1) : uint8_t{kValue};
      for (uint32_t k = 0; k < count; ++k) s[slot + k] = kind;
      pop(static_cast<int>(count));
    } else if (access == 1) {
      for (uint32_t k = 0; k < count; ++k) push(s[slot + k]);
    } else if (o >= bc::getstatic && o <= bc::putfield) {
      const char t = pool_.member(u2(m_.bci[i] + 1u)).descriptor[0];
      const int w = t == 'J' || t == 'D' ? 2 : 1;
      if (o == bc::getstatic) push_type(t);
      else if (o == bc::putstatic) pop(w);
      else if (o == bc::getfield) {
        pop(1);
        push_type(t);
      } else pop(w + 1);
    } else if (o >= bc::invokevirtual && o <= bc::invokedynamic) {
      pop(static_cast<int>(call_arguments(i)));
      const std::string_view desc = call_descriptor(i);
      push_type(desc[desc.find(')') + 1]);
    } else if (o == bc::ldc || o == bc::ldc_w) {
      const uint16_t index = o == bc::ldc ? code_[m_.bci[i] + 1u] : u2(m_.bci[i] + 1u);
      using classfile::Tag;
      const Tag t = pool_.tag(index);
      push_type(t == Tag::Integer || t == Tag::Float ? 'I'
                : t == Tag::Dynamic                  ? pool_.dynamic(index).descriptor[0]
                                                     : 'L');
    } else if (o == bc::multianewarray) {
      pop(code_[m_.bci[i] + 3u]);
      push(kRef);
    } else if (o >= bc::dup && o <= bc::swap) {
      const uint8_t a = at(1), b = at(2), c = at(3), e = at(4);
      switch (o) {
        case bc::dup: push(a); break;
        case bc::dup_x1:
          pop(2);
          push(a);
          push(b);
          push(a);
          break;
        case bc::dup_x2:
          pop(3);
          push(a);
          push(c);
          push(b);
          push(a);
          break;
        case bc::dup2:
          push(b);
          push(a);
          break;
        case bc::dup2_x1:
          pop(3);
          push(b);
          push(a);
          push(c);
          push(b);
          push(a);
          break;
        case bc::dup2_x2:
          pop(4);
          push(b);
          push(a);
          push(e);
          push(c);
          push(b);
          push(a);
          break;
        case bc::swap:
          pop(2);
          push(a);
          push(b);
          break;
      }
    } else if (kSlotEffects[o].push) {
      pop(kSlotEffects[o].pop);
      for (const char* p = kSlotEffects[o].push; *p; ++p) push(*p == 'r' ? kRef : kValue);
    }
    for (uint32_t k = locals_ + static_cast<uint32_t>(d); k < width_; ++k) s[k] = kTop;
    successors(i, [&](uint32_t to) { merge(to, s, d); });
  }

  Method& m_;
  std::span<const uint8_t> code_;
  const classfile::ConstantPool& pool_;
  uint32_t n_, locals_, width_, words_ = 0;
  std::vector<uint8_t> kinds_;
  std::vector<int> depth_;
  std::vector<uint64_t> live_;
  std::vector<uint32_t> work_;
  std::vector<bool> queued_;
};

}  // namespace

const SlotMap& make_slot_map(Vm& vm, Method& m, uint32_t pc, bool caller) {
  if (!m.maps) {
    m.maps = std::make_unique<FrameMaps>();
    m.maps->at.resize(2 * m.code_length);
  }
  auto& map = m.maps->at[pc << 1 | caller];
  map = std::make_unique<SlotMap>();
  if (!m.file) {  // the VM's own bottom frames, which keep nothing on their operand stacks
    for (uint16_t i = 0; i < m.max_locals; ++i) (m.internal_ref_local ? map->refs : map->values).push_back(i);
    return *map;
  }
  if (!m.maps->analysis) {
    auto a = std::make_shared<Analysis>(m);
    a->forward();
    a->backward(vm.options.distinguish & (kDistinguishSpins | kDistinguishDeadSlots));
    m.maps->analysis = a;
  }
  *map = std::static_pointer_cast<Analysis>(m.maps->analysis)
             ->make(pc, caller, vm.options.distinguish & kDistinguishDeadSlots);
  return *map;
}

namespace {

// Of the VM's own methods, which go straight on to where their frames are suspended.
uint32_t own_height(const Method& m, uint32_t pc, bool caller) {
  uint32_t height = 0;
  for (uint32_t i = 0; i < pc + caller; ++i) {
    const Insn& insn = m.code[i];
    switch (insn.op) {
      case Opc::New:
      case Opc::Dup:
      case Opc::Load: ++height; break;
      case Opc::InvokeDirect:
      case Opc::InvokeStaticInit: height -= std::min(height, insn.b); break;
      default: break;
    }
  }
  return height;
}

}  // namespace

uint32_t frame_height(const Method& m, uint32_t pc, bool caller) {
  if (!m.file) return own_height(m, pc, caller) ? kNoHeight : 0;
  if (!m.maps || !m.maps->analysis) return kNoHeight;
  return std::static_pointer_cast<Analysis>(m.maps->analysis)->height(pc, caller);
}

}  // namespace jmc::vm
