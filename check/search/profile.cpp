#include "check/search/profile.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

#include "listeners/names.hpp"
#include "listeners/text.hpp"
#include "por/support.hpp"

namespace jmc::check {

using listeners::count;
using listeners::grouped;
using listeners::percent;

namespace {

constexpr size_t kMostValues = 4096, kMostObjects = 500, kPlacesTold = 8, kSealsTold = 8, kDeepest = 16,
                 kFieldsTold = 6, kClassesTold = 4;
constexpr size_t kManyClasses = 20;  // initialised beside other threads: hardly the program's own

constexpr double kMuch = 0.25;             // of the states: worth an advice
constexpr uint64_t kEndlessPath = 100000;  // steps: few programs that end have such a one

// A method that may run code of the program by what it is for, whether or not it was seen to: where no thread is
// preempted inside of it, none is inside of a task. And constructors, which have no name for a seal.
bool runs_others(const vm::Method& m) {
  static constexpr std::string_view kNames[] = {
      "run",          "call",    "exec",        "doExec",  "invoke", "accept", "apply",    "runWorker",
      "topLevelExec", "runTask", "runAndReset", "tryFire", "get0",   "<init>", "<clinit>", "main"};
  return m.owner->name == "java/lang/Thread" ||
         std::find(std::begin(kNames), std::end(kNames), m.name) != std::end(kNames);
}

uint64_t mixed(uint64_t h, uint64_t v) { return (h ^ v) * 0x9e3779b97f4a7c15u ^ (h >> 29); }

}  // namespace

void Profile::look(por::ThreadId thread) {
  ++looked_;
  look_at_place(thread);
  uint64_t position = 0;
  bool timed = false;
  const por::ThreadId threads = vm_.thread_count();
  most_threads_ = std::max<uint64_t>(most_threads_, threads);
  for (por::ThreadId t = 0; t < threads; ++t) {
    if (system_.ended(t)) continue;
    const uint32_t ways = system_.alternatives(t);
    enabled_ += ways != 0;
    const vm::Pending& p = vm_.thread(t).s.pending;
    timed |= p.timed && ways != 0 && p.kind != vm::PendingKind::Sleep;
    const uint32_t fp = vm_.thread(t).s.fp;
    if (fp)
      position = mixed(position, uint64_t{t} << 48 ^ uint64_t{vm_.frame(t, fp)->method} << 24 ^ vm_.frame(t, fp)->pc);
  }
  timed_ += timed;
  if (positions_.size() < kMostValues) positions_.insert(position);
  look_at_data();
  look_at_initialised();
}

void Profile::look_at_place(por::ThreadId thread) {
  Place place{nullptr, nullptr, -1, {}};
  if (vm_.thread(thread).s.ended) return;
  uint64_t within = 0;
  vm_.walk_frames(thread, [&](vm::Method* m, uint32_t pc) {
    if (!m->file || m->internal || m->hidden_frame) return true;
    if (!place.method) place.method = m;
    if (m->owner->boot) {
      within = mixed(mixed(within, std::hash<const vm::Method*>()(m)), pc);
      if (place.caller) callers_.insert(m);
      else if (place.library.size() < kDeepest) place.library.push_back(m);
      if (auto& seen = within_[m]; seen.size() < 2) seen.insert(within);
    } else if (!place.caller) {
      place.caller = m;
      place.line = m->line_of(pc);
    }
    return true;
  });
  if (place.method && (places_.size() < kMostValues || places_.contains(place))) ++places_[place];
}

void Profile::look_at_data() {
  const auto note = [](std::unordered_set<uint64_t>& set, uint64_t v) {
    if (set.size() < kMostValues) set.insert(v);
  };
  note(outputs_, std::hash<std::string_view>()(vm_.output.text(1)));
  if (!vm_.heap.frozen()) return;
  size_t objects = 0;
  for (const vm::Ref r : vm_.heap.dirty()) {
    if (++objects > kMostObjects) break;
    const vm::Klass* k = vm_.klass_of(r);
    const bool statics = k->kind == vm::KlassKind::Statics;
    if (k->is_array()) continue;
    for (const vm::Klass* c = statics ? k->statics_of : k; c; c = statics ? nullptr : c->super) {
      if (c->boot && c->name.starts_with("java/lang/")) continue;
      for (const auto& f : c->fields) {
        if (f->is_static() != statics || (f->type != 'I' && f->type != 'J' && f->type != 'Z')) continue;
        note(values_[f.get()], f->type == 'J'   ? vm_.heap.load<uint64_t>(r, f->offset)
                               : f->type == 'Z' ? vm_.heap.load<uint8_t>(r, f->offset)
                                                : vm_.heap.load<uint32_t>(r, f->offset));
      }
    }
  }
}

void Profile::look_at_initialised() {
  if (!vm_.heap.frozen()) return;
  std::vector<const vm::Klass*> now;
  for (const vm::Ref r : vm_.heap.dirty()) {
    const vm::Klass* k = vm_.klass_of(r)->statics_of;
    vm::InitStatus before;
    if (!k || k->statics != r || !vm_.initialised(k)) continue;
    std::memcpy(&before, vm_.heap.shadow(r) + vm::kStaticsStatus, sizeof before);
    if (before == vm::InitStatus::Loaded) now.push_back(k);
  }
  if (now.size() > initialised_.size()) initialised_ = std::move(now);
}

StateProfile Profile::report() const {
  StateProfile out;
  if (looked_ == 0) return out;
  const double all = static_cast<double>(looked_);
  out.looked = looked_;
  out.threads_enabled = static_cast<double>(enabled_) / all;
  out.timed = static_cast<double>(timed_) / all;
  out.threads = most_threads_;
  out.positions = positions_.size();
  std::vector<std::pair<uint64_t, Place>> most;
  struct Seal {
    uint64_t n = 0;
    const vm::Method* method = nullptr;
  };
  std::map<std::string, Seal> seals;
  std::map<std::string, uint64_t> called;
  uint64_t inside = 0;
  for (const auto& [place, n] : places_) {
    most.emplace_back(n, place);
    const auto outermost = std::find_if(place.library.rbegin(), place.library.rend(),
                                        [&](const vm::Method* m) { return !callers_.contains(m) && !runs_others(*m); });
    // A single operation: where no thread is preempted inside of it, nothing is left out.
    if (outermost == place.library.rend() || within_.at(*outermost).size() < 2) continue;
    const std::string name = listeners::simple_class_name(*(*outermost)->owner);
    inside += n;
    Seal& seal = seals[name + "." + std::string((*outermost)->name)];
    seal.n += n;
    seal.method = *outermost;
    if (place.caller) called[name] += n;
  }
  std::stable_sort(most.begin(), most.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [n, p] : most) {
    if (out.places.size() == kPlacesTold || (!out.places.empty() && static_cast<double>(n) < all / 100)) break;
    ProfiledPlace told;
    told.share = static_cast<double>(n) / all;
    told.klass = p.method->owner->external_name();
    told.simple = listeners::simple_class_name(*p.method->owner);
    told.method = p.method->name;
    if (p.caller)
      told.caller = listeners::simple_class_name(*p.caller->owner) + "." + std::string(p.caller->name) +
                    (p.line >= 0 ? ", line " + std::to_string(p.line) : "");
    out.places.push_back(std::move(told));
  }
  out.library_share = static_cast<double>(inside) / all;
  std::vector<std::pair<uint64_t, std::string>> by_share;
  for (const auto& [name, seal] : seals)
    if (system_.means(name, *seal.method)) by_share.emplace_back(seal.n, name);
  std::sort(by_share.begin(), by_share.end(), std::greater<>());
  for (const auto& [n, name] : by_share)
    if (static_cast<double>(n) >= 0.02 * all && out.library.size() < kSealsTold) out.library.push_back(name);
  for (const auto& [name, n] : called)
    if (static_cast<double>(n) >= kMuch * all && n > called[out.called]) out.called = name;
  std::map<std::string, uint64_t> fields;
  for (const auto& [f, set] : values_)
    if (set.size() > 1) {
      uint64_t& n = fields[listeners::simple_class_name(*f->owner) + "." + std::string(f->name)];
      n = std::max<uint64_t>(n, set.size());
    }
  out.initialised = initialised_.size();
  for (const vm::Klass* k : initialised_)
    if (out.initialised_are.size() < kClassesTold && (k->flags & vm::kPublic) &&
        k->name.find('$') == std::string::npos && (!k->boot || k->name.starts_with("java/")))
      out.initialised_are.push_back(k->external_name());
  if (outputs_.size() > 1) fields["the output"] = outputs_.size();
  out.varying.assign(fields.begin(), fields.end());
  std::stable_sort(out.varying.begin(), out.varying.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  if (out.varying.size() > kFieldsTold) out.varying.resize(kFieldsTold);
  return out;
}

// Wilson's interval, at 95 %.
SeenBounds seen_bounds(const por::SeenShare& s) {
  if (s.drawn == 0) return {};
  const double n = static_cast<double>(s.drawn), p = static_cast<double>(s.known) / n, z = 1.96;
  const double middle = (p + z * z / (2 * n)) / (1 + z * z / n),
               half = z / (1 + z * z / n) * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  // The share itself lies within, whatever rounding makes of 0 and 1.
  return {std::clamp(middle - half, 0.0, p), std::clamp(middle + half, p, 1.0)};
}

namespace {

std::string seen_text(const por::SeenShare& s) {
  if (s.drawn == 0) return {};
  const SeenBounds bounds = seen_bounds(s);
  return "seen: " + grouped(s.known) + " of " + grouped(s.drawn) +
         " executions drawn at random end in a state that the search has reached: it has come to " +
         percent(bounds.least, bounds.most) +
         " of the final states that these end in (95 % confidence); how many schedules are left that does not say\n";
}

}  // namespace

std::string profile_text(const Result& r) {
  const StateProfile& p = r.profile;
  std::string out;
  if (p.looked) {
    out = "where the states come from, in " + grouped(p.looked) + " of them that were looked at\n";
    for (const ProfiledPlace& place : p.places) {
      std::string share = percent(place.share);
      if (share.size() < 5) share.insert(0, 5 - share.size(), ' ');
      const std::string own = place.simple + "." + place.method;
      out += "  " + share + "  " + own;
      if (!place.caller.empty())
        out += (place.caller.starts_with(own) ? place.caller.substr(own.size()) : ", called by " + place.caller);
      out += "\n";
    }
    char text[64];
    std::snprintf(text, sizeof text, "%.1f", p.threads_enabled);
    out += "  in a state " + std::string(text) + " threads can go on, on average" +
           (p.timed > 0 ? "; in " + percent(p.timed) + " of them a wait may time out" : "") + "\n";
    out += "  what differs: where the threads stand (" + count(p.positions, "way") + ")";
    for (const auto& [name, n] : p.varying) out += ", " + name + " (" + grouped(n) + ")";
    out += "\n";
    if (p.initialised >= kManyClasses) {
      out += "  first uses: " + count(p.initialised, "class", "classes") + " were initialised by threads of the search";
      for (const std::string& name : p.initialised_are) out += (&name == &p.initialised_are[0] ? " (" : ", ") + name;
      out += std::string(p.initialised_are.empty() ? "" : ", ...)") +
             "; if it is not their first use that is to be checked, use them once before the threads start\n";
    }
  }
  out += seen_text(r.seen);
  if (!r.advice.empty()) {
    out += "what to try\n";
    size_t widest = 0;
    for (const Advice& a : r.advice) widest = std::max(widest, a.option.size());
    for (const Advice& a : r.advice)
      out += "  " + a.option + std::string(widest - a.option.size() + 2, ' ') + a.reason + "\n";
  }
  return out;
}

std::vector<Advice> advice_for(const Result& r, const Configuration& c) {
  const StateProfile& p = r.profile;
  std::vector<Advice> out;
  if (p.looked == 0) return out;
  const auto given = [&](const char* name) { return setting(c.settings, name).given; };
  if (p.timed > 0 && c.vm.timeouts == vm::Timeouts::Both && !c.late_time_outs)
    out.push_back({"--timeouts=late", "a wait may be over by its time-out while others can still run, in " +
                                          percent(p.timed) +
                                          " of the states: late ones are over only when nothing "
                                          "else can run, or when the program has slept past them"});
  if (p.timed > 0 && c.vm.timeouts == vm::Timeouts::Both)
    out.push_back({"--timeouts=never", "a wait with a time-out may time out, or not, in " + percent(p.timed) +
                                           " of the states: without that choice, what no time-out is needed for is "
                                           "checked"});
  const bool free = !por::bounded(c.search) && !c.vm.jmm && !given("por") && !c.search.observers &&
                    c.search.exploration == por::Exploration::DepthFirst;
  constexpr uint32_t kWaits = vm::met_bit(vm::PendingKind::Wait) | vm::met_bit(vm::PendingKind::Park);
  if (!r.ordered.empty() && (r.met & (kWaits | vm::kMetTimedWait)) && free && !given("points"))
    out.push_back({"--points=contended",
                   "who knows of accesses that happens-before orders is part of a state. Where threads "
                   "hand work to each other and wait, as in pools, states can be fewer with "
                   "each of these accesses as a scheduling point"});
  std::string names;
  for (const std::string& name : p.library) names += (names.empty() ? "" : ",") + name;
  if (p.library_share >= kMuch && !names.empty() && free)
    out.push_back({"--seal=" + names, percent(p.library_share) +
                                          " of the states lie inside of calls of the JDK. If that is not what is to be "
                                          "checked: no thread is preempted inside of these"});
  if (!p.called.empty() && c.vm.visible.empty() && !given("all-shared"))
    out.push_back({"--visible=" + p.called, "if it is " + p.called +
                                                " that is to be checked: accesses to other data are no scheduling "
                                                "points then, and jmc says where that leaves a hole"});
  // The search goes down one path, along which somebody sleeps or times out again and again beside others that could
  // run: what it does has no end, and fewer preemptions do not change that.
  const por::SearchStatistics& s = r.statistics;
  const bool endless = s.max_depth > kEndlessPath && s.max_depth > s.states / 2 && (r.met & vm::kMetTimedWait);
  if (endless && p.threads_enabled > 1.5 && free)
    out.push_back({"--bound=fair:2", "the longest path has " + grouped(s.max_depth) + " of the " + grouped(s.states) +
                                         " states, so somebody goes on and on while others could run; under this "
                                         "bound nobody sleeps or times out more than twice ahead of one that can run"});
  if (!endless && p.threads_enabled > 1.5 && free) {
    const std::vector<CoveredBound>& done = r.covered.bounds;
    const std::string next = std::to_string(done.empty() ? 2 : std::max<uint64_t>(2, done.back().preemptions + 1));
    out.push_back({"--bound=preemption:" + next,
                   "most bugs need few preemptions, and a state in which " +
                       std::to_string(std::lround(p.threads_enabled)) +
                       " threads can go on has far fewer schedules with so few; " + next + ".. raises the bound" +
                       (r.covered.bounding ? "; alone it has the processors that it had to share here" : "")});
  }
  if (!c.vm.jmm && c.search.bounds.empty() && c.search.exploration == por::Exploration::DepthFirst) {
    const bool drawn = !r.sampling.draws.empty();
    out.push_back({drawn ? "--search=pos --executions=1000000" : "--search=pos",
                   std::string("draws executions, which comes upon bugs that a search in order takes long to come to") +
                       (drawn ? "; drawn beside this search: " + grouped(r.sampling.executions) : "")});
  }
  return out;
}

}  // namespace jmc::check
