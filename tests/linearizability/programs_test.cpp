// Programs of a class: against all sequences of calls, grouped by brute force.
#include "linearizability/programs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "descriptions.hpp"

namespace jmc::linearizability {
namespace {

Calls least_of_orbit(const Calls& program, const Instances& instances) {
  Calls least;
  std::vector<std::vector<uint16_t>> renamings = instances.renamed;
  std::vector<uint16_t> identity(instances.all.size());
  for (size_t i = 0; i < identity.size(); ++i) identity[i] = static_cast<uint16_t>(i);
  renamings.push_back(identity);
  for (const auto& names : renamings) {
    Calls other = program;
    for (auto& calls : other)
      for (uint16_t& c : calls) c = names[c];
    std::sort(other.begin(), other.end());
    if (least.empty() || other < least) least = other;
  }
  return least;
}

// Every way to fill `threads` threads with up to `calls` calls each.
void all_programs(const Instances& instances, const Bounds& b, Calls& so_far, std::vector<Calls>& out) {
  if (so_far.size() >= 2 && std::none_of(so_far.begin(), so_far.end(), [](const auto& t) { return t.empty(); }))
    out.push_back(so_far);
  const auto extend = [&](auto&& self) -> void {
    for (uint16_t c = 0; c < instances.all.size(); ++c) {
      so_far.back().push_back(c);
      all_programs(instances, b, so_far, out);
      if (so_far.back().size() < b.calls) self(self);
      so_far.back().pop_back();
    }
  };
  if (so_far.size() == b.threads) return;
  so_far.emplace_back();
  extend(extend);
  so_far.pop_back();
}

void compare_programs(const char* json, const Bounds& bounds,
                      const std::function<bool(const Calls&, const Instances&)>& wanted) {
  const Description d = parse_description(json, "test");
  const Instances instances = instances_of(d, bounds.values);
  std::vector<Calls> all;
  Calls so_far;
  all_programs(instances, bounds, so_far, all);
  std::map<Calls, int> orbits;
  for (const Calls& p : all) {
    bool changes = false;
    size_t size = 0;
    for (const auto& t : p)
      for (const uint16_t c : t) changes |= !instances.all[c].readonly, ++size;
    if (changes && size <= bounds.invocations && wanted(p, instances)) orbits[least_of_orbit(p, instances)] = 0;
  }
  Programs programs(d, instances, bounds);
  Calls p;
  size_t last = 0;
  while (programs.next(p)) {
    size_t size = 0;
    for (const auto& t : p) size += t.size();
    EXPECT_GE(size, last);
    last = size;
    const auto it = orbits.find(least_of_orbit(p, instances));
    ASSERT_NE(it, orbits.end()) << text_of(programs.named(p));
    EXPECT_EQ(++it->second, 1) << text_of(programs.named(p));
  }
  for (const auto& [program, times] : orbits) EXPECT_EQ(times, 1) << text_of(programs.named(program));
  EXPECT_FALSE(programs.next(p));
}

TEST(Programs, AreOneOfEachUpToSymmetry) {
  const auto every = [](const Calls&, const Instances&) { return true; };
  compare_programs(kQueue, {2, 3, 2, 6, false}, every);
  compare_programs(kQueue, {3, 2, 2, 4, false}, every);
  compare_programs(kQueue, {2, 2, 3, 4, false}, every);
  compare_programs(kMap, {2, 2, 2, 4, false}, every);
}

TEST(Instances, AreRenamedWhereverAValueIs) {
  const Description d = parse_description(R"({"class": "p.Map", "methods": [
    {"name": "put", "parameters": [{"type": "java.lang.Object"}, {"type": "java.lang.Object", "opaque": true}]},
    {"name": "putAll", "parameters": [{"type": {"java.lang.Object": "java.lang.Object"}, "opaque": true}]}]})",
                                          "test");
  const Instances instances = instances_of(d, 2);
  ASSERT_EQ(instances.renamed.size(), 1u);
  std::map<std::string, std::string> renamed;
  for (size_t i = 0; i < instances.all.size(); ++i)
    renamed[text_of(instances.all[i].call)] = text_of(instances.all[instances.renamed[0][i]].call);
  EXPECT_EQ(renamed["put(1,1)"], "put(1,2)");
  EXPECT_EQ(renamed["putAll({2:1})"], "putAll({2:2})");
  EXPECT_EQ(renamed["putAll({1:1,2:1})"], "putAll({1:2,2:2})");
}

TEST(Programs, KeepTheLimitsOfTheirMethods) {
  compare_programs(kMap, {2, 3, 2, 4, true}, [](const Calls& p, const Instances& instances) {
    size_t size = 0;
    bool clear = false, keys = false;
    for (const auto& t : p)
      for (const uint16_t c : t)
        ++size, clear |= instances.all[c].call.method == "clear", keys |= instances.all[c].call.method == "keys";
    return size <= (clear ? 2u : keys ? 4u : 3u);
  });
}

TEST(Programs, DrawnAreDifferentAndWithinBounds) {
  const Description d = parse_description(kQueue, "test");
  const Instances instances = instances_of(d, 2);
  Programs programs(d, instances, {2, 2, 2, 4, false});
  programs.draw(1000000, 7);  // more than there are
  std::map<Calls, int> seen;
  Calls p;
  while (programs.next(p)) EXPECT_EQ(++seen[least_of_orbit(p, instances)], 1);
  Programs all(d, instances, {2, 2, 2, 4, false});
  size_t n = 0;
  while (all.next(p)) ++n;
  EXPECT_EQ(seen.size(), n);
}

TEST(Programs, InPhasesAreTheSame) {
  for (const char* json : {kQueue, kMap})
    for (const uint64_t drawn : {uint64_t{0}, uint64_t{40}, uint64_t{1000000}}) {
      const Description d = parse_description(json, "test");
      const Instances instances = instances_of(d, 2);
      Programs all(d, instances, {2, 3, 2, 4, false}), phases(d, instances, {2, 3, 2, 4, false});
      phases.in_phases(2, drawn);
      std::map<Calls, int> wanted;
      Calls p;
      while (all.next(p)) wanted[p] = 1;
      std::map<Programs::Phase, size_t> count;
      size_t small = 0;
      while (phases.next(p)) {
        EXPECT_EQ(wanted[p]--, 1) << text_of(phases.named(p));
        size_t size = 0;
        for (const auto& t : p) size += t.size();
        EXPECT_EQ(phases.phase() == Programs::Phase::Small, size <= 2);
        EXPECT_TRUE(phases.phase() != Programs::Phase::Drawn || phases.methods_of(p).count() <= 3);
        small += size <= 2;
        ++count[phases.phase()];
      }
      for (const auto& [program, left] : wanted) EXPECT_EQ(left, 0) << text_of(phases.named(program));
      EXPECT_EQ(count[Programs::Phase::Small], small);
      EXPECT_LE(count[Programs::Phase::Drawn], drawn);
      if (drawn == 40) { EXPECT_EQ(count[Programs::Phase::Drawn], 40u); }
      if (drawn > 40) { EXPECT_EQ(count[Programs::Phase::Rest], 0u); }
      EXPECT_FALSE(phases.next(p));
    }
}

TEST(Descriptions, AreRead) {
  const Description d = parse_description(
      R"({"class": "p.C", "default_parameters": [20], "harnessParameters": {"invocations": 5, "sequences": 3, "values": 4}, "methods": [
    {"name": "offer", "parameters": ["int", "long", "java.util.concurrent.TimeUnit"], "readonly": false, "trusted": true},
    {"name": "addAll", "parameters": [{"type": ["java.lang.Object"]}], "visibility": "weak"},
    {"name": "putAll", "parameters": [{"type": {"java.lang.Object": "java.lang.Object"}}]},
    {"name": "run", "parameters": [{"type": "java.lang.ref.Cleaner"}]},
    {"name": "size"}]})",
      "test");
  EXPECT_EQ(d.cls, "p.C");
  ASSERT_EQ(d.arguments.size(), 1u);
  EXPECT_EQ(d.arguments[0].number, 20);
  EXPECT_EQ(d.limits.invocations, 5u);
  EXPECT_EQ(d.limits.sequences, 3u);
  EXPECT_EQ(d.limits.values, 4u);
  ASSERT_EQ(d.methods.size(), 4u);
  EXPECT_EQ(d.methods[0].label(), "offer(int,long,TimeUnit)");
  EXPECT_TRUE(d.methods[0].trusted);
  EXPECT_EQ(d.methods[1].visibility, "weak");
  EXPECT_EQ(d.methods[1].parameters[0].filler, Parameter::List);
  EXPECT_EQ(d.methods[2].parameters[0].filler, Parameter::Map);
  ASSERT_EQ(d.left_out.size(), 1u);
  EXPECT_NE(d.left_out[0].find("java.lang.ref.Cleaner"), std::string::npos);
}

TEST(Descriptions, WithMistakesNameThem) {
  const auto message = [](const char* json) {
    try {
      parse_description(json, "file.json");
    } catch (const ProgramError& e) { return std::string(e.what()); }
    return std::string();
  };
  for (const char* json : {"", "[]", "{}", R"({"class": "p.C"})", R"({"class": "p.C", "methods": [1]})",
                           R"({"class": "p.C", "methods": [{"name": "a", "parameters": [1]}]})",
                           R"({"class": "p.C", "methods": [], "harnessParameters": {"invocations": 0}})",
                           R"({"class": "p.C", "methods": [], "default_parameters": [[[[[[[[[[1]]]]]]]]]]})",
                           R"({"class": "p.C", "methods": [], "default_parameters": [1.5]})"})
    EXPECT_TRUE(message(json).starts_with("file.json")) << json << " " << message(json);
  EXPECT_TRUE(message(std::string(1000000, '[').c_str()).starts_with("file.json"));
  EXPECT_TRUE(
      message((R"({"class": "p.C", "methods": [)" + std::string(100000, '[') + std::string(100000, ']') + "]}").c_str())
          .starts_with("file.json"));
}

}  // namespace
}  // namespace jmc::linearizability
