#include "schedule.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>

namespace jmc::force {

namespace {

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> out;
  size_t from = 0;
  for (size_t tab; (tab = line.find('\t', from)) != std::string::npos; from = tab + 1)
    out.push_back(line.substr(from, tab - from));
  out.push_back(line.substr(from));
  return out;
}

bool expected_of(const std::string& name, Expected& out) {
  static const std::pair<const char*, Expected> kNames[] = {
      {"exception", Expected::Exception}, {"swallowed", Expected::Swallowed}, {"deadlock", Expected::Deadlock},
      {"endless", Expected::Endless},     {"exit", Expected::Exit},           {"end", Expected::End}};
  for (const auto& [known, value] : kNames)
    if (name == known) {
      out = value;
      return true;
    }
  return false;
}

// False: it is no line of a schedule.
bool add_line(const std::vector<std::string>& f, Schedule& s) {
  const auto number = [&](size_t i) { return std::atoi(f[i].c_str()); };
  if (f[0] == "limit" && f.size() == 2) return (s.limit = number(1)) > 0;
  if (f[0] == "expect" && f.size() == 4) {
    s.of_thread = number(2);
    s.exception = f[3];
    return expected_of(f[1], s.expected);
  }
  if (f[0] == "thread" && f.size() == 5) {
    if (static_cast<size_t>(number(1)) != s.threads.size()) return false;
    ScheduledThread t;
    t.starter = f[2] == "-" ? -1 : number(2);
    t.nth = number(3);
    t.name = f[4];
    if (t.starter >= static_cast<int>(s.threads.size())) return false;
    s.threads.push_back(t);
    return true;
  }
  if (f[0] == "stop" && f.size() == 11) {
    const size_t thread = static_cast<size_t>(number(1));
    if (thread >= s.threads.size()) return false;
    Stop stop;
    stop.step = number(2);
    stop.how = f[3] == "in" ? How::In : f[3] == "out" ? How::Out : How::At;
    stop.count = number(4);
    stop.klass = f[5], stop.method = f[6], stop.descriptor = f[7];
    stop.bci = number(8);
    stop.opcode = number(9);
    stop.chain = f[10];
    if (stop.step) s.steps.push_back({stop.step, static_cast<int>(thread), s.threads[thread].stops.size()});
    s.threads[thread].stops.push_back(std::move(stop));
    return true;
  }
  if (f[0] == "answer" && f.size() == 4) {
    const size_t thread = static_cast<size_t>(number(1));
    if (thread >= s.threads.size() || s.threads[thread].stops.empty()) return false;
    Stop& stop = s.threads[thread].stops.back();
    stop.answers = true;
    stop.answer = std::atoll(f[3].c_str());
    s.answers = true;
    return stop.step == number(2);
  }
  if (f[0] == "times" && f.size() == 3) {
    const size_t thread = static_cast<size_t>(number(1));
    if (thread >= s.threads.size() || s.threads[thread].stops.empty()) return false;
    s.threads[thread].stops.back().by_time = s.times = true;
    return s.threads[thread].stops.back().step == number(2);
  }
  if (f[0] == "within" && f.size() == 4) {
    const size_t thread = static_cast<size_t>(number(1));
    if (thread >= s.threads.size() || s.threads[thread].stops.empty()) return false;
    s.threads[thread].stops.back().within = f[3];
    return s.threads[thread].stops.back().step == number(2);
  }
  if (f[0] == "static" && f.size() == 5 && (f[3] == "J" || f[3] == "Z")) {
    s.drawn.push_back({f[1], f[2], f[3], std::atoll(f[4].c_str())});
    return true;
  }
  if (f[0] == "watch" && f.size() == 7) {
    const size_t thread = static_cast<size_t>(number(1));
    if (thread >= s.threads.size() || s.threads[thread].stops.empty()) return false;
    Stop& stop = s.threads[thread].stops.back();
    stop.watch = f[3] == "field" ? Watch::Field : Watch::Returned;
    stop.holder = f[4], stop.field = f[5], stop.type = f[6];
    (f[3] == "field" ? s.fields : s.returned) = true;
    return stop.step == number(2);
  }
  return false;
}

}  // namespace

bool read_schedule(const std::string& file, Schedule& schedule, std::string& error) {
  std::ifstream in(file);
  if (!in) {
    error = file + ": " + std::strerror(errno) + "; expected a schedule";
    return false;
  }
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (number == 1 && line == "jmc-force\t1") continue;
    if (number > 1 && line == "end") {
      if (schedule.limit > 0 && !schedule.threads.empty()) return true;
      error = file + ": there is no limit, or no thread; expected both";
      return false;
    }
    if (number == 1 || !add_line(fields_of(line), schedule)) {
      error = file + ":" + std::to_string(number) + ": is no line of a schedule: " + line.substr(0, 100);
      return false;
    }
  }
  error = file + ": ends too early; expected a line \"end\"";
  return false;
}

}  // namespace jmc::force
