#include "check/search/limits.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <vector>

#include "listeners/names.hpp"
#include "listeners/text.hpp"

namespace jmc::check {

using listeners::grouped;

namespace {

constexpr uint64_t kManyObjects = 1000;  // of a class, on one path: worth a word
constexpr int64_t kManySteps = 100;      // by which a number went up or down
constexpr size_t kMuchOutput = 10'000;   // bytes
constexpr uint64_t kLongPath = 1000;     // steps

// What there is more of than at the start of the search, garbage included: it was made on this path.
std::string objects_made(const vm::Vm& vm) {
  std::map<uint32_t, uint64_t> count;
  for (uint64_t at = vm::Heap::kImmortalLimit; at < vm.heap.top();) {
    const vm::Ref r = static_cast<vm::Ref>(at >> 3);
    const vm::ObjectHeader* h = vm.heap.header(r);
    if (!(h->flags & vm::kBase)) ++count[h->klass];
    at += (vm.object_size(r) + 7) & ~uint64_t{7};
  }
  const auto most =
      std::max_element(count.begin(), count.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == count.end() || most->second < kManyObjects) return {};
  return grouped(most->second) + " objects of " + listeners::simple_class_name(*vm.klass(most->first)) + " were made";
}

// The number that went furthest, among static fields and the objects that were there at the start.
std::string number_grown(const vm::Vm& vm) {
  int64_t furthest = kManySteps - 1, from = 0, to = 0;
  std::string name;
  for (const vm::Ref r : vm.heap.frozen() ? vm.heap.dirty() : std::vector<vm::Ref>{}) {
    const vm::Klass* k = vm.klass_of(r);
    const bool statics = k->kind == vm::KlassKind::Statics;
    for (const vm::Klass* c = statics         ? k->statics_of
                              : k->is_array() ? nullptr
                                              : k;
         c; c = statics ? nullptr : c->super) {
      if (c->boot && c->name.starts_with("java/lang/")) continue;
      for (const auto& f : c->fields) {
        if (f->is_static() != statics || (f->type != 'I' && f->type != 'J')) continue;
        const auto value = [&](const char* at) {
          int64_t v = 0;
          if (f->type == 'J') std::memcpy(&v, at, 8);
          else {
            int32_t i;
            std::memcpy(&i, at, 4);
            v = i;
          }
          return v;
        };
        const int64_t before = value(vm.heap.shadow(r) + f->offset), now = value(vm.heap.address(r, f->offset));
        const int64_t distance = before <= now
                                     ? static_cast<int64_t>(static_cast<uint64_t>(now) - static_cast<uint64_t>(before))
                                     : static_cast<int64_t>(static_cast<uint64_t>(before) - static_cast<uint64_t>(now));
        // Numbers that jump are hash codes, seeds and times; they do not grow.
        if (distance <= furthest || distance > int64_t{1} << 40) continue;
        furthest = distance;
        from = before;
        to = now;
        name = listeners::simple_class_name(*f->owner) + "." + std::string(f->name);
      }
    }
  }
  return name.empty() ? "" : name + " went from " + std::to_string(from) + " to " + std::to_string(to);
}

}  // namespace

std::string limit_text(const vm::Vm& vm, const por::SearchStatistics& s) {
  const por::ThreadId t = vm.current();
  if (t >= vm.thread_count()) return {};
  std::string place = vm.place_of(t);
  // A thread that has just ended stands nowhere; another one tells as much.
  por::ThreadId shown = t;
  for (por::ThreadId u = 0; place.empty() && u < vm.thread_count(); ++u)
    if (!vm.thread(u).s.ended) place = vm.place_of(shown = u);
  if (place.empty() && !vm.thread(t).s.ended) place = "which has not begun to run";
  std::string out = place.empty() ? "" : "at " + listeners::thread_label(vm, shown) + ", " + place;
  std::vector<std::string> grown;
  if (std::string text = number_grown(vm); !text.empty()) grown.push_back(text);
  if (std::string text = objects_made(vm); !text.empty()) grown.push_back(text);
  if (vm.output.text(1).size() > kMuchOutput)
    grown.push_back("the output grew to " + listeners::bytes_text(vm.output.text(1).size()));
  if (s.max_depth > kLongPath) grown.push_back("the longest path has " + grouped(s.max_depth) + " steps");
  if (grown.empty()) return out;
  out += out.empty() ? "" : "; ";
  for (size_t i = 0; i < grown.size(); ++i) out += (i ? ", " : "so far ") + grown[i];
  return out;
}

void Whereabouts::progress(const por::SearchStatistics& so_far) {
  if (so_far.transitions < next_) return;
  before_ = std::exchange(last_, limit_text(vm_, so_far));
  next_ = so_far.transitions + so_far.transitions / 16;
}

void DefectPlace::contradicted(por::ThreadId thread) {
  if (thread >= vm_.thread_count()) return;
  text_ = listeners::thread_label(vm_, thread);
  const bool ended = vm_.thread(thread).s.ended;
  const std::string place = ended ? std::string() : vm_.place_of(thread);
  text_ += ended ? ", which has ended" : place.empty() ? ", which has not begun to run" : ", " + place;
}

Cause stop_cause(const Stop& stop) {
  switch (static_cast<StopReason>(stop.reason.load())) {
    case StopReason::TimeLimit: return Cause::TimeLimit;
    case StopReason::SharedMemory: return Cause::MemoryLimit;
    default: return Cause::Interrupted;
  }
}

std::string stop_text(Cause cause, const Configuration& c) {
  switch (cause) {
    case Cause::TimeLimit: {
      const std::string s = listeners::given_seconds(c.time_limit);
      if (c.estimate_seconds > 0 && c.time_limit == c.estimate_seconds)
        return "searched for " + s + " to estimate how much there is to do (--estimate)";
      return "time limit of " + s + " reached";
    }
    case Cause::MemoryLimit:
      return "memory limit of " + listeners::bytes_text(c.search.memory_limit_bytes) +
             " reached by all members of the portfolio together";
    default: return "interrupted";
  }
}

}  // namespace jmc::check
