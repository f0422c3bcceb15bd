// Which programs are explored at once (Engine::prove), and which one after another.
//
// Asked for each program in turn, it names a family that the program belongs to: all programs with so many calls,
// whichever threads make them, without methods that would make it one with a known violation. A family that was proved
// answers for all of its programs. One that was not says nothing about any of them: then there are smaller ones, with
// threads of the same lengths, then with the same first calls, down to programs that differ in their last call only,
// which are explored one by one. So what is said about a program with a violation comes from its own search.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "linearizability/choices.hpp"
#include "linearizability/programs.hpp"
#include "linearizability/work_limit.hpp"

namespace jmc::linearizability {

class Together {
 public:
  // They outlive this. `program_limit`: what a program may take alone. `threads`: programs of up
  // to so many threads will be asked for, of each number of calls; 0: only some may be.
  Together(const Description& description, const Instances& instances, const Bounds& bounds, WorkLimit program_limit,
           uint32_t threads = 0)
      : d_(description), i_(instances), bounds_(bounds), program_limit_(program_limit), threads_(threads) {}

  // Sets of methods which programs must not contain all of: those of violations, and those that cannot be run.
  using Excluded = std::vector<MethodSet>;
  // Proved: all outcomes of the program are explained. Alone: it is to be explored on its own. Wait: it belongs to a
  // family that next() gives, or has given. Precondition: the program contains none of `excluded`.
  enum class Answer : uint8_t { Proved, Alone, Wait };
  Answer look(const Calls& program, const Excluded& excluded);

  struct Request {
    uint64_t number;
    Family family;
    WorkLimit limit;  // the seconds are those of a processor
  };
  std::optional<Request> next();  // a family to explore, if there is one to begin
  void answered(uint64_t number, bool proved);
  uint64_t proved() const { return proved_; }                   // families
  size_t open() const { return requests_.size() - answered_; }  // families that were not answered for yet

 private:
  using Methods = std::vector<MethodSet>;  // of each thread
  struct Try {
    Methods methods;
    enum : uint8_t { Open, Proved, Failed } status = Open;
  };
  struct Start {
    std::vector<uint32_t> lengths;  // at most
    uint32_t total;
    std::vector<uint16_t> prefix;
    friend auto operator<=>(const Start&, const Start&) = default;
  };
  std::optional<Answer> ask(const Start& start, const std::vector<MethodSet>& used, const Excluded& excluded);
  Methods methods_for(const std::vector<MethodSet>& used, const Excluded& excluded) const;
  Request request(uint64_t number, const Start& start, const Methods& methods) const;

  const Description& d_;
  const Instances& i_;
  const Bounds& bounds_;
  WorkLimit program_limit_;
  uint32_t threads_;
  std::map<Start, std::vector<Try>> tries_;
  std::vector<std::pair<Start, size_t>> requests_;  // by number: which of the tries of that start
  std::deque<Request> waiting_;
  uint64_t proved_ = 0, answered_ = 0;
};

}  // namespace jmc::linearizability
