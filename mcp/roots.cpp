#include "mcp/roots.hpp"

#include <chrono>
#include <filesystem>

namespace jmc::mcp {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kPatience{3};

// "file:///home/me/my%20project": the path. Empty: it is none of this machine.
std::string path_of(const std::string& uri) {
  constexpr std::string_view kStart = "file://";
  if (!uri.starts_with(kStart)) return {};
  std::string out;
  for (size_t i = kStart.size(); i < uri.size(); ++i) {
    const auto digit = [&](size_t at) {
      const char c = at < uri.size() ? uri[at] : '?';
      return c >= '0' && c <= '9'   ? c - '0'
             : c >= 'a' && c <= 'f' ? c - 'a' + 10
             : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                    : -1;
    };
    if (uri[i] == '%' && digit(i + 1) >= 0 && digit(i + 2) >= 0) {
      out += static_cast<char>(digit(i + 1) * 16 + digit(i + 2));
      i += 2;
    } else {
      out += uri[i];
    }
  }
  if (out.starts_with("localhost/")) out.erase(0, 9);
  return out.starts_with("/") && out.find('\0') == std::string::npos ? out : "";
}

std::string canonical(const std::string& path) {
  std::error_code error;
  const fs::path p = fs::weakly_canonical(path, error);
  return error ? "" : p.string();
}

bool below(const std::string& path, const std::string& folder) {
  return path == folder || (path.starts_with(folder) && (folder.back() == '/' || path[folder.size()] == '/'));
}

}  // namespace

Roots::Roots() {
  std::error_code none;
  own_ = canonical(fs::current_path(none).string());
  if (own_ == "/") own_.clear();  // of a desktop, not of a project
}

void Roots::asked() {
  const std::lock_guard guard(mutex_);
  waits_ = true;
}

void Roots::told(const Value* result) {
  const std::lock_guard guard(mutex_);
  waits_ = false;
  changed_.notify_all();
  if (!result) return;
  folders_.clear();
  for (const Value* root : list_at(*result, "roots"))
    if (std::string folder = canonical(path_of(text_at(*root, "uri"))); !folder.empty())
      folders_.push_back(std::move(folder));
}

bool Roots::allowed(const std::string& path, std::string& why) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kPatience, [&] { return !waits_; });
  waits_ = false;  // a client that does not answer is waited for once
  const std::string where = canonical(path);
  std::string all;
  if (!where.empty()) {
    for (const std::string& folder : folders_) {
      if (below(where, folder)) return true;
      all += (all.empty() ? "" : ", ") + folder;
    }
    if (folders_.empty() && !own_.empty()) {
      if (below(where, own_)) return true;
      all = own_;
    }
  }
  why = all.empty() ? "is in no root; start jmc mcp in the folder of the project, or have the client tell its roots"
                    : "is in no root (" + all + ")";
  return false;
}

}  // namespace jmc::mcp
