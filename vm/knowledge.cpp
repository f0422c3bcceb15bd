#include "vm/knowledge.hpp"

#include <algorithm>
#include <tuple>

namespace jmc::vm {

bool Knowledge::contains(const Knowers& k, Place p) const {
  const Places& set = places_[k.places];
  return std::binary_search(set.begin(), set.end(), p);
}

uint32_t Knowledge::number_of(Places set) {
  const auto [at, fresh] = numbers_.try_emplace(std::move(set), static_cast<uint32_t>(places_.size()));
  if (fresh) places_.push_back(at->first);
  return at->second;
}

uint32_t Knowledge::with(uint32_t set, Place p) {
  auto& known = extended_[set];
  for (const auto& [place, number] : known)
    if (place == p) return number;
  Places grown = places_[set];
  grown.insert(std::upper_bound(grown.begin(), grown.end(), p), p);
  const uint32_t number = number_of(std::move(grown));
  extended_[set].emplace_back(p, number);
  return number;
}

uint32_t Knowledge::without(uint32_t set, Place p) {
  Places less = places_[set];
  less.erase(std::find(less.begin(), less.end(), p));
  return number_of(std::move(less));
}

void Knowledge::learns(ThreadId t, Place from) {
  for (size_t i = 0; i < now_->size(); ++i)
    if (const Knowers& k = (*now_)[i].known; !k.has(t) && contains(k, from)) changing()[i].known.threads.insert(t);
}

void Knowledge::learns_from(ThreadId t, ThreadId other) {
  for (size_t i = 0; i < now_->size(); ++i)
    if (const Knowers& k = (*now_)[i].known; !k.has(t) && k.has(other)) changing()[i].known.threads.insert(t);
}

void Knowledge::tells(ThreadId t, Place to) {
  for (size_t i = 0; i < now_->size(); ++i)
    if (const Knowers& k = (*now_)[i].known; k.has(t) && !contains(k, to)) {
      Knowers& more = changing()[i].known;
      more.places = with(more.places, to);
    }
}

void Knowledge::forgets(Place place) {
  for (size_t i = 0; i < now_->size(); ++i)
    if (contains((*now_)[i].known, place)) {
      Knowers& fewer = changing()[i].known;
      fewer.places = without(fewer.places, place);
    }
}

void Knowledge::settle(const ThreadSet& living) {
  const auto known = [&](const Entry& e) { return living.within(e.known.threads); };
  if (std::none_of(now_->begin(), now_->end(), known)) return;
  std::erase_if(changing(), known);
}

// With those who will before they do anything else: it makes no difference when they do.
ThreadSet Knowledge::about_to_know(const Knowers& k, const std::vector<Coming>& coming) const {
  ThreadSet threads = k.threads;
  for (bool again = true; again;) {
    again = false;
    for (const Coming& c : coming) {
      if (threads.contains(c.thread)) continue;
      if (c.ending != por::kNoThread ? !threads.contains(c.ending) : !contains(k, c.from)) continue;
      threads.insert(c.thread);
      again = true;
    }
  }
  return threads;
}

// What fewer know of, and which conflicts with as much, says all that another one says.
void Knowledge::normalise(std::vector<Open>& open) {
  std::sort(open.begin(), open.end(), [](const Open& a, const Open& b) {
    return std::tie(a.object, a.offset, a.strength, a.threads, a.places) <
           std::tie(b.object, b.offset, b.strength, b.threads, b.places);
  });
  const auto says = [](const Open& a, const Open& b) {
    return (a.strength & b.strength) == b.strength && a.threads.within(b.threads) &&
           std::includes(b.places.begin(), b.places.end(), a.places.begin(), a.places.end());
  };
  std::vector<Open> kept;
  for (size_t from = 0, to = 0; from < open.size(); from = to) {
    while (to < open.size() && open[to].object == open[from].object && open[to].offset == open[from].offset) ++to;
    for (size_t i = from; i < to; ++i) {
      bool needed = true;
      for (size_t j = from; needed && j < to; ++j)
        if (j != i && says(open[j], open[i]) && !(j > i && says(open[i], open[j]))) needed = false;
      if (needed) kept.push_back(open[i]);
    }
  }
  open = std::move(kept);
}

void Knowledge::append(WordBuffer& out, const std::vector<Open>& open) {
  const auto word = [&](uint64_t w) {
    out.reserve(1);
    *out.end++ = static_cast<uint32_t>(w);
  };
  word(open.size());
  for (const Open& o : open) {
    word(o.object);
    word(o.offset);
    const uint32_t words = std::max(1u, o.threads.word_count());
    word(o.strength | (words - 1) << 2 | o.places.size() << 8);
    for (uint32_t i = 0; i < words; ++i) word(o.threads.word(i)), word(o.threads.word(i) >> 32);
    for (const Place p : o.places) word(p), word(p >> 32);
  }
}

}  // namespace jmc::vm
