// The explored graph as a picture, for graphviz: dot -Tsvg.
#include "check/report/format.hpp"
#include "check/report/markup.hpp"

namespace jmc::check {

namespace {

// Of threads, in turn; print well and are told apart by people who see red and green alike.
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#555555"};

std::string dot_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : printable_utf8(text)) {
    if (c == '\n') out += "\\n";
    else if (c == '"' || c == '\\') (out += '\\') += c;
    else out += c;
  }
  return out + "\"";
}

}  // namespace

bool write_dot(std::FILE* file, const Result& r, const Configuration& c) {
  const listeners::ExploredGraph& g = r.graph;
  std::string out = "// What jmc explored of " + dot_string(r.program.empty() ? c.program : r.program) + ": " +
                    std::string(verdict_name(r.verdict())) + "\n";
  out += "digraph jmc {\n node [shape=circle, label=\"\", width=0.2, fixedsize=true];\n";
  if (g.left_out) out += " label=" + dot_string(std::to_string(g.left_out) + " more transitions are not shown") + ";\n";
  for (size_t i = 0; i < g.nodes.size(); ++i) {
    const auto& n = g.nodes[i];
    out += " s" + std::to_string(i) + " [tooltip=" + dot_string(n.places);
    if (i == 0) out += ", shape=box, label=\"start\", width=0.5";
    if (n.end) out += ", shape=doublecircle";
    if (n.violated) out += ", style=filled, fillcolor=\"#d00000\"";
    out += "];\n";
  }
  for (const auto& e : g.edges) {
    const std::string thread = std::to_string(e.step.thread);
    out += " s" + std::to_string(e.from) + " -> s" + std::to_string(e.to) +
           " [label=" + dot_string(thread + (e.step.alternative ? "/" + std::to_string(e.step.alternative) : "")) +
           ", color=\"" + kColours[e.step.thread % std::size(kColours)] + "\"];\n";
  }
  out += "}\n";
  return std::fwrite(out.data(), 1, out.size(), file) == out.size();
}

}  // namespace jmc::check
