// How often a long run is watched for a repeated state, before the search has begun.
//
// To be watched there costs an image of the whole heap, made anew each time, and a fingerprint each time the loop comes
// round. Runs of a test without threads are long, and their heap grows: what is watched is paid for by what has run
// before, so that a share of the time goes to it, however large the heap is. The first time is free. A run that repeats
// a state is found as it would be otherwise, later.
//
// Ownership: a facility of the Vm; no part of a state. Unit: backward jumps and calls.
#pragma once

#include <cstdint>

namespace jmc::vm {

class Watches {
 public:
  // The program begins. What a run is watched for must not depend on what ran before it: a replay has another past.
  void reset() { since_ = price_ = 0; }
  void ran(uint64_t units) { since_ += units; }
  bool paid() const { return since_ >= price_; }
  // A base image of so many objects was taken.
  void took_image(uint64_t objects) { objects_ = objects, walked_ += objects; }
  void begin() { since_ = 0, price_ = kObject * objects_; }
  void end(uint64_t fingerprints) { price_ += kFingerprint * fingerprints; }
  uint64_t walked() const { return walked_; }  // objects of all images

 private:
  // An object costs some 200 ns, a fingerprint some 40 us, a unit 20 ns: a tenth of the time at most, mostly less.
  static constexpr uint64_t kObject = 256, kFingerprint = 20'000;
  uint64_t since_ = 0, price_ = 0, objects_ = 0, walked_ = 0;
};

}  // namespace jmc::vm
