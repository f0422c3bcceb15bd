// The command line through the table of options, and what becomes of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "check/options/configuration.hpp"

namespace jmc::check {

namespace {

Configuration parse(std::vector<std::string> words, Command command = Command::Check) {
  words.insert(words.begin(), "jmc");
  return parse_configuration(words, command);
}

std::string fault(const std::vector<std::string>& words, Command command = Command::Check) {
  try {
    parse(words, command);
  } catch (const UsageError& e) { return e.what(); }
  return "";
}

TEST(Table, NamesAreUniqueAndRowsAreComplete) {
  for (const Command command : {Command::Check, Command::Linearizability, Command::Replay}) {
    std::set<std::string_view> names;
    for (const OptionRow& row : option_table(command)) {
      if (row.command == Command::Any && names.count(row.name)) continue;  // the row of the command itself came first
      EXPECT_TRUE(names.insert(row.name).second) << row.name;
      EXPECT_FALSE(row.help.empty()) << row.name;
      EXPECT_TRUE(!row.value.empty() || row.preset.empty()) << row.name << " is a flag";
    }
  }
}

TEST(Table, PresetsAreWhatTheyAreWithoutTheOption) {
  const Configuration plain = parse({"A.class"});
  for (const Setting& s : plain.settings) {
    EXPECT_FALSE(s.given) << s.option->name;
    if (s.option->preset.empty()) continue;
    const std::string name(s.option->name);
    const Configuration given = parse({"--" + name + "=" + std::string(s.option->preset), "A.class"});
    EXPECT_TRUE(setting(given.settings, name).given);
    EXPECT_EQ(setting(given.settings, name).value, s.value) << name;
    EXPECT_EQ(given.search.strategy, plain.search.strategy) << name;
    EXPECT_EQ(given.vm.heap_limit, plain.vm.heap_limit) << name;
  }
}

TEST(Table, FilesAreToldByAColumn) {
  for (const OptionRow& row : option_rows())
    EXPECT_EQ(row.value.starts_with("FILE"), row.columns.file != File::None) << row.name;
  for (const OptionRow& row : hidden_options()) EXPECT_EQ(find_option(Command::Check, row.name), &row) << row.name;
}

// Each column is asked by somebody, so it is some row's and not that of all.
TEST(Table, ColumnsTellRowsApart) {
  const std::vector<OptionRow> rows = option_rows();
  for (uint32_t bit = 1; bit <= static_cast<uint32_t>(Column::IsReport); bit <<= 1) {
    size_t have = 0;
    for (const OptionRow& row : rows) have += row.is(static_cast<Column>(bit));
    EXPECT_GT(have, 0u) << bit;
    EXPECT_LT(have, rows.size()) << bit;
  }
}

TEST(Table, PartsGoWithoutWhatIsOfTheWhole) {
  const Configuration members =
      parse({"--portfolio", "--json=f", "--heap=1G", "--time-limit=9", "--jobs=2", "A.class"});
  EXPECT_EQ(members.member_arguments,
            (std::vector<std::string>{"jmc", "--heap=1G", "--time-limit=9", "--", "A.class"}));
  const Configuration each = parse({"--each", "--json=f", "--heap=1G", "--quiet", "--por=none", "A.class", "B.class"});
  EXPECT_EQ(each.client_options, (std::vector<std::string>{"--heap=1G", "--por=none"}));
  const Configuration opinion = parse({"--heap=1G", "--por=s-por", "--json=f", "--visible=A", "A.class", "1"});
  EXPECT_EQ(opinion.opinion_words, (std::vector<std::string>{"jmc", "--heap=1G", "--", "A.class", "1"}));
  EXPECT_EQ(opinion.sampler_arguments,
            (std::vector<std::string>{"jmc", "--races=off", "--heap=1G", "--visible=A", "--", "A.class", "1"}));
}

// The older options are spellings of --assume.
TEST(Assume, SaysWhatTheOlderOptionsSay) {
  const Configuration none = parse({"--assume=none", "A.class"});
  EXPECT_EQ(none.search.strategy, "none");
  EXPECT_TRUE(none.assume_nothing);
  EXPECT_FALSE(none.vm.adaptive);
  EXPECT_FALSE(none.vm.executors);
  EXPECT_FALSE(none.vm.glue);
  EXPECT_FALSE(none.search.sleep_sets || none.search.late_sleep_sets);
  EXPECT_EQ(none.vm.locks, vm::Locks::Real);
  EXPECT_TRUE(none.vm.initialisations);
  EXPECT_EQ(none.vm.symmetry, vm::SymmetryUse::Off);
  EXPECT_EQ(none.vm.thread_numbers, 0u);
  EXPECT_EQ(none.vm.distinguish,
            vm::kDistinguishCounters | vm::kDistinguishMessages | vm::kDistinguishRounds | vm::kDistinguishSpins);
  EXPECT_EQ(none.recipe, std::vector<std::string>{"--assume=none"});
  EXPECT_EQ(parse({"--assume=none", "--por=s-por", "A.class"}).search.strategy, "s-por");
  EXPECT_EQ(parse({"--assume=none,locks", "A.class"}).vm.locks, vm::Locks::Auto);
  EXPECT_EQ(parse({"--assume=none", "--locks=atomic", "A.class"}).vm.locks, vm::Locks::Atomic);
  EXPECT_EQ(parse({"--assume=-executors,-locks", "A.class"}).vm.locks, vm::Locks::Real);
  const Configuration two = parse({"--assume=-rounds", "--distinguish=garbage", "A.class"});
  EXPECT_EQ(two.vm.distinguish, vm::kDistinguishGarbage | vm::kDistinguishRounds | vm::kDistinguishSpins);
  EXPECT_EQ(two.search.strategy, "dl-s-por");
  EXPECT_EQ(parse({"--assume=all", "A.class"}).vm.not_assumed, 0u);
  // Each name has one meaning, of its own.
  std::set<vm::AssumptionSet> sets;
  for (const vm::AssumptionText& a : vm::assumption_texts()) {
    const vm::AssumptionSet off = parse({"--assume=-" + std::string(a.name), "A.class"}).vm.not_assumed;
    EXPECT_EQ(off & (off - 1), 0u) << a.name;
    EXPECT_TRUE(sets.insert(off).second) << a.name;
  }
  EXPECT_EQ(sets.count(0), 0u);
}

TEST(Assume, RefusesWhatItDoesNotKnow) {
  EXPECT_NE(fault({"--assume=-lock", "A.class"}).find("contended, copies, "), std::string::npos);
  EXPECT_NE(fault({"--assume=-locks", "--locks=atomic", "A.class"}).find("expected one of the two"), std::string::npos);
  EXPECT_NE(fault({"--assume=", "A.class"}), "");
}

TEST(Configuration, ValuesComeFromWords) {
  const Configuration c =
      parse({"--visible", "A,B", "--visible=C", "-Dx=1,2", "--heap=1G", "--por", "s-por", "A.class", "--por", "x"});
  EXPECT_EQ(c.vm.visible.names(), (std::vector<std::string>{"A", "B", "C"}));
  EXPECT_EQ(c.vm.properties, (std::vector<std::string>{"x=1,2"}));
  EXPECT_EQ(c.vm.heap_limit, uint64_t{1} << 30);
  EXPECT_EQ(c.search.strategy, "s-por");
  EXPECT_EQ(c.arguments, (std::vector<std::string>{"--por", "x"}));
}

TEST(Configuration, ModulesAreWrittenAsForJava) {
  const Configuration c = parse({"--add-opens", "java.base/java.lang=ALL-UNNAMED", "--add-opens=a/b=c,d",
                                 "--add-exports=a/b.c=d", "--add-reads=a=b", "--add-modules=x,y", "A.class"});
  EXPECT_EQ(c.modules.add_opens, (std::vector<std::string>{"java.base/java.lang=ALL-UNNAMED", "a/b=c,d"}));
  EXPECT_EQ(c.modules.add_exports, (std::vector<std::string>{"a/b.c=d"}));
  EXPECT_EQ(c.modules.add_reads, (std::vector<std::string>{"a=b"}));
  EXPECT_EQ(c.modules.add_modules, (std::vector<std::string>{"x,y"}));
  EXPECT_EQ(c.recipe.size(), 5u);
  for (const char* wrong : {"--add-opens=a", "--add-opens=a/b", "--add-opens=a/b=", "--add-opens=a/b=,",
                            "--add-opens=a=b", "--add-opens=/b=c", "--add-opens=a/=c", "--add-exports=a/b/c=d",
                            "--add-reads=a", "--add-reads=a=", "--add-reads=a/b=c"})
    EXPECT_NE(fault({wrong, "A.class"}), "") << wrong;
}

// What decides what is explored, so that the same words give the same check again; not where reports go or when to give
// up.
TEST(Configuration, RecipeIsWhatDecides) {
  const Configuration c =
      parse({"--json=a", "--time-limit=5", "--visible", "A", "-Dx=1,2", "--jobs=1", "--no-glue", "A.class", "1"});
  EXPECT_EQ(c.recipe, (std::vector<std::string>{"--visible=A", "--define=x=1,2", "--no-glue"}));
  std::vector<std::string> again = c.recipe;
  again.push_back("A.class");
  const Configuration d = parse(again);
  EXPECT_EQ(d.recipe, c.recipe);
  EXPECT_EQ(d.vm.properties, c.vm.properties);
  EXPECT_EQ(d.vm.glue, c.vm.glue);
}

// Executions are drawn beside a search whatever options it has, or the report can say why not.
TEST(Configuration, DrawingIsNeverSwitchedOffSilently) {
  const auto drawn = [](const std::string& option) {
    const Configuration c = parse({option, "A.class"});
    EXPECT_NE(c.sampler_arguments.empty(), c.not_drawn.empty()) << option;
    return !c.sampler_arguments.empty();
  };
  // Of the search: what is drawn has none of it.
  for (const char* option : {"--por=none", "--por=optimal-dpor", "--order=random:1", "--exact-states",
                             "--refine=-held-back", "--livelock=off", "--symmetry=on", "--symmetry=off",
                             "--thread-numbers=64", "--thread-numbers=0", "--keep-going", "--time-limit=5",
                             "--memory-limit=1G", "--jobs=1", "--checkpoint=f", "--stateless", "--dot=f", "--json=f"}) {
    EXPECT_TRUE(drawn(option)) << option;
    const Configuration c = parse({option, "A.class"});
    for (const std::string& word : c.sampler_arguments) EXPECT_NE(word, option);
  }
  EXPECT_TRUE(drawn("--races=off"));
  // Of the search, too, unless a race is a violation that may be drawn.
  for (const char* option : {"--races=off", "--races=report", "--races=violation"}) {
    const std::vector<std::string> words = parse({option, "A.class"}).sampler_arguments;
    EXPECT_NE(std::count(words.begin(), words.end(), "--races=off"), option == std::string("--races=violation"))
        << option;
  }
  // Of the program: what is drawn has it, too.
  for (const char* option : {"--all-shared", "--visible=A", "--timeouts=never", "--spurious-wakeups", "--heap=1G",
                             "--locks=real", "--executors=real", "--random=all", "-Dx=1", "--processors=2"}) {
    EXPECT_TRUE(drawn(option)) << option;
    const Configuration c = parse({option, "A.class"}), d = parse({"A.class"});
    EXPECT_GT(c.sampler_arguments.size(), d.sampler_arguments.size()) << option;
  }
  // With a reason.
  for (const char* option : {"--bound=preemption:1", "--memory=jmm", "--deterministic"})
    EXPECT_FALSE(drawn(option)) << option;
  // For every option: a reason names it.
  for (const OptionRow& row : option_table(Command::Check)) {
    if (row.preset.empty()) continue;
    EXPECT_TRUE(drawn("--" + std::string(row.name) + "=" + std::string(row.preset))) << row.name;
  }
}

// Whatever is wrong with a command line, programs that read the report are told.
TEST(Configuration, AReportHasItsWitnessBesideIt) {
  const auto witness = [](const std::vector<std::string>& words) {
    for (const Output& o : parse(words).outputs)
      if (o.format == "witness") return (o.implied ? "implied " : "") + o.file;
    return std::string();
  };
  EXPECT_EQ(witness({"--json=d/a.json", "A.class"}), "implied d/a.witness.json");
  EXPECT_EQ(witness({"--json", "r", "A.class"}), "implied r.witness.json");
  EXPECT_EQ(witness({"--json=r", "--witness=w", "A.class"}), "w");
  EXPECT_EQ(witness({"--json=r", "--witness=none", "A.class"}), "");
  EXPECT_EQ(witness({"--json=/dev/stdout", "A.class"}), "");
  EXPECT_EQ(witness({"--sarif=r", "A.class"}), "");
}

TEST(Configuration, ReportsAreKnownWhereTheLineIsWrong) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"--json=r", "--por=x", "A.class"},
                                                {"--por=x", "--json", "r", "A.class"},
                                                {"--nonsense", "--json=r", "A.class"},
                                                {"--nonsense", "value", "--json=r", "A.class"},
                                                {"--json=r"},
                                                {"-x", "--json=r"},
                                                {"--stateless=1", "--json=r", "A.class"},
                                                {"--heap=", "--json=r", "A.class"},
                                                {"--json=q", "--json=r", "--heap"}}) {
    std::vector<std::string> line = words;
    line.insert(line.begin(), "jmc");
    try {
      parse_configuration(line, Command::Check);
      ADD_FAILURE() << words[0] << " is not refused";
    } catch (const UsageError& e) {
      ASSERT_EQ(e.outputs.size(), 2u) << words[0];
      EXPECT_TRUE(e.outputs[1].implied);
      EXPECT_EQ(e.outputs[0].format, "json");
      EXPECT_EQ(e.outputs[0].file, "r");
    }
  }
  // Behind the program it is the program's own.
  EXPECT_TRUE(parse({"A.class", "--json=r"}).outputs.empty());
}

TEST(Configuration, FaultsNameTheOption) {
  EXPECT_NE(fault({"--heap=1X", "A.class"}).find("--heap=1X"), std::string::npos);
  EXPECT_NE(fault({"--witnes=f", "A.class"}).find("--witness"), std::string::npos);
  EXPECT_NE(fault({"--portfolio", "--html=f", "A.class"}).find("--html=f"), std::string::npos);
  EXPECT_NE(fault({}, Command::Replay).find("no witness"), std::string::npos);
  EXPECT_NE(fault({"--por=none", "w.json"}, Command::Replay).find("--por"), std::string::npos);
  EXPECT_NE(fault({"--execution=0", "w.json"}, Command::Replay).find("--execution=0"), std::string::npos);
}

}  // namespace

}  // namespace jmc::check
