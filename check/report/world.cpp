// What the report says about errors that disappeared, and about the world that the program met.
#include <algorithm>

#include "check/report/report.hpp"
#include "listeners/text.hpp"

namespace jmc::check {

using listeners::one_line;

namespace {

constexpr size_t kSwallowedShown = 20;
constexpr size_t kPlacesShown = 3;  // of one topic

}  // namespace

std::string swallowed_text(const Result& r) {
  if (r.swallowed.empty()) return {};
  std::string out = "swallowed: nobody looked at " +
                    std::string(r.swallowed.size() == 1 ? "this error" : "these errors") +
                    " (--swallowed=violation makes it a violation)\n";
  size_t shown = 0;
  for (const listeners::FoundSwallowed& s : r.swallowed) {
    if (++shown > kSwallowedShown) {
      out += "  ... and " + listeners::grouped(r.swallowed.size() - kSwallowedShown) + " more (--json lists all)\n";
      break;
    }
    out += "  " + one_line(s.error.error) + "\n    thrown    " +
           (s.error.thrown.empty() ? "in the JDK" : s.error.thrown) + "\n    caught    " + s.error.caught + ", by " +
           s.thread + "\n";
  }
  return out;
}

std::string world_text(const Result& r, const Configuration& o) {
  std::string out;
  std::vector<std::string> topics;
  for (const auto& [topic, text] : r.remarks)
    if (std::find(topics.begin(), topics.end(), topic) == topics.end()) topics.push_back(topic);
  for (const std::string& topic : topics) {
    size_t places = 0;
    std::string line;
    for (const auto& [t, text] : r.remarks) {
      if (t != topic) continue;
      if (topic == "references" && o.collect_references && line.empty())
        line = "get() of weak and soft ones also answers null where nothing else holds the object; queues stay empty";
      if (topic == (o.collect_references ? "references" : "reference queues")) continue;
      if (++places > kPlacesShown) continue;
      // The same said of another place: the place alone.
      const size_t place = text.rfind(" (");
      const bool same = place != std::string::npos && line.starts_with(one_line(text.substr(0, place) + " ("));
      line += (line.empty() ? "" : "; ") + one_line(same ? text.substr(place + 1) : text);
    }
    if (places > kPlacesShown) line += "; and " + listeners::grouped(places - kPlacesShown) + " more";
    out += "  " + topic + std::string(topic.size() < 12 ? 12 - topic.size() : 1, ' ') + line + "\n";
  }
  return out;
}

}  // namespace jmc::check
