#include "cli/interactive.hpp"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "base/number.hpp"
#include "classfile/descriptor.hpp"
#include "debugger/requests.hpp"
#include "listeners/multiplexer.hpp"
#include "listeners/names.hpp"
#include "listeners/operations.hpp"
#include "listeners/outcomes.hpp"
#include "listeners/text.hpp"
#include "listeners/violations.hpp"
#include "por/search.hpp"
#include "vm/code/insn.hpp"
#include "vm/native.hpp"
#include "vm/step_observer.hpp"

namespace jmc::cli {

namespace {

constexpr const char* kHelp =
    "step [N] (or an empty line), back [N], next [T] (the next step of thread T), to N, until FIELD (is written)\n"
    "where [T], locals [T], print NAME[.FIELD|[INDEX]]... (a local, this, Class.FIELD; of the thread of the last step, "
    "see thread T)\n"
    "threads, monitors, would (what each thread would do next), thread T, story, output\n"
    "turn T (a step of T, whatever the schedule says), explore [SECONDS] (all schedules from here), help, quit\n";

// Whether a field of this name was written, by whatever instruction.
class Written final : public vm::StepObserver {
 public:
  Written(vm::Vm& vm, std::string field) : StepObserver(true), vm_(vm), field_(std::move(field)) { vm.observer = this; }
  ~Written() override { vm_.observer = nullptr; }
  void at(vm::ThreadId, const vm::Method& m, uint32_t pc) override {
    const vm::Insn& insn = m.code[pc];
    using vm::Opc;
    if (insn.op != Opc::PutField && insn.op != Opc::PutFieldRef && insn.op != Opc::PutField2 &&
        insn.op != Opc::PutStatic && insn.op != Opc::PutStatic2)
      return;
    const vm::Field& f = *insn.field;
    const std::string name(f.name), owner = f.owner->external_name();
    if (field_ != name && field_ != owner + "." + name && field_ != listeners::simple_class_name(*f.owner) + "." + name)
      return;
    // An operation that others may come before is only asked for now.
    if (vm_.granted || !(insn.a & vm::kVisible) || !vm_.multi()) where = vm::Vm::place_text(m, pc);
  }
  std::string where;

 private:
  vm::Vm& vm_;
  std::string field_;
};

// Ends a search at its time.
class Until final : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kProgressEvents;
  explicit Until(double seconds)
      : end_(std::chrono::steady_clock::now() + std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000))) {}
  void progress(const por::SearchStatistics&) override {
    if (std::chrono::steady_clock::now() >= end_) over = true;
  }
  std::atomic<bool> over = false;

 private:
  std::chrono::steady_clock::time_point end_;
};

class Terminal {
 public:
  Terminal(const check::Configuration& configuration, check::Replay& replay, std::FILE* out)
      : configuration_(configuration), replay_(replay), out_(out), story_(replay.story()) {}

  void run(std::FILE* in) {
    say(replay_.program() + ": " + listeners::count(replay_.size(), "step") + "\n" + kHelp);
    char line[4096];
    for (;;) {
      if (isatty(fileno(in))) say("jmc> ");
      if (!std::fgets(line, sizeof line, in)) return;
      std::istringstream words(line);
      std::string command, argument;
      words >> command;
      std::getline(words >> std::ws, argument);
      argument.erase(argument.find_last_not_of(" \n\r\t") + 1);
      if (command == "quit" || command == "q" || command == "exit") return;
      execute(command.empty() ? "step" : command, argument);
    }
  }

 private:
  struct Turn {
    vm::Vm::Mark mark;
    std::string text;
  };

  vm::Vm& vm() { return *replay_.machine().vm; }
  vm::JvmSystem& system() { return *replay_.machine().system; }
  size_t position() const { return replay_.position() + turns_.size(); }
  void say(const std::string& text) {
    std::fputs(text.c_str(), out_);
    std::fflush(out_);
  }

  static std::optional<size_t> number(const std::string& text) { return base::number_of<size_t>(text); }

  std::optional<vm::ThreadId> thread(const std::string& text) {
    const std::optional<size_t> n = text.empty() ? std::optional<size_t>(thread_) : number(text);
    if (n && *n < vm().thread_count()) return static_cast<vm::ThreadId>(*n);
    say("expected the number of a thread, 0 to " + std::to_string(vm().thread_count() - 1) + "\n");
    return std::nullopt;
  }

  void execute(const std::string& command, const std::string& argument) {
    const auto is = [&](const char* name) {
      return command == name || (command.size() == 1 && command[0] == name[0] && std::strchr("sbnwlpt", name[0]));
    };
    if (command == "threads") say(replay_.whereabouts());
    else if (command == "thread") choose(argument);
    else if (command == "to" || command == "goto") to(argument);
    else if (command == "turn") turn(argument);
    else if (is("step")) steps(argument, true);
    else if (is("back")) steps(argument, false);
    else if (is("next")) next(argument);
    else if (command == "until") until(argument);
    else if (is("where")) where(argument);
    else if (is("locals")) locals(argument);
    else if (is("print")) print(argument);
    else if (command == "monitors") monitors();
    else if (command == "would") would();
    else if (command == "explore") explore(argument);
    else if (command == "story")
      for (size_t n = 0; n <= replay_.size(); ++n) say(rows_of(n));
    else if (command == "output") say(replay_.output());
    else say((command == "help" ? "" : "there is no " + command + "\n") + kHelp);
  }

  // --- going

  std::string rows_of(size_t step) const {
    std::string out;
    for (const listeners::StoryStep& s : story_.steps) {
      if (s.number != step) continue;
      const listeners::Place& p = s.caller.known() ? s.caller : s.place;
      out += "  " + story_.threads[s.thread] + ": " + s.operation;
      if (p.known()) out += "  (" + p.klass + "." + p.method + (p.line > 0 ? ":" + std::to_string(p.line) : "") + ")";
      if (!p.source.empty()) out += "  " + p.source;
      out += "\n";
    }
    return out;
  }

  void tell() {
    std::string text = "step " + std::to_string(position());
    if (turns_.empty()) text += " of " + std::to_string(replay_.size()) + "\n" + rows_of(replay_.position());
    else text += ", " + std::to_string(turns_.size()) + " off the schedule\n" + turns_.back().text;
    say(text);
  }

  bool forwards() {
    if (!turns_.empty()) {
      say("this is off the schedule: expected turn T, or to " + std::to_string(replay_.position()) + " first\n");
      return false;
    }
    if (replay_.position() < replay_.size()) thread_ = replay_.next_thread();
    if (replay_.step()) return true;
    say(replay_.departed().empty() ? "this is the end\n" : replay_.departed() + "\n");
    return false;
  }

  bool backwards() {
    if (!turns_.empty()) {
      vm().undo(turns_.back().mark);
      vm().release(turns_.back().mark);
      turns_.pop_back();
      return true;
    }
    if (replay_.back()) return true;
    say("this is the beginning\n");
    return false;
  }

  void steps(const std::string& argument, bool forward) {
    const std::optional<size_t> n = argument.empty() ? 1 : number(argument);
    if (!n) return say("expected a number of steps\n");
    for (size_t i = 0; i < *n; ++i)
      if (!(forward ? forwards() : backwards())) break;
    tell();
  }

  void to(const std::string& argument) {
    const std::optional<size_t> n = number(argument);
    if (!n || *n > replay_.size()) return say("expected a number from 0 to " + std::to_string(replay_.size()) + "\n");
    while (!turns_.empty()) backwards();
    while (replay_.position() > *n) backwards();
    while (replay_.position() < *n && forwards()) {}
    tell();
  }

  void next(const std::string& argument) {
    const std::optional<vm::ThreadId> wanted = thread(argument);
    if (!wanted) return;
    while (forwards() && thread_ != *wanted) {}
    thread_ = *wanted;
    tell();
  }

  void until(const std::string& field) {
    if (field.empty()) return say("expected the name of a field, or Class.field\n");
    Written written(vm(), field);
    while (written.where.empty() && forwards()) {}
    if (!written.where.empty()) say(field + " is written in this step, at " + written.where + "\n");
    tell();
  }

  void choose(const std::string& argument) {
    if (const std::optional<vm::ThreadId> t = thread(argument)) {
      thread_ = *t;
      say(listeners::thread_label(vm(), thread_) + "\n");
    }
  }

  void turn(const std::string& argument) {
    const std::optional<vm::ThreadId> t = thread(argument);
    if (!t) return;
    if (!system().alternatives(*t))
      return say(listeners::thread_label(vm(), *t) +
                 (vm().thread(*t).s.ended ? " has ended\n" : " cannot go on now; see would\n"));
    const std::string text = "  " + listeners::thread_label(vm(), *t) + ": " + doing(*t) + "\n";
    turns_.push_back({vm().mark(), text});
    thread_ = *t;
    const por::StepResult result = system().step(*t, 0);
    for (const vm::Violation& v : vm().violations()) turns_.back().text += "  " + v.message + "\n";
    if (result.stop) turns_.back().text += "  " + system().failure() + "\n";
    tell();
  }

  // --- looking

  std::string doing(vm::ThreadId t) {
    if (vm().thread(t).s.pending.kind == vm::PendingKind::None ||
        vm().thread(t).s.pending.kind == vm::PendingKind::Start)
      return "begins";
    // What it would do is known once it was done.
    const std::string place = vm().place_of(t);
    listeners::Record r = listeners::record_before(vm(), t, 0);
    const vm::Vm::Mark mark = vm().mark();
    system().step_alone(t, 0);
    listeners::record_after(vm(), r);
    const std::vector<listeners::Record> records{r};
    const std::string text = listeners::Wording(vm(), records).say(r) + "  at " + place;
    vm().undo(mark);
    vm().release(mark);
    vm().clear_violations();
    return text;
  }

  void would() {
    for (vm::ThreadId t = 0; t < vm().thread_count(); ++t) {
      if (vm().thread(t).s.ended) continue;
      std::string text = listeners::thread_label(vm(), t) + ": ";
      if (system().alternatives(t)) text += doing(t);
      for (const vm::Waiting& w : waiting())
        if (w.thread == t && !system().alternatives(t)) text += w.what;
      if (turns_.empty() && replay_.position() < replay_.size() && replay_.next_thread() == t) text += "  <- next";
      say(text + "\n");
    }
  }

  std::vector<vm::Waiting> waiting() {
    return vm::waiting_threads(vm(), [&](vm::Ref r) { return names_.object(r); });
  }

  void monitors() {
    bool any = false;
    std::vector<vm::Ref> seen;
    const auto look_at = [&](vm::Ref r, vm::ThreadId t) {
      if (!r || !vm().holds_lock(r, t) || std::find(seen.begin(), seen.end(), r) != seen.end()) return;
      seen.push_back(r);
      any = true;
      say(names_.object(r) + " is locked by " + listeners::thread_label(vm(), t) + "\n");
    };
    for (vm::ThreadId t = 0; t < vm().thread_count(); ++t) {
      if (vm().thread(t).s.ended) continue;
      bool caller = false;
      for (uint32_t fp = vm().thread(t).s.fp; fp; caller = true) {
        const vm::FrameHeader* f = vm().frame(t, fp);
        vm::Method& m = *vm().method(f->method);
        look_at(f->lock, t);
        if (m.file && !m.internal)
          for (const uint16_t slot : vm::slot_map(vm(), m, f->pc, caller).refs)
            look_at(vm().thread(t).stack[fp - m.max_locals + slot], t);
        fp = f->prev;
      }
    }
    for (const vm::Waiting& w : waiting()) {
      if (system().alternatives(w.thread)) continue;
      any = true;
      say(listeners::thread_label(vm(), w.thread) + " " + w.what + "\n");
    }
    if (!any) say("no thread holds a monitor or waits\n");
  }

  void where(const std::string& argument) {
    const std::optional<vm::ThreadId> t = thread(argument);
    if (!t) return;
    say(listeners::thread_label(vm(), *t) + "\n");
    for (const debugger::Frame& f : debugger::frames_of(vm(), *t))
      say("    at " + vm::Vm::place_text(*f.method, f.pc) + "\n");
  }

  struct Value {
    char type;
    uint64_t bits;
  };

  template <class Visit>
  void for_each_local(const debugger::Frame& f, vm::ThreadId t, Visit&& visit) {
    const uint32_t* slots = vm().thread(t).stack + f.fp - f.method->max_locals;
    if (!f.method->file->code) return;
    for (const classfile::LocalVariable& v : f.method->file->code->variables) {
      // A variable is there once it was given a value, which is the instruction before its range.
      if (f.bci() < v.start || f.bci() >= v.start + v.length) continue;
      const char type = classfile::letter_of(v.descriptor);
      const bool wide = type == 'J' || type == 'D';
      visit(v, Value{type, wide ? uint64_t{slots[v.slot]} | uint64_t{slots[v.slot + 1]} << 32 : slots[v.slot]});
    }
  }

  void locals(const std::string& argument) {
    const std::optional<vm::ThreadId> t = thread(argument);
    if (!t) return;
    const std::vector<debugger::Frame> frames = debugger::frames_of(vm(), *t);
    if (frames.empty())
      return say(vm().thread(*t).s.ended ? "it has ended: it has its variables until its last step\n"
                                         : "it has no frames\n");
    const debugger::Frame* frame = &frames.front();
    for (const debugger::Frame& f : frames)
      if (!f.method->owner->boot) {
        frame = &f;
        break;
      }
    say(vm::Vm::place_text(*frame->method, frame->pc) + "\n");
    bool any = false;
    for_each_local(*frame, *t, [&](const classfile::LocalVariable& v, Value value) {
      any = true;
      say("  " + std::string(v.name) + " = " + names_.value(value.type, value.bits) + "\n");
    });
    if (!any) say("  the class file tells of no variables here (javac -g)\n");
  }

  Value field(vm::Ref holder, const vm::Field& f) {
    return {f.type, f.wide() ? vm().heap.load<uint64_t>(holder, f.offset) : vm().heap.load<uint32_t>(holder, f.offset)};
  }

  Value element(vm::Ref array, uint32_t i) {
    const vm::Klass* k = vm().klass_of(array);
    uint64_t bits = 0;
    std::memcpy(&bits, vm().heap.address(array, vm::kHeaderSize + (i << k->element_shift)),
                size_t{1} << k->element_shift);
    return {k->kind == vm::KlassKind::ObjectArray ? 'L' : k->element_type, bits};
  }

  // A local of some frame of the thread, a field of its `this`, or a static field; the rest of the name is left over.
  std::optional<Value> root(std::string& path) {
    const size_t end = path.find_first_of(".[");
    const std::string name = path.substr(0, end);
    std::optional<Value> found;
    for (const debugger::Frame& f : debugger::frames_of(vm(), thread_)) {
      for_each_local(f, thread_, [&](const classfile::LocalVariable& v, Value value) {
        if (!found && v.name == name) found = value;
      });
      if (!found && !f.method->is_static()) {
        const vm::Ref self = vm().thread(thread_).stack[f.fp - f.method->max_locals];
        if (name == "this") found = Value{'L', self};
        else if (self)
          if (const vm::Field* own = vm().klass_of(self)->find_field(name); own && !own->is_static())
            found = field(self, *own);
      }
      if (!found && f.method->owner->statics)
        if (const vm::Field* own = f.method->owner->find_field(name); own && own->is_static())
          found = field(own->owner->statics, *own);
      if (found) break;
    }
    if (found) {
      path = end == std::string::npos ? "" : path.substr(end);
      return found;
    }
    // Class.field: the longest name of a class that fits.
    for (uint32_t id = 0; id < vm().class_count(); ++id) {
      const vm::Klass* k = vm().klass(id);
      if (!k->statics || !k->file) continue;
      for (const std::string& text : {k->external_name(), listeners::simple_class_name(*k)}) {
        if (!path.starts_with(text + ".")) continue;
        const std::string rest = path.substr(text.size() + 1);
        const size_t stop = rest.find_first_of(".[");
        const vm::Field* f = k->find_field(rest.substr(0, stop));
        if (!f || !f->is_static() || !f->owner->statics) continue;
        path = stop == std::string::npos ? "" : rest.substr(stop);
        return field(f->owner->statics, *f);
      }
    }
    return std::nullopt;
  }

  void print(const std::string& argument) {
    std::string rest = argument;
    std::optional<Value> v = argument.empty() ? std::nullopt : root(rest);
    while (v && !rest.empty()) {
      const vm::Ref r = v->type == 'L' ? static_cast<vm::Ref>(v->bits) : vm::kNull;
      if (!r) return say("no object before " + rest + "\n");
      const vm::Klass* k = vm().klass_of(r);
      if (rest[0] == '[') {
        const size_t close = rest.find(']');
        const std::optional<size_t> i = close == std::string::npos ? std::nullopt : number(rest.substr(1, close - 1));
        if (!k->is_array() || !i || *i >= vm().array_length(r)) return say("no element " + rest + "\n");
        v = element(r, static_cast<uint32_t>(*i));
        rest = rest.substr(close + 1);
        continue;
      }
      const size_t stop = rest.find_first_of(".[", 1);
      const std::string name = rest.substr(1, stop == std::string::npos ? stop : stop - 1);
      rest = stop == std::string::npos ? "" : rest.substr(stop);
      const vm::Field* f = k->is_array() ? nullptr : k->find_field(name);
      if (k->is_array() && name == "length") v = Value{'I', vm().array_length(r)};
      else if (!f) return say(k->external_name() + " has no field " + name + "\n");
      else v = field(f->is_static() ? f->owner->statics : r, *f);
    }
    if (!v) return say("no variable or field " + argument + " here\n");
    say(argument + " = " + names_.value(v->type, v->bits) + "\n");
    if (v->type == 'L' && v->bits) contents(static_cast<vm::Ref>(v->bits));
  }

  void contents(vm::Ref r) {
    constexpr uint32_t kMost = 20;
    const vm::Klass* k = vm().klass_of(r);
    if (k == vm().known->string || k == vm().known->klass) return;
    if (k->is_array()) {
      const uint32_t n = vm().array_length(r);
      for (uint32_t i = 0; i < std::min(n, kMost); ++i) {
        const Value v = element(r, i);
        say("  [" + std::to_string(i) + "] " + names_.value(v.type, v.bits) + "\n");
      }
      if (n > kMost) say("  ... " + std::to_string(n - kMost) + " more\n");
    }
    for (const vm::Klass* c = k; c && !k->is_array(); c = c->super)
      for (const auto& f : c->fields)
        if (!f->is_static()) {
          const Value v = field(r, *f);
          say("  " + std::string(f->name) + " = " + names_.value(v.type, v.bits) + "\n");
        }
  }

  // --- searching

  void explore(const std::string& argument) {
    const std::optional<size_t> seconds = argument.empty() ? 10 : number(argument);
    if (!seconds || !*seconds) return say("expected a number of seconds\n");
    // A search from an end would say of what has happened that it does not come.
    if (system().is_final()) return say("the execution is over; back goes to where it is not\n");
    por::SearchOptions options = configuration_.search;
    options.keep_going = true;
    options.exploration = por::Exploration::DepthFirst;
    options.bounds.clear();
    Until until(static_cast<double>(*seconds));
    options.enough = &until.over;
    listeners::Violations violations(system());
    listeners::Outcomes outcomes(system());
    listeners::Multiplexer all;
    all.add(until);
    all.add(violations);
    all.add(outcomes);
    const por::SearchResult found = por::search(system(), options, all);
    std::string text = listeners::count(found.statistics.states, "state") + " from here, ";
    text += found.end == por::SearchEnd::Complete ? "all schedules" : "not all schedules: the search was given up";
    // A search of the check would be repeated with what was found out on the way.
    if (found.end == por::SearchEnd::Complete && vm().must_repeat())
      text += " of the scheduling points of the witness; there are more";
    say(text + "\n");
    for (const listeners::FoundViolation& v : violations.all())
      say("  " + std::string(listeners::kind_name(v.kind)) + ": " + listeners::one_line(v.message) + "\n");
    if (violations.all().empty()) say("  no violation\n");
    for (const auto& [output, outcome] : outcomes.set()) say("  outcome " + listeners::quoted(output) + "\n");
    vm().clear_violations();
  }

  const check::Configuration& configuration_;
  check::Replay& replay_;
  std::FILE* out_;
  const listeners::Story story_;
  listeners::ObjectNames names_{vm()};
  std::vector<Turn> turns_;
  vm::ThreadId thread_ = 0;
};

}  // namespace

int explore_replay(const check::Configuration& configuration, const check::Witness& witness, size_t execution,
                   bool force, std::FILE* in, std::FILE* out) {
  try {
    check::Replay replay(configuration, witness, execution, {}, force);
    for (const std::string& text : replay.differences()) std::fprintf(stderr, "note: %s\n", text.c_str());
    Terminal(configuration, replay, out).run(in);
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "error: %s\n", e.what());
    return 2;
  }
}

}  // namespace jmc::cli
