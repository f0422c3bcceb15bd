// The most general client of an object, with content that has an end: threads that choose among calls for ever, where
// sequential executions of these lead to few states as they are, or are kept within a bound (--size).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "linearizability/engine.hpp"
#include "linearizability/programs.hpp"
#include "linearizability/subject.hpp"

namespace jmc::linearizability {

// How the object's content is bounded.
enum class Content : uint8_t {
  Unbounded,  // sequential executions lead to so few states that there is no need
  Elements,   // what size() returns
  ByCalls     // there is no size(): so many calls, and no fewer, make what it holds (content.hpp)
};
// ", holding at most 2 elements"; nothing where it is not bounded.
std::string content_text(Content content, uint32_t size);

// The number of size() among the calls, which is added to them where it is none of them yet; nothing: there is no such
// method.
std::optional<uint16_t> find_size(const Subject& subject, std::vector<Call>& table);

// "{ add(1) | remove(1) }* || { add(1) }*": the calls of each thread, sorted, by number in the table, to which those
// are added that it lacks. Throws ProgramError.
std::vector<std::vector<uint16_t>> endless_threads(const std::string& text, std::vector<Call>& table);
// Which calls each thread may make: all, but for those of a group, which only so many threads make; every choice of
// these threads, up to which thread is which. Throws ProgramError: there are none.
std::vector<std::vector<std::vector<uint16_t>>> divided(const Instances& instances, const Bounds& bounds);

class GeneralClient {
 public:
  // `size_call`: of find_size(). `size`: most of the content; nothing: a bound only where it is needed. Engine and stop
  // must outlive it.
  GeneralClient(Engine& engine, const check::Stop& stop, std::optional<uint16_t> size_call,
                std::optional<uint32_t> size)
      : engine_(engine), stop_(stop), size_call_(size_call), asked_(size) {}

  // Engine::prove_endless of threads with these calls each. Throws ProgramError: the content has no end within its
  // bound, or no bound. Not complete and without an end: it was told to stop before the search.
  EndlessProof search(const std::vector<std::vector<uint16_t>>& threads, const Engine::Look& look = {});
  // Of the last search.
  Content content() const { return content_; }
  uint32_t size() const { return size_; }

 private:
  ProgramError too_many() const;
  int64_t elements(Sequential::State s);

  Engine& engine_;
  const check::Stop& stop_;
  std::optional<uint16_t> size_call_;
  std::optional<uint32_t> asked_;
  Content content_ = Content::Unbounded;
  uint32_t size_ = 0;
};

}  // namespace jmc::linearizability
