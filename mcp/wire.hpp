// Lines in and out: one message each, as the protocol has it on standard input and output.
#pragma once

#include <atomic>
#include <mutex>
#include <string>

namespace jmc::mcp {

// Of several threads; a line is written whole, or the other end is gone.
class Writer {
 public:
  explicit Writer(int fd) : fd_(fd) {}
  void line(const std::string& json);
  bool gone() const { return gone_.load(); }  // nobody reads any more
  int fd() const { return fd_; }

 private:
  int fd_;
  std::mutex mutex_;
  std::atomic<bool> gone_ = false;
};

class Reader {
 public:
  static constexpr size_t kLongest = size_t{16} << 20;  // bytes of a line

  explicit Reader(int fd) : fd_(fd) {}
  enum class Got : uint8_t { Line, TooLong, Nothing, End };
  // The next line, without its end, if there is one without waiting. TooLong: there was one that is thrown away.
  Got next(std::string& line);
  int fd() const { return fd_; }

 private:
  bool fill();  // false: nothing to read now

  int fd_;
  std::string buffer_;
  size_t looked_at_ = 0;
  bool end_ = false, skips_ = false;
};

}  // namespace jmc::mcp
