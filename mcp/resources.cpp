#include "mcp/resources.hpp"

#include <algorithm>
#include <optional>

#include "base/number.hpp"
#include "base/split.hpp"
#include "check/answers/explain.hpp"
#include "mcp/answers.hpp"
#include "mcp/tools.hpp"

namespace jmc::mcp {

namespace {

constexpr std::string_view kScheme = "jmc://";
constexpr const char *kText = "text/plain", *kJson = "application/json";

std::string entry(const std::string& uri, const std::string& name, const char* type, size_t size) {
  return Object()
      .text("uri", uri)
      .text("name", name)
      .text("mimeType", type)
      .number("size", static_cast<int64_t>(size))
      .done();
}

Resource of_check(const std::string& id, const std::string& part, const Checks& checks) {
  const CheckPtr check = checks.find(id.substr(0, id.find('.')));
  if (!check) return {};
  if (id == check->id && part == "report") return {true, kJson, check->json};
  if (id == check->id && part == "text") return {true, kText, check->text};
  const Found* found = violation_of(*check, id);
  if (found && part == "story") return {true, kText, story_text(*found->violation)};
  return {};
}

// A character is not cut in two, since JSON could not tell the halves.
std::string part_of(const std::string& text, size_t from, size_t bytes) {
  const auto inside = [&](size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
  };
  from = std::min(from, text.size());
  size_t end = bytes > text.size() - from ? text.size() : from + bytes;
  while (inside(from)) ++from;
  while (inside(end)) ++end;
  return from < end ? text.substr(from, end - from) : "";
}

}  // namespace

Resource read(const std::string& uri, const Checks& checks) {
  if (!uri.starts_with(kScheme)) return {};
  const size_t query = uri.find('?');
  const std::vector<std::string> parts =
      base::split(std::string_view(uri).substr(0, query).substr(kScheme.size()), '/');
  Resource out;
  if (parts[0] == "explain" && parts.size() == 1) out = {true, kText, check::explanations()};
  else if (parts[0] == "explain" && parts.size() == 2) {
    out = {true, kText, check::explanation(parts[1])};
    out.found = !out.text.empty();
  } else if (parts.size() == 2) {
    out = of_check(parts[0], parts[1], checks);
  }
  if (!out.found || query == std::string::npos) return out;
  size_t from = 0, bytes = out.text.size();
  for (const std::string& setting : base::split(std::string_view(uri).substr(query + 1), '&')) {
    const size_t equals = setting.find('=');
    const std::string name = setting.substr(0, equals);
    const auto n = equals == std::string::npos ? std::nullopt
                                               : base::number_of<size_t>(std::string_view(setting).substr(equals + 1));
    if (!n || (name != "from" && name != "bytes")) return {};
    (name == "from" ? from : bytes) = *n;
  }
  out.text = part_of(out.text, from, bytes);
  if (out.type == kJson) out.type = kText;  // a part of it is none
  return out;
}

std::string resources_json(const Checks& checks) {
  std::vector<std::string> all;
  const std::vector<CheckPtr> known = checks.all();
  for (auto c = known.rbegin(); c != known.rend(); ++c) {
    const std::string start = std::string(kScheme) + (*c)->id, what = (*c)->subject + ": " + (*c)->verdict;
    all.push_back(entry(start + "/text", what, kText, (*c)->text.size()));
    all.push_back(entry(start + "/report", what + ", report", kJson, (*c)->json.size()));
    for (const Found& f : (*c)->violations)
      all.push_back(entry(std::string(kScheme) + f.id + "/story",
                          "story of " + f.id + ": " + text_at(*f.violation, "kind"), kText,
                          story_text(*f.violation).size()));
  }
  all.push_back(entry(std::string(kScheme) + "explain", "words of answers", kText, check::explanations().size()));
  for (const std::string& line : base::split(check::explanations(), '\n')) {
    const std::string word = line.substr(0, line.find(' '));
    if (const std::string text = check::explanation(word); !text.empty())
      all.push_back(entry(std::string(kScheme) + "explain/" + word, "what " + word + " means", kText, text.size()));
  }
  return list_of(all);
}

std::string templates_json() {
  const auto form = [](const char* uri, const char* name, const char* type) {
    return Object().text("uriTemplate", uri).text("name", name).text("mimeType", type).done();
  };
  return list_of({form("jmc://{check}/report{?from,bytes}", "report of a check", kJson),
                  form("jmc://{check}/text{?from,bytes}", "what jmc prints about a check", kText),
                  form("jmc://{violation}/story{?from,bytes}", "story of a violation, step by step", kText),
                  form("jmc://explain/{word}", "what a word of an answer means", kText)});
}

}  // namespace jmc::mcp
