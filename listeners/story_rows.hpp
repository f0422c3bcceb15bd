// The rows of a story's table: a step is one, and so is a stretch of steps that nobody wants to read one by one.
//
// Such stretches are of one thread, and no other thread's step falls into them:
// - a call of a library method, from its first step to its last one;
// - a part of such a call, or of what a worker of a pool does between tasks, of a class that has no part in the cause.
//   Whoever looks for a bug of his own need not see how FutureTask.get waits. One in FutureTask has a cause there.
#pragma once

#include <string>
#include <vector>

#include "listeners/story.hpp"

namespace jmc::listeners {

struct Row {
  std::string number;  // of its step, or "4-12"
  por::ThreadId thread = 0;
  std::string text, where, source;
  bool step = false;     // has a number
  std::string shorter;   // of the text, where the column is narrow
  bool matters = false;  // it has a number, and is part of a cause
};

// `whole`: each step is a row. In a long story the middle of a long run of one thread is left out, but for what
// matters.
std::vector<Row> story_rows(const Story& story, bool whole);

// "Queue.java:12".
std::string where_of(const Place& p);
// The line itself; where it was not found, the method.
std::string source_of(const Place& p);

}  // namespace jmc::listeners
