// Exceptions made by the VM, stack traces, and their text for reports.
#include <algorithm>

#include "vm/code/insn.hpp"
#include "vm/code/npe_message.hpp"
#include "vm/native.hpp"

namespace jmc::vm {

namespace {
constexpr uint32_t kMaxTrace = 1024;  // frames kept, as HotSpot's MaxJavaStackTraceDepth
}  // namespace

Ref Vm::capture_backtrace(ThreadId thread, uint32_t exception_klass) {
  const bool boot = !known || !known->int_array;
  if (boot) return kNull;
  if (threads_[thread].s.initialising)
    initialiser_told("makes an exception");  // its trace shows who asked for the class
  std::vector<uint32_t> pairs;
  Klass* skip = exception_klass != ~0u ? klass(exception_klass) : nullptr;
  bool in_constructor = true, top_is_hidden = false;
  if (running_native_ && !skip) pairs = {running_native_->id, 0};
  walk_frames(thread, [&](Method* m, uint32_t pc) {
    // fillInStackTrace and the constructors of the exception itself are no part of its trace.
    if (in_constructor && skip) {
      if (m->name == "fillInStackTrace" && skip->is_subclass_of(m->owner)) return true;
      if (m->is_init() && skip->is_subclass_of(m->owner)) return true;
      in_constructor = false;
    }
    if (m->hidden_frame || m->internal || !m->file) {
      top_is_hidden |= pairs.empty();
      return true;
    }
    pairs.push_back(m->id);
    pairs.push_back(pc);
    return pairs.size() < kMaxTrace * 2;
  });
  // Methods and instructions in turn. One word more says that the first one has not thrown it: then no message explains
  // it.
  if (top_is_hidden && !pairs.empty()) pairs.push_back(0);
  const uint64_t size = kHeaderSize + pairs.size() * 4;
  const Ref r = heap.allocate(size);
  if (!r) throw Unsupported(Failure::MemoryLimit, "memory limit: the address space of the program's heap is used up");
  *heap.header(r) = {known->int_array->id, static_cast<uint32_t>(pairs.size()), 0, 0, 0, 0};
  if (!pairs.empty()) std::memcpy(heap.address(r, kHeaderSize), pairs.data(), pairs.size() * 4);
  return r;
}

Ref Vm::make_exception(std::string_view name, std::u16string_view message, bool has_message) {
  Klass* k = require_class(name);
  check_allocated(k->instance_size);
  const Ref r = heap.allocate(k->instance_size);  // not room_for(): an OutOfMemoryError needs to be made too
  if (!r) throw Unsupported(Failure::MemoryLimit, "memory limit: the address space of the program's heap is used up");
  heap.header(r)->klass = k->id;
  const auto put = [&](const Field* f, Ref v) {
    if (f) store_ref(r, f->offset, v);
  };
  const auto copy_static = [&](const Field* to, const Field* from) {
    if (to && from && initialised(from->owner)) put(to, heap.load<Ref>(from->owner->statics, from->offset));
  };
  put(known->throwable_cause, r);
  copy_static(known->throwable_stack_trace, known->throwable_empty_stack);
  copy_static(known->throwable_suppressed, known->throwable_suppressed_sentinel);
  if (has_message) put(known->throwable_message, new_string(message));
  const Ref trace = capture_backtrace(current_, ~0u);
  put(known->throwable_backtrace, trace);
  if (known->throwable_depth && trace) heap.store<uint32_t>(r, known->throwable_depth->offset, array_length(trace) / 2);
  // A NullPointerException counts its traces: only the first one can be explained in words later on.
  for (const char* counter : {"numStackTracesFilledIn", "extendedMessageState"})
    if (const Field* f = k->find_field(counter, "I")) heap.store<uint32_t>(r, f->offset, 1);
  pending_exception = kNull;
  return r;
}

namespace {

// Messages quote names of class files, which are modified UTF-8, and texts of the program in UTF-8: in the latter a
// character beyond U+FFFF has four bytes, which the former never has.
std::u16string message_text(std::string_view message) {
  std::u16string out;
  size_t done = 0;
  for (size_t i = 0; i + 3 < message.size(); ++i) {
    const auto bits = [&](size_t at, uint32_t mask) { return static_cast<uint8_t>(message[at]) & mask; };
    if (bits(i, 0xF8) != 0xF0) continue;
    const uint32_t c = bits(i, 7) << 18 | bits(i + 1, 63) << 12 | bits(i + 2, 63) << 6 | bits(i + 3, 63);
    if (c < 0x10000 || c > 0x10FFFF) continue;
    out += classfile::decode_modified_utf8(message.substr(done, i - done));
    out += static_cast<char16_t>(0xD800 + ((c - 0x10000) >> 10));
    out += static_cast<char16_t>(0xDC00 + (c & 0x3FF));
    done = (i += 3) + 1;
  }
  return out + classfile::decode_modified_utf8(message.substr(done));
}

}  // namespace

void Vm::throw_new(std::string_view name, std::string_view message) {
  if (!known || !known->throwable_message)
    throw Unsupported("during start-up: " + std::string(name) + ": " + std::string(message));
  pending_exception = make_exception(name, message_text(message));
}

void Vm::throw_new(std::string_view name) {
  if (!known || !known->throwable_message) throw Unsupported("during start-up: " + std::string(name));
  pending_exception = make_exception(name, u"", false);
}

std::string Vm::describe_exception(Ref e) const {
  std::string s = klass_of(e)->external_name();
  const Ref message = known->throwable_message ? heap.load<Ref>(e, known->throwable_message->offset) : kNull;
  if (message) return s + ": " + string_utf8(message);
  if (klass_of(e)->name == "java/lang/NullPointerException") {
    const Ref trace = known->throwable_backtrace ? heap.load<Ref>(e, known->throwable_backtrace->offset) : kNull;
    if (trace && array_length(trace) >= 2 && array_length(trace) % 2 == 0) {
      const Method* m = methods_[heap.load<uint32_t>(trace, kHeaderSize)];
      const std::string text = npe_message(*this, *m, heap.load<uint32_t>(trace, kHeaderSize + 4));
      if (!text.empty()) return s + ": " + text;
    }
  }
  return s;
}

// The list of suppressed exceptions: an ArrayList if there are any.
std::vector<Ref> Vm::suppressed_by(Ref e) const {
  const Ref list = known->throwable_suppressed ? heap.load<Ref>(e, known->throwable_suppressed->offset) : kNull;
  if (!list) return {};
  const Field* size = klass_of(list)->find_field("size", "I");
  const Field* data = klass_of(list)->find_field("elementData");
  if (!size || !data) return {};
  std::vector<Ref> out(heap.load<uint32_t>(list, size->offset));
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = heap.load<Ref>(heap.load<Ref>(list, data->offset), kHeaderSize + static_cast<uint32_t>(i) * 4);
  return out;
}

// As Throwable.printStackTrace does it: frames at the end that the enclosing exception has too are counted only.
std::string Vm::stack_trace_text(Ref e) const {
  std::string out;
  std::vector<Ref> seen;
  const auto frames_of = [&](Ref x) {
    std::vector<std::string> frames;
    const Ref trace = known->throwable_backtrace ? heap.load<Ref>(x, known->throwable_backtrace->offset) : kNull;
    const uint32_t length = trace ? array_length(trace) : 0;
    for (uint32_t i = 0; i + 1 < length; i += 2) {
      const Method* m = methods_[heap.load<uint32_t>(trace, kHeaderSize + i * 4)];
      const int line = m->line_of(heap.load<uint32_t>(trace, kHeaderSize + i * 4 + 4));
      const std::string_view source = m->owner->file ? m->owner->file->source_file : std::string_view{};
      std::string where =
          source.empty() ? "Unknown Source" : std::string(source) + (line >= 0 ? ":" + std::to_string(line) : "");
      if (m->flags & kNativeFlag) where = "Native Method";
      frames.push_back(m->owner->external_name() + "." + std::string(m->name) + "(" + where + ")");
    }
    return frames;
  };
  const auto print = [&](const auto& self, Ref x, const std::vector<std::string>& enclosing, const std::string& caption,
                         const std::string& indent) -> void {
    if (std::find(seen.begin(), seen.end(), x) != seen.end()) {
      out += indent + caption + "[CIRCULAR REFERENCE: " + describe_exception(x) + "]\n";
      return;
    }
    seen.push_back(x);
    out += indent + caption + describe_exception(x) + "\n";
    const std::vector<std::string> frames = frames_of(x);
    size_t common = 0;
    while (common < frames.size() && common < enclosing.size() &&
           frames[frames.size() - 1 - common] == enclosing[enclosing.size() - 1 - common])
      ++common;
    for (size_t i = 0; i + common < frames.size(); ++i) out += indent + "    at " + frames[i] + "\n";
    if (common) out += indent + "    ... " + std::to_string(common) + " more\n";
    for (const Ref s : suppressed_by(x)) self(self, s, frames, "Suppressed: ", indent + "    ");
    const Ref cause = heap.load<Ref>(x, known->throwable_cause->offset);
    if (cause && cause != x) self(self, cause, frames, "Caused by: ", indent);
  };
  print(print, e, {}, "", "");
  return out;
}

void Vm::walk_frames(ThreadId t, const std::function<bool(Method*, uint32_t)>& visit) const {
  for (uint32_t fp = threads_[t].s.fp; fp;) {
    const FrameHeader* f = frame(t, fp);
    if (!visit(methods_[f->method], f->pc)) return;
    fp = f->prev;
  }
}

}  // namespace jmc::vm
