#include "vm/visibility/section_threads.hpp"

#include <charconv>
#include <string_view>
#include <utility>

#include "vm/vm.hpp"

namespace jmc::vm {

namespace {

constexpr std::string_view kParts[] = {"interrupts of ", "permits of "}, kLocks = "locks";

std::string name_of(size_t place) { return std::string(kParts[place % 2]) + std::to_string(place / 2); }

}  // namespace

size_t SectionThreads::place_of(const RawAccess& a) const {
  const ThreadId t = thread_of(a);
  return 2 * (t && vm_.symmetry.on() ? 1 : t) + (a.field == kThreadPermit);
}

void SectionThreads::make_room(size_t place) {
  if (place < adopted_.size()) return;
  seen_.resize(place + 1);
  adopted_.resize(place + 1);
}

uint8_t SectionThreads::follows(uint8_t seen) {
  if (seen & kInside && seen & kByOthers) return kShared;
  return seen & kReached && seen & kAlone ? kAsked : 0;
}

void SectionThreads::note(const RawAccess& a, ThreadId by, bool in_section) {
  const size_t place = place_of(a);
  make_room(place);
  const bool itself = thread_of(a) == by;
  const uint8_t marks = in_section ? itself ? kInside : kInside | kReached : itself ? kAlone : kByOthers;
  if ((seen_[place] & marks) == marks) return;
  seen_[place] |= marks;
  ++notes_;
  if (follows(seen_[place]) & ~adopted_[place]) found_ = true;
}

void SectionThreads::note_lock(bool in_section) {
  bool& seen = in_section ? locks_inside_ : locks_outside_;
  if (std::exchange(seen, true)) return;
  ++notes_;
  if (locks_inside_ && locks_outside_ && !locks_split_) found_ = true;
}

void SectionThreads::set(size_t place, uint8_t marks) {
  make_room(place);
  adopted_[place] |= marks;
  any_asked_ = any_asked_ || marks & kAsked;
}

void SectionThreads::adopt(std::vector<std::string>& words) {
  if (!found_) return;
  found_ = false;
  if (locks_inside_ && locks_outside_ && !std::exchange(locks_split_, true))
    words.push_back("locks of interrupts in executors");
  for (size_t place = 0; place < seen_.size(); ++place) {
    const uint8_t marks = follows(seen_[place]);
    if (!(marks & ~adopted_[place])) continue;
    set(place, marks);
    words.push_back(std::string(kParts[place % 2]) + "thread " + std::to_string(place / 2) + " in executors");
  }
}

std::vector<std::string> SectionThreads::told(bool shared) const {
  std::vector<std::string> names;
  if (shared && locks_split_) names.emplace_back(kLocks);
  for (size_t place = 0; place < adopted_.size(); ++place)
    if (adopted_[place] & (shared ? kShared : kAsked)) names.push_back(name_of(place));
  return names;
}

void SectionThreads::assume(const std::string& name, bool shared) {
  if (name == kLocks) locks_split_ = true;
  for (size_t part = 0; part < 2; ++part) {
    if (!name.starts_with(kParts[part])) continue;
    ThreadId t = 0;
    const char* const end = name.data() + name.size();
    const auto [rest, error] = std::from_chars(name.data() + kParts[part].size(), end, t);
    if (error == std::errc() && rest == end && t < por::kMaxThreads) set(2 * t + part, shared ? kShared : kAsked);
  }
}

}  // namespace jmc::vm
