// The heap: an arena of objects named by 32-bit references, with an undo log.
//
// A Ref counts 8-byte units from the start of the arena; 0 is null. Below kImmortalLimit lie immortal objects (class
// mirrors, static-field blocks, string constants): they are never freed or moved, whatever path created them. Above it
// objects are bump-allocated; undo() gives back everything allocated since a mark.
//
// Every store goes through store()/log(): a write to anything older than the current mark is logged, so that going back
// is popping the log (design: "Undo, don't copy"). After freeze() the heap also knows which objects of the base image
// have been written since (dirty()), so that a fingerprint covers what changed, not what exists; and whether any object
// of a form that is kept (vm/state/kept_forms.hpp) has been written since that form was made (watched()).
//
// Ownership: the Heap owns its mapping. Offsets are bytes from the object header. No bounds checks here: callers have
// checked.
#pragma once

#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <vector>

namespace jmc::vm {

using Ref = uint32_t;
inline constexpr Ref kNull = 0;

struct ObjectHeader {
  uint32_t klass;   // Klass::id
  uint32_t length;  // arrays: elements
  uint32_t lock;    // see lock_holder()
  uint32_t flags;
  uint32_t canon_epoch;  // scratch of the canonicaliser, no part of the state
  uint32_t canon_number;
};
inline constexpr uint32_t kHeaderSize = sizeof(ObjectHeader);
static_assert(kHeaderSize == 24);

enum ObjectFlags : uint32_t {
  kShared = 1,        // reachable from a static, a started thread or a shared object
  kBase = 2,          // part of the base image: named by its address, not renamed
  kCleanBase = 4,     // base object not written since the image was taken
  kVisibleArray = 8,  // array allocated by code of a class on the visible list
  kHasHash = 16,      // an identity hash code was handed out
  kImmortal = 32,
  kProgram = 128,     // base object that only the program reaches: it counts while it is reachable
  kUnexamined = 256,  // an Error that left code of the program and that nobody has looked at since
  kUnseeded = 512,    // a generator of random numbers that was made without a seed
  kConfined = 64,     // a java.lang.Thread: some of its fields belong to the thread alone
  // Arrays of the VM: each element names a thread (kThreadOfElement), or is that of the thread of its index.
  kHoldsThreads = 1024,
  kByThread = 2048,
  kOfExecutor = 16384,    // made by an executor, for itself (vm/visibility/sections.hpp)
  kOwnHash = 8192,        // with kHasHash: drawn before another thread could ask for it
  kNamesNumbered = 4096,  // base object that refers to one that is not: what it refers to is always written
};
inline constexpr uint32_t kThreadOfElement = 0xffff;  // mask
inline constexpr uint32_t kStateFlags = kShared | kVisibleArray | kHasHash | kOwnHash | kUnexamined | kUnseeded |
                                        kOfExecutor | kHoldsThreads | kByThread;  // part of the state
// In a form these are nine bits above the number of the class.
inline constexpr uint32_t kFormFlagsShift = 22;
inline constexpr uint32_t class_and_flags(uint32_t klass, uint32_t f) {
  static_assert(kStateFlags == (1 | 8 | 16 | 256 | 512 | 8192 | 16384 | 1024 | 2048));
  return klass |
         ((f & 1) | (f & (8 | 16)) >> 2 | (f & (256 | 512)) >> 5 | (f & (8192 | 16384)) >> 8 | (f & (1024 | 2048)) >> 3)
             << kFormFlagsShift;
}
inline constexpr uint32_t class_of_form(uint32_t word) { return word & ((1u << kFormFlagsShift) - 1); }
inline constexpr uint32_t flags_of_form(uint32_t word) {
  const uint32_t f = word >> kFormFlagsShift;
  return (f & 1) | (f & (2 | 4)) << 2 | (f & (8 | 16)) << 5 | (f & (32 | 64)) << 8 | (f & (128 | 256)) << 3;
}
static_assert(flags_of_form(class_and_flags(7, kStateFlags)) == kStateFlags &&
              class_of_form(class_and_flags(7, kStateFlags)) == 7);

// Lock words: 0 free, else the number of the thread + 1, and how often it has entered the monitor.
inline constexpr int kLockOwnerShift = 20;
inline constexpr uint32_t kLockCount = (1u << kLockOwnerShift) - 1;
inline constexpr uint32_t lock_count(uint32_t word) { return word & kLockCount; }
inline constexpr uint32_t lock_holder(uint32_t word) { return (word >> kLockOwnerShift) - 1; }  // por::kNoThread: none

class Heap {
 public:
  explicit Heap(uint64_t limit_bytes);
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  char* base() const { return base_; }
  ObjectHeader* header(Ref r) const { return reinterpret_cast<ObjectHeader*>(base_ + (uint64_t{r} << 3)); }
  char* address(Ref r, uint32_t offset) const { return base_ + (uint64_t{r} << 3) + offset; }

  template <class T>
  T load(Ref r, uint32_t offset) const {
    T v;
    std::memcpy(&v, address(r, offset), sizeof v);
    return v;
  }
  template <class T>
  void store(Ref r, uint32_t offset, T v) {
    char* p = address(r, offset);
    touch(r, p);
    std::memcpy(p, &v, sizeof v);
  }
  // Before `size` bytes at `p` inside object r are overwritten directly. Does not touch the dirty set's order.
  void log_range(Ref r, char* p, uint64_t size) {
    note_write(r);
    char* first = base_ + ((p - base_) & ~uint64_t{7});
    for (char* q = first; q < p + size; q += 8) log(q);
  }
  void touch(Ref r, char* p) {
    note_write(r);
    log(p);
  }

  // Zeroed memory of `size` bytes, header included; the caller fills the header in. 0 if the address space is used up.
  Ref allocate(uint64_t size) {
    size = (size + 7) & ~uint64_t{7};
    const uint64_t at = top_;
    if (at + size > capacity_) return kNull;
    top_ = at + size;
    std::memset(base_ + at, 0, size);
    return static_cast<Ref>(at >> 3);
  }
  Ref allocate_immortal(uint64_t size);
  // An immortal object is complete: its present content is what "unchanged" means from now on.
  void seal_immortal(Ref r, uint64_t size);
  const std::vector<Ref>& immortals() const { return immortals_; }  // all there are, in the order they were made in

  uint64_t top() const { return top_; }
  uint64_t immortal_top() const { return immortal_top_; }
  uint64_t used() const { return top_ - kImmortalLimit; }
  uint64_t limit() const { return limit_; }

  struct Mark {
    uint64_t top;
    size_t log, dirty, hashes;
  };
  size_t logged() const {
    return log_.size() + tidied_;
  }                                 // grows whenever something older than the current mark is written
  Mark mark();                      // everything older than this is logged from now on
  void undo(const Mark& m);         // back to m; m stays current
  void set_current(const Mark* m);  // after marks were dropped: the topmost one, or null

  // The present heap becomes the base image. `is_base(ref)` objects have kBase set already.
  void freeze();
  bool frozen() const { return shadow_ != nullptr; }
  const std::vector<Ref>& dirty() const { return dirty_; }
  const char* shadow(Ref r) const { return shadow_ + (uint64_t{r} << 3); }

  // The objects that canon_epoch and a canon_number below `count` tell, and all of the base image, are watched: until
  // one of them is written. Who writes to an object without store(), touch() or log_range() says so: note_flags().
  void watch(uint32_t epoch, uint32_t count) { watched_epoch_ = epoch, watched_count_ = count; }
  void unwatch() { watched_epoch_ = kNoEpoch; }
  bool watched() const { return watched_epoch_ != kNoEpoch; }
  void note_flags(Ref r) {
    const ObjectHeader* h = header(r);
    if ((h->flags & kBase) || h->canon_epoch == watched_epoch_) note_watched(*h);
  }

  int32_t identity_hash(Ref r, int32_t fresh);  // the object's hash code, `fresh` if it had none
  bool has_hash(Ref r) const { return header(r)->flags & kHasHash; }
  int32_t hash_of(Ref r) const { return hashes_by_ref_.at(r); }

  void log(char* p) {
    const uint64_t word = static_cast<uint64_t>(p - base_) >> 3;
    if (word < log_limit_) push_log(static_cast<uint32_t>(word));
  }

  static constexpr uint64_t kImmortalLimit = uint64_t{1} << 30;
  static constexpr Ref kFirstRef = 2048;

 private:
  struct LogEntry {
    uint32_t word;
    uint64_t old;
  };
  void note_write(Ref r) {
    const ObjectHeader* h = header(r);
    if ((h->flags & kBase) || h->canon_epoch == watched_epoch_) [[unlikely]]
      note_kept(r);
  }
  void note_kept(Ref r);  // the rest of note_write()
  void note_dirty(Ref r);
  void note_watched(const ObjectHeader& h) {  // it may be one of those that are watched
    if ((h.flags & kBase) || h.canon_number < watched_count_) unwatch();
  }
  void push_log(uint32_t word) {
    if (log_.size() == tidy_at_) [[unlikely]]
      tidy_log();
    log_.push_back({word, reinterpret_cast<const uint64_t*>(base_)[word]});
  }
  // What was written over since the current mark is kept once for each word: a long run needs memory for what it
  // changes, not for how often.
  void tidy_log();
  static constexpr size_t kTidyFrom = size_t{1} << 20;  // entries

  static constexpr uint32_t kNoEpoch = ~0u;

  uint32_t watched_epoch_ = kNoEpoch, watched_count_ = 0;
  char* base_ = nullptr;
  char* shadow_ = nullptr;
  uint64_t capacity_ = 0, limit_ = 0;
  uint64_t top_ = kImmortalLimit, immortal_top_ = kFirstRef * 8;
  uint64_t log_limit_ = 0;
  std::vector<LogEntry> log_;
  size_t log_of_mark_ = 0;  // where the entries of the current mark begin
  size_t tidy_at_ = kTidyFrom, tidied_ = 0;
  std::vector<Ref> immortals_;
  std::vector<Ref> dirty_;
  std::vector<Ref> hashes_;  // in order of hand-out, for undo
  std::unordered_map<Ref, int32_t> hashes_by_ref_;
};

}  // namespace jmc::vm
