#include "check/jobs/frame.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace jmc::check::jobs {

bool Stream::send(const Header& header, const std::string& content) {
  Header whole = header;
  whole.size = content.size();
  std::string bytes(reinterpret_cast<const char*>(&whole), sizeof whole);
  bytes += content;
  for (size_t at = 0; at < bytes.size();) {
    const ssize_t n = ::send(fd_, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n > 0) {
      at += static_cast<size_t>(n);
    } else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      // Who is to read this may be waiting to write as well: what it has written so far makes room.
      pollfd room{fd_, POLLOUT | POLLIN, 0};
      poll(&room, 1, -1);
      if ((room.revents & POLLIN) && !read()) return false;
    } else if (n >= 0 || errno != EINTR) {
      return false;
    }
  }
  return true;
}

bool Stream::read() {
  input_.erase(0, at_);
  at_ = 0;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t n = recv(fd_, buffer, sizeof buffer, MSG_DONTWAIT);
    if (n > 0) input_.append(buffer, static_cast<size_t>(n));
    else if (n < 0 && errno == EINTR) continue;
    else return n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
  }
}

bool Stream::has_next() const {
  Header header;
  if (input_.size() - at_ < sizeof header) return false;
  std::memcpy(&header, input_.data() + at_, sizeof header);
  return input_.size() - at_ - sizeof header >= header.size;
}

std::optional<Frame> Stream::await() {
  for (bool open = true;;) {
    if (std::optional<Frame> f = next(); f || !open) return f;
    pollfd arrived{fd_, POLLIN, 0};
    poll(&arrived, 1, -1);
    open = read();
  }
}

std::optional<Frame> Stream::next() {
  Frame out;
  if (!has_next()) return {};
  std::memcpy(&out.header, input_.data() + at_, sizeof out.header);
  out.content = input_.substr(at_ + sizeof out.header, out.header.size);
  at_ += sizeof out.header + out.header.size;
  return out;
}

}  // namespace jmc::check::jobs
