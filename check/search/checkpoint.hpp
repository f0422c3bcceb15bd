// A check in a file (--checkpoint), and how another process goes on with it (--resume).
//
// The file has who made it: the key (jmc, JDK, what was chosen) and the digests of the program's class files; and of
// each search of the check so far (rounds, races) what it has found and learnt, of the last one everything
// (por/stateful/checkpoints.hpp). A process that resumes makes the check again from its beginning, and is given the
// searches that are over. So nothing of a Vm is kept but the paths on which it has learnt something
// (por/stateful/lessons.hpp), and whatever a check does between two searches is done again.
//
// Counts, outcomes and violations are then those of a check that was never interrupted.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/sealed_file.hpp"
#include "check/options/configuration.hpp"
#include "check/search/machine.hpp"
#include "por/stateful/checkpoints.hpp"
#include "vm/vm.hpp"

namespace jmc::check {

// --checkpoint=FILE[:SECONDS] and --resume=FILE. Throws UsageError, also where the other options make no search that
// can be kept.
void choose_checkpoint(const CommandLine& line, Configuration& configuration);

class Checkpoint final : public por::Checkpoints {
 public:
  // Null if neither is asked for. Throws UsageError: the file cannot be read, is damaged, or is of another check. The
  // program has been loaded; the configuration and the machine outlive this. `start`: of the process.
  static std::unique_ptr<Checkpoint> make(const Configuration& configuration, const Machine& machine,
                                          std::chrono::steady_clock::time_point start);

  // --- the listeners of the next search: kept and given back with it
  void listens_anew() { listeners_.clear(); }
  template <class L>
  void keeps(L& listener) {
    listeners_.push_back(
        {[&listener](base::Saver& a) { listener.archive(a); }, [&listener](base::Loader& a) { listener.archive(a); }});
  }

  // --- por::Checkpoints
  Earlier begin() override;
  bool due() override { return std::chrono::steady_clock::now() >= next_; }
  void save(const Save& search) override;
  void over(const Save& search) override;

  double seconds_before() const { return seconds_before_; }  // that earlier processes took
  // How to go on; empty if nothing was kept.
  std::string hint() const;
  const std::string& failure() const { return failure_; }  // why the file could not be written, the last time

 private:
  using Clock = std::chrono::steady_clock;
  struct Finished {  // a search that is over
    std::string listeners, search;
    template <class A>
    void archive(A& a) {
      a(listeners, search);
    }
  };
  struct Listener {
    std::function<void(base::Saver&)> save;
    std::function<void(base::Loader&)> load;
  };
  using Key = std::vector<std::pair<std::string, std::string>>;

  Checkpoint(const Configuration& configuration, const Machine& machine, Clock::time_point start);
  void resume();
  void compare(const Key& key, const std::map<std::string, std::string>& classes) const;
  [[noreturn]] void refuse(const std::string& why) const;
  std::string listeners() const;

  const Configuration& c_;
  const vm::Vm& vm_;
  const Clock::time_point start_;
  const std::string file_;
  Key key_;
  std::vector<Listener> listeners_;
  std::vector<Finished> over_;  // in the order in which they were made
  size_t begun_ = 0;            // searches of this process
  // Of the file that is resumed: how many searches were over, the listeners of the next one, and where it begins.
  std::unique_ptr<base::SealedFileReader> earlier_;
  size_t earlier_over_ = 0;
  std::string open_listeners_;
  std::span<const char> rest_;
  std::optional<base::Loader> loader_;  // of the search that is being resumed
  double seconds_before_ = 0;
  Clock::time_point next_, saved_{};
  std::string failure_;
};

}  // namespace jmc::check
