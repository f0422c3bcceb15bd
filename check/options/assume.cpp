#include "check/options/assume.hpp"

#include <algorithm>
#include <optional>

#include "base/number.hpp"
#include "check/options/option_values.hpp"
#include "vm/vm.hpp"

namespace jmc::check {

namespace {

std::optional<size_t> place_of(std::string_view name) {
  const auto all = vm::assumption_texts();
  const auto it = std::find_if(all.begin(), all.end(), [&](const vm::AssumptionText& a) { return a.name == name; });
  return it == all.end() ? std::nullopt : std::optional<size_t>(it - all.begin());
}

std::string names() {
  std::string out;
  for (const vm::AssumptionText& a : vm::assumption_texts()) out += (out.empty() ? "" : ", ") + std::string(a.name);
  return out;
}

constexpr vm::AssumptionSet bit(size_t place) { return vm::AssumptionSet{1} << place; }

vm::AssumptionSet not_assumed(const std::string& value) {
  const size_t count = vm::assumption_texts().size();
  const vm::AssumptionSet every = (bit(count - 1) - 1) << 1 | 1;
  vm::AssumptionSet out = 0;
  for (const std::string& item : list("assume", value)) {
    if (item == "none" || item == "all") {
      out = item == "none" ? every : 0;
      continue;
    }
    const bool off = item[0] == '-';
    const auto place = place_of(std::string_view(item).substr(off));
    if (!place) refuse("assume", value, "none, all, or names with or without a minus sign: " + names());
    out = off ? out | bit(*place) : out & ~bit(*place);
  }
  return out;
}

// One of several names that the option takes: the others stay.
std::string with_name(const std::string& before, std::string_view name) {
  return before.empty() ? std::string(name) : before + "," + std::string(name);
}

// In the order of the table; null: this command does not have it.
Setting* find(CommandLine& line, std::string_view option) {
  const auto it = std::find_if(line.settings.begin(), line.settings.end(),
                               [&](const Setting& s) { return s.option->name == option; });
  return it == line.settings.end() ? nullptr : &*it;
}

void spell(CommandLine& line, std::string_view option, const std::string& value) {
  line.spelled.push_back("--" + std::string(option) + (value.empty() ? "" : "=" + value));
  if (Setting* s = find(line, option)) s->value = value.empty() ? "on" : value;
}

}  // namespace

std::string assume_help() {
  std::string out =
      "what is taken for granted until something contradicts it, so that there is less to explore: all, none (the full "
      "program, to compare with: every access to shared data is a step; also --por=none, if nothing else is asked "
      "for), "
      "or names with a minus sign, separated by commas; after none, names without one. No name changes an answer. ";
  for (const vm::AssumptionText& a : vm::assumption_texts()) {
    out += std::string(a.name) + ": " + std::string(a.sentence);
    if (!a.spelling.option.empty() && a.spelling.option != "no-glue")
      out += " (-" + std::string(a.name) + ": as --" + std::string(a.spelling.option) +
             (a.spelling.value.empty() ? "" : "=" + std::string(a.spelling.value)) + ")";
    out += "; ";
  }
  out.resize(out.size() - 2);
  return out;
}

vm::AssumptionSet spell_out(CommandLine& line) {
  if (!line.has("assume")) return 0;
  const std::string value = line.text("assume");
  const vm::AssumptionSet off = not_assumed(value);
  const bool none = value.starts_with("none") || value.find(",none") != std::string::npos;
  for (size_t place = 0; place < vm::assumption_texts().size(); ++place) {
    const vm::AssumptionText& a = vm::assumption_texts()[place];
    if (!(off & bit(place)) || a.spelling.option.empty()) continue;
    const std::string option(a.spelling.option), says(a.spelling.value);
    const bool several = option == "distinguish", hidden = option == "no-glue";
    if (!hidden && !find(line, option)) continue;  // where it is not assumed anyhow
    if (line.has(option) && !several) {
      const std::string given = line.text(option);
      if (says.empty() || given == says || none) continue;
      throw UsageError("--" + option + "=" + given + ": --assume=" + value + " says --" + option + "=" + says +
                       "; expected one of the two");
    }
    // The list says what the scheduling points are: nobody contends for others, or it has holes.
    if (none && option == "all-shared" && line.has("visible")) continue;
    spell(line, option, several ? with_name(line.text(option), says) : says);
  }
  if (none && line.given(Column::ChoosesSearch).empty())
    if (Setting* s = find(line, "por")) s->value = "none";
  return off;
}

ForcedWrong parse_forced_wrong(const std::string& value) {
  const size_t colon = value.find(':');
  const auto place = place_of(value.substr(0, colon));
  const auto after = colon == std::string::npos ? std::nullopt : base::number_of<uint64_t>(value.substr(colon + 1));
  if (!place || !after) refuse("force-wrong", value, "NAME:N, where NAME is one of " + names());
  return {*place, *after};
}

void ForcesWrong::transition(uint64_t, por::PathStep, uint64_t) {
  if (done_ || ++steps_ <= what_.after) return;
  done_ = vm::force_wrong(vm_, what_.assumption);
  if (done_) vm_.remark("for a test", "what is taken for granted was found wrong at a step");
}

}  // namespace jmc::check
