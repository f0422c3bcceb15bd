#include "mcp/wire.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace jmc::mcp {

void Writer::line(const std::string& json) {
  const std::string all = json + "\n";
  const std::lock_guard guard(mutex_);
  for (size_t done = 0; done < all.size() && !gone_;) {
    const ssize_t n = write(fd_, all.data() + done, all.size() - done);
    if (n >= 0) done += static_cast<size_t>(n);
    else if (errno == EAGAIN) {
      struct pollfd p {
        fd_, POLLOUT, 0
      };
      poll(&p, 1, 1000);
    } else if (errno != EINTR) gone_ = true;
  }
}

bool Reader::fill() {
  struct pollfd p {
    fd_, POLLIN, 0
  };
  if (end_ || poll(&p, 1, 0) <= 0) return false;
  char bytes[1 << 16];
  const ssize_t n = ::read(fd_, bytes, sizeof bytes);
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return false;
  if (n <= 0) end_ = true;
  else buffer_.append(bytes, static_cast<size_t>(n));
  return true;
}

Reader::Got Reader::next(std::string& line) {
  for (;;) {
    const size_t end = buffer_.find('\n', looked_at_);
    if (end != std::string::npos) {
      line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      looked_at_ = 0;
      if (skips_) {
        skips_ = false;
        return Got::TooLong;
      }
      return line.size() > kLongest ? Got::TooLong : Got::Line;
    }
    looked_at_ = buffer_.size();
    if (buffer_.size() > kLongest) {
      skips_ = true;
      buffer_.clear();
      looked_at_ = 0;
    }
    if (end_) {
      if (buffer_.empty() && !skips_) return Got::End;
      line = std::move(buffer_);  // the last line has no end
      buffer_.clear();
      looked_at_ = 0;
      return std::exchange(skips_, false) ? Got::TooLong : Got::Line;
    }
    if (!fill()) return Got::Nothing;
  }
}

}  // namespace jmc::mcp
