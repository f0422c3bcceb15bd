#include "linearizability/general_client.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>

#include "linearizability/content.hpp"
#include "listeners/text.hpp"

namespace jmc::linearizability {

using listeners::count;
using listeners::grouped;

namespace {

constexpr size_t kFewStates = 200;    // of an object whose content needs no bound
constexpr size_t kFewApart = 2000;    // likewise, with who has begun a call that takes effect in two moments
constexpr size_t kMostStates = 5000;  // of one whose content is bounded: elements
constexpr size_t kMostOfCalls = 300;  // calls
constexpr uint32_t kSize = 2;

// Calls that take effect in two moments, with nothing between these: what an object holds is put there so.
class OneByOne final : public Sequential {
 public:
  // `thread`: who makes them; nobody else does.
  OneByOne(Sequential& object, uint32_t thread) : object_(object), thread_(thread) {}
  const std::vector<Answer>& answers(State state, uint16_t call) override {
    const std::optional<Ends> ends = object_.ends(thread_, call);
    if (!ends) return object_.answers(state, call);
    answers_.clear();
    for (const Answer& begun : std::vector<Answer>(object_.answers(state, ends->begin))) {
      const std::vector<Answer>& over = object_.answers(begun.next, ends->end);
      answers_.insert(answers_.end(), over.begin(), over.end());
    }
    return answers_;
  }
  const std::vector<uint16_t>& last() const override { return object_.last(); }

 private:
  Sequential& object_;
  uint32_t thread_;
  std::vector<Answer> answers_;
};

ProgramError bad_program(const std::string& what) {
  return ProgramError("--program: " + what +
                      "; expected threads that call for ever as in { add(1) | remove(1) }* || { add(1) }*");
}

}  // namespace

std::vector<std::vector<uint16_t>> endless_threads(const std::string& text, std::vector<Call>& table) {
  std::vector<std::vector<uint16_t>> out;
  int depth = 0;
  bool quoted = false, starred = true;
  std::string call;
  const auto end_call = [&] {
    const std::vector<Call> calls = parse_calls(call);
    if (calls.size() != 1) throw bad_program("\"" + call + "\" is not one call");
    const auto at = std::find(table.begin(), table.end(), calls[0]);
    const auto number = static_cast<uint16_t>(at - table.begin());
    if (at == table.end()) table.push_back(calls[0]);
    if (std::find(out.back().begin(), out.back().end(), number) == out.back().end()) out.back().push_back(number);
    call.clear();
  };
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted && c == '{' && depth++ == 0) {
      if (!starred) throw bad_program("a thread without a star beside one with a star");
      starred = false;
      out.emplace_back();
    } else if (!quoted && c == '}' && --depth == 0) {
      end_call();
    } else if (depth == 0) {
      if (c == '*') starred = true;
      else if (c != '|' && !std::isspace(static_cast<unsigned char>(c))) throw bad_program(std::string("found ") + c);
    } else if (!quoted && c == '|' && depth == 1) {
      end_call();
    } else {
      call += c;
    }
  }
  if (depth || quoted) throw bad_program("a block has no end");
  if (!starred) throw bad_program("a thread without a star beside one with a star");
  if (out.size() < 2 || out.size() > kMostThreads)
    throw bad_program("2 to " + std::to_string(kMostThreads) + " threads are needed");
  for (auto& numbers : out) std::sort(numbers.begin(), numbers.end());
  return out;
}

std::vector<std::vector<std::vector<uint16_t>>> divided(const Instances& instances, const Bounds& bounds) {
  std::set<std::vector<std::vector<uint16_t>>> out;
  std::vector<uint32_t> chosen(bounds.groups.size());  // per group, a set of threads
  const auto add = [&] {
    std::vector<std::vector<uint16_t>> threads(bounds.threads);
    for (uint32_t t = 0; t < bounds.threads; ++t)
      for (uint16_t c = 0; c < instances.all.size(); ++c) {
        bool may = true;
        for (size_t g = 0; g < chosen.size(); ++g)
          may &= !bounds.groups[g].methods.test(instances.all[c].method) || (chosen[g] >> t & 1);
        if (may) threads[t].push_back(c);
      }
    std::sort(threads.begin(), threads.end());
    out.insert(std::move(threads));
  };
  const auto choose = [&](auto&& self, size_t g) -> void {
    if (g == chosen.size()) return add();
    const uint32_t some = std::min(bounds.groups[g].threads, bounds.threads);
    for (uint32_t set = 0; set < 1u << bounds.threads; ++set) {
      if (static_cast<uint32_t>(__builtin_popcount(set)) != some) continue;
      chosen[g] = set;
      self(self, g + 1);
    }
  };
  choose(choose, 0);
  if (out.begin()->back().empty()) throw ProgramError("there is no method that a thread could call");
  return {out.begin(), out.end()};
}

std::string content_text(Content content, uint32_t size) {
  if (content == Content::Elements) return ", holding at most " + count(size, "element");
  if (content == Content::ByCalls) return ", holding what at most " + count(size, "call") + " put there";
  return "";
}

std::optional<uint16_t> find_size(const Subject& subject, std::vector<Call>& table) {
  const Call size{"size", {}};
  const std::optional<std::string> of = subject.methods.find(size);
  if (!of || (!of->ends_with(")I") && !of->ends_with(")J"))) return {};
  if (subject.specification) {
    const auto rule = subject.specification->find_rule(size, *of);
    if (!rule || rule->method.empty() || !rule->begins.empty()) return {};
  }
  const auto at = std::find(table.begin(), table.end(), size);
  const auto number = static_cast<uint16_t>(at - table.begin());
  if (at == table.end()) table.push_back(size);
  return number;
}

EndlessProof GeneralClient::search(const std::vector<std::vector<uint16_t>>& threads, const Engine::Look& look) {
  content_ = Content::Unbounded;
  if (!asked_) {
    try {
      const bool apart = engine_.notion() == Notion::Interval;
      return engine_.prove_endless({threads, {}, apart ? kFewApart : kFewStates}, look);
    } catch (const Behaviours::TooMany&) {
      size_ = kSize;  // its content is to be bounded
    } catch (const Behaviours::GivenUp&) { return {}; }
  }
  size_ = asked_.value_or(kSize);
  content_ = size_call_ ? Content::Elements : Content::ByCalls;
  Behaviours::Within within = [&](Sequential::State s) { return elements(s) <= size_; };
  std::vector<uint16_t> calls;
  for (const auto& of_thread : threads) calls.insert(calls.end(), of_thread.begin(), of_thread.end());
  std::sort(calls.begin(), calls.end());
  calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
  if (engine_.notion() == Notion::Set)  // what they do in one moment counts as one call
    for (const Sequential::Joint& way : Behaviours::joint(engine_, calls, threads.size())) calls.push_back(way.number);
  OneByOne one_by_one(engine_, static_cast<uint32_t>(threads.size()));
  Contents contents(one_by_one, std::move(calls), size_);
  if (!size_call_) {
    if (!contents.explore(kMostOfCalls, [&] { return stop_.now.load(); })) {
      if (stop_.now.load()) return {};
      throw too_many();
    }
    within = [&](Sequential::State s) { return contents.within(s); };
  }
  const std::string bound = "--size=" + std::to_string(size_) + ": ";
  try {
    return engine_.prove_endless({threads, within, kMostStates}, look);
  } catch (const Behaviours::GivenUp&) { return {}; } catch (const Behaviours::TooMany&) {
    throw too_many();
  } catch (const Behaviours::Outside&) {
    throw ProgramError(bound + "the object holds more when the threads begin; expected a greater size");
  }
}

ProgramError GeneralClient::too_many() const {
  const std::string grows = engine_.grows_alone();
  return ProgramError("--size=" + std::to_string(size_) + ": run by one thread, the object has more than " +
                      grouped(size_call_ ? kMostStates : kMostOfCalls) +
                      " states within this bound: something in it grows though its content does not (" +
                      (grows.empty() ? "a counter, a version" : grows) +
                      "); expected --specification with a class that keeps nothing but its content");
}

int64_t GeneralClient::elements(Sequential::State s) {
  const std::vector<Sequential::Answer>& answers = engine_.answers(s, *size_call_);
  int64_t most = -1;
  for (const Sequential::Answer& a : answers) {
    int64_t n = -1;
    const auto [end, error] = std::from_chars(a.result.data(), a.result.data() + a.result.size(), n);
    if (error != std::errc() || *end || n < 0)
      throw ProgramError("--size: size() returns " + a.result + ", expected how many elements the object holds");
    most = std::max(most, n);
  }
  if (most < 0) throw ProgramError("--size: size() waits, expected how many elements the object holds");
  return most;
}

}  // namespace jmc::linearizability
