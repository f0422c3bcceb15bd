#include "check/workers/worker.hpp"

#include "check/answers/coverage.hpp"
#include "listeners/hoisted.hpp"
#include "listeners/multiplexer.hpp"
#include "listeners/swallowed.hpp"

namespace jmc::check {

namespace {

// Loops that read plainly are found where a state comes again.
class HoistedReporter final : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kStateEvents;
  HoistedReporter(const vm::JvmSystem& system, Reporter& reporter)
      : reporter_(reporter), hoisted_(system, reporter.violations()) {}
  void state_new(std::span<const por::PathStep> path, uint64_t state) override { hoisted_.state_new(path, state); }
  void state_revisited(std::span<const por::PathStep> path, uint64_t state) override {
    hoisted_.state_revisited(path, state);
    reporter_.state(path);
  }

 private:
  Reporter& reporter_;
  listeners::Hoisted hoisted_;
};

// The worker whose order is the one that was asked for tells how large the search will be: the others draw each step,
// so that their paths have no runs of one thread to go by.
class SizeReporter final : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kProgressEvents;
  SizeReporter(const por::SizeEstimate& size, Findings& findings) : size_(size), findings_(findings) {}
  void progress(const por::SearchStatistics&) override { findings_.tell_size(size_.now()); }

 private:
  const por::SizeEstimate& size_;
  Findings& findings_;
};

}  // namespace

int run_worker(const Workers::Search& search, por::SearchOptions options, WorkerChannel& channel, size_t ends) {
  try {
    if (search.coverage) search.coverage->count_in(options.writer);
    Round round(*search.machine.vm, search.rounds.reduces());
    options.enough = &round.over;
    Reporter reporter(search.machine, search.swallowed, channel, ends);
    HoistedReporter hoisted(*search.machine.system, reporter);
    listeners::Multiplexer all;
    all.add(reporter);
    all.add(round);
    if (search.hoisted) all.add(hoisted);
    por::SizeEstimate size(*search.machine.system, *options.closed, options.writer);
    SizeReporter size_reporter(size, channel);
    if (options.writer == 0) {
      all.add(size);
      all.add(size_reporter);
    }
    const por::SearchResult result = por::search(*search.machine.system, options, all);
    if (options.writer == 0) size_reporter.progress(result.statistics);
    reporter.tell_world();
    if (result.end == por::SearchEnd::Failure) {
      const vm::Failure kind = search.machine.system->failure_kind();
      if (kind == vm::Failure::MemoryLimit) return kWorkerOutOfMemory;
      channel.tell(WorkerRecord::Threw, 1 + static_cast<uint32_t>(kind), {}, result.detail);
    }
    channel.ended(result);
    return 0;
  } catch (const vm::Unsupported& e) {
    if (e.failure() == vm::Failure::MemoryLimit) return kWorkerOutOfMemory;
    channel.tell(WorkerRecord::Threw, 1 + static_cast<uint32_t>(e.failure()), {}, e.what());
  } catch (const std::bad_alloc&) { return kWorkerOutOfMemory; } catch (const std::exception& e) {
    channel.tell(WorkerRecord::Threw, 0, {}, e.what());
  }
  por::SearchResult thrown;
  thrown.end = por::SearchEnd::Failure;
  channel.ended(thrown);
  return 0;
}

}  // namespace jmc::check
