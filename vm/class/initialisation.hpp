// What a search assumes about class initialisers, and what it has found against that.
//
// Beginning the initialisation of a class, asking for one that is in progress or over, and its end are operations on
// one location of the class (kClassInitLocation, Klass::id): beginning and ending write it, asking reads it. For a
// class that is not Klass::init_visible a search assumes that nobody can tell which thread runs the initialiser, nor
// when: then the whole procedure is invisible and belongs to the step in which it runs. Vm::initialiser_told() and its
// callers record what contradicts that; docs/why/initialisation.md has the argument why this suffices.
//
// Ownership: part of a Vm. What is found is no part of a state; it is kept until Vm::adopt_findings().
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "por/seam/thread_set.hpp"

namespace jmc::vm {

struct Klass;

// Where something happens, as far as initialisers go: for each class in whose initialiser it is, directly or not, the
// classes whose initialisers run inside of that one then. Several things: the classes that all of them have in common,
// and for each what runs inside of it in any of them.
using Within = std::map<uint32_t, std::set<uint32_t>>;  // by Klass::id

struct InitialiserFindings {
  // Initialisers that can be told, and what they do or meet; they become visible in the next search.
  std::vector<std::pair<Klass*, std::string>> told;
  // (a, b): the initialiser of class a asked for class b, which was not initialised then. Kept for all searches of a
  // Vm.
  std::set<std::pair<uint32_t, uint32_t>> requests;
  // Initialisers that a conflict needs to be known of which threads have seen them, and what it was about; so they are
  // in the next search.
  std::vector<std::pair<Klass*, std::string>> ordered;
  std::vector<Klass*> kept;                                   // all classes that are Klass::init_ordered
  std::unordered_map<uint64_t, por::ThreadSet> seen_by_many;  // by the word that stands for it in kStaticsSeen
  // Fields and classes of arrays that initialisers write while others share them: of these a state has the extents. If
  // one comes to light during a search, what that one knows of extents is incomplete, and it is repeated.
  std::set<const void*> written_by_initialisers;
  bool came_late = false;
  bool found() const { return !told.empty() || !ordered.empty() || came_late; }
  // Where each class has been asked for, by anybody at any time since its initialisation began, on all paths.
  std::map<uint32_t, Within> asked;
  std::vector<std::vector<Klass*>> circles;  // of requests, in which up to now no two threads can meet
  std::vector<Within> extents;  // of accesses to one location, interned: AccessRecord::read_epoch is an index and one
  std::map<Within, uint32_t> extent_numbers;
  std::set<Within> relied_on;  // of locations that are written: that they are of one extent rests on `asked`
  // Objects that operations in front of which threads have stopped write, and those that initialisers have read without
  // an operation, and which did.
  std::unordered_set<uint32_t> written;
  std::map<uint32_t, std::set<uint32_t>> constant;
  std::unordered_set<uint32_t> not_constant;  // objects that initialisers read by operations, because they are written
  // Who accessed a location of shared data without an operation, by Vm::record_access's key: to name them in a
  // conflict.
  std::map<uint64_t, std::set<uint32_t>> accessors;
  uint64_t changes = 0;  // of what is in `asked`, `constant` and `accessors`
  uint64_t learnt() const {
    return told.size() + requests.size() + ordered.size() + kept.size() + written_by_initialisers.size() + came_late +
           circles.size() + extents.size() + relied_on.size() + written.size() + changes;
  }
};

// In the record of accesses (AccessRecord): by initialisers, that is by whichever thread comes first. Its epochs
// are a number of `extents` plus one, and 1 if any writes.
inline constexpr uint32_t kInitialiserAccess = por::kMaxThreads;

}  // namespace jmc::vm
