// The real file system, as it was when the program first asked: what the file system of the program (file_system.hpp)
// lies over. It is only read, and what was read is kept, so it is the same in every schedule.
//
// Ownership: a facility of a Vm (vm/facilities.hpp), no part of a state. Its files are immortal objects of
// jmc.internal.Inode: the same on every path, part of a state where they have changed.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "natives/support.hpp"

namespace jmc::natives {

// What the attributes of every file say until the program changes them (docs/host.md): those of the machine would be
// others elsewhere, and in a new checkout of the same files.
inline constexpr int64_t kWhenWritten = int64_t{1'700'000'000} * 1'000'000'000;  // where the clock begins
inline constexpr int64_t kSizeOfFolder = 4096, kDevice = 1;

// The classes of jdk-stubs that files are objects of.
struct FileFields {
  vm::Klass *inode, *open_file;
  const vm::Field *mode, *links, *number, *size, *modified, *data, *names, *nodes, *target, *tree, *next;
  const vm::Field *file, *position, *flags, *listing, *name, *socket;
};

class RealFiles {
 public:
  // What was asked of the operating system about one file, once.
  struct File {
    std::string path;
    struct stat attributes = {};
    std::optional<std::string> content;
    std::optional<std::vector<std::string>> names;
    // It has no content of its own (/proc, /sys): the kernel writes it when it is read, however long it says it is.
    bool made_when_read = false;
    bool at_once = false;  // then: whoever has read some of it finds the end
  };

  explicit RealFiles(vm::Vm& vm);
  const FileFields& fields() const { return fields_; }
  vm::Ref root();
  vm::Ref inode(const std::string& path);        // null: it is not there
  File* file(vm::Ref inode);                     // null: the program made it
  const std::string& content(vm::Ref inode);     // of a regular file; throws Unsupported
  const std::vector<std::string>& names(File&);  // in a folder

 private:
  void ask_kernel(File&);  // sets content; throws Unsupported

  vm::Vm& vm_;
  FileFields fields_;
  vm::Ref root_ = kNull;
  std::unordered_map<vm::Ref, File> files_;                     // by Inode
  std::map<std::pair<uint64_t, uint64_t>, vm::Ref> by_number_;  // device and inode
  std::unordered_map<std::string, vm::Ref> by_path_;            // kNull: not there
};

// jmc.internal.NativeState, whose statics hold what the program did to its files.
inline vm::Klass* file_state(vm::Vm& vm) { return vm.require_class("jmc/internal/NativeState"); }

}  // namespace jmc::natives
