// Files: the standard streams, and questions about files (existence, size, canonical names), which are part of the environment. To read
// or write a file is refused: what it contains would be state that jmc cannot take back.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

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

// Standard input is empty.
NativeStatus end_of_input(NativeCall& c) {
  if (descriptor_of(c.vm, c.ref(0)) != 0) c.unsupported("reading a file");
  return c.result(-1);
}
NativeStatus nothing_available(NativeCall& c) {
  if (descriptor_of(c.vm, c.ref(0)) != 0) c.unsupported("reading a file");
  return c.result(0);
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
    {"java/io/FileInputStream.readBytes([BII)I", end_of_input},
    {"java/io/FileInputStream.read0()I", end_of_input},
    {"java/io/FileInputStream.available0()I", nothing_available},
    {"java/io/FileInputStream.isRegularFile0(Ljava/io/FileDescriptor;)Z", zero},
    {"java/io/Console.istty()Z", zero},
    {"java/io/Console.ttyStatus()I", zero},
};

}  // namespace

void register_io(Vm& vm) { register_table(vm, kTable); }

}  // namespace jmc::natives
