#include "check/report/places.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace jmc::check {

bool of_the_jdk(std::string_view name) {
  for (const char* prefix : {"java.", "javax.", "jdk.", "sun.", "com.sun."})
    if (name.starts_with(prefix)) return true;
  return false;
}

bool only_joins(const listeners::WaitingThread& w) { return w.what.starts_with("waits for the end of"); }

listeners::Place place_to_look_at(const listeners::Story& s) {
  for (const bool joins : {false, true})
    for (const listeners::WaitingThread& w : s.waiting)
      for (const listeners::Place& p : w.stack)
        if (p.known() && !p.source.empty() && joins == only_joins(w)) return p;
  if (!s.loop.empty()) return s.loop.front();
  if (s.failed.known()) return s.failed;
  for (size_t i = s.steps.size(); i-- > 0;) {
    const listeners::StoryStep& step = s.steps[i];
    if (step.caller.known()) return step.caller;
    if (step.place.known() && !of_the_jdk(step.place.klass)) return step.place;
  }
  for (size_t i = s.steps.size(); i-- > 0;)
    if (s.steps[i].place.known()) return s.steps[i].place;
  return {};
}

std::string source_path(const listeners::Place& p) {
  const size_t dot = p.klass.rfind('.');
  std::string path = dot == std::string::npos ? "" : p.klass.substr(0, dot + 1);
  std::replace(path.begin(), path.end(), '.', '/');
  path += p.file;
  if (!p.path.empty()) {
    namespace fs = std::filesystem;
    std::error_code none;
    const fs::path below = fs::weakly_canonical(p.path, none).lexically_relative(fs::current_path(none));
    if (!none && !below.empty() && *below.begin() != "..") path = below.generic_string();
  }
  return path;
}

std::string source_uri(const listeners::Place& p) {
  std::string out;
  for (const char c : source_path(p)) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || std::string_view("/._-~").find(c) != std::string_view::npos) out += c;
    else {
      constexpr const char* kHex = "0123456789ABCDEF";
      ((out += '%') += kHex[byte >> 4]) += kHex[byte & 15];
    }
  }
  return out;
}

}  // namespace jmc::check
