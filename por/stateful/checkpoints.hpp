// Who keeps searches in a file, so that another process can go on with them (SearchOptions::checkpoints).
//
// A check is a sequence of searches. Of those that are over their result and their lessons are kept, of the present one
// everything it has. The process that resumes the check makes the same searches in the same order: the first ones are
// not searched again but walked through their lessons, the last one goes on.
#pragma once

#include <functional>

#include "base/archive.hpp"

namespace jmc::por {

class Checkpoints {
 public:
  virtual ~Checkpoints() = default;
  // A search begins. What the earlier process had of it: nothing (null), its result and lessons if it was over, or all
  // of an unfinished one. The loader lives until the search ends.
  struct Earlier {
    base::Loader* archive = nullptr;
    bool over = false;
  };
  virtual Earlier begin() = 0;
  // It is time to save. Asked between steps.
  virtual bool due() = 0;
  using Save = std::function<void(base::Saver&)>;
  virtual void save(const Save& search) = 0;
  // The search is over.
  virtual void over(const Save& search) = 0;
};

}  // namespace jmc::por
