#include "natives/files/real_files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <xxhash.h>

#include <cstring>
#include <fstream>
#include <sstream>

namespace jmc::natives {

using namespace vm;

RealFiles::RealFiles(Vm& vm) : vm_(vm) {
  Klass *inode = vm.require_class("jmc/internal/Inode"), *open = vm.require_class("jmc/internal/OpenFile");
  const auto i = [&](const char* n) { return inode->find_field(n); };
  const auto o = [&](const char* n) { return open->find_field(n); };
  fields_ = {inode,         open,       i("mode"),    i("links"),  i("number"), i("size"), i("modified"),
             i("data"),     i("names"), i("nodes"),   i("target"), i("tree"),   i("next"), o("file"),
             o("position"), o("flags"), o("listing"), o("name"),   o("socket")};
}

Ref RealFiles::root() {
  if (!root_) root_ = inode("/");
  return root_;
}

namespace {
std::optional<std::string> text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in.peek() != std::ifstream::traits_type::eof()) text << in.rdbuf();
  if (in.bad() || !in.is_open()) return std::nullopt;
  return text.str();
}

// Many values of /proc/sys end for whoever has read some of them, be it a byte.
bool nothing_after_a_byte(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  char byte;
  const bool end = ::pread(fd, &byte, 1, 1) == 0;
  ::close(fd);
  return end;
}
}  // namespace

namespace {
// What /proc has for each process, and for the one that asks: of jmc it would be, and another one in each run.
bool of_processes(std::string_view name) {
  return name == "self" || name == "thread-self" ||
         (!name.empty() && name.find_first_not_of("0123456789") == name.npos);
}

// What /proc says of a machine, which is that of the model: --processors, and as much memory as --heap.
std::optional<std::string> text_of_model(const vm::Vm& vm, const std::string& path) {
  std::string text;
  if (path == "/proc/version") return "Linux version 6.1.0\n";
  if (path == "/proc/cpuinfo") {
    const std::string all = std::to_string(vm.options.processors);
    for (int i = 0; i < vm.options.processors; ++i)
      text += "processor\t: " + std::to_string(i) +
              "\nvendor_id\t: jmc\ncpu family\t: 6\nmodel\t\t: 0\nmodel name\t: jmc" +
              "\nphysical id\t: 0\nsiblings\t: " + all + "\ncore id\t\t: " + std::to_string(i) +
              "\ncpu cores\t: " + all + "\nflags\t\t:\n\n";
    return text;
  }
  if (path != "/proc/meminfo") return std::nullopt;
  const std::string memory = std::to_string(vm.options.heap_limit / 1024);
  for (const auto& [name, kilobytes] : {std::pair<std::string, std::string>{"MemTotal", memory},
                                        {"MemFree", memory},
                                        {"MemAvailable", memory},
                                        {"Buffers", "0"},
                                        {"Cached", "0"},
                                        {"SwapTotal", "0"},
                                        {"SwapFree", "0"}}) {
    const size_t width = name.size() + 1 + kilobytes.size();
    text += name + ":" + std::string(width < 24 ? 24 - width : 1, ' ') + kilobytes + " kB\n";
  }
  return text;
}

// The number of a file follows from its path: that of the machine would be another one on each.
int64_t number_for(const std::string& path) {
  return static_cast<int64_t>(XXH3_64bits(path.data(), path.size()) & ((uint64_t{1} << 47) - 1));
}
}  // namespace

Ref RealFiles::inode(const std::string& path) {
  if (const auto it = by_path_.find(path); it != by_path_.end()) return it->second;
  if (constexpr std::string_view kProc = "/proc/";
      path.starts_with(kProc) &&
      of_processes(std::string_view(path).substr(kProc.size(), path.find('/', kProc.size()) - kProc.size()))) {
    vm_.remark("files", "/proc has nothing about processes, as if none could be seen: " + path + " is not there");
    return by_path_[path] = kNull;
  }
  struct stat s;
  if (lstat(path.c_str(), &s)) return by_path_[path] = kNull;
  Ref& inode = by_number_[{s.st_dev, s.st_ino}];
  if (!inode) {
    const FileFields& k = fields_;
    inode = vm_.heap.allocate_immortal(k.inode->instance_size);
    *vm_.heap.header(inode) = {k.inode->id, 0, 0, kShared | kImmortal, 0, 0};
    const auto put = [&](const Field* field, auto v) {
      std::memcpy(vm_.heap.address(inode, field->offset), &v, sizeof v);
    };
    put(k.mode, static_cast<int32_t>(s.st_mode));
    put(k.links, static_cast<int32_t>(s.st_nlink));
    put(k.number, number_for(path));
    put(k.size, S_ISDIR(s.st_mode) ? kSizeOfFolder : static_cast<int64_t>(s.st_size));
    put(k.modified, kWhenWritten);
    if (!vm_.heap.frozen()) {  // what the base image is to know must be reachable
      Klass* state = file_state(vm_);
      put(k.next, get_static(vm_, state, "known"));
      put_static_ref(vm_, state, "known", inode);
    }
    vm_.heap.seal_immortal(inode, k.inode->instance_size);
    const bool made_when_read = S_ISREG(s.st_mode) && (path.starts_with("/proc/") || path.starts_with("/sys/"));
    files_[inode] = {path, s, {}, {}, made_when_read, false};
  }
  return by_path_[path] = inode;
}

RealFiles::File* RealFiles::file(Ref inode) {
  const auto it = files_.find(inode);
  return it == files_.end() ? nullptr : &it->second;
}

// What the kernel says must be the same whenever it is asked.
void RealFiles::ask_kernel(File& f) {
  if ((f.content = text_of_model(vm_, f.path)))
    return vm_.remark("files", f.path + " tells of the machine of the model (--processors, --heap)");
  if (f.path.starts_with("/proc/") && !f.path.starts_with("/proc/sys/"))  // of processes, or counts what happens
    throw Unsupported("the file " + f.path + ", which has no content of its own");
  const std::optional<std::string> text = text_of(f.path), again = text_of(f.path);
  if (!text) throw Unsupported("the file " + f.path + ", which has no content of its own and cannot be read");
  if (text != again) throw Unsupported("the file " + f.path + ", which is another one whenever it is read");
  vm_.remark("files", f.path + " has no content of its own: it was read once");
  f.content = text;
  f.at_once = text->size() > 1 && nothing_after_a_byte(f.path);
}

const std::string& RealFiles::content(Ref inode) {
  File& r = *file(inode);
  if (r.content) return *r.content;
  if (!S_ISREG(r.attributes.st_mode)) throw Unsupported("the file " + r.path + " is a device, pipe or socket");
  if (r.made_when_read) {
    ask_kernel(r);
    return *r.content;
  }
  r.content = r.attributes.st_size ? text_of(r.path).value_or("") : "";
  struct stat now;
  const bool changed = lstat(r.path.c_str(), &now) || now.st_size != r.attributes.st_size ||
                       now.st_mtim.tv_sec != r.attributes.st_mtim.tv_sec ||
                       now.st_mtim.tv_nsec != r.attributes.st_mtim.tv_nsec;
  if (changed || r.content->size() != static_cast<size_t>(r.attributes.st_size))
    throw Unsupported("the file " + r.path + " was changed by somebody else while jmc ran");
  return *r.content;
}

const std::vector<std::string>& RealFiles::names(File& folder) {
  if (!folder.names) {
    folder.names.emplace();
    if (DIR* d = ::opendir(folder.path.c_str())) {
      while (const dirent* e = ::readdir(d))
        if (std::string_view n = e->d_name; n != "." && n != ".." && !(folder.path == "/proc" && of_processes(n)))
          folder.names->push_back(std::string(n));
      ::closedir(d);
    }
  }
  return *folder.names;
}

}  // namespace jmc::natives
