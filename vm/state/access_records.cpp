#include "vm/state/access_records.hpp"

#include <algorithm>
#include <utility>

#include "vm/state/state_encoder.hpp"
#include "vm/state/symmetry.hpp"

namespace jmc::vm {

namespace {

constexpr int kNextBits = 11, kNameBits = 10;

uint64_t mixed(uint64_t h) {
  h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
  h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9u;
  return h ^ h >> 32;
}

// A term of a sum of 128 bits: neither word follows from the other, so that both are worth their bits. `thread` is 0
// where the sum is one of its thread alone.
std::array<uint64_t, 2> term(uint64_t location, uint64_t thread, const AccessRecord& a) {
  const uint64_t epochs = uint64_t{a.read_epoch} << 32 | a.write_epoch;
  return {mixed(mixed(location * 0x9e3779b97f4a7c15u + thread * 0xff51afd7ed558ccdu) ^ epochs * 0xc2b2ae3d27d4eb4fu),
          mixed(mixed(epochs * 0xd1b54a32d192ed03u + thread * 0x8cb92ba72f3d8dd7u) ^ location * 0xaef17502108ef2d9u)};
}

}  // namespace

AccessRecords::AccessRecords(const Heap& heap, const Symmetry& symmetry) : heap_(heap), symmetry_(symmetry) {}
AccessRecords::~AccessRecords() = default;

void AccessRecords::count(uint64_t key, const AccessRecord& a, bool remove) {
  const bool placed = symmetry_.active();
  const std::array<uint64_t, 2> words = term(key, placed ? 0 : uint64_t{a.thread} + 1, a);
  const auto add = [&](uint64_t* sums) {
    for (size_t i = 0; i < words.size(); ++i) sums[i] += remove ? -words[i] : words[i];
  };
  if (!placed) return add(base_digest_);
  if (by_thread_.size() <= slot(a.thread)) by_thread_.resize(slot(a.thread) + 1);
  add(by_thread_[slot(a.thread)].data());
}

ThreadId AccessRecords::place(ThreadId t) const { return t == kInitialiserAccess ? t : symmetry_.place(t); }

void AccessRecords::set(uint64_t key, Entry& entry, AccessRecord* mine, const AccessRecord& record) {
  const bool base = in_base(key);
  log_.save({key, mine ? *mine : AccessRecord{record.thread, 0, 0}, mine != nullptr});
  if (base && version_) version_ = version_with(key, record), name_ = 0;
  if (mine) {
    if (base) count(key, *mine, true);
    *mine = record;
  } else {
    entry.push_back(record);
  }
  if (base) count(key, record, false);
}

void AccessRecords::freeze() {
  // Which objects have the same name in every state depends on whether threads have places, as do the sums: an image
  // may be taken again.
  for (auto& [key, entry] : std::exchange(base_, {})) others_.emplace(key, std::move(entry));
  for (auto& [key, entry] : std::exchange(others_, {})) (in_base(key) ? base_ : others_).emplace(key, std::move(entry));
  std::fill(std::begin(base_digest_), std::end(base_digest_), 0);
  by_thread_.clear();
  version_ = name_ = 0;
  frozen_ = versions_;
  for (const auto& [key, entry] : base_)
    for (const AccessRecord& a : entry) count(key, a, false);
}

void AccessRecords::undo(const Mark& m) {
  version_ = m.version > frozen_ ? m.version : 0;
  name_ = version_ ? m.name : 0;
  log_.undo(m.log, [&](const Saved& s) {
    // Behind the base image (Vm::begin_again()) its objects are no longer of it.
    bool base = in_base(s.key);
    auto it = (base ? base_ : others_).find(s.key);
    if (it == (base ? base_ : others_).end()) base = !base, it = (base ? base_ : others_).find(s.key);
    auto& map = base ? base_ : others_;
    Entry& entry = it->second;
    for (AccessRecord& a : entry) {
      if (a.thread != s.record.thread) continue;
      if (base) count(s.key, a, true);
      a = s.record;
      if (base && s.existed) count(s.key, a, false);
    }
    if (!s.existed) entry.pop_back();
    if (entry.empty()) map.erase(it);
  });
}

void AccessRecords::write(StateEncoder& e, const Entry& entry) {
  placed_entry_ = entry;
  for (AccessRecord& a : placed_entry_) a.thread = place(a.thread);
  std::sort(placed_entry_.begin(), placed_entry_.end(),
            [](const auto& a, const auto& b) { return a.thread < b.thread; });
  e.word(static_cast<uint32_t>(entry.size()));
  for (const AccessRecord& a : placed_entry_) e.word(a.thread), e.word(a.read_epoch), e.word(a.write_epoch);
}

void AccessRecords::encode(StateEncoder& e) {
  e.part([&] {
    if (others_.empty() && base_.empty()) return;
    write_others(e);
    if (!e.exact()) write_base(e);
  });
}

// What the present version is with that record. A record makes the same of the same, whichever path that is on.
uint64_t AccessRecords::version_with(uint64_t key, const AccessRecord& r) {
  if (next_.empty()) next_.resize(size_t{1} << kNextBits);
  const std::array<uint64_t, 2> hash = term(key ^ version_ * 0xff51afd7ed558ccdu, uint64_t{r.thread} + 1, r);
  Next& n = next_[hash[0] >> (64 - kNextBits)];
  const bool same = n.version == version_ && n.key == key && n.record.thread == r.thread &&
                    n.record.read_epoch == r.read_epoch && n.record.write_epoch == r.write_epoch;
  if (!same) n = {version_, key, r, ++versions_};
  return n.next;
}

// A run, which changes much more seldom than all else.
void AccessRecords::encode_base(StateEncoder& e) {
  if (base_.empty()) return;
  e.end_run(por::FormParts::Side::LeftRest);
  const bool named = !symmetry_.active();  // else places of threads differ from state to state
  if (named && !name_) {
    if (!version_) version_ = ++versions_;
    if (names_.empty()) names_.resize(size_t{1} << kNameBits);
    auto& [version, known] = names_[version_ * 0x9e3779b97f4a7c15u >> (64 - kNameBits)];
    if (version != version_) version = version_, known = e.new_name();
    name_ = known;
  }
  if (!named || !e.leave_out(name_)) e.part([&] { write_base(e); });
  e.end_run(por::FormParts::Side::LeftRest, named ? name_ : 0);
}

void AccessRecords::write_others(StateEncoder& e) {
  // Of objects that were made since the base image. In a fingerprint a sum stands for all of them, so that they need no
  // order; names change from state to state, so that it cannot be kept.
  const auto name = [&](uint64_t key) -> uint64_t {
    const uint32_t reached = e.reached(static_cast<Ref>(key >> 32));
    return reached ? uint64_t{reached} << 32 | (key & 0xffffffff) : 0;  // 0: garbage, nobody can access it again
  };
  uint32_t count = 0;
  uint64_t sums[2] = {};
  for (const auto& [key, entry] : others_) {
    const uint64_t at = name(key);
    if (!at) continue;
    ++count;
    for (const AccessRecord& a : entry) {
      const std::array<uint64_t, 2> words = term(at, uint64_t{place(a.thread)} + 1, a);
      for (size_t i = 0; i < words.size(); ++i) sums[i] += words[i];
    }
  }
  e.word(count);
  e.summed(sums, [&] {
    places_.clear();
    for (const auto& [key, entry] : others_)
      if (const uint64_t at = name(key)) places_.push_back({at, &entry});
    std::sort(places_.begin(), places_.end());
    for (const auto& [at, entry] : places_) e.wide(at), write(e, *entry), e.cut();
  });
}

void AccessRecords::write_base(StateEncoder& e) {
  std::span<const uint64_t> digest = base_digest_;
  if (symmetry_.active()) {
    placed_.assign(2 * by_thread_.size(), 0);
    for (size_t i = 0; i < by_thread_.size(); ++i) {
      const ThreadId t = static_cast<ThreadId>(i) - 1;
      const size_t at = i == 0 ? 0 : slot(symmetry_.place(t));
      if (placed_.size() < 2 * at + 2) placed_.resize(2 * at + 2);
      std::copy(by_thread_[i].begin(), by_thread_[i].end(), placed_.begin() + static_cast<std::ptrdiff_t>(2 * at));
    }
    // How many there are depends on which threads have ever accessed anything.
    while (!placed_.empty() && !placed_.back()) placed_.pop_back();
    digest = placed_;
    e.word(static_cast<uint32_t>(placed_.size()));
  }
  e.summed(digest, [&] {
    places_.clear();
    for (const auto& [key, entry] : base_) places_.push_back({key, &entry});
    std::sort(places_.begin(), places_.end());
    e.word(static_cast<uint32_t>(places_.size()));
    for (const auto& [place, entry] : places_) e.wide(place), write(e, *entry), e.cut();
  });
}

}  // namespace jmc::vm
