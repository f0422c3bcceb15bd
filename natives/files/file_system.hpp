// The file system that a program sees: the real one, as it was when the program first asked, and over it what the
// program writes.
//
// A file of the real one is an immortal jmc.internal.Inode (real_files.hpp); what the program makes are objects of its
// heap.
//
// Locations, by what an operation on files touches:
//   tree      all folders and symbolic links: read by every look-up, written by what makes, moves or removes one
//   name      one name in one folder
//   listing   the names in a folder
//   content   one file: bytes, size, attributes
//   position  one open file
// For finding out what threads contend for they are the fields tree, names, data of Inode and position of OpenFile.
#pragma once

#include <string>
#include <vector>

#include "natives/files/real_files.hpp"
#include "natives/support.hpp"

namespace jmc::natives {

inline constexpr int kPending = -100000;  // instead of an errno: an exception is pending

// What a path leads to.
struct Found {
  int error = 0;               // errno; ENOENT with a folder: the last name is not there, and could be made
  vm::Ref folder = vm::kNull;  // of the last name; null for "/" and where a name before the last one is missing
  std::string name;
  vm::Ref file = vm::kNull;
};

class FileSystem {
 public:
  explicit FileSystem(vm::Vm& vm);

  Found find(const std::string& path, bool follow_last = true);
  vm::Ref root() { return real_.root(); }
  static std::string absolute(const std::string& path);  // without "." and doubled slashes

  // --- files
  int mode(vm::Ref file) const;
  int64_t size(vm::Ref file) const;
  bool is_folder(vm::Ref file) const;
  bool is_regular(vm::Ref file) const;
  bool is_link(vm::Ref file) const;
  bool allowed(vm::Ref file, int mask) const;  // R_OK, W_OK, X_OK
  std::string link_target(vm::Ref file);
  // At most `count` bytes from `at` on.
  size_t read(vm::Ref file, int64_t at, char* to, size_t count);
  bool write(vm::Ref file, int64_t at, const char* from, size_t count);  // false: an OutOfMemoryError is pending
  bool resize(vm::Ref file, int64_t size);
  void fill_attributes(vm::Ref file, vm::Ref attributes);  // a sun.nio.fs.UnixFileAttributes
  int64_t modified(vm::Ref file) const;
  void set(vm::Ref file, const vm::Field* field, int64_t value);

  // --- folders
  std::vector<std::string> list(vm::Ref folder);
  vm::Ref make(int mode);  // a file of the program; null: an OutOfMemoryError is pending
  bool put(vm::Ref folder, const std::string& name, vm::Ref file);  // null: the name is gone
  // By the rules of rename(2). 0, or an errno; the path is for the report.
  int rename(const Found& from, const Found& to);
  int remove(const Found& found, bool folder);

  // --- open files
  // A file descriptor; kPending: an OutOfMemoryError is pending. The name is for stories.
  int open(vm::Ref file, int flags, const std::string& name);
  vm::Ref open_file(int fd) const;  // jmc.internal.OpenFile; null: there is none, or it is no file
  // The same of what is no file (sockets.hpp): an object of the program's heap. A negative number: there is no room.
  int open_socket(vm::Ref socket);
  vm::Ref socket_of(int fd) const;                     // null: there is none
  static std::pair<int, int> place_of_number(int fd);  // thread, and place among its descriptors
  vm::Ref file_of(vm::Ref open) const { return vm_.get_ref(open, fields_.file); }
  int flags_of(vm::Ref open) const { return static_cast<int>(load_integral(vm_, open, fields_.flags)); }
  int64_t position(vm::Ref open) const { return load_integral(vm_, open, fields_.position); }
  void seek(vm::Ref open, int64_t position) { store_integral(vm_, open, fields_.position, position); }
  void close(int fd);

  const FileFields& fields() const { return fields_; }
  void note_written(const std::string& path, const char* what);

 private:
  int take_number(vm::Ref open);
  vm::Ref slot_of(int fd) const;                           // an OpenFile, closed or not
  vm::Ref child(vm::Ref folder, const std::string& name);  // null: there is none
  void describe_again();
  vm::Vm& vm_;
  RealFiles& real_;
  const FileFields& fields_;
};

// Collects what an operation touches, for its Pending.
class Touch {
 public:
  // `again`: the operation has been described before, and what it would find has changed since; it is neither watched
  // nor decided.
  Touch(vm::Vm& vm, vm::Pending& p, bool again) : vm_(vm), files_(vm), p_(p), again_(again), visible_(again) {}
  void tree(bool write);
  void name(const Found& found, bool write);  // and the folders on the way to it
  void listing(vm::Ref folder, bool write);
  void content(vm::Ref file, bool write);
  void position(vm::Ref open, bool write);
  FileSystem& files() { return files_; }
  bool visible() const { return visible_; }
  const std::string& about() const { return about_; }  // the name of a file, for stories

 private:
  void add(vm::Ref object, const vm::Field* watched, uint32_t field, bool write);
  vm::Vm& vm_;
  FileSystem files_;
  vm::Pending& p_;
  bool again_, visible_;
  std::string about_;
};

// What a path leads to may change while a thread waits to run its operation on it: what that touches is then found out
// again (FileSystem::put).
bool describing_again(const vm::Vm& vm);
bool finish_description(vm::NativeCall& c, const Touch& touch, vm::Pending& p);

// The DescribeFn of a native whose operation touches what Plan says.
template <void (*Plan)(NativeCall&, Touch&)>
bool describe_files(NativeCall& c, vm::Pending& p) {
  if (!c.vm.multi()) return false;
  Touch touch(c.vm, p, describing_again(c.vm));
  Plan(c, touch);
  return touch.visible() && finish_description(c, touch, p);
}

// What open(2) touches and does. A descriptor, or -errno; kPending: an exception is pending.
void plan_open(Touch& touch, const std::string& path, int flags);
int open_path(vm::Vm& vm, const std::string& path, int flags, int mode);
// read(2) and write(2) at the position of an open file, or at `at` if it is not negative. A count, or -errno; kPending.
void plan_transfer(Touch& touch, int fd, bool write, bool at_position);
int64_t read_file(vm::Vm& vm, int fd, char* to, size_t count, int64_t at = -1);
int64_t write_file(vm::Vm& vm, int fd, const char* from, size_t count, int64_t at = -1);
std::string error_text(int error);

void register_files_io(vm::Vm& vm);   // files_io.cpp: java.io
void register_files_nio(vm::Vm& vm);  // files_nio.cpp: sun.nio.fs, sun.nio.ch

}  // namespace jmc::natives
