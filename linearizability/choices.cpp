#include "linearizability/choices.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace jmc::linearizability {

Choices::Choices(const Family& family, const std::vector<std::vector<uint16_t>>& renamed) {
  size_t first = 0;  // of the thread's calls, in a row with those of the threads before it
  for (size_t t = 0; t < family.lengths.size(); first += family.lengths[t++]) {
    auto& nodes = threads_.emplace_back();
    // A node: how many calls were made, and the renamings that leave them as they are.
    using Key = std::pair<uint32_t, std::vector<uint16_t>>;
    std::map<Key, Node> numbers;
    std::deque<Key> work;
    const auto number = [&](Key key) {
      const auto [it, fresh] = numbers.emplace(std::move(key), static_cast<Node>(nodes.size()));
      if (fresh) {
        if (nodes.size() > 0x7fff) throw std::length_error("a thread has more than 32768 nodes of choices");
        nodes.emplace_back();
        work.push_back(it->first);
      }
      return it->second;
    };
    std::vector<uint16_t> all;
    if (t == 0) {
      all.resize(renamed.size());
      std::iota(all.begin(), all.end(), uint16_t{0});
    }
    number({0, std::move(all)});
    while (!work.empty()) {
      const auto [made, ties] = std::move(work.front());
      work.pop_front();
      const Node node = numbers.at({made, ties});
      if (made == family.lengths[t]) continue;
      const bool given = first + made < family.prefix.size();
      const std::vector<uint16_t> calls = given ? std::vector<uint16_t>{family.prefix[first + made]} : family.calls[t];
      for (const uint16_t c : calls) {
        if (std::any_of(ties.begin(), ties.end(), [&](uint16_t r) { return renamed[r][c] < c; })) continue;
        if (t > 0 && made == 0 && family.lengths[t] == family.lengths[0] && !family.prefix.empty() &&
            c < family.prefix[0])
          continue;
        std::vector<uint16_t> left;
        for (const uint16_t r : ties)
          if (renamed[r][c] == c) left.push_back(r);
        const Node next = number({made + 1, std::move(left)});
        nodes[node].push_back({c, next});
      }
    }
  }
}

}  // namespace jmc::linearizability
