// A file that is there whole or not at all: written beside its place, with a checksum (XXH3, 128 bits) at its end, and
// moved there when it is safely on the disk. Whenever the process or the machine dies, the file is the one before or
// the new one.
//
// No protection against forgery.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/archive.hpp"

namespace jmc::base {

class SealedFileWriter final : public Saver {
 public:
  // Throws std::runtime_error, which names the file and what the operating system says; so do the others.
  explicit SealedFileWriter(std::string file);
  // What was not put in place is removed.
  ~SealedFileWriter() override;
  SealedFileWriter(const SealedFileWriter&) = delete;
  void bytes(const void* from, size_t size) override;
  // Puts the file in its place.
  void finish();

 private:
  void flush();
  [[noreturn]] void fail(const std::string& what) const;
  struct Hash;
  std::string file_, temporary_;
  int fd_ = -1;
  std::string buffer_;
  std::unique_ptr<Hash> hash_;
};

// Ownership: the content lives as long as this.
class SealedFileReader {
 public:
  // Throws ArchiveError if it cannot be read, is none, or is damaged.
  explicit SealedFileReader(const std::string& file);
  ~SealedFileReader();
  SealedFileReader(const SealedFileReader&) = delete;
  std::span<const char> content() const { return {begin_, size_}; }

 private:
  char* begin_ = nullptr;
  size_t size_ = 0, mapped_ = 0;
};

}  // namespace jmc::base
