// System.out and System.err (jdk-stubs/jmc/internal/ConsoleStream.java): one call of a print method is one output step.
//
// Text is encoded as `java` does when its output is a pipe: by the properties that the JDK in use obeys, else by the
// locale of the environment. What the encoding cannot say becomes '?'.

#include <algorithm>
#include <string>

#include "natives/classes/invoke.hpp"
#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

enum class Charset : uint8_t { Ascii, Latin1, Utf8, Other };

Charset charset_named(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char ch) { return static_cast<char>(std::tolower(ch)); });
  for (const char* utf8_name : {"utf-8", "utf8"})
    if (name == utf8_name) return Charset::Utf8;
  for (const char* ascii : {"us-ascii", "ascii", "ansi_x3.4-1968", "iso646-us", "646", "posix"})
    if (name == ascii) return Charset::Ascii;
  for (const char* latin : {"iso-8859-1", "iso8859-1", "iso8859_1", "iso_8859-1", "latin1", "l1"})
    if (name == latin) return Charset::Latin1;
  return Charset::Other;
}

// The value after "key=" of a -D, if it was given.
std::optional<std::string> property(const Vm& vm, std::string_view key) {
  for (auto it = vm.options.properties.rbegin(); it != vm.options.properties.rend(); ++it)
    if (it->size() > key.size() && it->starts_with(key) && (*it)[key.size()] == '=') return it->substr(key.size() + 1);
  return std::nullopt;
}

std::string charset_name(const Vm& vm, int fd) {
  const std::string stream = fd == 1 ? "stdout.encoding" : "stderr.encoding";
  if (vm.jdk.release >= 18) {
    if (const auto name = property(vm, stream)) return *name;
  } else {
    if (const auto name = property(vm, "sun." + stream)) return *name;
    if (const auto name = property(vm, "file.encoding")) return *name;
  }
  return "UTF-8";  // whatever the terminal has: outcomes are the same everywhere
}

void append_utf8(std::string& out, uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 63));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 63));
    out += static_cast<char>(0x80 | (code & 63));
  } else {
    out += static_cast<char>(0xF0 | code >> 18);
    out += static_cast<char>(0x80 | (code >> 12 & 63));
    out += static_cast<char>(0x80 | (code >> 6 & 63));
    out += static_cast<char>(0x80 | (code & 63));
  }
}

bool is_high(char16_t unit) { return (unit & 0xFC00) == 0xD800; }
bool is_low(char16_t unit) { return (unit & 0xFC00) == 0xDC00; }

class Encoder {
 public:
  Encoder(NativeCall& c, Charset charset, const std::string& name) : c_(c), charset_(charset), name_(name) {}

  // `dangling`: the high surrogate at the end of what was printed before, or 0; afterwards that of this text.
  std::string encode(std::u16string_view text, char16_t& dangling) {
    for (const char16_t unit : text) {
      if (dangling && is_low(unit)) {
        code_point(0x10000 + ((dangling & 0x3FFu) << 10) + (unit & 0x3FFu));
        dangling = 0;
        continue;
      }
      if (dangling) out_ += '?';
      dangling = 0;
      if (is_high(unit)) dangling = unit;
      else if (is_low(unit)) out_ += '?';
      else code_point(unit);
    }
    return std::move(out_);
  }

 private:
  void code_point(uint32_t code) {
    if (code < 0x80) out_ += static_cast<char>(code);
    else if (charset_ == Charset::Utf8) append_utf8(out_, code);
    else if (charset_ == Charset::Latin1 && code < 0x100) out_ += static_cast<char>(code);
    else if (charset_ == Charset::Other) c_.unsupported("text other than ASCII in the encoding " + name_);
    else out_ += '?';
  }

  NativeCall& c_;
  const Charset charset_;
  const std::string& name_;
  std::string out_;
};

int stream_number(const NativeCall& c) { return static_cast<int>(get_int(c.vm, c.ref(0), "fd")); }

// The real stream prints while it holds its own monitor and waits for nothing else meanwhile: one step, once the
// monitor is free, in programs that lock the stream. From 19 to 23 the real one has a lock of its own instead (its
// field `lock`), which no program can take.
constexpr Operation kOnceStreamFree{
    .ways = [](Vm& vm, ThreadId t, const Pending& p) -> uint32_t { return vm.lock_free_for(p.accesses[1].object, t); },
    .as = as_lock,
    .waits_for = [](Vm& vm, ThreadId, const Pending& p) { return vm.lock_owner(p.accesses[1].object); }};

bool describe_use(NativeCall& c, Pending& pending, bool writes) {
  if (!c.vm.multi()) return false;
  pending.add(kOutputLocation, static_cast<uint32_t>(stream_number(c)), writes);
  if (c.vm.rules.foresees(kOutputMonitors) && !has_field(c.vm, c.ref(0), "lock")) {
    pending.add(c.ref(0), kLockField, true);
    pending.operation = &kOnceStreamFree;
  }
  return true;
}

// Where texts are not told apart, and on standard error, prints to an open stream commute.
bool describe_output(NativeCall& c, Pending& pending) {
  pending.kind = PendingKind::Output;
  pending.object = c.ref(1);
  pending.verb = Verb::Print;
  return describe_use(c, pending, c.vm.output.tells(stream_number(c)) || get_int(c.vm, c.ref(0), "closed"));
}

bool describe_close(NativeCall& c, Pending& pending) {
  pending.kind = PendingKind::Other;
  pending.object = c.ref(0);
  pending.verb = Verb::Close;
  return describe_use(c, pending, true);
}

bool describe_trouble(NativeCall& c, Pending& pending) {
  pending.kind = PendingKind::Other;
  pending.object = c.ref(0);
  pending.verb = Verb::CheckError;
  return describe_use(c, pending, false);
}

NativeStatus close(NativeCall& c) {
  put_int(c.vm, c.ref(0), "closed", 1);
  return c.done();
}

NativeStatus check_error(NativeCall& c) { return c.result(get_int(c.vm, c.ref(0), "trouble") != 0); }

// A closed stream swallows what it is given and says so in checkError().
bool is_closed(NativeCall& c) {
  if (!get_int(c.vm, c.ref(0), "closed")) return false;
  put_int(c.vm, c.ref(0), "trouble", 1);
  return true;
}

NativeStatus emit(NativeCall& c) {
  if (is_closed(c)) return c.done();
  const int fd = stream_number(c);
  const std::string name = charset_name(c.vm, fd);
  const char16_t before = static_cast<char16_t>(get_int(c.vm, c.ref(0), "dangling"));
  char16_t dangling = before;
  const std::string bytes = Encoder(c, charset_named(name), name).encode(c.vm.string_value(c.ref(1)), dangling);
  if (dangling != before) put_int(c.vm, c.ref(0), "dangling", dangling);
  c.vm.output.write(fd, bytes);
  return c.done();
}

// Slots: 0 the stream, 1 bytes, 2 offset, 3 length; the caller has checked the range.
NativeStatus emit_bytes(NativeCall& c) {
  if (is_closed(c)) return c.done();
  const char* data = array_data(c.vm, c.ref(1)) + c.i32(2);
  c.vm.output.write(stream_number(c), {data, static_cast<size_t>(c.i32(3))});
  return c.done();
}

constexpr Entry kConsoleNatives[] = {
    {"jmc/internal/ConsoleStream.emit(Ljava/lang/String;)V", emit, describe_output},
    {"jmc/internal/ConsoleStream.emitBytes([BII)V", emit_bytes, describe_output},
    {"jmc/internal/ConsoleStream.close()V", close, describe_close},
    {"jmc/internal/ConsoleStream.checkError()Z", check_error, describe_trouble},
};

}  // namespace

void register_console(Vm& vm) { register_table(vm, kConsoleNatives); }

}  // namespace jmc::natives
