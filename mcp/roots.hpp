// What a client lets the server read: the folders that it calls its roots, else the one that the server was started in.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "mcp/json.hpp"

namespace jmc::mcp {

// Of several threads.
class Roots {
 public:
  Roots();
  // The client was asked; until it has answered, or some seconds are over, allowed() waits.
  void asked();
  // `result`: of roots/list; null: there is none.
  void told(const Value* result);
  bool allowed(const std::string& path, std::string& why);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool waits_ = false;
  std::vector<std::string> folders_;  // canonical
  std::string own_;                   // where there are none
};

}  // namespace jmc::mcp
