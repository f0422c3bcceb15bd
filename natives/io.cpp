// Files: the standard streams, questions about files (existence, size, canonical names), and reading the files of the JDK (security
// properties, time zones). To read or write any other file is refused: what it contains would be state that jmc cannot take back.
//
// An open file of the JDK is a number from kFirstFile on; its content is kept as a fact about the JDK, and the position in it is the
// FileDescriptor's `handle`, which Unix leaves unused: part of the program's heap.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

int descriptor_of(Vm& vm, Ref stream) {
  const Ref fd = get_ref(vm, stream, "fd");
  return fd ? static_cast<int>(get_int(vm, fd, "fd")) : -1;
}

bool describe_output(NativeCall& c, Pending& p, int fd) {
  if (!c.vm.multi() || (fd != 1 && fd != 2)) return false;
  p.kind = PendingKind::Output;
  p.verb = "print";
  p.add(kOutputLocation, static_cast<uint32_t>(fd), true);
  return true;
}

NativeStatus write(NativeCall& c, int fd, const std::string& bytes) {
  if (fd != 1 && fd != 2) c.unsupported("writing to a file");
  c.vm.write_output(fd, bytes);
  return c.done();
}

// The bytes [offset, offset + length) of an array; false: an exception is pending.
bool slice(NativeCall& c, int array_slot, std::string& out) {
  const Ref a = c.ref(array_slot);
  const int offset = c.i32(array_slot + 1), length = c.i32(array_slot + 2);
  if (!a) {
    c.vm.throw_new("java/lang/NullPointerException");
    return false;
  }
  if (offset < 0 || length < 0 || static_cast<uint64_t>(offset) + static_cast<uint64_t>(length) > c.vm.array_length(a)) {
    c.vm.throw_new("java/lang/IndexOutOfBoundsException");
    return false;
  }
  out.assign(array_data(c.vm, a) + offset, static_cast<size_t>(length));
  return true;
}

bool describe_file_write(NativeCall& c, Pending& p) { return describe_output(c, p, descriptor_of(c.vm, c.ref(0))); }

NativeStatus file_write_bytes(NativeCall& c) {
  std::string bytes;
  if (!slice(c, 1, bytes)) return NativeStatus::Throw;
  return write(c, descriptor_of(c.vm, c.ref(0)), bytes);
}

NativeStatus file_write(NativeCall& c) {
  return write(c, descriptor_of(c.vm, c.ref(0)), std::string(1, static_cast<char>(c.i32(1))));
}

// --- java.io.FileInputStream ----------------------------------------------------------------------------------------------

constexpr int kFirstFile = 1000;

NativeStatus open_file(NativeCall& c) {
  Vm& vm = c.vm;
  const std::string path = utf8(vm, c.ref(1));
  if (!path.starts_with(vm.jdk.home + "/")) c.unsupported("reading the file " + path);
  auto& files = context(vm).jdk_files;
  size_t i = 0;
  while (i < files.size() && files[i].first != path) ++i;
  if (i == files.size()) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return c.throw_new("java/io/FileNotFoundException", path + " (No such file or directory)");
    std::ostringstream content;
    content << in.rdbuf();
    files.emplace_back(path, content.str());
  }
  const Ref fd = get_ref(vm, c.ref(0), "fd");
  put_int(vm, fd, "fd", kFirstFile + static_cast<int64_t>(i));
  put_int(vm, fd, "handle", 0);
  return c.done();
}

// What is left to read, and where the position is kept. Standard input is empty.
struct Reading { std::string_view left; Ref fd; int64_t position; };

Reading reading(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref fd = get_ref(vm, c.ref(0), "fd");
  const int number = descriptor_of(vm, c.ref(0));
  const auto& files = context(vm).jdk_files;
  if (number == 0) {
    vm.remark("System.in", "is empty; read at " + vm.place_of(c.thread));
    return {{}, fd, 0};
  }
  if (number < kFirstFile || static_cast<size_t>(number - kFirstFile) >= files.size()) c.unsupported("reading a file");
  const std::string& content = files[static_cast<size_t>(number - kFirstFile)].second;
  const int64_t position = std::min(get_int(vm, fd, "handle"), static_cast<int64_t>(content.size()));
  return {std::string_view(content).substr(static_cast<size_t>(position)), fd, position};
}

NativeStatus read_byte(NativeCall& c) {
  const Reading r = reading(c);
  if (r.left.empty()) return c.result(-1);
  put_int(c.vm, r.fd, "handle", r.position + 1);
  return c.result(static_cast<int32_t>(static_cast<uint8_t>(r.left[0])));
}

NativeStatus read_bytes(NativeCall& c) {
  std::string checked;
  if (!slice(c, 1, checked)) return NativeStatus::Throw;
  const Reading r = reading(c);
  if (checked.empty()) return c.result(0);
  if (r.left.empty()) return c.result(-1);
  const size_t n = std::min(r.left.size(), checked.size());
  char* to = array_data(c.vm, c.ref(1)) + c.i32(2);
  c.vm.heap.log_range(c.ref(1), to, n);
  std::memcpy(to, r.left.data(), n);
  put_int(c.vm, r.fd, "handle", r.position + static_cast<int64_t>(n));
  return c.result(static_cast<int32_t>(n));
}

NativeStatus available(NativeCall& c) { return c.result(static_cast<int32_t>(reading(c).left.size())); }
NativeStatus position(NativeCall& c) { return c.result(reading(c).position); }
NativeStatus whole_length(NativeCall& c) {
  const Reading r = reading(c);
  return c.result(r.position + static_cast<int64_t>(r.left.size()));
}
NativeStatus skip(NativeCall& c) {
  const Reading r = reading(c);
  const int64_t n = std::max(-r.position, std::min(c.i64(1), static_cast<int64_t>(r.left.size())));
  put_int(c.vm, r.fd, "handle", r.position + n);
  return c.result(n);
}

NativeStatus close_file(NativeCall& c) {
  put_int(c.vm, c.ref(0), "fd", -1);
  return c.done();
}

// --- java.io.FileDescriptor -----------------------------------------------------------------------------------------------

NativeStatus no_handle(NativeCall& c) { return c.result(int64_t{-1}); }

// --- java.io.UnixFileSystem: this, and a File or a path -------------------------------------------------------------------

std::string path_of(NativeCall& c) {
  const Ref file = c.ref(1);
  return utf8(c.vm, c.vm.klass_of(file) == c.vm.known->string ? file : get_ref(c.vm, file, "path"));
}

NativeStatus boolean_attributes(NativeCall& c) {
  constexpr int kExists = 1, kRegular = 2, kDirectory = 4;
  struct stat s;
  if (stat(path_of(c).c_str(), &s)) return c.result(0);
  return c.result(kExists | (S_ISREG(s.st_mode) ? kRegular : 0) | (S_ISDIR(s.st_mode) ? kDirectory : 0));
}

NativeStatus check_access(NativeCall& c) {   // File.ACCESS_READ, WRITE and EXECUTE are the bits of access()
  return c.result(access(path_of(c).c_str(), c.i32(2)) == 0);
}

NativeStatus file_length(NativeCall& c) {
  struct stat s;
  return c.result(stat(path_of(c).c_str(), &s) ? int64_t{0} : static_cast<int64_t>(s.st_size));
}

NativeStatus last_modified(NativeCall& c) {
  struct stat s;
  return c.result(stat(path_of(c).c_str(), &s) ? int64_t{0} : static_cast<int64_t>(s.st_mtim.tv_sec) * 1000 + s.st_mtim.tv_nsec / 1'000'000);
}

// The canonical form of the longest part of the path that exists, and the rest as it is.
NativeStatus canonicalize(NativeCall& c) {
  std::string path = path_of(c), rest;
  for (;;) {
    if (char* real = realpath(path.c_str(), nullptr)) {
      const std::string result = (std::string(real) == "/" && !rest.empty() ? "" : real) + rest;
      std::free(real);
      return c.result(c.vm.new_string_utf8(result));
    }
    const size_t slash = path.rfind('/');
    if (slash == path.npos || slash == 0) return c.result(c.vm.new_string_utf8(path + rest));
    rest = path.substr(slash) + rest;
    path.resize(slash);
  }
}

// java.nio.file: paths are Java code that wants to know the current directory and what else the system can do; every operation on a
// file is a native of its own, which is refused.
NativeStatus current_path(NativeCall& c) {
  char buffer[4096];
  const std::string_view text = getcwd(buffer, sizeof buffer) ? buffer : "/";
  return c.result(byte_array(c.vm, {reinterpret_cast<const uint8_t*>(text.data()), text.size()}));
}

constexpr Entry kTable[] = {
    {"java/io/UnixFileSystem.getBooleanAttributes0(Ljava/io/File;)I", boolean_attributes},
    {"java/io/UnixFileSystem.getBooleanAttributes0(Ljava/lang/String;)I", boolean_attributes},
    {"java/io/UnixFileSystem.checkAccess(Ljava/io/File;I)Z", check_access},
    {"java/io/UnixFileSystem.checkAccess0(Ljava/io/File;I)Z", check_access},
    {"java/io/UnixFileSystem.getLength(Ljava/io/File;)J", file_length},
    {"java/io/UnixFileSystem.getLength0(Ljava/io/File;)J", file_length},
    {"java/io/UnixFileSystem.getLastModifiedTime(Ljava/io/File;)J", last_modified},
    {"java/io/UnixFileSystem.getLastModifiedTime0(Ljava/io/File;)J", last_modified},
    {"java/io/UnixFileSystem.canonicalize0(Ljava/lang/String;)Ljava/lang/String;", canonicalize},
    {"sun/nio/fs/UnixNativeDispatcher.init()I", zero},
    {"sun/nio/fs/UnixNativeDispatcher.getcwd()[B", current_path},
    {"java/io/FileDescriptor.initIDs()V", nothing},
    {"java/io/FileInputStream.initIDs()V", nothing},
    {"java/io/FileOutputStream.initIDs()V", nothing},
    {"java/io/RandomAccessFile.initIDs()V", nothing},
    {"java/io/UnixFileSystem.initIDs()V", nothing},
    {"java/io/FileCleanable.cleanupClose0(IJ)V", nothing},
    {"java/io/FileDescriptor.getHandle(I)J", no_handle},
    {"java/io/FileDescriptor.getAppend(I)Z", zero},
    {"java/io/FileDescriptor.set(I)J", no_handle},
    {"java/io/FileOutputStream.writeBytes([BIIZ)V", file_write_bytes, describe_file_write},
    {"java/io/FileOutputStream.write(IZ)V", file_write, describe_file_write},
    {"java/io/FileInputStream.open0(Ljava/lang/String;)V", open_file},
    {"java/io/FileInputStream.readBytes([BII)I", read_bytes},
    {"java/io/FileInputStream.read0()I", read_byte},
    {"java/io/FileInputStream.available0()I", available},
    {"java/io/FileInputStream.length0()J", whole_length},
    {"java/io/FileInputStream.position0()J", position},
    {"java/io/FileInputStream.skip0(J)J", skip},
    {"java/io/FileDescriptor.close0()V", close_file},
    {"java/io/FileInputStream.isRegularFile0(Ljava/io/FileDescriptor;)Z", zero},
    {"java/io/Console.istty()Z", zero},
    {"java/io/Console.encoding()Ljava/lang/String;", zero},
    {"java/io/Console.instantiateConsole()Ljava/io/Console;", zero},       // null: no terminal
    {"java/io/Console.instantiateConsole(Z)Ljava/io/Console;", zero},
    {"java/io/Console.ttyStatus()I", zero},
};

}  // namespace

void register_io(Vm& vm) { register_table(vm, kTable); }

}  // namespace jmc::natives
