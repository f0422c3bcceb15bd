// java.nio.file and FileChannel over the program's file system (file_system.hpp): the natives of sun.nio.fs and
// sun.nio.ch, with their names in JDK 17 and in later ones. Paths and buffers lie in memory outside of the heap.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "natives/files/file_system.hpp"
#include "natives/files/files_io.hpp"
#include "natives/memory/off_heap.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

// --- common

// A UnixException.
NativeStatus failed(NativeCall& c, int64_t error) {
  if (error == kPending) return NativeStatus::Throw;
  const Ref e = c.vm.make_exception("sun/nio/fs/UnixException", u"", false);
  if (!e) return NativeStatus::Throw;
  put_int(c.vm, e, "errno", error < 0 ? -error : error);
  c.vm.throw_ref(e);
  return NativeStatus::Throw;
}

NativeStatus done_or(NativeCall& c, int error) { return error ? failed(c, error) : c.done(); }

// The text that ends with a zero byte at an address.
std::string text_at(Vm& vm, int64_t address) {
  std::string text;
  for (;; ++address) {
    const BlockBytes p = find_memory(vm, address, 1);
    if (!p.block) throw Unsupported("a path that does not end inside of its memory");
    const char ch = *vm.heap.address(p.block, p.offset);
    if (!ch) return text;
    text += ch;
  }
}
template <int Slot>
std::string path(NativeCall& c) {
  return text_at(c.vm, c.i64(Slot));
}

NativeStatus bytes_of(NativeCall& c, const std::string& text) {
  const Ref array = byte_array(c.vm, {reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  return array ? c.result(array) : NativeStatus::Throw;
}

// --- paths

template <bool Follow>
void plan_look(NativeCall& c, Touch& touch) {
  const Found found = touch.files().find(path<0>(c), Follow);
  touch.tree(false);
  touch.name(found, false);
  touch.content(found.file, false);
}

template <bool Follow, bool Answer>
NativeStatus status(NativeCall& c) {
  FileSystem files(c.vm);
  const Found found = files.find(path<0>(c), Follow);
  if (!found.file) return Answer ? c.result(std::abs(found.error)) : failed(c, found.error);
  files.fill_attributes(found.file, c.ref(2));
  return c.result(0);
}

NativeStatus kind(NativeCall& c) {  // stat1: the mode, or 0
  FileSystem files(c.vm);
  const Ref file = files.find(path<0>(c)).file;
  return c.result(file ? files.mode(file) : 0);
}

NativeStatus exists(NativeCall& c) { return c.result(FileSystem(c.vm).find(path<0>(c)).file != kNull); }

template <bool Answer>
NativeStatus access(NativeCall& c) {
  FileSystem files(c.vm);
  const Found found = files.find(path<0>(c));
  const int error = !found.file ? std::abs(found.error) : files.allowed(found.file, c.i32(2)) ? 0 : EACCES;
  if (Answer) return c.result(error);
  return done_or(c, error);
}

void plan_opening(NativeCall& c, Touch& touch) { plan_open(touch, path<0>(c), c.i32(2)); }
NativeStatus open(NativeCall& c) {
  const int fd = open_path(c.vm, path<0>(c), c.i32(2), c.i32(3));
  return fd < 0 ? failed(c, fd) : c.result(fd);
}

void plan_tree(NativeCall&, Touch& touch) { touch.tree(true); }

NativeStatus make_folder(NativeCall& c) {
  FileSystem files(c.vm);
  const Found found = files.find(path<0>(c));
  if (found.file) return failed(c, EEXIST);
  if (found.error != ENOENT || !found.folder) return failed(c, std::abs(found.error));
  if (!files.allowed(found.folder, W_OK | X_OK)) return failed(c, EACCES);
  const Ref folder = files.make(S_IFDIR | (c.i32(2) & 0777 & ~022));
  if (!folder || !files.put(found.folder, found.name, folder)) return NativeStatus::Throw;
  files.note_written(path<0>(c), "created");
  return c.done();
}

void plan_unlink(NativeCall& c, Touch& touch) {
  const Found found = touch.files().find(path<0>(c), false);
  const bool regular = found.file && touch.files().is_regular(found.file);
  touch.tree(found.file && !regular);
  touch.name(found, found.file != kNull);
  if (found.file) touch.listing(found.folder, true);
  if (regular) touch.content(found.file, true);
}

template <bool Folder>
NativeStatus remove(NativeCall& c) {
  FileSystem files(c.vm);
  const int error = files.remove(files.find(path<0>(c), false), Folder);
  if (!error) files.note_written(path<0>(c), "deleted");
  return done_or(c, error);
}

NativeStatus rename(NativeCall& c) {
  FileSystem files(c.vm);
  const int error = files.rename(files.find(path<0>(c), false), files.find(path<2>(c), false));
  if (!error) files.note_written(path<0>(c), "moved"), files.note_written(path<2>(c), "created");
  return done_or(c, error);
}

// A new name for a file, at slot 2.
Found new_name(NativeCall& c, int& error) {
  FileSystem files(c.vm);
  const Found found = files.find(path<2>(c), false);
  error = found.file                                 ? EEXIST
          : found.error != ENOENT || !found.folder   ? std::abs(found.error)
          : files.allowed(found.folder, W_OK | X_OK) ? 0
                                                     : EACCES;
  return found;
}

NativeStatus link(NativeCall& c) {
  FileSystem files(c.vm);
  int error = 0;
  const Found old = files.find(path<0>(c), false), made = new_name(c, error);
  if (!old.file) error = std::abs(old.error);
  else if (files.is_folder(old.file)) error = EPERM;
  if (error) return failed(c, error);
  if (!files.put(made.folder, made.name, old.file)) return NativeStatus::Throw;
  files.set(old.file, files.fields().links, load_integral(c.vm, old.file, files.fields().links) + 1);
  files.note_written(path<2>(c), "created");
  return c.done();
}

NativeStatus symbolic_link(NativeCall& c) {
  FileSystem files(c.vm);
  int error = 0;
  const Found made = new_name(c, error);
  if (error) return failed(c, error);
  const Ref file = files.make(S_IFLNK | 0777);
  const Ref target = file ? c.vm.new_string_utf8(path<0>(c)) : kNull;
  if (!target) return NativeStatus::Throw;
  c.vm.set_ref(file, files.fields().target, target);
  if (!files.put(made.folder, made.name, file)) return NativeStatus::Throw;
  files.note_written(path<2>(c), "created");
  return c.done();
}

NativeStatus read_link(NativeCall& c) {
  FileSystem files(c.vm);
  const Found found = files.find(path<0>(c), false);
  if (!found.file) return failed(c, found.error);
  if (!files.is_link(found.file)) return failed(c, EINVAL);
  return bytes_of(c, files.link_target(found.file));
}

NativeStatus real_path(NativeCall& c) {
  FileSystem files(c.vm);
  std::string rest = FileSystem::absolute(path<0>(c)), real;
  const Found whole = files.find(rest);
  if (!whole.file) return failed(c, whole.error);
  for (int links = 0; !rest.empty() && rest != "/";) {
    const size_t end = std::min(rest.find('/', 1), rest.size());
    const std::string name = rest.substr(1, end - 1);
    rest = rest.substr(end);
    if (name == "..") {
      real.resize(real.empty() ? 0 : real.rfind('/'));
      continue;
    }
    const Found found = files.find(real + "/" + name, false);
    if (!found.file || !files.is_link(found.file) || ++links > 40) {
      real += "/" + name;
      continue;
    }
    const std::string target = files.link_target(found.file);
    rest = FileSystem::absolute((target.starts_with('/') ? target : real + "/" + target)) + rest;
    real.clear();
  }
  return bytes_of(c, real.empty() ? "/" : real);
}

template <bool Follow>
void plan_change(NativeCall& c, Touch& touch) {
  const Found found = touch.files().find(path<0>(c), Follow);
  touch.tree(false);
  touch.name(found, false);
  touch.content(found.file, true);
}

NativeStatus change_mode(NativeCall& c) {
  FileSystem files(c.vm);
  const Found found = files.find(path<0>(c));
  if (!found.file) return failed(c, found.error);
  files.set(found.file, files.fields().mode, (files.mode(found.file) & S_IFMT) | (c.i32(2) & 07777));
  files.note_written(path<0>(c), "attributes");
  return c.done();
}

Ref open_file_at(NativeCall& c, int slot) { return FileSystem(c.vm).open_file(c.i32(slot)); }

NativeStatus change_open_mode(NativeCall& c) {
  FileSystem files(c.vm);
  const Ref open = open_file_at(c, 0);
  if (!open) return failed(c, EBADF);
  const Ref file = files.file_of(open);
  files.set(file, files.fields().mode, (files.mode(file) & S_IFMT) | (c.i32(1) & 07777));
  return c.done();
}

// The time of the last access is not kept. JDK 17 gives microseconds, later ones nanoseconds.
template <bool Follow>
NativeStatus change_times(NativeCall& c) {
  FileSystem files(c.vm);
  const Found found = files.find(path<0>(c), Follow);
  if (!found.file) return failed(c, found.error);
  files.set(found.file, files.fields().modified, c.i64(4) * 1000);
  files.note_written(path<0>(c), "attributes");
  return c.done();
}
template <int Unit>
NativeStatus change_open_times(NativeCall& c) {
  FileSystem files(c.vm);
  const Ref open = open_file_at(c, 0);
  if (!open) return failed(c, EBADF);
  files.set(files.file_of(open), files.fields().modified, c.i64(3) * Unit);
  return c.done();
}
bool follows(NativeCall& c) { return !(c.i32(7) & AT_SYMLINK_NOFOLLOW); }
void plan_change_at(NativeCall& c, Touch& touch) {
  const Found found = touch.files().find(path<1>(c), follows(c));
  touch.tree(false);
  touch.name(found, false);
  touch.content(found.file, true);
}
NativeStatus change_times_at(NativeCall& c) {  // (descriptor of a folder or the current one, path, times, flags)
  FileSystem files(c.vm);
  const Found found = files.find(path<1>(c), follows(c));
  if (!found.file) return failed(c, found.error);
  files.set(found.file, files.fields().modified, c.i64(5));
  files.note_written(path<1>(c), "attributes");
  return c.done();
}

// --- folders that are read: a "directory stream" is the number of a descriptor

void plan_open_folder(NativeCall& c, Touch& touch) {
  const Found found = touch.files().find(path<0>(c));
  touch.tree(false);
  touch.name(found, false);
  if (found.file) touch.listing(found.file, false);
}

NativeStatus open_folder(NativeCall& c) {
  Vm& vm = c.vm;
  FileSystem files(vm);
  const Found found = files.find(path<0>(c));
  if (!found.file) return failed(c, found.error);
  if (!files.is_folder(found.file)) return failed(c, ENOTDIR);
  if (!files.allowed(found.file, R_OK)) return failed(c, EACCES);
  std::vector<Ref> names;
  for (const std::string& name : files.list(found.file)) {
    names.push_back(byte_array(vm, {reinterpret_cast<const uint8_t*>(name.data()), name.size()}));
    if (!names.back()) return NativeStatus::Throw;
  }
  const Ref listing = ref_array(vm, vm.known->object, names);
  const int fd = listing ? files.open(found.file, O_RDONLY | O_DIRECTORY, path<0>(c)) : kPending;
  if (fd < 0) return failed(c, fd);
  vm.set_ref(files.open_file(fd), files.fields().listing, listing);
  return c.result(int64_t{fd});
}

void plan_folder(NativeCall& c, Touch& touch) {
  touch.position(touch.files().open_file(static_cast<int>(c.i64(0))), true);
}

NativeStatus read_folder(NativeCall& c) {
  FileSystem files(c.vm);
  const Ref open = files.open_file(static_cast<int>(c.i64(0)));
  const Ref listing = open ? c.vm.get_ref(open, files.fields().listing) : kNull;
  if (!listing) return failed(c, EBADF);
  const int64_t i = files.position(open);
  if (i >= c.vm.array_length(listing)) return c.result(kNull);
  files.seek(open, i + 1);
  return c.result(element(c.vm, listing, static_cast<uint32_t>(i)));
}

NativeStatus close_folder(NativeCall& c) {
  FileSystem(c.vm).close(static_cast<int>(c.i64(0)));
  return c.done();
}

// --- descriptors

void plan_number(NativeCall& c, Touch& touch) {
  if (const Ref open = open_file_at(c, 0)) touch.position(open, true);
}
void plan_number_look(NativeCall& c, Touch& touch) {
  if (const Ref open = open_file_at(c, 0))
    touch.position(open, false), touch.content(touch.files().file_of(open), false);
}
void plan_number_change(NativeCall& c, Touch& touch) {
  if (const Ref open = open_file_at(c, 0))
    touch.position(open, false), touch.content(touch.files().file_of(open), true);
}

NativeStatus close_number(NativeCall& c) {
  FileSystem(c.vm).close(c.i32(0));
  return c.done();
}

NativeStatus status_of_number(NativeCall& c) {
  FileSystem files(c.vm);
  const Ref open = open_file_at(c, 0);
  if (!open) return failed(c, EBADF);
  files.fill_attributes(files.file_of(open), c.ref(1));
  return c.done();
}

// (descriptor, address, length)
template <bool Write>
void plan_number_transfer(NativeCall& c, Touch& touch) {
  plan_transfer(touch, c.i32(0), Write, false);
}

NativeStatus read_number(NativeCall& c) {
  Bytes to;
  const uint64_t count = static_cast<uint64_t>(c.i32(3));
  if (!find_bytes(c.vm, kNull, c.i64(1), count, to)) return bad_address(c, c.i64(1), count, "read to");
  to.log(c.vm);
  const int64_t n = read_file(c.vm, c.i32(0), to.data(c.vm), count);
  return n < 0 ? failed(c, n) : c.result(static_cast<int32_t>(n));
}
NativeStatus write_number(NativeCall& c) {
  Bytes from;
  const uint64_t count = static_cast<uint64_t>(c.i32(3));
  if (!find_bytes(c.vm, kNull, c.i64(1), count, from)) return bad_address(c, c.i64(1), count, "write from");
  const int64_t n = write_file(c.vm, c.i32(0), from.data(c.vm), count);
  return n < 0 ? failed(c, n) : c.result(static_cast<int32_t>(n));
}

// (to, from, address of a flag that says to stop): the whole rest. Of JDK 17: transfer of UnixCopyFile.
void plan_copy(NativeCall& c, Touch& touch) {
  const Ref to = open_file_at(c, 0), from = open_file_at(c, 1);
  if (!to || !from) return;
  touch.content(touch.files().file_of(to), true);
  touch.content(touch.files().file_of(from), false);
  touch.position(to, true);
  touch.position(from, true);
}

NativeStatus copy(NativeCall& c) {
  char part[4096];
  for (;;) {
    const int64_t n = read_file(c.vm, c.i32(1), part, sizeof part);
    if (n == 0) break;
    const int64_t written = n < 0 ? n : write_file(c.vm, c.i32(0), part, static_cast<size_t>(n));
    if (written < 0) return failed(c, written);
  }
  return c.method->return_type == 'V' ? c.done() : c.result(0);
}

// --- users

// There is one user, and one group of the same name.
NativeStatus user_name(NativeCall& c) { return c.i32(0) == kUser ? bytes_of(c, kUserName) : failed(c, ENOENT); }
NativeStatus user_number(NativeCall& c) { return c.result(path<0>(c) == kUserName ? kUser : -1); }
NativeStatus error_message(NativeCall& c) { return bytes_of(c, error_text(c.i32(0))); }

// Everything belongs to that user, who may give nothing away. -1: stays as it is.
bool may_own(int32_t user, int32_t group) { return (user == -1 || user == kUser) && (group == -1 || group == kUser); }
template <bool Follow>
NativeStatus change_owner(NativeCall& c) {
  const Found found = FileSystem(c.vm).find(path<0>(c), Follow);
  return done_or(c, !found.file ? found.error : may_own(c.i32(2), c.i32(3)) ? 0 : EPERM);
}
NativeStatus change_open_owner(NativeCall& c) { return done_or(c, may_own(c.i32(1), c.i32(2)) ? 0 : EPERM); }

// Of the system calls that a file system may lack, times of links alone (until JDK 21; later ones do not ask).
NativeStatus offered(NativeCall& c) {
  constexpr int32_t kTimesOfLinks = 1 << 4;
  return c.result(c.method->owner->find_method("lutimes0", "(JJJ)V") ? kTimesOfLinks : 0);
}

// --- the disk: one file system of a fixed size (kDiskSize); no file has extended attributes

void remark_attributes(NativeCall& c) {
  c.vm.remark("files", "no file has extended attributes; asked at " + c.vm.place_of(c.thread));
}
NativeStatus no_attributes(NativeCall& c) {
  remark_attributes(c);
  return c.result(0);
}
NativeStatus no_such_attribute(NativeCall& c) {
  remark_attributes(c);
  return failed(c, ENODATA);
}
NativeStatus set_attribute(NativeCall& c) {
  c.unsupported("extended attributes of files: leave them out, or keep them in a map of the program");
}

NativeStatus space(NativeCall& c) {  // (path, UnixFileStoreAttributes)
  const Found found = FileSystem(c.vm).find(path<0>(c));
  if (!found.file) return failed(c, found.error);
  remark_disk(c);
  put_int(c.vm, c.ref(2), "f_frsize", kDiskBlock);
  put_int(c.vm, c.ref(2), "f_blocks", kDiskSize / kDiskBlock);
  for (const char* free : {"f_bfree", "f_bavail"}) put_int(c.vm, c.ref(2), free, kDiskFree / kDiskBlock);
  return c.done();
}

// LinuxFileSystem.getMountEntries(table): a list of the one file system.
NativeStatus mounted(NativeCall& c) {
  remark_disk(c);
  const Ref entry = c.vm.new_object(c.vm.require_class("sun/nio/fs/UnixMountEntry"));
  if (!entry) return NativeStatus::Throw;
  constexpr std::pair<const char*, std::string_view> kTexts[] = {
      {"name", "/dev/root"}, {"dir", "/"}, {"fstype", "ext4"}, {"opts", "rw"}};
  for (const auto& [field, text] : kTexts) {
    const Ref bytes = byte_array(c.vm, {reinterpret_cast<const uint8_t*>(text.data()), text.size()});
    if (!bytes) return NativeStatus::Throw;
    put_ref(c.vm, entry, field, bytes);
  }
  Method* of =
      c.vm.require_class("java/util/Collections")->find_method("singletonList", "(Ljava/lang/Object;)Ljava/util/List;");
  return call(c, of, Args().ref(entry));
}

NativeStatus current_path(NativeCall& c) {
  char buffer[4096];
  return bytes_of(c, getcwd(buffer, sizeof buffer) ? buffer : "/");
}

constexpr Entry kFileSystem[] = {
    {"init()I", offered},
    {"fchmodatNoFollowSupported0()Z", zero},
    {"getcwd()[B", current_path},
    {"open0(JII)I", open, describe_files<plan_opening>},
    {"close0(I)V", close_number, describe_files<plan_number>},
    {"stat0(JLsun/nio/fs/UnixFileAttributes;)V", status<true, false>, describe_files<plan_look<true>>},
    {"stat0(JLsun/nio/fs/UnixFileAttributes;)I", status<true, true>, describe_files<plan_look<true>>},
    {"stat1(J)I", kind, describe_files<plan_look<true>>},
    {"lstat0(JLsun/nio/fs/UnixFileAttributes;)V", status<false, false>, describe_files<plan_look<false>>},
    {"fstat(ILsun/nio/fs/UnixFileAttributes;)V", status_of_number, describe_files<plan_number_look>},
    {"fstat0(ILsun/nio/fs/UnixFileAttributes;)V", status_of_number, describe_files<plan_number_look>},
    {"exists0(J)Z", exists, describe_files<plan_look<true>>},
    {"access0(JI)V", access<false>, describe_files<plan_look<true>>},
    {"access0(JI)I", access<true>, describe_files<plan_look<true>>},
    {"mkdir0(JI)V", make_folder, describe_files<plan_tree>},
    {"rmdir0(J)V", remove<true>, describe_files<plan_tree>},
    {"unlink0(J)V", remove<false>, describe_files<plan_unlink>},
    {"rename0(JJ)V", rename, describe_files<plan_tree>},
    {"link0(JJ)V", link, describe_files<plan_tree>},
    {"symlink0(JJ)V", symbolic_link, describe_files<plan_tree>},
    {"readlink0(J)[B", read_link, describe_files<plan_look<false>>},
    {"realpath0(J)[B", real_path, describe_files<plan_look<true>>},
    {"chmod0(JI)V", change_mode, describe_files<plan_change<true>>},
    {"fchmod(II)V", change_open_mode, describe_files<plan_number_change>},
    {"fchmod0(II)V", change_open_mode, describe_files<plan_number_change>},
    {"utimes0(JJJ)V", change_times<true>, describe_files<plan_change<true>>},
    {"lutimes0(JJJ)V", change_times<false>, describe_files<plan_change<false>>},
    {"futimes(IJJ)V", change_open_times<1000>, describe_files<plan_number_change>},
    {"futimens(IJJ)V", change_open_times<1>, describe_files<plan_number_change>},
    {"futimens0(IJJ)V", change_open_times<1>, describe_files<plan_number_change>},
    {"utimensat0(IJJJI)V", change_times_at, describe_files<plan_change_at>},
    {"opendir0(J)J", open_folder, describe_files<plan_open_folder>},
    {"readdir(J)[B", read_folder, describe_files<plan_folder>},
    {"readdir0(J)[B", read_folder, describe_files<plan_folder>},
    {"closedir(J)V", close_folder, describe_files<plan_folder>},
    {"read(IJI)I", read_number, describe_files<plan_number_transfer<false>>},
    {"read0(IJI)I", read_number, describe_files<plan_number_transfer<false>>},
    {"write(IJI)I", write_number, describe_files<plan_number_transfer<true>>},
    {"write0(IJI)I", write_number, describe_files<plan_number_transfer<true>>},
    {"getpwuid(I)[B", user_name},
    {"getgrgid(I)[B", user_name},
    {"getpwnam0(J)I", user_number},
    {"getgrnam0(J)I", user_number},
    {"strerror(I)[B", error_message},
    {"chown0(JII)V", change_owner<true>, describe_files<plan_look<true>>},
    {"lchown0(JII)V", change_owner<false>, describe_files<plan_look<false>>},
    {"fchown(III)V", change_open_owner},
    {"fchown0(III)V", change_open_owner},
    {"statvfs0(JLsun/nio/fs/UnixFileStoreAttributes;)V", space, describe_files<plan_look<true>>},
    {"fgetxattr0(IJJI)I", no_such_attribute},
    {"fsetxattr0(IJJI)V", set_attribute},
    {"fremovexattr0(IJ)V", no_such_attribute},
    {"flistxattr(IJI)I", no_attributes},
};

}  // namespace

void register_channels(Vm& vm);  // file_channels.cpp

void register_files_nio(Vm& vm) {
  for (const Entry& e : kFileSystem)
    vm.register_native(std::string("sun/nio/fs/UnixNativeDispatcher.") + e.key, e.run, e.describe);
  for (const char* copying : {"UnixCopyFile.transfer(IIJ)V", "LinuxNativeDispatcher.directCopy0(IIJ)I"})
    vm.register_native(std::string("sun/nio/fs/") + copying, copy, describe_files<plan_copy>);
  vm.register_native("sun/nio/fs/LinuxNativeDispatcher.posix_fadvise(IJJI)I", zero);
  vm.register_native("sun/nio/fs/LinuxFileSystem.getMountEntries(Ljava/lang/String;)Ljava/util/List;", mounted);
  vm.register_native("sun/nio/fs/UnixCopyFile.init()V", nothing);
  vm.register_native("sun/nio/fs/LinuxNativeDispatcher.init()V", nothing);
  register_channels(vm);
}

}  // namespace jmc::natives
