// java.io over the program's file system (file_system.hpp): FileInputStream, FileOutputStream, RandomAccessFile, File.
// The standard streams are in io.cpp, which hands over what is no standard stream.
#include "natives/files/files_io.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "natives/files/file_system.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

constexpr const char* kIoException = "java/io/IOException";

NativeStatus failed(NativeCall& c, int64_t error) {
  return error == kPending ? NativeStatus::Throw : c.throw_new(kIoException, error_text(static_cast<int>(-error)));
}

// --- streams and RandomAccessFile: slot 0 the stream

Ref descriptor_object(Vm& vm, Ref stream) { return get_ref(vm, stream, "fd"); }
int descriptor_of(Vm& vm, Ref stream) {
  const Ref fd = descriptor_object(vm, stream);
  return fd ? static_cast<int>(get_int(vm, fd, "fd")) : -1;
}
Ref open_of(NativeCall& c) { return FileSystem(c.vm).open_file(descriptor_of(c.vm, c.ref(0))); }

int input_flags(NativeCall&) { return O_RDONLY; }
int output_flags(NativeCall& c) { return O_WRONLY | O_CREAT | (c.i32(2) ? O_APPEND : O_TRUNC); }
int random_flags(NativeCall& c) { return c.i32(2) & 2 ? O_RDWR | O_CREAT : O_RDONLY; }

template <int (*Flags)(NativeCall&)>
void plan_opening(NativeCall& c, Touch& touch) {
  if (c.ref(1)) plan_open(touch, utf8(c.vm, c.ref(1)), Flags(c));
}

template <int (*Flags)(NativeCall&)>
NativeStatus open(NativeCall& c) {
  Vm& vm = c.vm;
  const std::string path = utf8(vm, c.ref(1));
  int fd = open_path(vm, path, Flags(c), 0666);
  if (fd >= 0 && FileSystem(vm).is_folder(FileSystem(vm).file_of(FileSystem(vm).open_file(fd)))) {
    FileSystem(vm).close(fd);
    fd = -EISDIR;
  }
  if (fd == kPending) return NativeStatus::Throw;
  if (fd < 0) return c.throw_new("java/io/FileNotFoundException", path + " (" + error_text(-fd) + ")");
  const Ref object = descriptor_object(vm, c.ref(0));
  put_int(vm, object, "fd", fd);
  if (has_field(vm, object, "append")) put_int(vm, object, "append", (Flags(c) & O_APPEND) != 0);
  return c.done();
}

void plan_position(NativeCall& c, Touch& touch) { touch.position(open_of(c), true); }
void plan_size(NativeCall& c, Touch& touch) {
  if (const Ref open = open_of(c)) touch.position(open, false), touch.content(touch.files().file_of(open), false);
}
void plan_resize(NativeCall& c, Touch& touch) {
  if (const Ref open = open_of(c)) touch.position(open, true), touch.content(touch.files().file_of(open), true);
}
// FileDescriptor.sync: slot 0 the descriptor. There is no disk that something has to reach; whether it is open counts.
void plan_sync(NativeCall& c, Touch& touch) {
  if (const Ref open = FileSystem(c.vm).open_file(static_cast<int>(get_int(c.vm, c.ref(0), "fd"))))
    touch.position(open, false);
}
NativeStatus sync(NativeCall& c) {
  const Ref open = FileSystem(c.vm).open_file(static_cast<int>(get_int(c.vm, c.ref(0), "fd")));
  return open ? c.done() : c.throw_new("java/io/SyncFailedException", "sync failed");
}
void plan_reading(NativeCall& c, Touch& touch) { plan_transfer(touch, descriptor_of(c.vm, c.ref(0)), false, false); }
void plan_writing(NativeCall& c, Touch& touch) { plan_transfer(touch, descriptor_of(c.vm, c.ref(0)), true, false); }

NativeStatus position(NativeCall& c) {
  const Ref open = open_of(c);
  return open ? c.result(FileSystem(c.vm).position(open)) : failed(c, -EBADF);
}

NativeStatus seek(NativeCall& c) {
  const Ref open = open_of(c);
  if (!open) return failed(c, -EBADF);
  if (c.i64(1) < 0) return c.throw_new(kIoException, "Negative seek offset");
  FileSystem(c.vm).seek(open, c.i64(1));
  return c.done();
}

NativeStatus set_length(NativeCall& c) {
  FileSystem files(c.vm);
  const Ref open = open_of(c);
  if (!open) return failed(c, -EBADF);
  if ((files.flags_of(open) & O_ACCMODE) == O_RDONLY || c.i64(1) < 0) return failed(c, -EINVAL);
  if (!files.resize(files.file_of(open), c.i64(1))) return NativeStatus::Throw;
  if (files.position(open) > c.i64(1)) files.seek(open, c.i64(1));
  return c.done();
}

// --- java.io.UnixFileSystem: slot 0 the file system, then a File or a path

std::string path_at(NativeCall& c, int slot) {
  const Ref file = c.ref(slot);
  return utf8(c.vm, c.vm.klass_of(file) == c.vm.known->string ? file : get_ref(c.vm, file, "path"));
}
std::string path_of(NativeCall& c) { return path_at(c, 1); }

void plan_question(NativeCall& c, Touch& touch) {
  const Found found = touch.files().find(path_of(c));
  touch.tree(false);
  touch.name(found, false);
  touch.content(found.file, false);
}

NativeStatus boolean_attributes(NativeCall& c) {
  constexpr int kExists = 1, kRegular = 2, kDirectory = 4;
  FileSystem files(c.vm);
  const Ref file = files.find(path_of(c)).file;
  if (!file) return c.result(0);
  return c.result(kExists | (files.is_regular(file) ? kRegular : 0) | (files.is_folder(file) ? kDirectory : 0));
}

NativeStatus check_access(NativeCall& c) {  // File.ACCESS_READ, WRITE and EXECUTE are the bits of access()
  FileSystem files(c.vm);
  const Ref file = files.find(path_of(c)).file;
  return c.result(file && files.allowed(file, c.i32(2)));
}

NativeStatus disk_space(NativeCall& c) {  // SPACE_TOTAL, SPACE_FREE, SPACE_USABLE; of what is not there 0
  if (!FileSystem(c.vm).find(path_of(c)).file) return c.result(int64_t{0});
  remark_disk(c);
  return c.result(c.i32(2) == 0 ? kDiskSize : kDiskFree);
}

NativeStatus file_length(NativeCall& c) {
  FileSystem files(c.vm);
  const Ref file = files.find(path_of(c)).file;
  return c.result(file ? files.size(file) : int64_t{0});
}

NativeStatus last_modified(NativeCall& c) {
  FileSystem files(c.vm);
  const Ref file = files.find(path_of(c)).file;
  return c.result(file ? files.modified(file) / 1'000'000 : int64_t{0});
}

// The canonical form of the longest part of the path that exists, and the rest as it is, without "." and "..".
NativeStatus canonicalize(NativeCall& c) {
  FileSystem files(c.vm);
  std::vector<std::string> parts;
  std::string path = FileSystem::absolute(path_of(c));
  for (size_t at = 1; at < path.size();) {
    const size_t end = std::min(path.find('/', at), path.size());
    parts.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  std::string real;
  int links = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] == "..") {
      real.resize(real.empty() ? 0 : real.rfind('/'));
      continue;
    }
    const std::string next = real + "/" + parts[i];
    const Found found = files.find(next, false);
    if (!found.file || !files.is_link(found.file) || ++links > 40) {
      real = next;
      continue;
    }
    const std::string target = files.link_target(found.file);
    std::vector<std::string> rest(parts.begin() + static_cast<std::ptrdiff_t>(i) + 1, parts.end());
    parts.clear();
    if (target.starts_with('/')) real.clear();
    for (size_t at = 0; at < target.size();) {
      const size_t end = std::min(target.find('/', at), target.size());
      if (end > at && target.substr(at, end - at) != ".") parts.push_back(target.substr(at, end - at));
      at = end + 1;
    }
    parts.insert(parts.end(), rest.begin(), rest.end());
    i = static_cast<size_t>(-1);
  }
  return c.result(c.vm.new_string_utf8(real.empty() ? "/" : real));
}

void plan_tree_read(NativeCall& c, Touch& touch) {
  touch.tree(false);
  touch.name(touch.files().find(path_of(c), false), false);
}

void plan_list(NativeCall& c, Touch& touch) {
  const Found found = touch.files().find(path_of(c));
  touch.tree(false);
  if (found.file && touch.files().is_folder(found.file)) touch.listing(found.file, false);
  else touch.name(found, false);
}

NativeStatus list(NativeCall& c) {
  Vm& vm = c.vm;
  FileSystem files(vm);
  const Ref file = files.find(path_of(c)).file;
  if (!file || !files.is_folder(file) || !files.allowed(file, R_OK)) return c.result(kNull);
  std::vector<Ref> names;
  for (const std::string& name : files.list(file)) names.push_back(vm.new_string_utf8(name));
  const Ref array = ref_array(vm, vm.known->string, names);
  return array ? c.result(array) : NativeStatus::Throw;
}

void plan_create(NativeCall& c, Touch& touch) { plan_open(touch, path_of(c), O_CREAT | O_EXCL | O_RDWR); }

NativeStatus create_exclusively(NativeCall& c) {
  const int fd = open_path(c.vm, path_of(c), O_CREAT | O_EXCL | O_RDWR, 0666);
  if (fd == -EEXIST) return c.result(false);
  if (fd < 0) return failed(c, fd);
  FileSystem(c.vm).close(fd);
  return c.result(true);
}

void plan_delete(NativeCall& c, Touch& touch) {
  const Found found = touch.files().find(path_of(c), false);
  const bool file = found.file && touch.files().is_regular(found.file);
  touch.tree(found.file && !file);
  touch.name(found, found.file != kNull);
  if (found.file) touch.listing(found.folder, true);
  if (file) touch.content(found.file, true);
}

NativeStatus remove(NativeCall& c) {
  FileSystem files(c.vm);
  const Found found = files.find(path_of(c), false);
  const int error = files.remove(found, found.file && files.is_folder(found.file));
  if (error == kPending) return NativeStatus::Throw;
  if (!error) files.note_written(path_of(c), "deleted");
  return c.result(error == 0);
}

void plan_tree(NativeCall&, Touch& touch) { touch.tree(true); }

NativeStatus create_folder(NativeCall& c) {
  FileSystem files(c.vm);
  const Found found = files.find(path_of(c));
  if (found.file || found.error != ENOENT || !found.folder || !files.allowed(found.folder, W_OK | X_OK))
    return c.result(false);
  const Ref folder = files.make(S_IFDIR | 0755);
  if (!folder || !files.put(found.folder, found.name, folder)) return NativeStatus::Throw;
  files.note_written(path_of(c), "created");
  return c.result(true);
}

NativeStatus rename(NativeCall& c) {
  FileSystem files(c.vm);
  const int error = files.rename(files.find(path_at(c, 1), false), files.find(path_at(c, 2), false));
  if (error == kPending) return NativeStatus::Throw;
  if (!error) files.note_written(path_at(c, 1), "moved"), files.note_written(path_at(c, 2), "created");
  return c.result(error == 0);
}

void plan_attributes(NativeCall& c, Touch& touch) {
  const Found found = touch.files().find(path_of(c));
  touch.tree(false);
  touch.name(found, false);
  touch.content(found.file, true);
}

NativeStatus set_modified(NativeCall& c) {
  FileSystem files(c.vm);
  const Ref file = files.find(path_of(c)).file;
  if (file)
    files.set(file, files.fields().modified, c.i64(2) * 1'000'000), files.note_written(path_of(c), "attributes");
  return c.result(file != kNull);
}

// setPermission(file, access, enable, ownerOnly)
NativeStatus set_permission(NativeCall& c) {
  FileSystem files(c.vm);
  const Ref file = files.find(path_of(c)).file;
  if (!file) return c.result(false);
  const int bits = c.i32(4) ? c.i32(2) << 6 : c.i32(2) * 0111;
  files.set(file, files.fields().mode, c.i32(3) ? files.mode(file) | bits : files.mode(file) & ~bits);
  files.note_written(path_of(c), "attributes");
  return c.result(true);
}

NativeStatus set_read_only(NativeCall& c) {
  FileSystem files(c.vm);
  const Ref file = files.find(path_of(c)).file;
  if (file)
    files.set(file, files.fields().mode, files.mode(file) & ~0222), files.note_written(path_of(c), "attributes");
  return c.result(file != kNull);
}

NativeStatus longest_name(NativeCall& c) { return c.result(int64_t{255}); }

constexpr Entry kFilesIoNatives[] = {
    {"java/io/FileDescriptor.sync()V", sync, describe_files<plan_sync>},
    {"java/io/FileDescriptor.sync0()V", sync, describe_files<plan_sync>},
    {"java/io/FileInputStream.open0(Ljava/lang/String;)V", open<input_flags>,
     describe_files<plan_opening<input_flags>>},
    {"java/io/FileOutputStream.open0(Ljava/lang/String;Z)V", open<output_flags>,
     describe_files<plan_opening<output_flags>>},
    {"java/io/RandomAccessFile.open0(Ljava/lang/String;I)V", open<random_flags>,
     describe_files<plan_opening<random_flags>>},
    {"java/io/RandomAccessFile.getFilePointer()J", position, describe_files<plan_position>},
    {"java/io/RandomAccessFile.seek0(J)V", seek, describe_files<plan_position>},
    {"java/io/RandomAccessFile.setLength(J)V", set_length, describe_files<plan_resize>},
    {"java/io/RandomAccessFile.setLength0(J)V", set_length, describe_files<plan_resize>},
    {"java/io/UnixFileSystem.canonicalize0(Ljava/lang/String;)Ljava/lang/String;", canonicalize,
     describe_files<plan_tree_read>},
};

// Those of JDK 25 have a 0 at the end of their names, and some of JDK 17 too.
struct Renamed {
  const char *name, *descriptor;
  NativeFn run;
  DescribeFn describe;
};
constexpr Renamed kFileSystem[] = {
    {"getBooleanAttributes", "(Ljava/io/File;)I", boolean_attributes, describe_files<plan_question>},
    {"getBooleanAttributes", "(Ljava/lang/String;)I", boolean_attributes, describe_files<plan_question>},
    {"checkAccess", "(Ljava/io/File;I)Z", check_access, describe_files<plan_question>},
    {"getLength", "(Ljava/io/File;)J", file_length, describe_files<plan_question>},
    {"getSpace", "(Ljava/io/File;I)J", disk_space, describe_files<plan_question>},
    {"getLastModifiedTime", "(Ljava/io/File;)J", last_modified, describe_files<plan_question>},
    {"list", "(Ljava/io/File;)[Ljava/lang/String;", list, describe_files<plan_list>},
    {"createFileExclusively", "(Ljava/lang/String;)Z", create_exclusively, describe_files<plan_create>},
    {"delete", "(Ljava/io/File;)Z", remove, describe_files<plan_delete>},
    {"createDirectory", "(Ljava/io/File;)Z", create_folder, describe_files<plan_tree>},
    {"rename", "(Ljava/io/File;Ljava/io/File;)Z", rename, describe_files<plan_tree>},
    {"setLastModifiedTime", "(Ljava/io/File;J)Z", set_modified, describe_files<plan_attributes>},
    {"setPermission", "(Ljava/io/File;IZZ)Z", set_permission, describe_files<plan_attributes>},
    {"setReadOnly", "(Ljava/io/File;)Z", set_read_only, describe_files<plan_attributes>},
    {"getNameMax", "(Ljava/lang/String;)J", longest_name, nullptr},
};

}  // namespace

void remark_disk(NativeCall& c) {
  c.vm.remark("files", "the disk is one file system of 64 GiB, half of them free; asked at " + c.vm.place_of(c.thread));
}

bool describe_reading(NativeCall& c, Pending& p) { return describe_files<plan_reading>(c, p); }
bool describe_writing(NativeCall& c, Pending& p) { return describe_files<plan_writing>(c, p); }
bool describe_sizing(NativeCall& c, Pending& p) { return describe_files<plan_size>(c, p); }

NativeStatus read_from_file(NativeCall& c, char* to, size_t count, int64_t& n) {
  if (descriptor_of(c.vm, c.ref(0)) < 0) return c.throw_new(kIoException, "Stream Closed");
  n = read_file(c.vm, descriptor_of(c.vm, c.ref(0)), to, count);
  return n < 0 ? failed(c, n) : NativeStatus::Done;
}

NativeStatus write_to_file(NativeCall& c, int fd, const std::string& bytes) {
  if (fd < 0) return c.throw_new(kIoException, "Stream Closed");
  const int64_t n = write_file(c.vm, fd, bytes.data(), bytes.size());
  return n < 0 ? failed(c, n) : NativeStatus::Done;
}

NativeStatus size_and_position(NativeCall& c, int64_t& size, int64_t& at) {
  FileSystem files(c.vm);
  const Ref open = open_of(c);
  if (!open) return failed(c, -EBADF);
  size = files.size(files.file_of(open));
  at = files.position(open);
  return NativeStatus::Done;
}

void seek_in_file(NativeCall& c, int64_t to) {
  if (const Ref open = open_of(c)) FileSystem(c.vm).seek(open, to);
}

void register_files_io(Vm& vm) {
  register_table(vm, kFilesIoNatives);
  for (const Renamed& r : kFileSystem)
    for (const char* suffix : {"", "0"}) {
      // delete and rename of File are bytecode, which calls the natives
      if (!*suffix && (std::string_view(r.name) == "delete" || std::string_view(r.name) == "rename")) continue;
      if (vm.jdk.release > 17 && !*suffix) continue;
      vm.register_native(std::string("java/io/UnixFileSystem.") + r.name + suffix + r.descriptor, r.run, r.describe);
    }
}

}  // namespace jmc::natives
