#include "vm/access_records.hpp"

#include <algorithm>

#include "vm/state_encoder.hpp"

namespace jmc::vm {

void AccessRecords::count(uint64_t key, const AccessRecord& a, bool remove) {
  uint64_t h = (key ^ (uint64_t{a.thread} << 56)) * 0x9e3779b97f4a7c15u ^
               (uint64_t{a.read_epoch} << 32 | a.write_epoch) * 0xc2b2ae3d27d4eb4fu;
  for (uint64_t& word : base_digest_) {
    h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
    h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9u;
    h ^= h >> 32;
    word += remove ? -h : h;
  }
}

void AccessRecords::set(uint64_t key, Entry& entry, AccessRecord* mine, const AccessRecord& record) {
  const bool base = in_base(key);
  log_.save({key, mine ? *mine : AccessRecord{record.thread, 0, 0}, mine != nullptr});
  if (mine) {
    if (base) count(key, *mine, true);
    *mine = record;
  } else {
    entry.push_back(record);
  }
  if (base) count(key, record, false);
}

void AccessRecords::freeze() {
  for (auto& [key, entry] : others_) {
    for (const AccessRecord& a : entry) count(key, a, false);
    base_.emplace(key, std::move(entry));
  }
  others_.clear();
}

void AccessRecords::undo(Mark m) {
  log_.undo(m, [&](const Saved& s) {
    const bool base = in_base(s.key);
    auto& map = base ? base_ : others_;
    const auto it = map.find(s.key);
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

namespace {

void write(StateEncoder& e, AccessRecords::Entry entry) {
  std::sort(entry.begin(), entry.end(), [](const auto& a, const auto& b) { return a.thread < b.thread; });
  e.word(static_cast<uint32_t>(entry.size()));
  for (const AccessRecord& a : entry) e.word(a.thread), e.word(a.read_epoch), e.word(a.write_epoch);
}

}  // namespace

void AccessRecords::encode(StateEncoder& e) {
  if (others_.empty() && base_.empty()) return;
  places_.clear();
  for (const auto& [key, entry] : others_)
    if (const uint32_t name = e.reached(static_cast<Ref>(key >> 32)))  // else garbage: nobody can access it again
      places_.push_back({uint64_t{name} << 32 | (key & 0xffffffff), &entry});
  std::sort(places_.begin(), places_.end());
  e.word(static_cast<uint32_t>(places_.size()));
  for (const auto& [place, entry] : places_) {
    e.wide(place);
    uint64_t digest = 0;
    for (const AccessRecord& a : *entry)
      digest += (uint64_t{a.thread + 1} * 0x9e3779b97f4a7c15u) ^
                (uint64_t{a.read_epoch} << 17 | a.write_epoch) * 0xbf58476d1ce4e5b9u;
    e.summed({&digest, 1}, [&] { write(e, *entry); });
    e.cut();
  }
  e.summed(base_digest_, [&] {
    places_.clear();
    for (const auto& [key, entry] : base_) places_.push_back({key, &entry});
    std::sort(places_.begin(), places_.end());
    e.word(static_cast<uint32_t>(places_.size()));
    for (const auto& [place, entry] : places_) e.wide(place), write(e, *entry), e.cut();
  });
}

}  // namespace jmc::vm
