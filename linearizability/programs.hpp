// All programs of a class up to bounds, smallest first and up to symmetry: threads are interchangeable, and so are
// values that the class cannot tell apart (Instances::renamed). Programs that only read are left out unless asked for,
// where somebody has said that their methods do.
#pragma once

#include <atomic>
#include <bitset>
#include <random>
#include <unordered_set>

#include "linearizability/description.hpp"
#include "linearizability/explain.hpp"

namespace jmc::linearizability {

using MethodSet = std::bitset<256>;

// Methods that only so many threads of a program call.
struct Group {
  MethodSet methods;
  uint32_t threads = 1;
};

struct Bounds {
  uint32_t threads = 2, calls = 3, values = 2;  // most threads, calls of each, different values
  uint32_t invocations = 6;                     // most calls in all
  bool own = true;                              // methods may have narrower or wider limits of their own
  bool readers = false;                         // also programs that only read
  std::vector<Group> groups = {};
};

// Do the limits of the call's own method admit programs of so many calls, threads and values?
bool own_limits_admit(const Description& description, const Instance& call, uint32_t invocations, size_t threads,
                      uint32_t values);

bool within_groups(const Calls& program, const Bounds& bounds, const Instances& instances);

class Programs {
 public:
  Programs(const Description& description, const Instances& instances, const Bounds& bounds);

  // The next program; false: there are no more, or `stop` was set. From one to the next there may be any number that
  // are no programs, or known.
  bool next(Calls& program);
  void stop_at(const std::atomic<bool>* stop) { stop_ = stop; }
  // The next one whose threads have other lengths, or whose first call is another one.
  bool next_place(Calls& program);
  // Draws instead of enumerating: up to `count` different programs.
  void draw(uint64_t count, uint64_t seed);
  // All of up to `small` calls; then up to `count` drawn ones of more calls, each of two or three methods; then the
  // rest.
  void in_phases(uint32_t small, uint64_t count);
  enum class Phase : uint8_t { All, Small, Drawn, Rest };
  Phase phase() const { return phase_; }  // of the program that came last
  double size(uint32_t calls) const;  // about how many of up to so many calls there are, up to a factor for symmetry
  double position() const;            // of the work done, from 0 to 1

  MethodSet methods_of(const Calls& program) const;
  Program named(const Calls& program) const;

 private:
  bool next_shape();
  bool within_limits(const Calls& program) const;
  bool canonical(const Calls& program) const;
  bool changes_something(const Calls& program) const;
  void sort(Calls& program) const;
  bool next_random(Calls& program);
  void fill(Calls& program);

  const Description& d_;
  const Instances& i_;
  Bounds bounds_;
  uint32_t size_ = 1;                          // calls in all, of the present shape
  std::vector<std::vector<uint32_t>> shapes_;  // of this size: lengths of threads, descending
  size_t shape_ = 0;
  std::vector<uint16_t> digits_;  // the present program, thread by thread
  bool fresh_ = true;
  double total_ = 0, done_ = 0;
  uint64_t draws_ = 0, drawn_ = 0;
  Phase phase_ = Phase::All;
  uint32_t small_ = 0;
  bool held_ = false;  // the present program was not looked at yet
  std::vector<std::vector<uint16_t>> of_method_;
  std::vector<uint32_t> changing_;  // methods
  std::mt19937_64 random_;
  std::unordered_set<std::string> seen_;
  const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace jmc::linearizability
