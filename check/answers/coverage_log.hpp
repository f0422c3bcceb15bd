// What the workers of a search have executed: counters in memory that a worker shares with its parent. Whatever it has
// counted is there, however it ends.
//
// Concurrency: one writer at a time (a worker, and those that take its place when it has ended), one reader when there
// is no writer.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/shared_memory.hpp"

namespace jmc::check {

// Of a method, by the offset of the bytecode: how often the search came to it.
using BytecodeCounts = std::vector<uint64_t>;

struct LoggedClass {
  std::string origin;
  std::span<const uint8_t> bytes;                 // of the class file; in the log
  std::map<std::string, BytecodeCounts> methods;  // by name and descriptor: "take()I"; those that were executed
};

// The thread in the first place took its step while that in the second one was about to take its own.
struct LoggedOrder {
  struct At {
    uint64_t klass;  // key of classes()
    int line;
  };
  At first, second;
};

class CoverageLog {
 public:
  // Throws std::bad_alloc, and so does what a worker does when there is no room left.
  CoverageLog();

  // --- the worker. A class is what add_class() has returned.

  uint64_t add_class(std::string_view origin, std::span<const uint8_t> bytes);
  // Counters for its instructions, zeroed; `offsets`: of the bytecode that each one comes from.
  uint64_t* add_method(uint64_t klass, std::string_view name_and_descriptor, std::span<const uint16_t> offsets);
  void add_order(const LoggedOrder& order);

  // --- the parent

  // By what add_class() has returned. Valid as long as this.
  std::map<uint64_t, LoggedClass> classes() const;
  std::vector<LoggedOrder> orders() const;

 private:
  struct Record;
  char* append(uint32_t kind, uint64_t klass, uint32_t text, uint32_t number, uint64_t bytes);
  void publish();
  template <class See>
  void each(See&& see) const;

  std::unique_ptr<base::SharedMemory> memory_;  // the number of bytes that are written, and the records
  uint64_t pending_ = 0;                        // what that number will be
};

// The counters of one method, summed up by where its instructions come from: of those of one bytecode the largest.
void count_bytecodes(std::span<const uint64_t> counts, std::span<const uint16_t> offsets, BytecodeCounts& out);

}  // namespace jmc::check
