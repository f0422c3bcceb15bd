// Objects, arrays, strings, publication.
#include <xxhash.h>

#include <algorithm>
#include <utility>

#include "base/memory.hpp"
#include "vm/code/insn.hpp"
#include "vm/native.hpp"
#include "vm/state/identity_hash.hpp"
#include "vm/state/objects.hpp"
#include "vm/visibility/doubts.hpp"
#include "vm/visibility/native_audit.hpp"

namespace jmc::vm {

// Refusing to grow is only a Java OutOfMemoryError if what is live exceeds the limit; garbage is not collected, so the
// live size is measured.
bool Vm::room_for(uint64_t size) {
  if (heap.used() + size <= next_heap_check_) return true;
  check_resident();
  if (heap.used() + size <= next_live_check_) {
    next_heap_check_ = std::min(next_live_check_, heap.used() + size + kResidentCheck);
    return true;
  }
  // What is live takes long to find out where much was allocated; whoever does nothing else must be stoppable.
  if (options.stop && options.stop->load(std::memory_order_relaxed))
    throw Unsupported(Failure::Interrupted, "interrupted");
  const uint64_t live = size > options.heap_limit ? size : live_bytes() + size;
  if (live > options.heap_limit) {
    // The error has room, and its message, whatever the heap is full of: as a JVM, which keeps one for that.
    struct Room {
      uint64_t& next;
      uint64_t before = std::exchange(next, ~uint64_t{0});
      ~Room() { next = before; }
    } room{next_heap_check_};
    if (size <= options.heap_limit)
      remark(kHeapTopic,
             "it was full; which allocation fails then depends on what a JVM keeps, and here that is what the "
             "program can still reach");
    throw_new("java/lang/OutOfMemoryError", "Java heap space");
    return false;
  }
  next_live_check_ = heap.used() + size + (options.heap_limit - live);  // not before could it be too much
  next_heap_check_ = std::min(next_live_check_, heap.used() + size + kResidentCheck);
  check_allocated(size);
  return true;
}

// A search looks at the memory of the process between steps; one step can take as much as the machine has.
void Vm::check_resident() const {
  if (!options.resident_limit || base::resident_bytes() <= options.resident_limit) return;
  throw Unsupported(Failure::MemoryLimit, "memory limit reached: the program has allocated " +
                                              std::to_string(heap.used() >> 20) + " MB on one path, garbage included");
}

void Vm::check_allocated(uint64_t size) const {
  if (heap.used() + size > options.allocation_limit)
    throw Unsupported(Failure::MemoryLimit, "memory limit: the program has allocated more than " +
                                                std::to_string(options.allocation_limit >> 20) + " MB on one path");
}

// Bytes reachable from statics, constants and thread stacks (all slots that look like objects count: an upper bound).
uint64_t Vm::live_bytes() {
  std::vector<bool> seen((heap.top() >> 3) + 1);
  std::vector<Ref> work;
  uint64_t total = 0;
  const auto visit = [&](Ref r) {
    if (!r || seen[r]) return;
    seen[r] = true;
    work.push_back(r);
  };
  for (const auto& k : klasses_) {
    if (k->statics) visit(k->statics);
    if (k->mirror) visit(k->mirror);
  }
  for (const auto& [text, r] : strings_) visit(r);
  for_each_root([&](Ref r) { visit(r); });
  while (!work.empty()) {
    const Ref r = work.back();
    work.pop_back();
    total += object_size(r);
    for_each_ref(r, visit);
  }
  return total;
}

Ref Vm::new_object(Klass* k) {
  if (!room_for(k->instance_size)) return kNull;
  const Ref r = heap.allocate(k->instance_size);
  if (!r) throw Unsupported(Failure::MemoryLimit, "memory limit: the address space of the program's heap is used up");
  ObjectHeader* h = heap.header(r);
  h->klass = k->id;
  if (k->thread_class) h->flags = kConfined;
  if (sections.makes_own(*k)) h->flags |= kOfExecutor;
  if (born_shared(k)) h->flags |= kShared;
  return r;
}

Ref Vm::new_array(Klass* k, uint32_t length) {
  const uint64_t size = kHeaderSize + (uint64_t{length} << k->element_shift);
  if (length >= 0x7fff'fffe) {
    throw_new("java/lang/OutOfMemoryError", "Requested array size exceeds VM limit");
    return kNull;
  }
  if (!room_for(size)) return kNull;
  const Ref r = heap.allocate(size);
  if (!r) throw Unsupported(Failure::MemoryLimit, "memory limit: the address space of the program's heap is used up");
  ObjectHeader* h = heap.header(r);
  h->klass = k->id;
  h->length = length;
  if (!options.visible.empty() && threads_.count() && allocator_listed()) h->flags = kVisibleArray;
  if (sections.makes_own(*k)) h->flags |= kOfExecutor;
  if (born_shared(k)) h->flags |= kShared;
  return r;
}

// Is the array being allocated for a class on the visible list, or for one that needs not be on it? java.util.Arrays
// and reflective allocation work for their callers.
bool Vm::allocator_listed() const {
  const VThread& t = threads_[current_];
  for (uint32_t fp = t.s.fp; fp;) {
    const FrameHeader* f = frame(current_, fp);
    const Klass* k = methods_[f->method]->owner;
    if (k->listed || is_synchronizer(k->name)) return true;
    if (k->name != "java/util/Arrays" && k->name != "java/lang/reflect/Array") return false;
    fp = f->prev;
  }
  return false;
}

uint64_t Vm::object_size(Ref r) const {
  const ObjectHeader* h = heap.header(r);
  const Klass* k = klasses_[h->klass].get();
  if (k->is_array()) return kHeaderSize + (uint64_t{h->length} << k->element_shift);
  return k->instance_size;
}

void Vm::publish(Ref root) {
  if (heap.header(root)->flags & kShared) return;
  const NativeAudit::Apart looks_for_itself(*this);
  publish_stack_.push_back(root);
  while (!publish_stack_.empty()) {
    const Ref r = publish_stack_.back();
    publish_stack_.pop_back();
    ObjectHeader* h = heap.header(r);
    if (h->flags & kShared) continue;
    heap.log(reinterpret_cast<char*>(&h->flags));
    heap.note_flags(r);
    h->flags |= kShared;
    if (memory) [[unlikely]] {
      memory->stored_in_shared(r);
      memory->published(r);
    }
    if (h->flags & kConfined) [[unlikely]] {
      // What a thread keeps in its confined fields stays its own.
      const Klass* k = klass_of(r);
      for (uint32_t offset : k->ref_offsets)
        // ... but for inherited thread-local values, which parent and child both reach.
        if (const Field* f = field_at(r, offset);
            !f || !(f->visibility & kConfinedField) || f->name == "inheritableThreadLocals")
          if (const Ref x = heap.load<Ref>(r, offset)) publish_stack_.push_back(x);
      continue;
    }
    for_each_ref(r, [&](Ref x) {
      if (!(heap.header(x)->flags & kShared)) publish_stack_.push_back(x);
    });
  }
}

// Numbers that no two draws share: of a thread, or of an initialiser, whichever thread runs it. The first threads come
// first, then classes, then the other threads.
constexpr uint32_t kClassSeeds = 64, kLateSeeds = 1u << 31;
uint64_t Vm::next_seed(bool hash) {
  ThreadState& t = touch_thread(current_);
  const Klass* k = t.initialising && multi() ? running_initialiser(current_) : nullptr;
  if (!k && current_) symmetry.tell_apart();
  if (!k)
    return uint64_t{current_ < kClassSeeds ? current_ : kLateSeeds + current_} << 32 |
           (hash ? ++t.hash_seed : t.random_seed++);
  const uint32_t n = heap.load<uint32_t>(k->statics, kStaticsSeeds) + 1;
  heap.store<uint32_t>(k->statics, kStaticsSeeds, n);
  return uint64_t{kClassSeeds + k->id} << 32 | n;
}

namespace {
// splitmix, without a sign and with five hexadecimal digits or more.
int32_t hash_from(uint64_t seed) {
  uint64_t x = seed * 0x9e3779b97f4a7c15u;
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  const int32_t hash = static_cast<int32_t>(x & 0x7fff'ffff);
  return hash < kLeastIdentityHash ? hash + kLeastIdentityHash : hash;
}
}  // namespace

bool Vm::hash_is_settled(Ref r) const {
  return !multi() || !(heap.header(r)->flags & kShared) || heap.header(r)->flags & (kBase | kOwnHash) || is_mirror(r);
}

int32_t Vm::identity_hash(Ref r) {
  if (heap.has_hash(r)) return heap.hash_of(r);
  // Whoever asks, on whatever path.
  if (is_mirror(r)) {
    const std::string& name = klass_of_mirror(r)->name;
    return hash_from(XXH3_64bits(name.data(), name.size()));
  }
  if (heap.header(r)->flags & kBase) {
    if (current_) symmetry.tell_apart();
    return hash_from(~uint64_t{r});
  }
  // By the thread, and how many it has handed out: the same on every path that reaches this state.
  const bool own = hash_is_settled(r);
  heap.identity_hash(r, hash_from(next_seed(true)));
  if (own) heap.header(r)->flags |= kOwnHash;  // logged with kHasHash
  return heap.hash_of(r);
}

// --- strings

namespace {
bool latin1(std::u16string_view s) {
  for (char16_t c : s)
    if (c > 0xff) return false;
  return true;
}
}  // namespace

Ref Vm::make_string(std::u16string_view text, bool immortal) {
  const auto& w = *known;
  const bool compact = w.string_coder != nullptr;
  const bool narrow = compact && latin1(text);
  Klass* array = compact ? w.byte_array : w.char_array;
  const uint32_t bytes = static_cast<uint32_t>(narrow ? text.size() : text.size() * 2);
  const uint32_t length = compact ? bytes : static_cast<uint32_t>(text.size());
  const auto allocate = [&](Klass* k, uint64_t size, uint32_t n) -> Ref {
    if (!immortal) return k == w.string ? new_object(k) : new_array(k, n);
    const Ref r = heap.allocate_immortal(size);
    *heap.header(r) = {k->id, n, 0, kShared | kImmortal, 0, 0};
    return r;
  };
  const Ref value = allocate(array, kHeaderSize + bytes, length);
  if (!value) return kNull;
  char* p = heap.address(value, kHeaderSize);
  if (narrow)
    for (size_t i = 0; i < text.size(); ++i) p[i] = static_cast<char>(text[i]);
  else std::memcpy(p, text.data(), bytes);
  const Ref s = allocate(w.string, w.string->instance_size, 0);
  if (!s) return kNull;
  std::memcpy(heap.address(s, w.string_value->offset), &value, 4);
  const uint32_t coder = narrow ? 0 : 1;
  if (compact) std::memcpy(heap.address(s, w.string_coder->offset), &coder, 4);
  if (immortal) {
    heap.seal_immortal(value, kHeaderSize + bytes);
    heap.seal_immortal(s, w.string->instance_size);
  }
  return s;
}

Ref Vm::new_string(std::u16string_view text) { return make_string(text, false); }
Ref Vm::new_string_utf8(std::string_view text) { return make_string(classfile::decode_modified_utf8(text), false); }

Ref Vm::intern(std::u16string_view text) {
  auto it = strings_.find(std::u16string(text));
  if (it != strings_.end()) return it->second;
  const Ref r = make_string(text, true);
  strings_.emplace(text, r);
  return r;
}

std::u16string Vm::string_value(Ref string) const {
  const Ref value = heap.load<Ref>(string, known->string_value->offset);
  if (!value) return {};
  const uint32_t length = heap.header(value)->length;
  const char* p = heap.address(value, kHeaderSize);
  if (known->string_coder && heap.load<uint32_t>(string, known->string_coder->offset) == 0) {
    std::u16string s(length, u'\0');
    for (uint32_t i = 0; i < length; ++i) s[i] = static_cast<uint8_t>(p[i]);
    return s;
  }
  const size_t n = known->string_coder ? length / 2 : length;
  std::u16string s(n, u'\0');
  std::memcpy(s.data(), p, n * 2);
  return s;
}

std::string Vm::string_utf8(Ref string) const {
  const std::u16string s = string_value(string);
  std::string out;
  for (size_t i = 0; i < s.size(); ++i) {
    uint32_t c = s[i];
    if (c >= 0xd800 && c < 0xdc00 && i + 1 < s.size() && s[i + 1] >= 0xdc00 && s[i + 1] < 0xe000)
      c = 0x10000 + ((c - 0xd800) << 10) + (s[++i] - 0xdc00);
    else if (c >= 0xd800 && c < 0xe000) c = '?';
    if (c < 0x80) out += static_cast<char>(c);
    else if (c < 0x800) {
      out += static_cast<char>(0xc0 | c >> 6);
      out += static_cast<char>(0x80 | (c & 63));
    } else if (c < 0x10000) {
      out += static_cast<char>(0xe0 | c >> 12);
      out += static_cast<char>(0x80 | (c >> 6 & 63));
      out += static_cast<char>(0x80 | (c & 63));
    } else {
      out += static_cast<char>(0xf0 | c >> 18);
      out += static_cast<char>(0x80 | (c >> 12 & 63));
      out += static_cast<char>(0x80 | (c >> 6 & 63));
      out += static_cast<char>(0x80 | (c & 63));
    }
  }
  return out;
}

const Field* Vm::field_at(Ref object, uint32_t offset) const {
  const Klass* k = klass_of(object);
  if (k->kind == KlassKind::Statics) {
    for (const auto& f : k->statics_of->fields)
      if (f->is_static() && f->offset == offset) return f.get();
    return nullptr;
  }
  for (; k; k = k->super)
    for (const auto& f : k->fields)
      if (!f->is_static() && f->offset <= offset && offset < f->offset + (f->wide() ? 8u : 4u)) return f.get();
  return nullptr;
}

std::string Vm::location_name(Ref object, uint32_t offset) const {
  const Klass* k = klass_of(object);
  if (k->is_array())
    return k->element->external_name() + "[" + std::to_string((offset - kHeaderSize) >> k->element_shift) + "]";
  if (const Field* f = field_at(object, offset)) return f->owner->external_name() + "." + std::string(f->name);
  return k->external_name();
}

}  // namespace jmc::vm
