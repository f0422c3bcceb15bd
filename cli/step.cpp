#include "cli/step.hpp"

#include <unistd.h>

#include <string>

#include "base/number.hpp"
#include "listeners/names.hpp"
#include "listeners/text.hpp"

namespace jmc::cli {

namespace {

constexpr const char* kKeys =
    "next (or an empty line), back, goto N, where, output, story, help, quit; N is a number of steps\n";

// The rows of the story that belong to the step that was taken last.
std::string rows_of(const listeners::Story& story, size_t step) {
  std::string out;
  for (const listeners::StoryStep& s : story.steps) {
    if (s.number != step) continue;
    const listeners::Place& p = s.caller.known() ? s.caller : s.place;
    out += "  " + story.threads[s.thread] + ": " + s.operation;
    if (p.known())
      out += "  (" + p.klass + "." + p.method + (p.line > 0 ? ", line " + std::to_string(p.line) : "") + ")" +
             (p.source.empty() ? "" : "  " + p.source);
    out += "\n";
  }
  return out;
}

}  // namespace

int step_through(const check::Configuration& configuration, const check::Witness& witness, size_t execution,
                 std::FILE* in, std::FILE* out) {
  const auto say = [&](const std::string& text) {
    std::fputs(text.c_str(), out);
    std::fflush(out);
  };
  try {
    check::Replay replay(configuration, witness, execution);
    const listeners::Story story = replay.story();
    say(replay.program() + ": " + listeners::count(replay.size(), "step") + "; " + kKeys);
    char line[256];
    for (;;) {
      if (isatty(fileno(in))) say("jmc> ");
      if (!std::fgets(line, sizeof line, in)) return 0;
      std::string command(line);
      command.erase(command.find_last_not_of(" \n\r\t") + 1);
      bool moved = false, went = true;
      if (command.empty() || command == "next" || command == "n") moved = true, went = replay.step();
      else if (command == "back" || command == "b") moved = true, went = replay.back();
      else if (command.starts_with("goto ") || command.starts_with("g ")) {
        const auto n = base::number_of<size_t>(std::string_view(command).substr(command.find(' ') + 1));
        if (!n || *n > replay.size()) {
          say("goto: expected a number from 0 to " + std::to_string(replay.size()) + "\n");
          continue;
        }
        moved = true, went = replay.go_to(*n);
      } else if (command == "where" || command == "w") say(replay.whereabouts());
      else if (command == "output" || command == "o") say(replay.output());
      else if (command == "story" || command == "s")
        for (size_t n = 0; n <= replay.size(); ++n) say(rows_of(story, n));
      else if (command == "quit" || command == "q") return 0;
      else say((command == "help" ? "" : "there is no " + command + " here; jmc replay -i has more\n") + kKeys);
      if (!moved) continue;
      if (!went)
        say(replay.departed().empty() ? replay.position() ? "this is the end\n" : "this is the beginning\n"
                                      : replay.departed() + "\n");
      say("step " + std::to_string(replay.position()) + " of " + std::to_string(replay.size()) + "\n" +
          rows_of(story, replay.position()));
    }
  } catch (const std::exception& e) {
    std::fprintf(stderr, "error: %s\n", e.what());
    return 2;
  }
}

}  // namespace jmc::cli
