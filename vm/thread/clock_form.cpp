// Readings of the clock in the canonical form of a state: relative to the present, and the old ones by their order.
#include <algorithm>
#include <cstring>

#include "vm/native.hpp"
#include "vm/state/state_encoder.hpp"
#include "vm/thread/readings.hpp"

namespace jmc::vm {

using namespace readings;

bool Clock::normal() const {
  if (present() >= kFar || vm_.rules.foresees(kComputedTime)) return false;
  for (ThreadId t = 0; t < vm_.thread_count(); ++t)
    if (static_cast<uint64_t>(vm_.thread(t).s.timer) >= static_cast<uint64_t>(kFar)) return false;
  return true;
}

void Clock::begin_form(WordBuffer* out) {
  form_ = out;
  old_.clear();
  oldest_recent_.assign(1 + vm_.thread_count(), INT64_MAX);
  form_normal_ = normal();
  form_unit_ = 1;
  form_present_ = present();
}

// `at`: where the value's two words are in the form.
uint64_t Clock::relative(uint64_t v, uint32_t* at) {
  if (!form_normal_) return v;
  const Range r = range_of(v);
  if (!r.unit || (r.timer && r.thread >= vm_.thread_count())) return v;
  const bool given = readings_.count(v);
  if (!r.narrow && !given) return v;
  const int64_t now = r.timer ? vm_.thread(r.thread).s.timer : form_present_;
  if (form_ && given) {
    const uint32_t group = r.timer ? 1 + r.thread : 0;
    const int64_t nanos = r.since * r.unit;
    if (nanos < now - scale_) {
      old_.push_back(
          {static_cast<size_t>(at - form_->begin), nanos, v - static_cast<uint64_t>(r.since), r.unit, 0, group});
      return v;
    }
    oldest_recent_[group] = std::min(oldest_recent_[group], nanos);
  }
  if (!r.timer) form_unit_ = std::max(form_unit_, r.unit);
  return v - static_cast<uint64_t>(now / r.unit);
}

void Clock::note_scale(int64_t nanos) {
  if (nanos <= scale_) return;
  scale_ = nanos;
  if (merged_) stale_ = true;
}

// A number of nanoseconds, of milliseconds, or of seconds.
void Clock::compared(int64_t a, int64_t b) {
  const ThreadId t = vm_.current();
  const FrameHeader* f = vm_.frame(t, vm_.thread(t).s.fp);
  const Klass& k = *vm_.method(f->method)->owner;
  const bool library = k.boot;
  if (library && !k.name.starts_with("java/time/") && k.name != "java/lang/Long" && k.name != "java/lang/Math") return;
  const auto [it, first] = compared_.try_emplace(uint64_t{f->method} << 32 | f->pc, Compared{a, b, false, false});
  Compared& c = it->second;
  const int varied = c.a_varies + c.b_varies;
  c.a_varies |= c.a != a;
  c.b_varies |= c.b != b;
  comparisons_vary_ += static_cast<uint64_t>(c.a_varies + c.b_varies - varied);
  for (const auto& [x, varies] : {std::pair{a, c.a_varies}, std::pair{b, c.b_varies}}) {
    if (varies || x == INT64_MIN) continue;
    const int64_t n = x < 0 ? -x : x;
    if (n < kFar / 16) note_scale(2 * n);
    if (n <= (library ? 100'000 : 120)) note_scale(2 * n * 1000 * kMilli);
    if (n <= 600'000 || (n <= 86'400'000 && n % 60'000 == 0)) note_scale(2 * n * kMilli);
  }
}

const Clock::Layout& Clock::layout(const Klass& k) {
  if (k.id >= layouts_.size()) layouts_.resize(vm_.class_count() + 64), laid_out_.resize(layouts_.size());
  Layout& l = layouts_[k.id];
  if (laid_out_[k.id]) return l;
  laid_out_[k.id] = true;
  const bool statics = k.kind == KlassKind::Statics;
  for (const Klass* c = statics ? k.statics_of : &k; c; c = statics ? nullptr : c->super)
    for (const auto& f : c->fields)
      if (f->type == 'J' && f->is_static() == statics) {
        l.longs.push_back(f->offset);
        if (f->flags & kFinal) l.finals.push_back(f->offset);
      }
  if (k.name == "java/time/Instant") {
    const Field *seconds = k.find_field("seconds"), *nanos = k.find_field("nanos");
    if (seconds && nanos) l = {{}, {}, true, seconds->offset, nanos->offset};
  }
  return l;
}

void Clock::object_form(const Klass& k, uint32_t* words, uint32_t count) {
  const auto rewrite = [&](uint32_t* p) {
    uint64_t v;
    std::memcpy(&v, p, 8);
    v = relative(v, p);
    std::memcpy(p, &v, 8);
  };
  if (k.kind == KlassKind::PrimitiveArray) {
    if (k.element_type == 'J')
      for (uint32_t i = 0; i + 1 < count; i += 2) rewrite(words + i);
    return;
  }
  if (k.is_array()) return;
  const Layout& l = layout(k);
  for (const uint32_t offset : l.longs) rewrite(words + (offset - kHeaderSize) / 4);
  if (!l.instant || !form_normal_) return;
  int64_t seconds;
  uint32_t* at = words + (l.seconds - kHeaderSize) / 4;
  uint32_t& nanos = words[(l.nanos - kHeaderSize) / 4];
  std::memcpy(&seconds, at, 8);
  if (seconds < kSecondsFrom || seconds >= kSecondsFrom + kSecondsRange) return;
  constexpr int64_t kSecond = 1000 * kMilli;
  const int64_t from_base = (seconds - kBaseMillis / 1000) * kSecond + nanos - form_present_;
  if (form_ && instants_.count(from_base + form_present_)) {
    if (from_base < -scale_)
      old_.push_back({static_cast<size_t>(at - form_->begin), from_base + form_present_, 0, 0,
                      static_cast<size_t>(&nanos - form_->begin), 0});
    else oldest_recent_[0] = std::min(oldest_recent_[0], from_base + form_present_);
  }
  const int64_t floor = from_base >= 0 ? from_base / kSecond : -((-from_base + kSecond - 1) / kSecond);
  seconds = floor + kBaseMillis / 1000;
  nanos = static_cast<uint32_t>(from_base - floor * kSecond);
  std::memcpy(at, &seconds, 8);
}

// `out` holds the values of the slots, in the order of `values`. The two halves of a long lie in neighbouring slots.
void Clock::slots_form(const uint32_t* slots, const std::vector<uint16_t>& values, uint32_t* out) {
  for (size_t i = 0; i + 1 < values.size(); ++i) {
    if (values[i] + 1 != values[i + 1]) continue;
    const uint64_t v = slots[values[i]] | uint64_t{slots[values[i + 1]]} << 32, r = relative(v, out + i);
    if (r == v) continue;
    out[i] = static_cast<uint32_t>(r);
    out[i + 1] = static_cast<uint32_t>(r >> 32);
    ++i;
  }
}

void Clock::encode(StateEncoder& e) {
  if (!used()) {
    // Nobody reads when a wait is over, but a thread that has begun one does not begin it again: it may stand before
    // the same operation as before, if that was described when the thread that it joins had not started.
    if (!shared()) return;
    uint32_t begun_waits = 0;
    for (ThreadId t = 0; t < vm_.thread_count(); ++t) begun_waits += begun(t) && !vm_.thread(t).s.ended;
    e.word(begun_waits);
    for (ThreadId t = 0; t < vm_.thread_count() && begun_waits; ++t)
      if (begun(t) && !vm_.thread(t).s.ended) e.word(t);
    return;
  }
  const size_t head = form_->size();
  e.word(0);
  for (const auto& [r, offset] : base_readings_) {
    if (offset) {
      form_->reserve(2);
      e.wide(relative(vm_.heap.load<uint64_t>(r, offset), form_->end));
      continue;
    }
    const Klass& k = *vm_.klass_of(r);
    const uint32_t count = (k.instance_size - kHeaderSize) / 4;
    form_->reserve(count);
    std::memcpy(form_->end, vm_.heap.address(r, kHeaderSize), count * 4ull);
    object_form(k, form_->end, count);
    form_->end += count;
  }
  uint32_t entries = 0;
  enum Entry : uint32_t { kPolled = 1 << 16, kUntil = 2 << 16, kTimer = 3 << 16 };  // + the thread
  for (ThreadId t = 0; t < vm_.thread_count(); ++t) {
    const ThreadState& s = vm_.thread(t).s;
    if (s.ended) continue;
    const uint32_t polled =
        s.polls | s.timer_readings << 2 | s.poll_steps << 4 | s.poll_since << 8 | s.poll_readings << 16;
    if (polled || s.poll_place) ++entries, e.word(kPolled | t), e.word(polled), e.word(s.poll_place);
    if (s.wait_until >= 0 && shared()) {
      ++entries, e.word(kUntil | t);
      e.wide(static_cast<uint64_t>(std::max<int64_t>(s.wait_until - form_present_, 0)));
    }
    if (!form_normal_) ++entries, e.word(kTimer | t), e.wide(static_cast<uint64_t>(s.timer));
  }
  const bool rest = form_normal_ && form_unit_ > 1;
  if (!form_normal_) e.wide(static_cast<uint64_t>(form_present_));
  if (rest) e.word(static_cast<uint32_t>(form_present_ % form_unit_));
  // What is there, so that it can be told apart.
  form_->begin[head] = entries << 3 | uint32_t{!old_.empty()} << 2 | uint32_t{rest} << 1 | uint32_t{!form_normal_};
  if (!old_.empty()) write_old(e);
}

// Old readings: their order, and their distances, of each other and of the first that is not old, as far as those
// count.
void Clock::write_old(StateEncoder& e) {
  merged_ = true;
  std::stable_sort(old_.begin(), old_.end(), [](const Old& x, const Old& y) {
    return x.group != y.group ? x.group < y.group : x.nanos < y.nanos;
  });
  int64_t place = 0;
  for (size_t i = 0; i < old_.size(); ++i) {
    const Old& o = old_[i];
    merged_old_ = merged_old_ || !o.group;
    place = i && old_[i - 1].group == o.group ? place + std::min(o.nanos - old_[i - 1].nanos, scale_ + 1) : 0;
    // As if the first of them had been read so long before the origin that nothing else can be meant.
    const int64_t since = place - kWide / 2;
    uint64_t written = o.origin + static_cast<uint64_t>(o.unit ? since / o.unit : 0);
    if (!o.unit) {
      written = static_cast<uint64_t>(kSecondsFrom) + static_cast<uint64_t>(place) / 1'000'000'000;
      form_->begin[o.fraction] = static_cast<uint32_t>(place % 1'000'000'000);
    }
    form_->begin[o.at] = static_cast<uint32_t>(written);
    form_->begin[o.at + 1] = static_cast<uint32_t>(written >> 32);
    if (i + 1 < old_.size() && old_[i + 1].group == o.group) continue;
    const int64_t next = oldest_recent_[o.group];
    e.wide(next == INT64_MAX ? ~uint64_t{0} : static_cast<uint64_t>(std::min(next - o.nanos, scale_ + 1)));
  }
}

void Clock::find_base_readings() {
  base_readings_.clear();
  if (!used_) return;
  begin_form(nullptr);
  const auto look = [&](Ref r) {
    const Klass& k = *vm_.klass_of(r);
    const auto look_at = [&](uint32_t offset) {
      const auto v = vm_.heap.load<uint64_t>(r, offset);
      if (const Range range = range_of(v); range.unit && (range.narrow || readings_.count(v)))
        base_readings_.push_back({r, offset});
    };
    if (k.kind == KlassKind::PrimitiveArray && k.element_type == 'J')
      for (uint32_t i = 0; i < vm_.array_length(r); ++i) look_at(kHeaderSize + 8 * i);
    if (k.is_array()) return;
    const Layout& l = layout(k);
    for (const uint32_t offset : l.longs) look_at(offset);
    if (!l.instant) return;
    const auto seconds = vm_.heap.load<int64_t>(r, l.seconds);
    if (seconds >= kSecondsFrom && seconds < kSecondsFrom + kSecondsRange) base_readings_.push_back({r, 0});
  };
  for (size_t i = 0; i < vm_.class_count(); ++i)
    if (const Klass* k = vm_.klass(static_cast<uint32_t>(i)); k->statics) look(k->statics);
  for (uint64_t at = Heap::kImmortalLimit; at < vm_.heap.top();) {
    const Ref r = static_cast<Ref>(at >> 3);
    look(r);
    at += (vm_.object_size(r) + 7) & ~uint64_t{7};
  }
}

}  // namespace jmc::vm
