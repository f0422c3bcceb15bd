// What the coordinator of a distributed search and its explorers say to each other, beside what shares and the
// conductor do (por/distributed/share.hpp): the first byte of the content of a Data frame, and what follows it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "check/distributed/script.hpp"
#include "check/workers/reporter.hpp"

namespace jmc::check::distributed {

enum class Said : uint8_t {
  // To an explorer.
  Begin,  // a search: Beginning
  Names,  // go through this Script before the next order, and keep what was explored
  Order,  // of the conductor
  Quit,
  // From one.
  Standing,  // it stands in the initial state: Position
  Found,     // Finding; before the Report that ends the level
  Report,    // number of the search, and what its share says to the conductor
  Progress,  // number of the search, por::SearchStatistics, bytes of memory
};

struct Beginning {
  uint64_t search = 0;  // which one: what peers of another one say is not heard
  uint32_t self = 0;
  std::vector<uint32_t> ranks;  // by number of the share
  Script script;
  template <class A>
  void archive(A& a) {
    a(search, self, ranks, script);
  }
};

struct Position {
  uint64_t search = 0, acts = 0;  // of the script that it has gone through
  uint64_t learnt = 0, names = 0;
  por::Fingerprint initial;
  std::string failure;  // it does not stand anywhere: why
  uint32_t kind = 0;    // vm::Failure
  template <class A>
  void archive(A& a) {
    a(search, acts, learnt, names, initial, failure, kind);
  }
};

struct Finding {
  uint64_t search = 0;
  std::vector<WorkerRecord> records;
  std::vector<std::pair<uint64_t, uint64_t>> ends;  // by number of the record of kind End: how often it was met
  template <class A>
  void archive(A& a) {
    uint64_t count = records.size();
    a(search, ends, count);
    records.resize(count);
    for (WorkerRecord& r : records) a(r);
  }
};

template <class T>
std::string said(Said what, const T& value) {
  base::MemorySaver out;
  out(what, value);
  return std::move(out.content);
}

}  // namespace jmc::check::distributed
