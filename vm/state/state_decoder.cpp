#include "vm/state/state_decoder.hpp"

#include <cstring>

#include "vm/native.hpp"

namespace jmc::vm {

namespace {
constexpr uint32_t kOfImage = ~0u;  // stands before an object of the base image among numbered ones
[[noreturn]] void damaged() { throw CannotLoad{"it is no form of a state of this program"}; }
}  // namespace

void StateDecoder::need(size_t words) const {
  if (end_ - at_ < words) damaged();
}

size_t StateDecoder::begin_part() {
  const uint32_t words = word();
  need(words);
  return std::exchange(end_, at_ + words);
}

void StateDecoder::end_part(size_t outer) {
  if (at_ != end_) damaged();
  end_ = outer;
}

std::string_view StateDecoder::text(uint64_t bytes) {
  if (bytes > (end_ - at_) * 4) damaged();
  const auto* from = reinterpret_cast<const char*>(words_.data() + at_);
  skip((bytes + 3) / 4);
  return {from, bytes};
}

Ref StateDecoder::ref(uint32_t name) const {
  if (name < por::kFirstNumbered) return name;
  const uint32_t number = name - por::kFirstNumbered;
  if (number >= objects_.size()) damaged();
  return objects_[number];
}

StateDecoder::Shape StateDecoder::shape() {
  const uint32_t first = word();
  if (class_of_form(first) >= vm_.class_count()) damaged();
  Shape s{vm_.klass(class_of_form(first)), flags_of_form(first), word(), 0, 0, 0};
  if (s.flags & kHasHash) s.hash = word();
  const bool array = s.klass->is_array();
  if (array) s.length = word();
  const uint64_t bytes =
      array ? (uint64_t{s.length} << s.klass->element_shift) + 3 : s.klass->instance_size - kHeaderSize;
  s.words = bytes / 4;
  need(s.words);
  return s;
}

void StateDecoder::look_at_objects() {
  while (!at_end()) {
    if (words_[at_] == kOfImage) {
      skip(2);
      look_at_changed();
      continue;
    }
    const Shape s = shape();
    skip(s.words);
    const uint64_t bytes =
        s.klass->is_array() ? kHeaderSize + (uint64_t{s.length} << s.klass->element_shift) : s.klass->instance_size;
    const Ref r = vm_.heap.allocate(bytes);
    if (!r) throw CannotLoad{"the address space of the program's heap is used up"};
    *vm_.heap.header(r) = {s.klass->id, s.length, s.lock, s.flags | (s.klass->thread_class ? kConfined : 0u), 0, 0};
    objects_.push_back(r);
  }
}

void StateDecoder::fill_objects() {
  while (!at_end()) {
    if (words_[at_] == kOfImage) {
      ++at_;
      fill_changed(word());
      continue;
    }
    const Shape s = shape();
    const Ref r = objects_[filled_++];
    if (s.flags & kHasHash) {
      vm_.heap.header(r)->flags &= ~uint32_t{kHasHash};
      vm_.heap.identity_hash(r, static_cast<int32_t>(s.hash));
    }
    fill(r, s);
  }
}

void StateDecoder::fill_changed(Ref r) {
  const Shape s = shape();
  Heap& heap = vm_.heap;
  ObjectHeader* h = heap.header(r);
  // What is no array may keep something else there (a mirror: its class).
  if (!(h->flags & kBase) || h->klass != s.klass->id || (s.klass->is_array() && h->length != s.length)) damaged();
  changed_.insert(r);
  if ((s.flags & kHasHash) && !(h->flags & kHasHash)) heap.identity_hash(r, static_cast<int32_t>(s.hash));
  if ((h->flags & kHasHash) && !(s.flags & kHasHash)) throw CannotLoad{"the present state is no earlier one"};
  heap.log_range(r, heap.address(r, offsetof(ObjectHeader, lock)), 8);
  h->lock = s.lock;
  h->flags = (h->flags & ~kStateFlags) | s.flags;
  fill(r, s);
}

void StateDecoder::publish() {
  std::erase_if(shared_, [&](Ref r) {
    // What such a class holds is still its thread's own, or nobody comes to it any more.
    const Klass* k = vm_.klass_of(r);
    if (k->kind != KlassKind::Statics) return false;
    const InitStatus status = vm_.init_status(k->statics_of);
    return status == InitStatus::InProgress || status == InitStatus::Failed;
  });
  for (const Ref r : shared_) vm_.heap.header(r)->flags &= ~uint32_t{kShared};
  for (size_t t = 1; t < threads.size(); ++t) vm_.publish(threads[t]);
  for (const Ref r : shared_) vm_.publish(r);
}

void StateDecoder::fill(Ref r, const Shape& s) {
  if (s.flags & kShared) shared_.push_back(r);
  need(s.words);
  content_.assign(words_.begin() + static_cast<std::ptrdiff_t>(at_),
                  words_.begin() + static_cast<std::ptrdiff_t>(at_ + s.words));
  at_ += s.words;
  if (s.klass->kind == KlassKind::ObjectArray) {
    for (uint32_t& w : content_) w = ref(w);
  } else {
    for (const uint32_t offset : s.klass->ref_offsets) {
      uint32_t& w = content_[(offset - kHeaderSize) / 4];
      w = ref(w);
    }
  }
  Heap& heap = vm_.heap;
  char* to = heap.address(r, kHeaderSize);
  // A form has Done for Watched. Who asks for such a class is still looked at: of one that is Done already nobody is.
  if (s.klass->kind == KlassKind::Statics && !content_.empty() &&
      content_[0] == static_cast<uint32_t>(InitStatus::Done) && !s.klass->statics_of->asked_outside) {
    uint32_t now;
    std::memcpy(&now, to, 4);
    if (now != content_[0]) content_[0] = static_cast<uint32_t>(InitStatus::Watched);
  }
  const uint64_t bytes = s.klass->is_array() ? uint64_t{s.length} << s.klass->element_shift : s.words * uint64_t{4};
  if (!bytes || !std::memcmp(to, content_.data(), bytes)) return;
  heap.log_range(r, to, bytes);
  std::memcpy(to, content_.data(), bytes);
}

}  // namespace jmc::vm
