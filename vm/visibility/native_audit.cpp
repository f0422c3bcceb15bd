#include "vm/visibility/native_audit.hpp"

#include <algorithm>
#include <cstdlib>

#include "vm/native.hpp"

#if defined(__x86_64__) && defined(__linux__)
#include <sys/mman.h>
#include <ucontext.h>
#include <csignal>
#endif

namespace jmc::vm {

#if defined(__x86_64__) && defined(__linux__)

namespace {

// What the handlers of the signals know, all of it for the one audit of the process.
struct Trap {
  struct Hit {
    uint64_t at;  // bytes from the heap's base
    bool write;
  };
  static constexpr size_t kMostHits = 1 << 18;
  static constexpr uint64_t kPage = 4096;
  char* base = nullptr;
  uint64_t from[2] = {}, to[2] = {};  // protected ranges, bytes from the base
  bool on = false, full = false;
  size_t hits = 0, opened = 0;
  uint64_t open[8] = {};  // pages that the present instruction accesses
  std::vector<Hit> noted;
};
Trap trap;
struct sigaction before_segv;
constexpr greg_t kTrapFlag = 0x100;

bool inside(uint64_t at) { return (at >= trap.from[0] && at < trap.to[0]) || (at >= trap.from[1] && at < trap.to[1]); }

void on_access(int, siginfo_t* info, void* context) {
  auto* c = static_cast<ucontext_t*>(context);
  const uint64_t at = static_cast<uint64_t>(static_cast<char*>(info->si_addr) - trap.base);
  if (!trap.on || !inside(at) || trap.opened == std::size(trap.open)) {  // a mistake of ours: as without the audit
    sigaction(SIGSEGV, &before_segv, nullptr);
    return;
  }
  if (trap.hits < trap.noted.size()) trap.noted[trap.hits++] = {at, (c->uc_mcontext.gregs[REG_ERR] & 2) != 0};
  else trap.full = true;
  const uint64_t page = at & ~(Trap::kPage - 1);
  mprotect(trap.base + page, Trap::kPage, PROT_READ | PROT_WRITE);
  trap.open[trap.opened++] = page;
  c->uc_mcontext.gregs[REG_EFL] |= kTrapFlag;
}

void on_step(int, siginfo_t*, void* context) {
  auto* c = static_cast<ucontext_t*>(context);
  c->uc_mcontext.gregs[REG_EFL] &= ~kTrapFlag;
  for (; trap.opened; --trap.opened)
    if (trap.on) mprotect(trap.base + trap.open[trap.opened - 1], Trap::kPage, PROT_NONE);
}

uint64_t page_end(uint64_t at) { return (at + Trap::kPage - 1) & ~(Trap::kPage - 1); }

}  // namespace

void NativeAudit::begin(Answer answer) {
  answer_ = answer;
  vm_.known->audit = this;
  trap.base = vm_.heap.base();
  trap.noted.resize(Trap::kMostHits);
  struct sigaction action = {};
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  action.sa_sigaction = on_access;
  sigaction(SIGSEGV, &action, &before_segv);
  action.sa_sigaction = on_step;
  sigaction(SIGTRAP, &action, nullptr);
}

void NativeAudit::enter() {
  if (!top_before_) {
    top_before_ = vm_.heap.top(), immortal_before_ = vm_.heap.immortal_top();
    trap.hits = 0, trap.full = false;
  }
  trap.from[0] = Heap::kFirstRef * 8, trap.to[0] = page_end(immortal_before_);
  trap.from[1] = Heap::kImmortalLimit, trap.to[1] = page_end(top_before_);
  trap.on = inside_ = true;
  for (int i = 0; i < 2; ++i) mprotect(trap.base + trap.from[i], trap.to[i] - trap.from[i], PROT_NONE);
}

void NativeAudit::leave() {
  trap.on = inside_ = false;
  for (int i = 0; i < 2; ++i) mprotect(trap.base + trap.from[i], trap.to[i] - trap.from[i], PROT_READ | PROT_WRITE);
}

#else

void NativeAudit::begin(Answer) { throw Unsupported("the audit of natives needs Linux on x86-64"); }
void NativeAudit::enter() {}
void NativeAudit::leave() {}

#endif

// Objects lie side by side. Those of the base image and immortal ones stay; the rest is walked each time.
void NativeAudit::find_objects() {
  const auto walk = [&](uint64_t from, uint64_t to, bool base_only, std::vector<Ref>& out) {
    while (from < to) {
      const Ref r = static_cast<Ref>(from >> 3);
      const ObjectHeader* h = vm_.heap.header(r);
      if (base_only && !(h->flags & kBase)) break;
      out.push_back(r);
      const Klass* k = vm_.klass(h->klass);
      const uint64_t size = k->kind == KlassKind::Statics ? k->statics_of->statics_size : vm_.object_size(r);
      from += (size + 7) & ~uint64_t{7};
    }
    return from;
  };
  if (!walked_) immortal_walked_ = Heap::kFirstRef * 8, walked_ = Heap::kImmortalLimit;
  immortal_walked_ = walk(immortal_walked_, immortal_before_, false, immortal_);
  walked_ = walk(walked_, top_before_, true, base_);
  path_.clear();
  walk(walked_, top_before_, false, path_);
}

std::vector<NativeAudit::Access> NativeAudit::accesses() {
  std::vector<Access> all;
#if defined(__x86_64__) && defined(__linux__)
  find_objects();
  for (size_t i = 0; i < trap.hits; ++i) {
    const uint64_t at = trap.noted[i].at;
    const bool immortal = at < Heap::kImmortalLimit;
    if (at >= (immortal ? immortal_before_ : top_before_)) continue;  // made by this call
    const auto word = static_cast<Ref>(at >> 3);
    const std::vector<Ref>& objects = immortal ? immortal_ : path_.empty() || word < path_.front() ? base_ : path_;
    auto it = std::upper_bound(objects.begin(), objects.end(), word);
    if (it == objects.begin()) continue;
    const Ref object = *--it;
    const Access a{object, static_cast<uint32_t>(at - (uint64_t{object} << 3)), trap.noted[i].write};
    if (std::find(all.begin(), all.end(), a) == all.end()) all.push_back(a);
  }
#endif
  return all;
}

namespace {
constexpr uint32_t kLockOffset = offsetof(ObjectHeader, lock);
}

bool NativeAudit::announced(const Access& a, const Pending* p) const {
  if (!p) return false;
  const Klass* k = vm_.klass_of(a.object);
  const Field* f = k->is_array() ? nullptr : vm_.field_at(a.object, a.offset);
  for (int i = 0; i < p->count; ++i) {
    const RawAccess& r = p->accesses[i];
    if (r.object == kExitLocation && r.write) return true;  // conflicts with everything
    if (r.object != a.object || (a.write && !r.write)) continue;
    if (a.offset == kLockOffset) return true;  // read together with what lies beside it
    if (k->is_array() && r.field == kWholeArray && r.write) return true;
    if (k->is_array() && r.field >= kHeaderSize && (a.offset - r.field) < (1u << k->element_shift)) return true;
    if (f && r.field == f->offset) return true;
  }
  return p->target == a.object && p->bulk;
}

namespace {
// What stands for files, sockets and memory outside of the heap: natives announce that by names of their own.
bool outside(const Klass& k) {
  const Klass& of = k.kind == KlassKind::Statics ? *k.statics_of : k;
  return of.name.starts_with("jmc/internal/") && of.name != "jmc/internal/ConsoleStream";
}
}  // namespace

// An array that belongs to an object which this call has looked at: the text of a string, the content of a file.
bool NativeAudit::part(Ref array, const std::vector<Access>& all, int depth) const {
  if (vm_.heap.header(array)->flags & (kHoldsThreads | kByThread)) return true;  // of the VM
  return std::any_of(all.begin(), all.end(), [&](const Access& a) {
    const Klass* k = vm_.klass_of(a.object);
    if (k == vm_.known->string) return vm_.get_ref(a.object, vm_.known->string_value) == array;
    const bool of_table =
        k->kind == KlassKind::ObjectArray && depth && a.object != array && part(a.object, all, depth - 1);
    return (outside(*k) || of_table) && a.offset >= kHeaderSize && vm_.heap.load<Ref>(a.object, a.offset) == array;
  });
}

bool NativeAudit::nobody_can_tell(const Access& a, const std::vector<Access>& all) {
  const ObjectHeader* h = vm_.heap.header(a.object);
  const Klass* k = vm_.klass_of(a.object);
  if (!(h->flags & kShared)) return true;
  if (a.offset < kHeaderSize) return a.offset != kLockOffset;
  if (k->kind == KlassKind::Statics && a.offset < kStaticsFields) return true;
  if (outside(*k)) return true;
  if (k->is_array()) return part(a.object, all, 3);
  const Field* f = vm_.field_at(a.object, a.offset);
  if (!f) return false;
  if (!f->visibility) return true;  // a cache
  if (k->kind == KlassKind::Statics && vm_.init_status(k->statics_of) == InitStatus::InProgress) return true;
  if (f->flags & kFinal && !a.write) return true;
  return a.object == vm_.thread(vm_.current()).s.object && (f->visibility & (kConfinedField | kOwnField));
}

void NativeAudit::judge(const Method& native, const Pending* p) {
  const std::vector<Access> all = accesses();
  top_before_ = 0;
  for (const Access& a : all) {
    if (nobody_can_tell(a, all) || announced(a, p)) continue;
    const std::string text = native.owner->external_name() + "." + std::string(native.name) +
                             (a.write ? " writes " : " reads ") +
                             (a.offset == kLockOffset ? "the monitor of " + vm_.klass_of(a.object)->external_name()
                                                      : vm_.location_name(a.object, a.offset)) +
                             " and announces " + (p ? "another operation" : "no operation");
    if (!told_.insert(text).second) continue;
    if (answer_ == Answer::Stop) throw Unsupported("audit: " + text + ", at " + vm_.place_of(vm_.current()));
    vm_.remark("audit", text + ", at " + vm_.place_of(vm_.current()));
  }
}

}  // namespace jmc::vm
