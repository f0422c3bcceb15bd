#include "debugger/requests.hpp"

#include <algorithm>

#include "vm/native.hpp"

namespace jmc::debugger {

using vm::Klass;

std::vector<Frame> frames_of(const vm::Vm& vm, vm::ThreadId t) {
  std::vector<Frame> out;
  if (vm.thread(t).s.ended) return out;
  for (uint32_t fp = vm.thread(t).s.fp; fp;) {
    const vm::FrameHeader* f = vm.frame(t, fp);
    const vm::Method* m = vm.method(f->method);
    if (m->file && !m->internal) out.push_back({fp, m, f->pc});
    fp = f->prev;
  }
  return out;
}

namespace {

// "java.*", "*.Foo", "Foo".
bool matches_pattern(const std::string& pattern, const std::string& name) {
  if (pattern.ends_with("*")) return name.starts_with(pattern.substr(0, pattern.size() - 1));
  if (pattern.starts_with("*")) return name.ends_with(pattern.substr(1));
  return name == pattern;
}

bool known_kind(uint8_t kind) {
  switch (static_cast<Kind>(kind)) {
    case Kind::SingleStep:
    case Kind::Breakpoint:
    case Kind::Exception:
    case Kind::ThreadStart:
    case Kind::ThreadDeath:
    case Kind::ClassPrepare:
    case Kind::ClassUnload:
    case Kind::FieldAccess:
    case Kind::FieldModification:
    case Kind::MethodEntry:
    case Kind::MethodExit:
    case Kind::MethodExitWithValue:
    case Kind::VmStart:
    case Kind::VmDeath: return true;
  }
  return false;
}

vm::ThreadId thread_of(const vm::Vm& vm, Ids& ids, Id id) {
  const vm::Ref object = ids.object(id);
  for (vm::ThreadId t = 0; t < vm.thread_count(); ++t)
    if (vm.thread(t).s.object == object && !vm.thread(t).s.ended) return t;
  throw Refusal(Code::InvalidThread);
}

}  // namespace

int32_t Requests::set(Reader& in, Ids& ids) {
  Request r;
  const uint8_t kind = in.u1(), policy = in.u1();
  if (kind >= 43 && kind <= 46) throw Refusal(Code::NotImplemented, "events of monitors");
  if (!known_kind(kind)) throw Refusal(Code::InvalidEventType);
  if (policy > 2) throw Refusal(Code::IllegalArgument);
  r.kind = static_cast<Kind>(kind);
  r.policy = static_cast<Policy>(policy);
  const uint32_t n = in.count();
  bool steps = false;
  for (uint32_t i = 0; i < n; ++i) switch (in.u1()) {
      case 1:
        r.count = in.i4();
        if (r.count <= 0) throw Refusal(Code::InvalidCount);
        r.once = true;
        break;
      case 2: in.i4(); break;  // Conditional, which the specification keeps for the future
      case 3: r.thread = thread_of(vm_, ids, in.u8()); break;
      case 4: r.classes.push_back(ids.type(in.u8())); break;
      case 5: r.matches.push_back(in.string()); break;
      case 6: r.excludes.push_back(in.string()); break;
      case 7: {
        in.u1();
        const Klass* k = ids.class_type(in.u8());
        r.method = ids.method(k, in.u8());
        const uint64_t at = in.u8();
        if (!r.method->file || !r.method->file->code || at >= r.method->file->code->bytecode.size())
          throw Refusal(Code::InvalidLocation);
        r.bci = static_cast<uint16_t>(at);
        break;
      }
      case 8: {
        const Id k = in.u8();
        r.exceptions = true;
        r.exception = k ? ids.class_type(k) : nullptr;
        r.caught = in.flag();
        r.uncaught = in.flag();
        break;
      }
      case 9: {
        Klass* k = ids.class_type(in.u8());
        r.field = ids.field(k, in.u8());
        break;
      }
      case 10: {
        r.thread = thread_of(vm_, ids, in.u8());
        const int32_t size = in.i4(), depth = in.i4();
        if (size < 0 || size > 1 || depth < 0 || depth > 2) throw Refusal(Code::IllegalArgument);
        r.by_line = size == 1;
        r.depth = static_cast<Depth>(depth);
        steps = true;
        break;
      }
      case 11: r.instance = ids.object_or_null(in.u8()); break;
      case 12: r.sources.push_back(in.string()); break;
      case 13: break;  // platform threads only: those of a virtual thread are told, too
      default: throw Refusal(Code::IllegalArgument, "an unknown modifier");
    }
  if (steps != (r.kind == Kind::SingleStep)) throw Refusal(Code::IllegalArgument, "a step without a thread");
  if (r.kind == Kind::Breakpoint && !r.method) throw Refusal(Code::IllegalArgument, "a breakpoint without a place");
  if ((r.kind == Kind::FieldAccess || r.kind == Kind::FieldModification) && !r.field)
    throw Refusal(Code::IllegalArgument, "a watchpoint without a field");
  if (steps) start_step(r);
  r.id = ++last_id_;
  requests_.push_back(std::move(r));
  index();
  return last_id_;
}

void Requests::start_step(Request& r) {
  const std::vector<Frame> frames = frames_of(vm_, *r.thread);
  r.from = nullptr;
  r.from_fp = 0;
  r.from_line = -1;
  if (frames.empty()) return;
  r.from_fp = frames.front().fp;
  r.from_pc = frames.front().pc;
  r.from = frames.front().method;
  r.from_line = r.from->line_of(r.from_pc);
}

void Requests::restart_steps() {
  for (Request& r : requests_)
    if (r.kind == Kind::SingleStep && *r.thread < vm_.thread_count()) start_step(r);
}

void Requests::clear(uint8_t kind, int32_t id) {
  std::erase_if(requests_, [&](const Request& r) { return static_cast<uint8_t>(r.kind) == kind && r.id == id; });
  index();
}

void Requests::clear_breakpoints() {
  std::erase_if(requests_, [](const Request& r) { return r.kind == Kind::Breakpoint; });
  index();
}

void Requests::index() {
  std::fill(std::begin(kinds_), std::end(kinds_), false);
  breakpoints_.clear();
  for (const Request& r : requests_) {
    kinds_[static_cast<uint8_t>(r.kind)] = true;
    if (r.kind == Kind::Breakpoint) breakpoints_[r.method->id].push_back(r.bci);
  }
}

// As a debugger's user expects of a line: it ends where another line begins, in a method that was called (into), or
// where the method is left.
bool Requests::step_ends(const Request& r, const Occurrence& o) const {
  const uint32_t fp = vm_.thread(o.thread).s.fp;
  const int line = o.method->line_of(o.pc);
  if (r.by_line && line < 0) return false;
  if (!r.from) return true;
  if (fp < r.from_fp) return true;
  if (fp > r.from_fp) return r.depth == Depth::Into;
  if (o.method != r.from) return true;  // the frame was left, and this one is in its place
  if (r.depth == Depth::Out) return false;
  return r.by_line ? line != r.from_line : o.pc != r.from_pc;
}

bool Requests::matches(const Request& r, const Occurrence& o) const {
  if (r.kind != o.kind || (r.thread && *r.thread != o.thread)) return false;
  // A filter for classes means the class that is prepared, else the one where it happens.
  const Klass* k = o.kind == Kind::ClassPrepare ? o.klass : o.method ? o.method->owner : nullptr;
  const bool filtered = !r.classes.empty() || !r.matches.empty() || !r.excludes.empty() || !r.sources.empty();
  if (filtered && k) {
    const std::string name = k->external_name();
    for (const Klass* c : r.classes)
      if (!k->is_subclass_of(c)) return false;
    for (const std::string& p : r.matches)
      if (!matches_pattern(p, name)) return false;
    for (const std::string& p : r.excludes)
      if (matches_pattern(p, name)) return false;
    for (const std::string& p : r.sources)
      if (!k->file || !matches_pattern(p, std::string(k->file->source_file))) return false;
  }
  if (r.method && (o.method != r.method || o.method->bci[o.pc] != r.bci)) return false;
  if (r.field && o.field != r.field) return false;
  if (r.exceptions) {
    if (r.exception && !o.klass->is_subclass_of(r.exception)) return false;
    if (!(o.handler ? r.caught : r.uncaught)) return false;
  }
  if (r.instance) {
    const std::vector<Frame> frames = frames_of(vm_, o.thread);
    if (frames.empty() || !o.method) return false;
    const vm::Ref self = frames.front().method->is_static()
                             ? vm::kNull
                             : vm_.thread(o.thread).stack[frames.front().fp - frames.front().method->max_locals];
    if (self != *r.instance) return false;
  }
  return o.kind != Kind::SingleStep || step_ends(r, o);
}

std::vector<Request> Requests::matching(const Occurrence& o) {
  std::vector<Request> out;
  std::vector<int32_t> over;
  for (Request& r : requests_) {
    if (!matches(r, o)) continue;
    if (r.kind == Kind::SingleStep) start_step(r);
    if (r.count && --r.count) continue;
    out.push_back(r);
    if (r.once) over.push_back(r.id);
  }
  if (!over.empty()) {
    std::erase_if(requests_, [&](const Request& r) { return std::find(over.begin(), over.end(), r.id) != over.end(); });
    index();
  }
  return out;
}

}  // namespace jmc::debugger
