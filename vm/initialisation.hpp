// What a search assumes about class initialisers, and what it has found against that.
//
// Beginning the initialisation of a class, asking for one that is in progress or over, and its end are operations on one location of
// the class (kClassInitLocation, Klass::id): beginning and ending write it, asking reads it. For a class that is not Klass::init_visible
// a search assumes that nobody can tell which thread runs the initialiser, nor when: then the whole procedure is invisible and belongs
// to the step in which it runs. Vm::initialiser_told() and its callers record what contradicts that; docs/architecture.md has the
// argument why this suffices.
//
// Ownership: part of a Vm. What is found is no part of a state; it is kept until Vm::adopt_findings().
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace jmc::vm {

struct Klass;

struct InitialiserFindings {
  // Initialisers that can be told, and what they do or meet; they become visible in the next search.
  std::vector<std::pair<Klass*, std::string>> told;
  std::vector<Klass*> visible;         // all classes that are Klass::init_visible
  // (a, b): the initialiser of class a asked for class b, which was not initialised then. Kept for all searches of a Vm.
  std::set<std::pair<uint32_t, uint32_t>> requests;
  // Who read a location of shared data without an operation, by Vm::record_access's key: to name them when it is written.
  std::map<uint64_t, std::set<uint32_t>> readers;
};

// In the record of accesses (Vm::AccessRecord): read by an initialiser, that is by whichever thread comes first.
inline constexpr uint32_t kInitialiserAccess = 0xff;

}  // namespace jmc::vm
