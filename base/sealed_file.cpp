#include "base/sealed_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <cerrno>

namespace jmc::base {

namespace {

constexpr size_t kBuffer = size_t{1} << 20;
constexpr size_t kSeal = 16;

}  // namespace

struct SealedFileWriter::Hash {
  Hash() : state(XXH3_createState()) { XXH3_128bits_reset(state); }
  ~Hash() { XXH3_freeState(state); }
  XXH3_state_t* state;
};

SealedFileWriter::SealedFileWriter(std::string file)
    : file_(std::move(file)), temporary_(file_ + ".new"), hash_(std::make_unique<Hash>()) {
  fd_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd_ < 0) fail("cannot be written");
  buffer_.reserve(kBuffer);
}

SealedFileWriter::~SealedFileWriter() {
  if (fd_ < 0) return;
  close(fd_);
  unlink(temporary_.c_str());
}

void SealedFileWriter::fail(const std::string& what) const {
  throw std::runtime_error(file_ + ": " + what + ": " + std::strerror(errno));
}

void SealedFileWriter::bytes(const void* from, size_t size) {
  const char* at = static_cast<const char*>(from);
  while (size != 0) {
    const size_t part = std::min(size, kBuffer - buffer_.size());
    buffer_.append(at, part);
    at += part;
    size -= part;
    if (buffer_.size() == kBuffer) flush();
  }
}

void SealedFileWriter::flush() {
  XXH3_128bits_update(hash_->state, buffer_.data(), buffer_.size());
  for (size_t done = 0; done < buffer_.size();) {
    const ssize_t n = write(fd_, buffer_.data() + done, buffer_.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail("could not be written");
    done += static_cast<size_t>(n);
  }
  buffer_.clear();
}

void SealedFileWriter::finish() {
  flush();
  const XXH128_hash_t h = XXH3_128bits_digest(hash_->state);
  XXH128_canonical_t seal;
  XXH128_canonicalFromHash(&seal, h);
  static_assert(sizeof seal == kSeal);
  buffer_.assign(reinterpret_cast<const char*>(&seal), sizeof seal);
  flush();
  if (fsync(fd_) != 0) fail("could not be written");
  close(fd_);
  fd_ = -1;
  if (rename(temporary_.c_str(), file_.c_str()) != 0) {
    const int error = errno;
    unlink(temporary_.c_str());
    errno = error;
    fail("could not be put in its place");
  }
  // The new name, too, is to outlive a machine that stops now; a folder that cannot be synced is no reason to give up.
  const size_t slash = file_.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : slash == 0 ? "/" : file_.substr(0, slash);
  if (const int d = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); d >= 0) {
    fsync(d);
    close(d);
  }
}

SealedFileReader::SealedFileReader(const std::string& file) {
  const int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) throw ArchiveError("cannot be read: " + std::string(std::strerror(errno)));
  struct stat s {};
  const bool regular = fstat(fd, &s) == 0 && S_ISREG(s.st_mode);
  mapped_ = regular ? static_cast<size_t>(s.st_size) : 0;
  void* at = mapped_ >= kSeal ? mmap(nullptr, mapped_, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
  close(fd);
  if (at == MAP_FAILED) throw ArchiveError(regular ? "is cut off" : "is no file");
  begin_ = static_cast<char*>(at);
  size_ = mapped_ - kSeal;
  XXH128_canonical_t seal;
  std::memcpy(&seal, begin_ + size_, sizeof seal);
  if (!XXH128_isEqual(XXH128_hashFromCanonical(&seal), XXH3_128bits(begin_, size_))) {
    munmap(begin_, mapped_);
    throw ArchiveError("is damaged or cut off: its checksum is another one");
  }
}

SealedFileReader::~SealedFileReader() { munmap(begin_, mapped_); }

}  // namespace jmc::base
