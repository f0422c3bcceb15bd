#include "natives/memory/off_heap.hpp"

#include <cstdio>
#include <memory>
#include <unordered_map>

#include "natives/memory/atomics.hpp"
#include "natives/threads/by_thread.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

constexpr uint64_t kFirstAddress = uint64_t{0x7000} << 32;
constexpr int kThreadShift = 36;                // each thread has 64 GiB of addresses
constexpr uint64_t kAlignment = 16, kGap = 64;  // of blocks, and between them: what runs over the end is noticed

constexpr uint32_t kAddressAt = kHeaderSize, kSizeAt = kHeaderSize + 8, kFreedAt = kHeaderSize + 16;
constexpr uint32_t kHeadWords = 3;

// What belongs to a Vm and to none of its states.
struct Root {
  Klass element;
  Klass* block_class = nullptr;
};

Root& root(const Vm& vm) { return vm::facility<Root>(vm); }

uint64_t address_of(const Vm& vm, Ref block) { return vm.heap.load<uint64_t>(block, kAddressAt); }
// 1 + the thread that has freed it; 0: nobody has.
uint64_t freed_by(const Vm& vm, Ref block) { return vm.heap.load<uint64_t>(block, kFreedAt); }

ThreadId owner_of(uint64_t address) {
  const uint64_t t = (address - kFirstAddress) >> kThreadShift;
  return address >= kFirstAddress && t < por::kMaxThreads ? static_cast<ThreadId>(t) : por::kNoThread;
}

uint64_t next_of(Vm& vm, ThreadId t) { return static_cast<uint64_t>(number_of(vm, ByThread::Next, t)); }
void set_next(Vm& vm, ThreadId t, uint64_t next) { set_number(vm, ByThread::Next, t, static_cast<int64_t>(next)); }

// The blocks of a thread.
class Arena {
 public:
  Arena(Vm& vm, ThreadId t) : vm_(vm), thread_(t), list_(object_of(vm, ByThread::Blocks, t)) {
    while (count_ < capacity() && element(vm_, list_, count_)) ++count_;
    if (t) vm.symmetry.tell_apart();
  }
  uint32_t count() const { return count_; }
  Ref block(uint32_t i) const { return element(vm_, list_, i); }
  // The last one that begins at or before the address.
  Ref before(uint64_t address) const {
    uint32_t low = 0, high = count_;
    while (low < high) {
      const uint32_t middle = (low + high) / 2;
      if (address_of(vm_, block(middle)) <= address) low = middle + 1;
      else high = middle;
    }
    return low ? block(low - 1) : kNull;
  }
  bool add(Ref block) {
    if (count_ == capacity()) {
      const Ref longer = vm_.new_array(vm_.known->object_array, count_ ? count_ * 2 : 4);
      if (!longer) return false;
      for (uint32_t i = 0; i < count_; ++i) set_element(vm_, longer, i, this->block(i));
      set_object(vm_, ByThread::Blocks, thread_, longer);
      list_ = longer;
    }
    set_element(vm_, list_, count_++, block);
    return true;
  }
  void remove(Ref block) {
    uint32_t i = 0;
    while (this->block(i) != block) ++i;
    for (; i + 1 < count_; ++i) set_element(vm_, list_, i, this->block(i + 1));
    set_element(vm_, list_, --count_, kNull);
  }

 private:
  uint32_t capacity() const { return list_ ? vm_.array_length(list_) : 0; }
  Vm& vm_;
  ThreadId thread_;
  Ref list_;
  uint32_t count_ = 0;
};

// Is the memory for what the JDK keeps per thread: buffers for names of files, and those that stand in for arrays in
// channels?
bool confined_to_thread(Vm& vm) {
  bool confined = false;
  vm.walk_frames(vm.current(), [&](Method* m, uint32_t) {
    const std::string_view name = m->owner->name;
    if (!m->owner->boot ||
        (name != "sun/misc/Unsafe" && name != "jdk/internal/misc/Unsafe" && !name.starts_with("java/nio/"))) {
      // A selector is no thread's own.
      confined = m->owner->boot && name.starts_with("sun/nio/") && name != "sun/nio/ch/EPoll";
      return false;
    }
    return true;
  });
  return confined;
}

std::string in_hexadecimal(int64_t address) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
  return text;
}

}  // namespace

void boot_off_heap(Vm& vm) {
  Klass* state = vm.require_class("jmc/internal/NativeState");
  vm.initialise_now(state);
  Root& r = root(vm);
  r.element.kind = KlassKind::Primitive;
  r.element.id = kMemoryElement;
  r.element.name = "memory outside of the heap";
  r.element.element_type = '\1';
  r.element.boot = true;
  r.element.module = "java.base";
  r.element.supers = {&r.element};
  r.block_class = vm.array_of(&r.element);
  r.block_class->name = r.element.name;
  r.block_class->element_type = 'J';
  r.block_class->element_shift = 3;
}

uint64_t block_size(const Vm& vm, Ref block) { return vm.heap.load<uint64_t>(block, kSizeAt); }

BlockBytes find_memory(Vm& vm, int64_t address, uint64_t bytes) {
  const uint64_t a = static_cast<uint64_t>(address);
  const ThreadId owner = owner_of(a);
  if (owner == por::kNoThread) return {};
  const Ref block = Arena(vm, owner).before(a);
  if (!block || freed_by(vm, block)) return {};
  const uint64_t at = a - address_of(vm, block);
  if (at > block_size(vm, block) || bytes > block_size(vm, block) - at) return {};
  if (!is_shared(vm, block) && owner != vm.current())
    vm.visibility.add_hole("memory that the JDK's channels keep for one thread is accessed by another one");
  return {block, static_cast<uint32_t>(kBlockData + at)};
}

int64_t allocate_memory(Vm& vm, uint64_t bytes) {
  const ThreadId t = vm.current();
  // Refused rather than an OutOfMemoryError: whose allocation fails would depend on what other threads have freed by
  // then.
  if (bytes > vm.options.heap_limit)
    throw Unsupported(vm::Failure::MemoryLimit, "memory limit: " + std::to_string(bytes) +
                                                    " bytes outside of the heap are more than --heap allows");
  const uint64_t next = (next_of(vm, t) + kAlignment - 1) / kAlignment * kAlignment;
  if (next + bytes + kGap >= uint64_t{1} << kThreadShift)
    throw Unsupported(vm::Failure::MemoryLimit,
                      "memory limit: the addresses for memory outside of the heap are used up");
  const Ref block = vm.new_array(root(vm).block_class, static_cast<uint32_t>(kHeadWords + (bytes + 7) / 8));
  if (!block) return 0;
  const uint64_t address = kFirstAddress + (uint64_t{t} << kThreadShift) + next;
  vm.heap.store<uint64_t>(block, kAddressAt, address);
  vm.heap.store<uint64_t>(block, kSizeAt, bytes);
  // Whoever knows the address can reach it, and that cannot be seen.
  if (!confined_to_thread(vm))
    vm.heap.header(block)->flags |= kShared | (vm.visibility.list_given() ? kVisibleArray : 0u);
  if (!Arena(vm, t).add(block)) return 0;
  set_next(vm, t, next + bytes + kGap);
  return static_cast<int64_t>(address);
}

Ref block_once_at(Vm& vm, int64_t address) {
  const ThreadId owner = owner_of(static_cast<uint64_t>(address));
  const Ref block = owner == por::kNoThread ? kNull : Arena(vm, owner).before(static_cast<uint64_t>(address));
  return block && address_of(vm, block) == static_cast<uint64_t>(address) ? block : kNull;
}

Ref block_at(Vm& vm, int64_t address) {
  const Ref block = block_once_at(vm, address);
  return block && !freed_by(vm, block) ? block : kNull;
}

namespace {

// What is accessed after it was freed is a violation of its own.
std::vector<vm::ElementRange> no_elements(Vm&, ThreadId, const Pending&) { return {}; }
constexpr vm::Operation kFree{.ranges = no_elements};

}  // namespace

bool describe_free(Vm& vm, Ref block, Pending& p) {
  if (!vm.multi() || !is_shared(vm, block) || !vm.visibility.of_raw(block, kHeaderSize, true)) return false;
  p.kind = PendingKind::Cas;
  p.verb = Verb::Free;
  p.object = block;
  p.add(block, kAllElements, true);
  p.operation = &kFree;
  return true;
}

bool describe_freed(Vm& vm, int64_t address, Pending& p) {
  const uint64_t a = static_cast<uint64_t>(address);
  const ThreadId owner = owner_of(a);
  const Ref block = owner == por::kNoThread ? kNull : Arena(vm, owner).before(a);
  if (!block || !freed_by(vm, block) || a - address_of(vm, block) > block_size(vm, block)) return false;
  if (!describe_free(vm, block, p)) return false;
  p.verb = Verb::Access;
  return true;
}

// While other threads live a freed block stays in its list, empty: they may have stopped before an access to it, and
// name it.
void free_block(Vm& vm, Ref block) {
  const uint64_t address = address_of(vm, block);
  const ThreadId owner = owner_of(address);
  Arena arena(vm, owner);
  if (vm.multi() && is_shared(vm, block)) {
    const Bytes all{block, kBlockData, block_size(vm, block)};
    all.log(vm);
    std::memset(all.data(vm), 0, all.count);
    vm.heap.store<uint64_t>(block, kFreedAt, vm.current() + 1);
    return;
  }
  const bool last = !is_shared(vm, block) && arena.block(arena.count() - 1) == block;
  arena.remove(block);
  if (last) set_next(vm, owner, address - kFirstAddress - (uint64_t{owner} << kThreadShift));
}

NativeStatus bad_address(NativeCall& c, int64_t address, uint64_t bytes, const std::string& what) {
  Vm& vm = c.vm;
  const uint64_t a = static_cast<uint64_t>(address);
  const ThreadId owner = owner_of(a);
  const Ref block = owner == por::kNoThread ? kNull : Arena(vm, owner).before(a);
  std::string text = what + " " + std::to_string(bytes) + " bytes at " + in_hexadecimal(address) + ", ";
  if (block && a - address_of(vm, block) <= block_size(vm, block) + kGap) {
    const std::string where = "at " + std::to_string(a - address_of(vm, block)) + " of a block of " +
                              std::to_string(block_size(vm, block)) + " bytes that thread " + std::to_string(owner) +
                              " has allocated";
    text +=
        where + (freed_by(vm, block) ? " and thread " + std::to_string(freed_by(vm, block) - 1) + " has freed" : "");
  } else if (owner != por::kNoThread && a - kFirstAddress - (uint64_t{owner} << kThreadShift) < next_of(vm, owner)) {
    text += "which have been freed";
  } else {
    text += "which nobody has allocated";
  }
  // A JVM may crash here, read anything or destroy anything: so it counts even if the program catches what it gets.
  const Ref e = vm.make_exception("java/lang/InternalError", std::u16string(text.begin(), text.end()));
  if (!e) return NativeStatus::Throw;
  Violation v;
  v.kind = por::ErrorKind::UncaughtException;
  v.thread = c.thread;
  v.exception = e;
  v.message = vm.describe_exception(e);
  v.stack = vm.stack_trace_text(e);
  vm.add_violation(std::move(v));
  vm.throw_ref(e);
  return NativeStatus::Throw;
}

void Bytes::add_to(std::vector<vm::ElementRange>& out, const Vm& vm, bool write) const {
  const Klass* k = vm.klass_of(object);
  if (!count || !k->is_array()) return;
  const uint32_t first = (offset - kHeaderSize) >> k->element_shift;
  const auto last = static_cast<uint32_t>((offset - kHeaderSize + count - 1) >> k->element_shift);
  out.push_back({object, first, last - first + 1, write});
}

bool find_bytes(Vm& vm, Ref base, int64_t offset, uint64_t count, Bytes& out) {
  if (!base) {
    const BlockBytes place = find_memory(vm, offset, count);
    out = {place.block, place.offset, count};
    return place.block != kNull;
  }
  if (offset < kHeaderSize || static_cast<uint64_t>(offset) + count < count ||
      static_cast<uint64_t>(offset) + count > vm.object_size(base))
    return false;
  out = {base, static_cast<uint32_t>(offset), count};
  return true;
}

bool describe_bytes(Vm& vm, const Bytes& bytes, bool write, Pending& p) {
  if (!range_visible(vm, bytes.object, bytes.offset, bytes.count, write)) return false;
  if (!vm.klass_of(bytes.object)->is_array()) p.add(bytes.object, kAllElements, true);
  else add_range_accesses(vm, bytes.object, bytes.offset, bytes.count, write, 1, p);
  p.object = bytes.object;
  p.offset = bytes.offset;
  return true;
}

}  // namespace jmc::natives
