// Where the parts of a canonical form end, for a store that keeps what changes together once
// (por/store/state_tree.hpp).
//
// A form is a sequence of runs, a run one of parts, and a part one of bytes, each of which may be empty. Where they
// end, and on which side a run is, are functions of the form. The runs of each side, in their order, determine the
// form: which side comes when is the same for all, but where what the runs hold tells it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jmc::por {

// The runs whose names a store knows, and what it calls these: of each hash of a name the one that came last.
//
// Ownership: of the store; who makes a form looks into it and leaves out what it has.
class KnownRuns {
 public:
  static constexpr uint32_t kNone = ~0u;
  // What the store calls it; kNone: it is not known, or no longer.
  uint32_t of(uint64_t name) const {
    if (known_.empty() || name == 0) return kNone;
    const Known& k = known_[place(name)];
    return k.name == name ? k.node : kNone;
  }
  void add(uint64_t name, uint32_t node) {
    if (known_.empty()) known_.resize(size_t{1} << kBits);
    known_[place(name)] = {name, node};
  }
  size_t bytes() const { return known_.capacity() * sizeof(Known); }

 private:
  static constexpr int kBits = 12;
  static size_t place(uint64_t name) { return name * 0x9e3779b97f4a7c15u >> (64 - kBits); }
  struct Known {
    uint64_t name = 0;
    uint32_t node = 0;
  };
  std::vector<Known> known_;
};

struct FormParts {
  // What stands for a state has two sides, and is smallest if these vary independently and about as much as each other.
  enum class Side : uint8_t {
    Left,      // the threads
    LeftRest,  // what seldom changes
    Right,     // the heap
  };
  struct Run {
    uint32_t parts;  // ends of those up to its last one
    Side side;
    // Two runs of one name are the same, in whichever forms they are. That is a promise: nobody compares them. 0: none.
    uint64_t name;
    uint32_t known = KnownRuns::kNone;  // else its bytes are left out
  };
  std::vector<uint32_t> ends;  // of parts, in bytes from the beginning of the form
  std::vector<Run> runs;       // parts behind the last one are one more, of LeftRest

  void clear() {
    ends.clear();
    runs.clear();
  }
  void end_part(size_t at) {
    if (ends.empty() || ends.back() != at) ends.push_back(static_cast<uint32_t>(at));
  }
  void end_run(size_t at, Side side, uint64_t name = 0, uint32_t known = KnownRuns::kNone) {
    end_part(at);
    runs.push_back({static_cast<uint32_t>(ends.size()), side, name, known});
  }
};

}  // namespace jmc::por
