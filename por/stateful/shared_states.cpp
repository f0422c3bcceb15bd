#include "por/stateful/shared_states.hpp"

#include <bit>
#include <cstring>

namespace jmc::por {

namespace {

// The low bytes of a number.
static_assert(std::endian::native == std::endian::little);
void put(std::vector<uint8_t>& out, uint64_t value, size_t bytes) {
  const size_t at = out.size();
  out.resize(at + bytes);
  std::memcpy(out.data() + at, &value, bytes);
}

uint64_t get(const uint8_t*& at, size_t bytes) {
  uint64_t value = 0;
  std::memcpy(&value, at, bytes);
  at += bytes;
  return value;
}

constexpr size_t kOffset = 7;  // bytes of an offset

}  // namespace

uint64_t SharedStates::send(const ActionSets& sets, ActionSets::Id id, Out& out) {
  if (id >= out.size()) out.resize(id + id / 2 + 64);
  if (out[id] == 0) {
    const std::span<const uint8_t> bytes = sets.stored(id);
    std::vector<uint8_t> text;
    put(text, bytes.size(), 4);
    text.insert(text.end(), bytes.begin(), bytes.end());
    const uint64_t at = table_.append(writer_, text);
    if (at == ClosedTable::kFull) return at;
    out[id] = at + 1;
  }
  return out[id] - 1;
}

ActionSets::Id SharedStates::receive(ActionSets& sets, uint64_t offset, In& in) {
  const auto [known, fresh] = in.try_emplace(place(found_.writer, offset), 0);
  if (fresh) {
    const uint8_t* at = table_.read(found_.writer, offset);
    const size_t size = get(at, 4);
    known->second = sets.intern_stored({at, size});
  }
  return known->second;
}

uint32_t SharedStates::record_in(SummaryGraph& graph) {
  const auto [known, fresh] = records_in_.try_emplace(place(found_.writer, found_.value >> 1), 0);
  if (!fresh) return known->second;
  const uint8_t* at = table_.read(found_.writer, found_.value >> 1);
  const size_t count = get(at, 2);
  summaries_.clear();
  for (size_t i = 0; i < count; ++i) {
    const uint64_t fixed = get(at, kOffset), numbered = get(at, kOffset);
    summaries_.push_back({receive(graph.fixed(), fixed, fixed_in_), receive(graph.numbered(), numbered, numbered_in_)});
  }
  return known->second = graph.record_of(summaries_);
}

bool SharedStates::publish(const Fingerprint& fingerprint, bool can_end, bool end, const SummaryGraph* graph,
                           uint32_t record) {
  if (!names_agree()) return false;
  uint64_t value = can_end ? kCanEnd : 0;
  if (record != kNoRecord) {
    if (record >= records_out_.size()) records_out_.resize(record + record / 2 + 64);
    if (records_out_[record] == 0) {
      const size_t count = graph->summaries_of(record);
      scratch_.clear();
      put(scratch_, count, 2);
      for (size_t i = 0; i < count; ++i) {
        const Summary& s = graph->summary_of(record, i);
        const uint64_t fixed = send(graph->fixed(), s.fixed, fixed_out_),
                       numbered = send(graph->numbered(), s.numbered, numbered_out_);
        if (fixed == ClosedTable::kFull || numbered == ClosedTable::kFull) return false;
        put(scratch_, fixed, kOffset);
        put(scratch_, numbered, kOffset);
      }
      const uint64_t at = table_.append(writer_, scratch_);
      if (at == ClosedTable::kFull) return false;
      records_out_[record] = at + 1;
    }
    value |= (records_out_[record] - 1) << 1;
  }
  if (end) return table_.publish(writer_, fingerprint, value, true) == ClosedTable::Published::First;
  table_.prefetch(fingerprint);
  waiting_[waiting_count_++] = {fingerprint, value};
  if (waiting_count_ == kWaiting) flush();
  return false;
}

void SharedStates::flush() {
  for (uint32_t i = 0; i < waiting_count_; ++i) table_.publish(writer_, waiting_[i].fingerprint, waiting_[i].value);
  waiting_count_ = 0;
}

}  // namespace jmc::por
