// Marks and undo over everything that is program state.
#include "vm/insn.hpp"
#include "vm/native.hpp"
#include "vm/objects.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

Vm::Mark Vm::mark() {
  races.mark();
  mark_serial_ = ++serials_;
  MarkRecord r;
  r.heap = heap.mark();
  r.stacks = saved_stacks_.size();
  r.stack_words = saved_words_.size();
  r.threads = saved_threads_.size();
  r.output = output.mark();
  r.counters = saved_counters_.size();
  r.orders = saved_orders_.size();
  r.accesses = saved_accesses_.size();
  r.epochs = saved_epochs_.size();
  r.thread_count = thread_count_;
  r.live = live_threads_;
  r.shared_mask = shared_mask;
  r.serial = mark_serial_;
  r.exited = exited_;
  r.exit_status = exit_status_;
  r.order_count = order_.size();
  r.unexamined = unexamined_.size();
  if (keep_orders_) saved_orders_.insert(saved_orders_.end(), order_.begin(), order_.end());
  // Epochs change rarely and are few: they are copied.
  const size_t width = thread_count_;
  saved_epochs_.resize(r.epochs + width * (width + 1));
  uint32_t* to = saved_epochs_.data() + r.epochs;
  for (ThreadId t = 0; t < width; ++t, to += width + 1) {
    *to = epochs_[t];
    std::memcpy(to + 1, known_epoch_[t], width * sizeof *to);
  }
  if (memory) memory->machine.mark();
  marks_.push_back(r);
  return static_cast<Mark>(marks_.size() - 1);
}

void Vm::undo(Mark m) {
  const MarkRecord& r = marks_[m];
  heap.undo(r.heap);
  if (memory) memory->machine.undo(m);
  for (; !regions_.empty() && uint64_t{regions_.back().start} << 3 >= heap.top(); regions_.pop_back())
    allocated_[regions_.back().owner] = regions_.back().before;
  while (saved_stacks_.size() > r.stacks) {
    const SavedStack& s = saved_stacks_.back();
    std::memcpy(threads_[s.thread].stack + s.from, saved_words_.data() + saved_words_.size() - s.count, s.count * 4ull);
    saved_words_.resize(saved_words_.size() - s.count);
    saved_stacks_.pop_back();
  }
  while (saved_threads_.size() > r.threads) {
    const SavedThread& s = saved_threads_.back();
    threads_[s.thread].s = s.state;
    threads_[s.thread].saved_at = s.saved_at;
    saved_threads_.pop_back();
  }
  output.undo(r.output);
  while (saved_counters_.size() > r.counters) {
    counters_[saved_counters_.back().first] = saved_counters_.back().second;
    saved_counters_.pop_back();
  }
  undo_accesses(r.accesses);
  races.undo(m);
  thread_count_ = r.thread_count;
  live_threads_ = r.live;
  shared_mask = r.shared_mask;
  exited_ = r.exited;
  exit_status_ = r.exit_status;
  unexamined_.resize(r.unexamined);
  marks_.resize(m + 1);
  mark_serial_ = r.serial;
  const size_t width = thread_count_;
  const uint32_t* from = saved_epochs_.data() + r.epochs;
  for (ThreadId t = 0; t < width; ++t, from += width + 1) {
    epochs_[t] = *from;
    std::memcpy(known_epoch_[t], from + 1, width * sizeof *from);
  }
  saved_epochs_.resize(r.epochs + width * (width + 1));
  if (keep_orders_) {
    saved_orders_.resize(r.orders + r.order_count);
    order_.assign(saved_orders_.begin() + static_cast<ptrdiff_t>(r.orders), saved_orders_.end());
  }
  numbering_current_ = false;
}

void Vm::release(Mark m) {
  races.release(m);
  const MarkRecord r = marks_[m];
  marks_.resize(m);
  if (memory) memory->machine.release(m);
  saved_epochs_.resize(r.epochs);
  saved_orders_.resize(r.orders);
  heap.set_current(marks_.empty() ? nullptr : &marks_.back().heap);
  mark_serial_ = marks_.empty() ? 0 : marks_.back().serial;
  if (marks_.empty()) {
    saved_stacks_.clear();
    saved_words_.clear();
    saved_threads_.clear();
    saved_counters_.clear();
    saved_accesses_.clear();
    for (auto& t : threads_) t.saved_at = 0, t.s.stack_saved = 0;
  }
}

void Vm::set_counter(uint32_t which, uint64_t value) {
  if (!marks_.empty()) saved_counters_.push_back({which, counters_[which]});
  counters_[which] = value;
}

void Vm::exit(int status) {
  exited_ = true;
  exit_status_ = status;
}

// The base image. Every object that exists now is named by its address from here on: it is the same object in every
// state. Those that the JDK's own statics reach count whenever they have changed; those that only the program reaches
// (kProgram) count while they are reachable, so that the program's garbage leaves no mark.
void Vm::note_linked(const Insn* site) {
  constexpr uint32_t kBits = 1u << 16;
  const auto [it, added] = link_numbers_.try_emplace(site, static_cast<uint32_t>(link_numbers_.size()));
  if (it->second >= kBits)
    throw Unsupported("--distinguish=linkage: more than " + std::to_string(kBits) + " constants and call sites");
  if (!linked_) linked_ = new_array(known->int_array, kBits / 32);
  const uint32_t offset = kHeaderSize + it->second / 32 * 4, bit = 1u << it->second % 32;
  const uint32_t word = heap.load<uint32_t>(linked_, offset);
  if (!(word & bit)) heap.store<uint32_t>(linked_, offset, word | bit);
}

void Vm::freeze() {
  for (uint64_t at = Heap::kImmortalLimit; at < heap.top();) {
    const Ref r = static_cast<Ref>(at >> 3);
    uint32_t& flags = heap.header(r)->flags;
    flags = (flags & ~uint32_t{kBase | kCleanBase}) | kProgram;
    at += (object_size(r) + 7) & ~uint64_t{7};
  }
  std::vector<Ref> work;
  const auto visit = [&](Ref r) {
    ObjectHeader* h = heap.header(r);
    if (h->flags & kBase) return;
    h->flags = (h->flags | kBase | kCleanBase) & ~uint32_t{kProgram};
    work.push_back(r);
  };
  user_statics_.clear();
  if (linked_) visit(linked_);
  for (const auto& [text, r] : strings_) visit(r);
  for (const auto& k : klasses_) {
    if (k->mirror) visit(k->mirror);
    if (k->definition) visit(k->definition);
    if (!k->statics) continue;
    if (k->boot || (k->hidden && k->host && k->host->boot)) visit(k->statics);
    else user_statics_.push_back(k->id);
  }
  while (!work.empty()) {
    const Ref r = work.back();
    work.pop_back();
    if (heap.header(r)->flags & kConfined) {
      // Thread objects belong to the program, whatever of the JDK refers to them.
      heap.header(r)->flags |= kProgram;
      continue;
    }
    for_each_ref(r, visit);
  }
  for (const uint32_t id : user_statics_) heap.header(klasses_[id]->statics)->flags |= kBase | kCleanBase | kProgram;
  for (uint64_t at = Heap::kImmortalLimit; at < heap.top();) {
    const Ref r = static_cast<Ref>(at >> 3);
    heap.header(r)->flags |= kBase | kCleanBase;
    at += (object_size(r) + 7) & ~uint64_t{7};
  }
  find_reach();
  clock.find_base_readings();
  for (auto& [key, entry] : accesses_) {
    for (const AccessRecord& a : entry) base_digest_.add(key, a, false);
    base_accesses_.emplace(key, std::move(entry));
  }
  accesses_.clear();
  heap.freeze();
}

// Per program object of the base image, which program objects the image lets it reach, as a small Bloom filter: most of
// them reach nothing that was written since, and the canonical form need not go there.
void Vm::find_reach() {
  std::vector<Ref> program;
  for (const uint32_t id : user_statics_) program.push_back(klasses_[id]->statics);
  for (uint64_t at = Heap::kImmortalLimit; at < heap.top();) {
    const Ref r = static_cast<Ref>(at >> 3);
    if (heap.header(r)->flags & kProgram) program.push_back(r);
    at += (object_size(r) + 7) & ~uint64_t{7};
  }
  reach_.assign(program.size(), {});
  for (size_t i = 0; i < program.size(); ++i) {
    heap.header(program[i])->canon_number = static_cast<uint32_t>(i);
    reach_[i].add(i);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = program.size(); i-- > 0;)
      for_each_ref(program[i], [&](Ref child) {
        const ObjectHeader* h = heap.header(child);
        if (h->flags & kProgram) changed |= reach_[i].merge(reach_[h->canon_number]);
      });
  }
}

}  // namespace jmc::vm
