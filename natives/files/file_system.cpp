#include "natives/files/file_system.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <set>
#include <sstream>

#include "natives/threads/by_thread.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

constexpr int kFirstDescriptor = 1000, kPerThread = 4096;

// What is kept about the files of a Vm and is no part of its state.
struct FileFacts {
  std::unordered_map<std::string, uint32_t> names;
  std::map<std::string, std::string> written;
  std::set<std::string> words;  // of descriptions: texts that live as long as the Vm
  bool again = false;           // operations are being described again
  uint64_t learnt() const {
    uint64_t sum = names.size();
    for (const auto& [path, what] : written) sum += 1 + what.size();
    return sum;
  }
};

FileFacts& facts(const Vm& vm) { return vm::facility<FileFacts>(vm); }

uint32_t capacity_for(int64_t size) {
  uint32_t n = 64;
  while (n < size) n *= 2;
  return n;
}

}  // namespace

std::string error_text(int error) { return std::strerror(error); }

FileSystem::FileSystem(Vm& vm) : vm_(vm), real_(vm::facility<RealFiles>(vm)), fields_(real_.fields()) {}

void FileSystem::note_written(const std::string& path, const char* what) {
  std::string& said = facts(vm_).written[absolute(path)];
  if (said.find(what) == said.npos) said += (said.empty() ? "" : ", ") + std::string(what);
}

std::vector<std::string> files_written(Vm& vm) {
  std::vector<std::string> out;
  for (const auto& [path, what] : facts(vm).written) out.push_back(path + " (" + what + ")");
  return out;
}

// --- files

int FileSystem::mode(Ref file) const { return static_cast<int>(load_integral(vm_, file, fields_.mode)); }
int64_t FileSystem::size(Ref file) const { return load_integral(vm_, file, fields_.size); }
int64_t FileSystem::modified(Ref file) const { return load_integral(vm_, file, fields_.modified); }
bool FileSystem::is_folder(Ref file) const { return S_ISDIR(mode(file)); }
bool FileSystem::is_regular(Ref file) const { return S_ISREG(mode(file)); }
bool FileSystem::is_link(Ref file) const { return S_ISLNK(mode(file)); }
void FileSystem::set(Ref file, const Field* field, int64_t value) { store_integral(vm_, file, field, value); }

bool FileSystem::allowed(Ref file, int mask) const {
  const RealFiles::File* r = real_.file(file);
  if (r && mode(file) == static_cast<int>(r->attributes.st_mode)) return ::access(r->path.c_str(), mask) == 0;
  if (mask == F_OK || (::geteuid() == 0 && (!(mask & X_OK) || is_folder(file) || (mode(file) & 0111)))) return true;
  return (mode(file) >> 6 & mask) == mask;
}

std::string FileSystem::link_target(Ref file) {
  if (const Ref target = vm_.get_ref(file, fields_.target)) return utf8(vm_, target);
  const RealFiles::File* r = real_.file(file);
  char buffer[4096];
  const ssize_t n = r ? ::readlink(r->path.c_str(), buffer, sizeof buffer) : 0;
  return n > 0 ? std::string(buffer, static_cast<size_t>(n)) : std::string();
}

size_t FileSystem::read(Ref file, int64_t at, char* to, size_t count) {
  const Ref data = vm_.get_ref(file, fields_.data);
  const RealFiles::File* real = data ? nullptr : real_.file(file);
  const bool made_when_read = real && real->made_when_read && size(file) == real->attributes.st_size;
  const int64_t end = made_when_read ? static_cast<int64_t>(real_.content(file).size()) : size(file);
  if (at >= end || (made_when_read && at && real->at_once)) return 0;
  const size_t n = static_cast<size_t>(std::min<int64_t>(static_cast<int64_t>(count), end - at));
  std::memcpy(to, data ? array_data(vm_, data) + at : real_.content(file).data() + at, n);
  return n;
}

// The array is as long as the size asks for, whatever the size was before: so the way to a content leaves no mark in a
// state.
bool FileSystem::resize(Ref file, int64_t to) {
  if (to > int64_t{1} << 30) throw Unsupported("a file of more than 1 GiB");
  const Ref old = vm_.get_ref(file, fields_.data);
  const uint32_t capacity = capacity_for(to);
  if (!old || vm_.array_length(old) != capacity) {
    const Ref data = vm_.new_array(vm_.known->byte_array, capacity);
    if (!data) return false;
    const int64_t kept = std::min(to, size(file));
    if (kept > 0) read(file, 0, array_data(vm_, data), static_cast<size_t>(kept));
    vm_.set_ref(file, fields_.data, data);
  } else if (to < size(file)) {
    char* from = array_data(vm_, old) + to;
    vm_.heap.log_range(old, from, static_cast<uint64_t>(size(file) - to));
    std::memset(from, 0, static_cast<size_t>(size(file) - to));
  }
  set(file, fields_.size, to);
  set(file, fields_.modified, kWhenWritten);
  return true;
}

bool FileSystem::write(Ref file, int64_t at, const char* from, size_t count) {
  if (!resize(file, std::max(size(file), at + static_cast<int64_t>(count)))) return false;
  const Ref data = vm_.get_ref(file, fields_.data);
  char* to = array_data(vm_, data) + at;
  if (count) vm_.heap.log_range(data, to, count);
  std::memcpy(to, from, count);
  return true;
}

void FileSystem::fill_attributes(Ref file, Ref attributes) {
  const RealFiles::File* r = real_.file(file);
  const auto put = [&](const char* name, int64_t value) { put_int(vm_, attributes, name, value); };
  put("st_mode", mode(file));
  put("st_ino", load_integral(vm_, file, fields_.number));
  put("st_dev", kDevice);
  put("st_rdev", r ? static_cast<int64_t>(r->attributes.st_rdev) : 0);
  put("st_nlink", load_integral(vm_, file, fields_.links));
  put("st_uid", kUser);
  put("st_gid", kUser);
  put("st_size", size(file));
  const timespec written{static_cast<time_t>(modified(file) / 1'000'000'000),
                         static_cast<long>(modified(file) % 1'000'000'000)};
  for (const std::string time : {"st_atime", "st_mtime", "st_ctime", "st_birthtime"}) {
    put((time + "_sec").c_str(), written.tv_sec);
    put((time + "_nsec").c_str(), written.tv_nsec);
  }
}

Ref FileSystem::make(int file_mode) {
  const Ref file = vm_.new_object(fields_.inode);
  if (!file) return kNull;
  vm_.heap.header(file)->flags |= kShared;
  if (vm_.current()) vm_.symmetry.tell_apart();  // its number says who made it
  const int64_t n = number_of(vm_, ByThread::Made, vm_.current()) + 1;
  set_number(vm_, ByThread::Made, vm_.current(), n);
  set(file, fields_.mode, file_mode);
  set(file, fields_.links, S_ISDIR(file_mode) ? 2 : 1);
  set(file, fields_.number, (int64_t{1} << 48) + (int64_t{vm_.current()} << 32) + n);
  set(file, fields_.modified, kWhenWritten);
  if (S_ISREG(file_mode)) return resize(file, 0) ? file : kNull;
  return file;
}

// --- folders

Ref FileSystem::child(Ref folder, const std::string& name) {
  if (const Ref names = vm_.get_ref(folder, fields_.names))
    for (uint32_t i = 0; i < vm_.array_length(names); ++i)
      if (utf8(vm_, element(vm_, names, i)) == name) return element(vm_, vm_.get_ref(folder, fields_.nodes), i);
  const RealFiles::File* r = real_.file(folder);
  return r ? real_.inode((r->path == "/" ? "" : r->path) + "/" + name) : kNull;
}

std::vector<std::string> FileSystem::list(Ref folder) {
  std::vector<std::string> out;
  if (RealFiles::File* r = real_.file(folder)) out = real_.names(*r);
  if (const Ref names = vm_.get_ref(folder, fields_.names))
    for (uint32_t i = 0; i < vm_.array_length(names); ++i) {
      const std::string name = utf8(vm_, element(vm_, names, i));
      std::erase(out, name);
      if (element(vm_, vm_.get_ref(folder, fields_.nodes), i)) out.push_back(name);
    }
  std::sort(out.begin(), out.end());  // in no promised order, but in the same everywhere
  return out;
}

// The names are sorted, so that the order in which they were put does not matter.
bool FileSystem::put(Ref folder, const std::string& name, Ref file) {
  std::vector<Ref> names, nodes;
  const Ref old = vm_.get_ref(folder, fields_.names);
  bool placed = false;
  const RealFiles::File* r = real_.file(folder);
  const Ref below = r ? real_.inode((r->path == "/" ? "" : r->path) + "/" + name) : kNull;
  const bool needed = file != below;  // otherwise it is again as in the real file system
  const auto place = [&] {
    if (needed) names.push_back(vm_.new_string_utf8(name)), nodes.push_back(file);
    placed = true;
  };
  for (uint32_t i = 0; old && i < vm_.array_length(old); ++i) {
    const Ref n = element(vm_, old, i);
    const std::string text = utf8(vm_, n);
    if (!placed && text >= name) place();
    if (text == name) continue;
    names.push_back(n);
    nodes.push_back(element(vm_, vm_.get_ref(folder, fields_.nodes), i));
  }
  if (!placed) place();
  for (const Ref n : names)
    if (!n) return false;
  const Ref new_names = names.empty() ? kNull : ref_array(vm_, vm_.known->object, names),
            new_nodes = names.empty() ? kNull : ref_array(vm_, vm_.known->object, nodes);
  if (!names.empty() && (!new_names || !new_nodes)) return false;
  vm_.set_ref(folder, fields_.names, new_names);
  vm_.set_ref(folder, fields_.nodes, new_nodes);
  describe_again();
  return true;
}

namespace {
constexpr uint32_t kFileOperation =
    0xf11e'0000;  // Pending::offset; the value is the method's number, and `expected` where its arguments are
}  // namespace

bool describing_again(const Vm& vm) { return facts(vm).again; }

bool finish_description(NativeCall& c, const Touch& touch, Pending& p) {
  std::string_view name = c.method->name;
  if (name.ends_with('0')) name.remove_suffix(1);
  if (name.ends_with("Bytes")) name.remove_suffix(5);
  std::string about(name);
  if (!touch.about().empty()) about += " \"" + touch.about() + "\"";
  p.kind = PendingKind::Other;  // what it touches depends on the state
  p.verb = Verb::UsesFile;
  p.about = facts(c.vm).words.insert(about).first->c_str();
  p.object = kNull;
  p.offset = kFileOperation;
  keep_call(c, p);
  return true;
}

void FileSystem::describe_again() {
  if (!vm_.multi()) return;
  facts(vm_).again = true;
  for (ThreadId t = 0; t < vm_.thread_count(); ++t) {
    const Pending& old = vm_.thread(t).s.pending;
    if (t == vm_.current() || vm_.thread(t).s.ended || old.offset != kFileOperation || old.kind != PendingKind::Other ||
        old.object)
      continue;
    NativeCall call = suspended_call(vm_, t, old);
    Pending now;
    if (call.method->describe(call, now)) vm_.touch_thread(t).pending = now;
  }
  facts(vm_).again = false;
}

std::string FileSystem::absolute(const std::string& path) {
  std::string full = path;
  if (!path.starts_with('/')) {
    char buffer[4096];
    full = std::string(getcwd(buffer, sizeof buffer) ? buffer : "/") + "/" + path;
  }
  std::string out;
  std::istringstream parts(full);
  for (std::string part; std::getline(parts, part, '/');)
    if (!part.empty() && part != ".") out += "/" + part;
  return out.empty() ? "/" : out;
}

Found FileSystem::find(const std::string& path, bool follow_last) {
  Found found;
  if (path.empty()) {
    found.error = ENOENT;
    return found;
  }
  std::vector<std::string> rest;  // the next one last
  const bool folder_wanted = path.size() > 1 && path.ends_with('/');
  const auto add = [&](const std::string& text) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, '/');)
      if (!part.empty() && part != ".") parts.push_back(part);
    rest.insert(rest.end(), parts.rbegin(), parts.rend());
  };
  add(absolute(path));
  std::vector<Ref> way{root()};
  found.file = root();
  for (int links = 0; !rest.empty();) {
    const std::string name = rest.back();
    rest.pop_back();
    if (!is_folder(way.back())) {
      found.error = ENOTDIR;
      found.file = kNull;
      return found;
    }
    if (name == "..") {
      if (way.size() > 1) way.pop_back();
      found = {0, kNull, "", way.back()};
      continue;
    }
    found = {0, way.back(), name, child(way.back(), name)};
    if (!found.file) {
      found.error = ENOENT;
      if (!rest.empty()) found.error = -ENOENT;  // not the last one: it cannot be made
      break;
    }
    if (is_link(found.file) && (follow_last || !rest.empty())) {
      if (++links > 40) {
        found.error = ELOOP;
        found.file = kNull;
        return found;
      }
      const std::string target = link_target(found.file);
      if (target.starts_with('/')) way.resize(1);
      add(target);
      if (rest.empty()) found = {0, kNull, "", way.back()};
      continue;
    }
    way.push_back(found.file);
  }
  if (found.error == -ENOENT) return found;
  if (folder_wanted && found.file && !is_folder(found.file)) found.error = ENOTDIR, found.file = kNull;
  return found;
}

int FileSystem::remove(const Found& found, bool folder) {
  if (found.error) return found.error < 0 ? -found.error : found.error;
  if (!found.folder) return EBUSY;
  if (folder && !is_folder(found.file)) return ENOTDIR;
  if (!folder && is_folder(found.file)) return EISDIR;
  if (folder && !list(found.file).empty()) return ENOTEMPTY;
  if (!allowed(found.folder, W_OK | X_OK)) return EACCES;
  set(found.file, fields_.links, load_integral(vm_, found.file, fields_.links) - (folder ? 2 : 1));
  return put(found.folder, found.name, kNull) ? 0 : kPending;
}

int FileSystem::rename(const Found& from, const Found& to) {
  if (from.error) return from.error < 0 ? -from.error : from.error;
  if (to.error && (to.error != ENOENT || !to.folder)) return to.error < 0 ? -to.error : to.error;
  if (!from.folder || !to.folder) return EBUSY;
  if (from.file == to.file) return 0;
  if (to.file && is_folder(to.file) && !is_folder(from.file)) return EISDIR;
  if (to.file && !is_folder(to.file) && is_folder(from.file)) return ENOTDIR;
  if (to.file && is_folder(to.file) && !list(to.file).empty()) return ENOTEMPTY;
  if (!allowed(from.folder, W_OK | X_OK) || !allowed(to.folder, W_OK | X_OK)) return EACCES;
  return put(to.folder, to.name, from.file) && put(from.folder, from.name, kNull) ? 0 : kPending;
}

// --- open files

namespace {

Ref table_of(Vm& vm, ThreadId t) { return object_of(vm, ByThread::Files, t); }
}  // namespace

// The first free number of the thread. What another thread has closed stays taken, so that the number does not depend
// on when it did.
int FileSystem::take_number(Ref open) {
  const ThreadId t = vm_.current();
  Ref table = table_of(vm_, t);
  const uint32_t length = table ? vm_.array_length(table) : 0;
  uint32_t i = 0;
  while (i < length && element(vm_, table, i)) ++i;
  if (i == kPerThread) throw Unsupported("more than " + std::to_string(kPerThread) + " open files of a thread");
  if (i == length) {
    const Ref longer = vm_.new_array(vm_.known->object_array, length ? length * 2 : 4);
    if (!longer) return kPending;
    for (uint32_t j = 0; j < length; ++j) set_element(vm_, longer, j, element(vm_, table, j));
    set_object(vm_, ByThread::Files, t, longer);
    table = longer;
  }
  set_element(vm_, table, i, open);
  if (t) vm_.symmetry.tell_apart();
  return kFirstDescriptor + static_cast<int>(t) * kPerThread + static_cast<int>(i);
}

int FileSystem::open(Ref file, int flags, const std::string& name) {
  const Ref open = vm_.new_object(fields_.open_file);
  if (!open) return kPending;
  vm_.set_ref(open, fields_.file, file);
  store_integral(vm_, open, fields_.flags, flags);
  const size_t slash = name.rfind('/');
  const Ref text = vm_.new_string_utf8(slash == name.npos ? name : name.substr(slash + 1));
  if (!text) return kPending;
  vm_.set_ref(open, fields_.name, text);
  return take_number(open);
}

int FileSystem::open_socket(Ref socket) {
  const Ref open = vm_.new_object(fields_.open_file);
  if (!open) return kPending;
  vm_.set_ref(open, fields_.socket, socket);
  return take_number(open);
}

std::pair<int, int> FileSystem::place_of_number(int fd) {
  return {(fd - kFirstDescriptor) / kPerThread, (fd - kFirstDescriptor) % kPerThread};
}

Ref FileSystem::slot_of(int fd) const {
  if (fd < kFirstDescriptor || fd >= kFirstDescriptor + static_cast<int>(por::kMaxThreads) * kPerThread) return kNull;
  const auto [t, i] = place_of_number(fd);
  const Ref table = table_of(vm_, static_cast<ThreadId>(t));
  return table && static_cast<uint32_t>(i) < vm_.array_length(table) ? element(vm_, table, static_cast<uint32_t>(i))
                                                                     : kNull;
}

Ref FileSystem::open_file(int fd) const {
  const Ref open = slot_of(fd);
  return open && vm_.get_ref(open, fields_.file) ? open : kNull;
}

Ref FileSystem::socket_of(int fd) const {
  const Ref open = slot_of(fd);
  return open ? vm_.get_ref(open, fields_.socket) : kNull;
}

void FileSystem::close(int fd) {
  const Ref open = slot_of(fd);
  if (!open || (!vm_.get_ref(open, fields_.file) && !vm_.get_ref(open, fields_.socket))) return;
  vm_.set_ref(open, fields_.file, kNull);
  vm_.set_ref(open, fields_.socket, kNull);
  vm_.set_ref(open, fields_.listing, kNull);
  const auto [owner, i] = place_of_number(fd);
  if (static_cast<ThreadId>(owner) == vm_.current())
    set_element(vm_, table_of(vm_, static_cast<ThreadId>(owner)), static_cast<uint32_t>(i), kNull);
}

// --- what operations touch

namespace {
constexpr uint32_t kListing = 0x0fff'ffff, kFirstName = 0x1000'0000;
}  // namespace

void Touch::add(Ref object, const Field* watched, uint32_t field, bool write) {
  if (!object) return;
  if (!again_ && vm_.visibility.of_raw(object, watched->offset, write)) visible_ = true;
  p_.add(object, field, write);
}

void Touch::tree(bool write) { add(files_.root(), files_.fields().tree, files_.fields().tree->offset, write); }

void Touch::name(const Found& found, bool write) {
  if (!found.folder) return;
  FileFacts& f = facts(vm_);
  about_ = found.name;
  const uint32_t id = f.names.try_emplace(found.name, static_cast<uint32_t>(f.names.size())).first->second;
  add(found.folder, files_.fields().names, kFirstName + id, write);
}

void Touch::listing(Ref folder, bool write) { add(folder, files_.fields().names, kListing, write); }
void Touch::content(Ref file, bool write) { add(file, files_.fields().data, files_.fields().data->offset, write); }
void Touch::position(Ref open, bool write) {
  if (const Ref name = open ? vm_.get_ref(open, files_.fields().name) : kNull) about_ = utf8(vm_, name);
  add(open, files_.fields().position, files_.fields().position->offset, write);
}

void plan_open(Touch& touch, const std::string& path, int flags) {
  const Found found = touch.files().find(path, !(flags & (O_NOFOLLOW | O_EXCL)));
  const bool makes = (flags & O_CREAT) && !found.file;
  touch.tree(false);
  touch.name(found, makes);
  if (makes) touch.listing(found.folder, true);
  else if (found.file && (flags & O_TRUNC)) touch.content(found.file, true);
}

int open_path(Vm& vm, const std::string& path, int flags, int mode) {
  FileSystem files(vm);
  const bool writes = (flags & O_ACCMODE) != O_RDONLY;
  Found found = files.find(path, !(flags & (O_NOFOLLOW | O_EXCL)));
  if (!found.file) {
    if (found.error != ENOENT || !found.folder || !(flags & O_CREAT)) return -std::abs(found.error);
    if (!files.allowed(found.folder, W_OK | X_OK)) return -EACCES;
    found.file = files.make(S_IFREG | (mode & 0777 & ~022));
    if (!found.file || !files.put(found.folder, found.name, found.file)) return kPending;
    files.note_written(path, "created");
  } else {
    if ((flags & O_CREAT) && (flags & O_EXCL)) return -EEXIST;
    if (files.is_link(found.file)) return -ELOOP;
    if (files.is_folder(found.file) && (writes || (flags & O_CREAT))) return -EISDIR;
    const int mask = ((flags & O_ACCMODE) != O_WRONLY ? R_OK : 0) | (writes ? W_OK : 0);
    if (!files.allowed(found.file, mask)) return -EACCES;
    if (!files.is_folder(found.file) && !files.is_regular(found.file))
      throw Unsupported("the file " + path + " is a device, pipe or socket");
    if ((flags & O_TRUNC) && writes) {
      if (!files.resize(found.file, 0)) return kPending;
      files.note_written(path, "written");
    } else if (writes) {
      files.note_written(path, "opened for writing");
    }
  }
  return files.open(found.file, flags, path);
}

void plan_transfer(Touch& touch, int fd, bool write, bool at_position) {
  const Ref open = touch.files().open_file(fd);
  if (!open) return;
  touch.position(open, !at_position);
  touch.content(touch.files().file_of(open), write);
}

int64_t read_file(Vm& vm, int fd, char* to, size_t count, int64_t at) {
  FileSystem files(vm);
  const Ref open = files.open_file(fd);
  if (!open || (files.flags_of(open) & O_ACCMODE) == O_WRONLY) return -EBADF;
  if (files.is_folder(files.file_of(open))) return -EISDIR;
  const int64_t from = at < 0 ? files.position(open) : at;
  const int64_t n = static_cast<int64_t>(files.read(files.file_of(open), from, to, count));
  if (at < 0) files.seek(open, from + n);
  return n;
}

int64_t write_file(Vm& vm, int fd, const char* from, size_t count, int64_t at) {
  FileSystem files(vm);
  const Ref open = files.open_file(fd);
  if (!open || (files.flags_of(open) & O_ACCMODE) == O_RDONLY) return -EBADF;
  const Ref file = files.file_of(open);
  if (!count) return 0;
  const int64_t to = files.flags_of(open) & O_APPEND ? files.size(file) : at < 0 ? files.position(open) : at;
  if (!files.write(file, to, from, count)) return kPending;
  if (at < 0) files.seek(open, to + static_cast<int64_t>(count));
  return static_cast<int64_t>(count);
}

}  // namespace jmc::natives
