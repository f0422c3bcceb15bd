// Threads that choose and make calls for ever, until they choose to stop: the most general client of an object. What
// may be called depends on nothing but the thread, and on what the monitor knows where the object's content is bounded.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "linearizability/choices.hpp"
#include "linearizability/monitor.hpp"

namespace jmc::linearizability {

class EndlessChoices {
 public:
  static constexpr uint16_t kStop = 0xffff;  // chosen as a call is

  // `calls`: of each thread; sorted. `bounded`: a call may be made only where the object stays within its bounds
  // whichever of the calls under way take effect, and in whichever order (Monitor::within). In every possibility of the
  // monitor and not in some, so that a monitor which explains less admits no fewer calls. It outlives this.
  EndlessChoices(std::vector<std::vector<uint16_t>> calls, bool bounded, Monitor& monitor);

  bool bounded() const { return bounded_; }
  Choices::Rest begin() const;
  // kStop is among them; nothing: it has stopped.
  const std::vector<uint16_t>& at(const Choices::Rest& rest, uint32_t thread, Monitor::State state);
  Choices::Rest after(const Choices::Rest& rest, uint32_t thread, uint16_t call) const;

 private:
  std::vector<std::vector<uint16_t>> sets_;  // by plan; that of those who have stopped is empty
  std::vector<Choices::Rest::Plan> plans_;   // of each thread
  bool bounded_;
  Monitor& monitor_;
  std::map<std::pair<uint32_t, Monitor::State>, std::vector<uint16_t>> admitted_;  // by thread, and its plan of course
};

}  // namespace jmc::linearizability
