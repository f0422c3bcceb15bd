#include "check/report/page.hpp"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "check/report/markup.hpp"
#include "check/report/page_text.hpp"
#include "listeners/text.hpp"

namespace jmc::check {

using listeners::grouped;
using listeners::Story;
using listeners::StoryStep;

namespace {

// Of the time line, in pixels.
constexpr int kNarrowStep = 26, kWideStep = 72, kWholeLine = 1000, kLane = 34, kTop = 22;
constexpr int kLetter = 7, kAroundLabel = 14, kWidestLabel = 140, kLeft = 6;
constexpr size_t kLongestLine = 2000;  // steps drawn
constexpr size_t kLongStory = 60;      // from here on the steps have a pane of their own
constexpr size_t kSourceShown = 70;    // of a line, beside a step: the panel has all of it

// What a step does, as a class of style: its dot has that colour.
const char* kind_of_step(const StoryStep& s) {
  const std::string_view o = s.operation;
  if (o.starts_with("throws")) return "x";
  if (!s.written.empty() || o.starts_with("write") || o.starts_with("CAS")) return "w";
  if (!s.read.empty() || o.starts_with("read")) return "r";
  for (const char* word : {"lock", "unlock", "wait", "notify", "signal", "await", "park", "unpark", "acquire",
                           "release", "join", "tryLock"})
    if (o.starts_with(word)) return "l";
  return "o";
}

// For those who do not tell the colours apart.
const char* letter_of(std::string_view kind) {
  return kind == "r" ? "R" : kind == "w" ? "W" : kind == "l" ? "L" : kind == "x" ? "!" : "";
}

const listeners::Place& own_place(const StoryStep& s) { return s.caller.known() ? s.caller : s.place; }

std::string file_key(const listeners::Place& p) {
  const size_t dot = p.klass.rfind('.');
  std::string folder = dot == std::string::npos ? "" : p.klass.substr(0, dot + 1);
  std::replace(folder.begin(), folder.end(), '.', '/');
  return folder + p.file;
}

class StoryPage {
 public:
  StoryPage(const Story& story, std::string id) : s_(story), id_(std::move(id)), lane_(story.threads.size(), -1) {
    for (const StoryStep& step : s_.steps) lane_[step.thread] = 0;
    for (int& lane : lane_)
      if (lane == 0) lane = lanes_++;
    if (!s_.steps.empty())
      step_ =
          std::clamp(kWholeLine / static_cast<int>(std::min(s_.steps.size(), kLongestLine)), kNarrowStep, kWideStep);
    for (const StoryStep& step : s_.steps)
      if (!step.effect) told_.insert(step.number);
    for (size_t t = 0; t < lane_.size(); ++t)
      if (lane_[t] >= 0)
        label_ = std::max(label_, static_cast<int>(listeners::width_of(shortened(s_.threads[t]))) * kLetter);
    label_ = std::min(label_ + kAroundLabel, kWidestLabel);
  }

  std::string causes() const {
    if (s_.causes.empty()) return {};
    std::string out = "<h3>cause</h3>\n<ol class=\"causes\">\n";
    for (const std::string& cause : s_.causes) out += "<li>" + linked(cause) + "</li>\n";
    return out + "</ol>\n";
  }

  std::string controls() const {
    return "<div class=\"controls\" role=\"group\" aria-label=\"go through the steps\"><button type=\"button\" "
           "class=\"back\" aria-label=\"step back\">&#9664;</button> "
           "<input type=\"range\" min=\"1\" max=\"" +
           std::to_string(s_.steps.size()) +
           "\" value=\"1\" aria-label=\"step\"> <button type=\"button\" class=\"next\" aria-label=\"next "
           "step\">&#9654;</button> <output></output> <span class=\"faint hint\">also with the arrow keys, Home and "
           "End</span></div>\n";
  }

  // A lane for each thread, a dot for each step, an arrow from each write to the reads of others that saw it.
  std::string time_line() const {
    const size_t count = std::min(s_.steps.size(), kLongestLine);
    const int width = kLeft + step_ * static_cast<int>(count + 1), height = kTop + kLane * lanes_ + 8;
    const std::string high = std::to_string(height), wide = std::to_string(width), label = std::to_string(label_);
    // Names stay where they are when the line is moved.
    std::string out = "<div class=\"time" + long_class() + "\"><svg class=\"line names\" width=\"" + label +
                      "\" height=\"" + high + "\" aria-hidden=\"true\">\n";
    for (size_t t = 0; t < lane_.size(); ++t)
      if (lane_[t] >= 0)
        out += "<text x=\"4\" y=\"" + std::to_string(y_of(static_cast<por::ThreadId>(t)) + 4) + "\">" +
               escaped(shortened(s_.threads[t])) + "</text>\n";
    out +=
        "</svg><div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"time line\"><svg class=\"line\" "
        "width=\"" +
        wide + "\" height=\"" + high + "\" viewBox=\"0 0 " + wide + " " + high + "\" role=\"img\" aria-label=\"" +
        listeners::count(count, "step") + " of " + listeners::count(static_cast<size_t>(lanes_), "thread") +
        ", told in the table below\">\n<defs><marker id=\"" + id_ +
        "-head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" "
        "orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" class=\"head\"/></marker></defs>\n";
    for (size_t t = 0; t < lane_.size(); ++t)
      if (lane_[t] >= 0)
        out += "<path class=\"lane\" d=\"M0 " + std::to_string(y_of(static_cast<por::ThreadId>(t))) + "H" +
               std::to_string(width - 6) + "\"/>\n";
    for (size_t i = 0; i < count; ++i)
      if (const int from = s_.steps[i].saw; from >= 0 && static_cast<size_t>(from) < count) out += arrow(from, i);
    for (size_t i = 0; i < count; ++i) {
      const StoryStep& step = s_.steps[i];
      out += "<g class=\"dot " + std::string(kind_of_step(step)) + (step.matters ? " matters" : "") +
             "\"><circle cx=\"" + std::to_string(x_of(i)) + "\" cy=\"" + std::to_string(y_of(step.thread)) + "\" r=\"" +
             (step.effect ? "4" : "7") + "\"/>";
      if (const char* letter = step.effect ? "" : letter_of(kind_of_step(step)); *letter)
        out += "<text class=\"kind\" x=\"" + std::to_string(x_of(i)) + "\" y=\"" +
               std::to_string(y_of(step.thread) + 3) + "\">" + letter + "</text>";
      if (!step.effect)
        out += "<text class=\"number\" x=\"" + std::to_string(x_of(i)) + "\" y=\"12\">" + std::to_string(step.number) +
               "</text>";
      out += "<title>" + escaped((step.effect ? "" : std::to_string(step.number) + ": ") + step.operation) +
             "</title></g>\n";
    }
    return out +
           "</svg></div></div>\n<p class=\"faint key\"><i class=\"r\">R</i> reads <i class=\"w\">W</i> writes <i "
           "class=\"l\">L</i> locks, waits <i class=\"o\"></i> other <i class=\"x\">!</i> fails; an arrow goes from a "
           "write to a read that saw it</p>\n";
  }

  std::string steps() const {
    std::string out = "<div class=\"scroll steps" + long_class() +
                      "\" tabindex=\"0\" role=\"region\" aria-label=\"steps\"><table "
                      "class=\"story\"><thead><tr><th>step</th>";
    if (one_column()) out += "<th>thread</th><th>does</th>";
    for (size_t t = 0; t < lane_.size() && !one_column(); ++t)
      if (lane_[t] >= 0) out += "<th>" + escaped(s_.threads[t]) + "</th>";
    out += "<th>where</th></tr></thead>\n<tbody>\n";
    for (const StoryStep& step : s_.steps) out += row(step);
    return out + "</tbody></table></div>\n";
  }

  // For the script: what is in the objects when, and the sources.
  std::string data() const {
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> w(buffer);
    const auto text = [&](std::string_view value) {
      const std::string valid = printable_utf8(value);
      w.String(valid.data(), static_cast<rapidjson::SizeType>(valid.size()));
    };
    const listeners::Contents& c = s_.contents;
    w.StartObject();
    w.Key("objects"), w.StartArray();
    for (const auto& o : c.objects) {
      w.StartObject();
      w.Key("name"), text(o.name);
      w.Key("fields"), w.StartArray();
      for (const std::string& f : o.fields) text(f);
      w.EndArray(), w.EndObject();
    }
    w.EndArray();
    w.Key("changes"), w.StartArray();
    for (const auto& change : c.changes) {
      w.StartArray();
      w.Uint(change.step), w.Uint64(change.object), w.Uint64(change.field), text(change.value);
      w.EndArray();
    }
    w.EndArray();
    w.Key("sources"), w.StartObject();
    for (const auto& [file, lines] : c.sources) {
      w.Key(file.c_str()), w.StartArray();
      for (const auto& [number, line] : lines) w.StartArray(), w.Int(number), text(line), w.EndArray();
      w.EndArray();
    }
    w.EndObject(), w.EndObject();
    std::string out;
    for (const char ch : std::string_view(buffer.GetString(), buffer.GetSize()))
      ch == '<' ? out += "\\u003c" : out += ch;  // nothing in it ends the script
    return "<script type=\"application/json\">" + out + "</script>\n";
  }

 private:
  static std::string shortened(const std::string& label) {
    return listeners::width_of(label) > 19 ? label.substr(0, label.find(' ', 7)) : label;
  }
  int x_of(size_t step) const { return kLeft + step_ * static_cast<int>(step + 1) - step_ / 2; }
  int y_of(por::ThreadId t) const { return kTop + kLane * lane_[t] + kLane / 2; }

  std::string arrow(int from, size_t to) const {
    const StoryStep &w = s_.steps[static_cast<size_t>(from)], &r = s_.steps[to];
    const int x1 = x_of(static_cast<size_t>(from)), x2 = x_of(to), y1 = y_of(w.thread), y2 = y_of(r.thread);
    std::string d = "M" + std::to_string(x1) + " " + std::to_string(y1);
    if (w.thread == r.thread) {
      if (to == static_cast<size_t>(from) + 1) return {};
      d += "Q" + std::to_string((x1 + x2) / 2) + " " + std::to_string(y1 - 26) + " " + std::to_string(x2 - 6) + " " +
           std::to_string(y2 - 6);
    } else {
      const double length = std::hypot(x2 - x1, y2 - y1);
      const int back_x = static_cast<int>(9 * (x2 - x1) / length), back_y = static_cast<int>(9 * (y2 - y1) / length);
      d += "L" + std::to_string(x2 - back_x) + " " + std::to_string(y2 - back_y);
    }
    return "<path class=\"arrow" + std::string(w.matters && r.matters ? " matters" : "") + "\" d=\"" + d +
           "\" marker-end=\"url(#" + id_ + "-head)\" data-from=\"" + std::to_string(from + 1) + "\" data-to=\"" +
           std::to_string(to + 1) + "\"/>\n";
  }

  std::string row(const StoryStep& step) const {
    const listeners::Place& own = own_place(step);
    std::string out = "<tr";
    if (!step.effect) out += " id=\"" + id_ + "-s" + std::to_string(step.number) + "\"";
    std::string style = step.effect ? "effect" : "";
    if (step.matters) style += style.empty() ? "matters" : " matters";
    if (!style.empty()) out += " class=\"" + style + "\"";
    out += " data-step=\"" + std::to_string(step.number) + "\" data-thread=\"" + std::to_string(step.thread) + "\"";
    if (own.known() && own.line > 0)
      out += " data-file=\"" + escaped(file_key(own)) + "\" data-line=\"" + std::to_string(own.line) + "\"";
    out += "><td>" + (step.effect ? "" : std::to_string(step.number)) + "</td>";
    std::string operation = escaped(step.operation);
    if (step.saw_number && told_.contains(step.saw_number) && step.saw_number != step.number)
      operation += " <a class=\"saw\" href=\"#" + id_ + "-s" + std::to_string(step.saw_number) + "\">&#8592; step " +
                   std::to_string(step.saw_number) + "</a>";
    if (one_column()) out += "<td>" + escaped(s_.threads[step.thread]) + "</td><td>" + operation + "</td>";
    for (size_t t = 0; t < lane_.size() && !one_column(); ++t)
      if (lane_[t] >= 0)
        out +=
            t == step.thread ? "<td data-label=\"" + escaped(s_.threads[t]) + "\">" + operation + "</td>" : "<td></td>";
    out += "<td class=\"place\">" + escaped(page_place(step.place));
    if (step.caller.known())
      out +=
          "<br>" + escaped((step.called.empty() ? "" : "in " + step.called + ", called at ") + page_place(step.caller));
    return out + "</td></tr>\n";
  }

  // What has many steps is moved through in a pane, with the names of the columns in sight.
  std::string long_class() const { return s_.steps.size() > kLongStory ? " long" : ""; }

  // More threads have no room side by side, beside the sources; the time line has a lane for each.
  bool one_column() const { return lanes_ > kMostColumns; }

  // With each "step 4" a link to it.
  std::string linked(const std::string& text) const {
    std::string out;
    for (size_t at = 0;;) {
      const size_t word = text.find("step ", at), digits = word + 5;
      if (word == std::string::npos) return out + escaped(text.substr(at));
      size_t end = digits;
      while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
      out += escaped(text.substr(at, word - at));
      const std::string number = text.substr(digits, end - digits);
      const bool known =
          !number.empty() && number.size() < 9 && told_.contains(static_cast<uint32_t>(std::stoul(number)));
      const std::string shown = escaped(text.substr(word, end - word));
      out += known ? "<a href=\"#" + id_ + "-s" + number + "\">" + shown + "</a>" : shown;
      at = end;
    }
  }

  static constexpr int kMostColumns = 5;

  const Story& s_;
  std::string id_;
  std::vector<int> lane_;  // by thread; -1: does nothing here
  int lanes_ = 0;
  int step_ = kNarrowStep;
  int label_ = 0;            // width of the widest name of a thread
  std::set<uint32_t> told_;  // numbers of steps
};

std::string headed(const std::string& title, Heading heading) {
  const std::string tag = heading == Heading::OfPage ? "h2" : "h3";
  return "<" + tag + ">" + title + "</" + tag + ">\n";
}

}  // namespace

std::string page_items(const std::string& title, const std::vector<std::string>& list, Heading heading) {
  if (list.empty()) return {};
  std::string out = headed(title, heading) + "<ul>\n";
  for (const std::string& text : list) out += "<li>" + escaped(text) + "</li>\n";
  return out + "</ul>\n";
}

std::string page_text(const std::string& title, const std::string& text, Heading heading) {
  // A text that begins with its own title has it once.
  const std::string own = title + "\n";
  return text.empty() ? ""
                      : headed(title, heading) + "<pre>" +
                            escaped(text.starts_with(own) ? text.substr(own.size()) : text) + "</pre>\n";
}

std::string page_facts(const std::string& text) {
  std::string out;
  bool in_list = false, in_term = false;
  const auto end = [&] {
    if (in_term) out += "</dd>\n";
    if (in_list) out += "</dl>\n";
    in_list = in_term = false;
  };
  for (size_t at = 0; at < text.size();) {
    const size_t newline = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, newline - at);
    at = newline + 1;
    const size_t word = line.find_first_not_of(' ');
    if (word == std::string::npos) continue;
    const size_t gap = line.find("  ", word), said = line.find_first_not_of(' ', std::min(gap, line.size()));
    if (word == 2 && said != std::string::npos) {
      if (in_term) out += "</dd>\n";
      if (!in_list) out += "<dl class=\"facts\">\n";
      out += "<dt>" + escaped(line.substr(word, gap - word)) + "</dt><dd>" + escaped(line.substr(said));
      in_list = in_term = true;
    } else if (word > 2 && in_term) {  // goes on
      out += "\n" + escaped(line.substr(word));
    } else {
      end();
      out += "<p>" + escaped(line.substr(word)) + "</p>\n";
    }
  }
  end();
  return out;
}

std::string page_place(const listeners::Place& p) {
  if (!p.known()) return {};
  std::string source = p.source;
  if (listeners::width_of(source) > kSourceShown) {
    size_t cut = kSourceShown;
    while (cut > 0 && (static_cast<unsigned char>(source[cut]) & 0xC0) == 0x80) --cut;  // not inside of a character
    source = source.substr(0, cut) + " ...";
  }
  return (p.file.empty() ? p.klass : p.file) + (p.line > 0 ? ":" + std::to_string(p.line) : "") + " (" + p.method +
         ")" + (source.empty() ? "" : "  " + source);
}

std::string page_head(std::string_view title) {
  return std::string(kPageHead) + "<title>" + escaped(title) + "</title></head><body>\n<main>\n";
}

std::string page_end() { return "</main>\n" + std::string(kPageScript) + "</body></html>\n"; }

std::string page_story(const Story& s, const std::string& id, const std::string& heading) {
  const StoryPage page(s, id);
  std::string out =
      "<section class=\"told\" id=\"" + id + "\" tabindex=\"0\" aria-label=\"story\">" + heading + "\n" + page.causes();
  if (s.left_out)
    out += "<p>" + listeners::count(s.left_out, "step at the beginning is", "steps at the beginning are") +
           " left out.</p>\n";
  if (!s.steps.empty()) {
    out += page.controls() + page.time_line() + "<div class=\"beside\"><div>" + page.steps() +
           "</div><div class=\"panel\">" +
           "<div class=\"source\" hidden></div><div class=\"objects\" hidden></div></div></div>\n" + page.data();
  }
  std::vector<std::string> waiting;
  for (const listeners::WaitingThread& w : s.waiting) {
    std::string text = s.threads[w.thread] + " " + w.what;
    for (const listeners::Place& p : w.stack) {
      text += " at " + page_place(p);
      break;
    }
    waiting.push_back(std::move(text));
  }
  out += page_items("at the end", waiting);
  for (const listeners::LoopingThread& l : s.looping) {
    std::vector<std::string> lines;
    for (const StoryStep& step : l.steps) lines.push_back(step.operation + "  " + page_place(step.place));
    lines.insert(lines.end(), l.notes.begin(), l.notes.end());
    out += page_items("again and again: " + escaped(s.threads[l.thread]), lines);
  }
  if (s.looping.empty() && !s.loop.empty()) {
    std::vector<std::string> lines;
    for (const listeners::Place& p : s.loop) lines.push_back(page_place(p));
    lines.insert(lines.end(), s.loop_notes.begin(), s.loop_notes.end());
    out += page_items("the loop", lines);
  }
  out += page_items("names", s.legend);
  out += page_text("stack", s.stack);
  out += page_text("printed", s.output);
  return out + "</section>\n";
}

}  // namespace jmc::check
