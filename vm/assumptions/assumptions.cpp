#include "vm/assumptions/assumptions.hpp"

#include "vm/assumptions/list.hpp"

namespace jmc::vm {

namespace {

// The key of the features that were met.
constexpr char kMetKey[] = "met";

template <class F>
void each_feature(Features of, F&& visit) {
  for (uint32_t n = 0; n < kFeatureCount; ++n)
    if (const auto feature = static_cast<Feature>(n); (of & feature).any()) visit(feature, kFeatureNames[n]);
}

}  // namespace

Assumptions assumptions_of(const Vm& vm) {
  Assumptions out;
  AllAssumptions::each([&]<class A>() {
    Lists lists;
    Teller teller(lists);
    A::tell(vm, teller);
    each_feature(A::kFeatures & vm.rules.foreseen(),
                 [&](Feature, std::string_view name) { teller.add(kMetKey, std::string(name)); });
    if (!lists.empty()) out.of.emplace(A::kName, std::move(lists));
  });
  return out;
}

bool assume(Vm& vm, const Assumptions& assumptions, std::string& missing) {
  Taker taker(vm);
  AllAssumptions::each([&]<class A>() {
    const auto it = assumptions.of.find(std::string(A::kName));
    if (it == assumptions.of.end()) return;
    taker.begin(it->second);
    A::assume(vm, taker);
    each_feature(A::kFeatures, [&](Feature feature, std::string_view name) {
      if (taker.has(kMetKey, name)) vm.rules.foresee(feature);
    });
  });
  missing = taker.missing();
  return missing.empty();
}

std::string unknown_in(const Assumptions& assumptions) {
  for (const auto& [name, lists] : assumptions.of) {
    bool known = false;
    std::string wrong;
    AllAssumptions::each([&]<class A>() {
      if (name != A::kName) return;
      known = true;
      for (const auto& [key, texts] : lists) {
        const std::span<const std::string_view> keys(A::kKeys);
        const bool features = key == kMetKey && A::kFeatures.any();
        if (!features && std::find(keys.begin(), keys.end(), key) == keys.end()) wrong = name + "." + key;
        for (const std::string& text : texts) {
          bool one = !features;
          each_feature(A::kFeatures, [&](Feature, std::string_view feature) { one = one || text == feature; });
          if (!one) wrong = name + "." + key + " " + text;
        }
      }
    });
    if (!known) return name;
    if (!wrong.empty()) return wrong;
  }
  return {};
}

std::span<const AssumptionText> assumption_texts() {
  static const std::vector<AssumptionText> all = [] {
    std::vector<AssumptionText> out;
    AllAssumptions::each([&]<class A>() { out.push_back({A::kName, A::kSentence, A::kForm, A::kSpelling}); });
    return out;
  }();
  static_assert(AllAssumptions::kCount <= 8 * sizeof(AssumptionSet));
  return all;
}

void begin_assumptions(Vm& vm, bool full, bool all_shared) {
  AllAssumptions::numbered([&]<class A>(size_t place) {
    const bool foreseen = A::kInFull == InFull::Foreseen || (A::kInFull == InFull::AllShared && all_shared);
    if (full && foreseen) vm.rules.foresee(A::kFeatures);
    if (vm.options.not_assumed >> place & 1) A::withdraw(vm);
  });
}

Seen seen(const Vm& vm, size_t assumption) {
  Seen out = 0;
  AllAssumptions::numbered([&]<class A>(size_t place) {
    if (place == assumption) out = A::seen(vm);
  });
  return out;
}

void seen_elsewhere(Vm& vm, size_t assumption, Seen seen, int64_t scale) {
  AllAssumptions::numbered([&]<class A>(size_t place) {
    if (place == assumption) A::seen_elsewhere(vm, seen, scale);
  });
}

bool force_wrong(Vm& vm, size_t assumption) {
  bool forced = false;
  AllAssumptions::numbered([&]<class A>(size_t place) {
    if (place == assumption) forced = A::force(vm);
  });
  return forced;
}

}  // namespace jmc::vm
