#include "listeners/story_text.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "listeners/names.hpp"
#include "listeners/story_rows.hpp"
#include "listeners/text.hpp"

namespace jmc::listeners {

namespace {

constexpr size_t kGap = 2;
constexpr size_t kNarrowest = 14;    // of a thread's column
constexpr size_t kWidestWord = 28;   // that a column is made wide enough for
constexpr size_t kIndent = 2;        // of what goes on in the next line
constexpr size_t kWidestLabel = 28;  // of a thread, where each row names it
constexpr size_t kLeastSource = 20;
constexpr size_t kStackFrames = 8;
constexpr size_t kLoopRows = 20;  // of a thread in a livelock

std::string number_of(por::ThreadId thread) { return "thread " + std::to_string(thread); }

struct Layout {
  size_t number = 1, where = 0, source = 0;
  std::vector<size_t> columns;  // one per shown thread; in the narrow layout: the thread, the operation
  std::vector<int> column_of;   // by thread; -1: does nothing in this story
  bool narrow = false, numbers_only = false;
  size_t mark = 0;  // of `number`, behind it
  std::string label(const Story& story, por::ThreadId t) const {
    return numbers_only ? number_of(t) : story.threads[t];
  }
};

// Takes from the widest columns until all fit, but not more than they can spare.
void shrink(std::vector<size_t>& columns, const std::vector<size_t>& least, size_t room) {
  for (;;) {
    size_t sum = 0, widest = columns.size();
    for (size_t c = 0; c < columns.size(); ++c) {
      sum += columns[c];
      if (columns[c] > least[c] && (widest == columns.size() || columns[c] > columns[widest])) widest = c;
    }
    if (sum <= room || widest == columns.size()) return;
    --columns[widest];
  }
}

size_t longest_word(std::string_view text) {
  size_t longest = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    longest = std::max(longest, width_of(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return longest;
}

// Each row names its thread: there are too many for columns.
void narrow_layout(const Story& story, const std::vector<Row>& rows, size_t width, size_t source, Layout& l) {
  l.narrow = true;
  size_t label = 0, text = 0;
  for (const Row& r : rows) {
    label = std::max(label, width_of(story.threads[r.thread]));
    text = std::max(text, width_of(r.text));
  }
  l.numbers_only = label > std::max<size_t>(kWidestLabel, width / 4);
  if (l.numbers_only) {
    label = 0;
    for (const Row& r : rows) label = std::max(label, number_of(r.thread).size());
  }
  const size_t taken = l.number + l.where + label + kGap * 4;
  const size_t left = width > taken ? width - taken : 0;
  text = std::min(text, std::max<size_t>(24, left * 2 / 3));
  l.columns = {label, text};
  l.source = std::min(source, left > text ? left - text : 0);
  if (l.source < std::min(source, kLeastSource)) l.source = 0;
}

// What a thread did comes first: its column is as wide as its words are long. Then the place; the line of source gets
// what is left, if that is enough to tell anything.
Layout layout_of(const Story& story, const std::vector<Row>& rows, size_t width) {
  Layout l;
  size_t source = 0;
  std::vector<size_t> wanted(story.threads.size(), 0), words(story.threads.size(), kNarrowest);
  for (const Row& r : rows) {
    l.number = std::max(l.number, r.number.size());
    if (r.matters) l.mark = 1;
    l.where = std::max(l.where, width_of(r.where));
    source = std::max(source, width_of(r.source));
    const std::string& label = story.threads[r.thread];
    wanted[r.thread] = std::max({wanted[r.thread], width_of(r.text), width_of(label)});
    const size_t longest =
        std::max(longest_word(r.shorter.empty() ? r.text : r.shorter) + kIndent, longest_word(label));
    words[r.thread] = std::max(words[r.thread], std::min(longest, kWidestWord));
  }
  l.number += l.mark;
  l.where = std::min<size_t>(l.where, std::max<size_t>(20, width / 4));
  l.column_of.assign(wanted.size(), -1);
  std::vector<size_t> least;
  size_t least_sum = 0;
  for (size_t t = 0; t < wanted.size(); ++t)
    if (wanted[t]) {
      l.column_of[t] = static_cast<int>(l.columns.size());
      l.columns.push_back(wanted[t]);
      least.push_back(std::min(words[t], wanted[t]));
      least_sum += least.back();
    }
  const size_t gaps = l.number + kGap * (l.columns.size() + 2);
  const auto rest = [&] { return width > gaps + l.where ? width - gaps - l.where : 0; };
  if (rest() < least_sum) l.where = std::min<size_t>(l.where, 20);
  if (rest() < least_sum) {
    l.where = std::max<size_t>(l.where, std::max<size_t>(20, width / 4));
    size_t where = 0;
    for (const Row& r : rows) where = std::max(where, width_of(r.where));
    l.where = std::min(l.where, where);
    narrow_layout(story, rows, width, source, l);
    return l;
  }
  size_t share = std::min({source, std::max<size_t>(rest() / 4, kLeastSource), rest() - least_sum});
  if (share < std::min(source, kLeastSource)) share = 0;
  shrink(l.columns, least, rest() - share);
  size_t used = 0;
  for (const size_t c : l.columns) used += c;
  l.source = share ? std::min(source, rest() - used) : 0;
  return l;
}

void pad(std::string& line, std::string_view text, size_t width) {
  line += text;
  const size_t w = width_of(text);
  line.append((w < width ? width - w : 0) + kGap, ' ');
}

// Keeps the line number.
std::string cut_where(const std::string& where, size_t width) {
  const size_t colon = where.rfind(':');
  if (width_of(where) <= width || colon == std::string::npos || where.size() - colon + 4 > width)
    return cut(where, width);
  return cut(where.substr(0, colon), width - (where.size() - colon)) + where.substr(colon);
}

void emit(std::string& out, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  out += line + "\n";
}

// The heads of the columns, a name in as many lines as it takes.
std::string heads(const Story& story, const Layout& l) {
  std::vector<std::vector<std::string>> names(l.columns.size());
  for (size_t c = 0; c < l.columns.size(); ++c) {
    if (l.narrow) names[c] = {c == 0 ? "thread" : "operation"};
    for (size_t t = 0; t < l.column_of.size() && !l.narrow; ++t)
      if (l.column_of[t] == static_cast<int>(c)) names[c] = wrapped(story.threads[t], l.columns[c], 0);
  }
  size_t lines = 1;
  for (const auto& name : names) lines = std::max(lines, name.size());
  std::string out, rule;
  for (size_t i = 0; i < lines; ++i) {
    const bool last = i + 1 == lines;
    std::string line;
    pad(line, last ? std::string(l.number - l.mark - 1, ' ') + "#" : "", l.number);
    for (size_t c = 0; c < l.columns.size(); ++c) {
      const size_t above = lines - names[c].size();
      pad(line, i < above ? "" : names[c][i - above], l.columns[c]);
    }
    if (l.where) pad(line, last ? "where" : "", l.where);
    if (l.source && last) line += "source";
    emit(out, line);
  }
  pad(rule, std::string(l.number, '-'), l.number);
  for (const size_t column : l.columns) pad(rule, std::string(column, '-'), column);
  if (l.where) pad(rule, std::string(l.where, '-'), l.where);
  emit(out, rule + std::string(l.source, '-'));
  return out;
}

std::string table(const Story& story, size_t width, bool whole) {
  const std::vector<Row> rows = story_rows(story, whole);
  if (rows.empty()) return {};
  const Layout l = layout_of(story, rows, width);
  std::string out = heads(story, l), line;
  for (const Row& r : rows) {
    const size_t mine = l.narrow ? 1 : static_cast<size_t>(l.column_of[r.thread]);
    const std::vector<std::string> texts = wrapped(
        r.shorter.empty() || width_of(r.text) <= l.columns[mine] ? r.text : r.shorter, l.columns[mine], kIndent);
    const std::string number =
        std::string(l.number - l.mark - r.number.size(), ' ') + r.number + (r.matters ? "*" : "");
    for (size_t i = 0; i < texts.size(); ++i) {
      line.clear();
      pad(line, i == 0 ? number : "", l.number);
      for (size_t c = 0; c < l.columns.size(); ++c) {
        if (c == mine) pad(line, texts[i], l.columns[c]);
        else pad(line, l.narrow && i == 0 ? l.label(story, r.thread) : "", l.columns[c]);
      }
      if (i == 0) {
        pad(line, cut_where(r.where, l.where), l.where);
        line += cut(r.source, l.source);
      }
      emit(out, line);
    }
  }
  return out;
}

std::string frame_line(const Place& p) {
  std::string out =
      "    at " + p.klass + "." + p.method + "(" + (p.file.empty() ? "Unknown Source" : where_of(p)) + ")";
  if (!p.source.empty()) out += "   " + p.source;
  return out;
}

std::string frame_lines(const std::vector<Place>& stack, size_t width) {
  std::string out;
  for (size_t i = 0; i < stack.size(); ++i) {
    if (i == kStackFrames && stack.size() > kStackFrames + 1)
      return out + "    ... " + std::to_string(stack.size() - i) + " more\n";
    out += cut(frame_line(stack[i]), width) + "\n";
  }
  return out;
}

}  // namespace

std::string wait_graph(const Story& story) {
  std::map<por::ThreadId, por::ThreadId> on;
  for (const WaitingThread& w : story.waiting) on[w.thread] = w.on;
  std::string out;
  std::set<por::ThreadId> told;
  for (const WaitingThread& w : story.waiting) {
    std::vector<por::ThreadId> chain{w.thread};
    while (on.contains(chain.back()) && on[chain.back()] != por::kNoThread &&
           std::find(chain.begin(), chain.end() - 1, chain.back()) == chain.end() - 1)
      chain.push_back(on[chain.back()]);
    const por::ThreadId last = chain.back();
    if (!told.insert(last).second) continue;
    if (on.contains(last) && on[last] == por::kNoThread) {
      out += "Nobody is left who could wake " + story.threads[last] + ".\n";
    } else if (!on.contains(last)) {
      const por::ThreadId waiter = chain[chain.size() - 2];
      const bool in_vain = std::any_of(story.waiting.begin(), story.waiting.end(),
                                       [&](const WaitingThread& x) { return x.thread == waiter && x.in_vain; });
      out += story.threads[waiter] + " waits in vain for " + story.threads[last] +
             (in_vain ? ", which has ended.\n" : ".\n");
    } else {
      const size_t first = static_cast<size_t>(std::find(chain.begin(), chain.end(), last) - chain.begin());
      out += "A cycle: " + story.threads[last] + " waits for";
      for (size_t i = first + 1; i < chain.size(); ++i) {
        told.insert(chain[i]);
        out += (i > first + 1 ? ", which waits for " : " ") +
               (i > first + 1 && i + 1 == chain.size() ? "the first" : story.threads[chain[i]]);
      }
      out += chain.size() - first == 2 ? " itself.\n" : ".\n";
    }
  }
  return out;
}

namespace {

std::string loops_text(const Story& story, size_t width) {
  std::string out;
  for (const LoopingThread& l : story.looping) {
    out += story.threads[l.thread] + " repeats:\n";
    size_t text = 0, where = 0;
    for (const StoryStep& s : l.steps) {
      const Place& p = s.place;
      text = std::max(text, std::min<size_t>(width_of(s.operation), width / 2));
      where = std::max(where, std::min<size_t>(width_of(where_of(p)), width / 4));
    }
    for (size_t i = 0; i < l.steps.size(); ++i) {
      if (i == kLoopRows && l.steps.size() > kLoopRows + 1) {
        out += "    ... " + std::to_string(l.steps.size() - i) + " more steps (--json has all)\n";
        break;
      }
      const StoryStep& s = l.steps[i];
      std::string line = "    ";
      pad(line, cut(s.operation, text), text);
      pad(line, cut_where(where_of(s.place), where), where);
      // A loop inside of a library: its line, and beside it the one of the program that called it.
      line += s.caller.known() ? where_of(s.caller) + ": " + source_of(s.caller) : source_of(s.place);
      emit(out, cut(line, width));
    }
    for (const std::string& note : l.notes) out += "  " + note + "\n";
  }
  return out;
}

}  // namespace

namespace {

// In lines of the width, the second and later ones indented.
std::string indented(const std::string& text, size_t width) {
  std::string out = "  ";
  size_t column = 2;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    const size_t w = width_of(word);
    if (column > 2 && column + 1 + w > width) {
      out += "\n      ";
      column = 6;
    } else if (at) {
      out += ' ';
      ++column;
    }
    out += word;
    column += w;
    at = end + 1;
  }
  return out + "\n";
}

std::string causes_text(const Story& story, size_t width) {
  if (story.causes.empty()) return {};
  std::string out = "\nCause:\n";
  for (const std::string& cause : story.causes) out += indented(cause, width);
  return out;
}

}  // namespace

std::string story_text(const Story& story, const FoundViolation& violation, int terminal, bool whole) {
  const size_t width = static_cast<size_t>(std::max(terminal, 60));
  std::string out;
  const std::string rows = table(story, width, whole);
  for (const StoryStep& s : story.steps)
    if (!s.number)
      out += (out.empty() ? "" : ";\n") + story.threads[s.thread] + " " + s.operation +
             (s.place.klass.empty() ? "" : " (thrown at " + where_of(s.place) + ")");
  if (!out.empty()) out += rows.empty() ? ".\n" : "; then\n\n";
  out += rows;
  if (out.empty() && (violation.path.empty() || (violation.kind != por::ErrorKind::Deadlock && story.looping.empty())))
    out += "It happens before a second thread could matter, so in every schedule.\n";
  if (!story.legend.empty()) {
    out += "\n";
    for (const std::string& l : story.legend) out += l + "\n";
  }
  if (!story.looping.empty()) {
    out += violation.kind == por::ErrorKind::FairLoop ? "\nFrom here on this can go on for ever:\n"
                                                      : "\nFrom here on the program cannot end any more:\n";
    out += loops_text(story, width);
    for (const WaitingThread& w : story.waiting) {
      out += story.threads[w.thread] + " " + w.what + "\n";
      out += frame_lines(w.stack, width);
    }
  } else if (!story.waiting.empty()) {
    out += "\nNo thread can go on:\n";
    for (const WaitingThread& w : story.waiting) {
      out += story.threads[w.thread] + " " + w.what + "\n";
      out += frame_lines(w.stack, width);
    }
    out += wait_graph(story);
  }
  out += causes_text(story, width);
  if (!story.looping.empty()) return out;
  if (!story.loop.empty()) {
    out += "\nThe loop:\n" + frame_lines(story.loop, width);
    for (const std::string& note : story.loop_notes) out += "  " + note + "\n";
  } else if (!story.stack.empty()) {
    out += "\nException in " + story.threads[violation.thread] + ":\n" + story.stack;
    if (out.back() != '\n') out += "\n";
  }
  return out;
}

}  // namespace jmc::listeners
