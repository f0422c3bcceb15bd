#include "linearizability/programs.hpp"

#include <algorithm>
#include <cmath>

namespace jmc::linearizability {

namespace {

// Lengths of at most `threads` threads, descending, at least two, each at most `calls`, with the sum `size`.
void split(uint32_t size, uint32_t threads, uint32_t most, std::vector<uint32_t>& so_far,
           std::vector<std::vector<uint32_t>>& out) {
  if (!size) {
    if (so_far.size() >= 2) out.push_back(so_far);
    return;
  }
  if (!threads) return;
  for (uint32_t n = 1; n <= std::min(size, most); ++n) {
    so_far.push_back(n);
    split(size - n, threads - 1, n, so_far, out);
    so_far.pop_back();
  }
}

std::vector<std::vector<uint32_t>> shapes(uint32_t size, const Bounds& b) {
  std::vector<std::vector<uint32_t>> out;
  std::vector<uint32_t> so_far;
  split(size, b.threads, b.calls, so_far, out);
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& one, const auto& other) { return one.size() < other.size(); });
  return out;
}

bool narrower(const std::vector<uint16_t>& a, const std::vector<uint16_t>& b) {
  return a.size() != b.size() ? a.size() > b.size() : a < b;
}

std::string key(const Calls& program) {
  std::string out;
  for (const auto& calls : program) {
    for (const uint16_t c : calls) out += std::to_string(c) + " ";
    out += "|";
  }
  return out;
}

}  // namespace

Programs::Programs(const Description& description, const Instances& instances, const Bounds& bounds)
    : d_(description), i_(instances), bounds_(bounds) {
  if (d_.methods.size() > MethodSet().size()) throw ProgramError(d_.cls + ": more than 256 methods");
  total_ = size(~uint32_t{0});
}

double Programs::size(uint32_t calls) const {
  double programs = 0;
  for (uint32_t n = 2; n <= std::min({calls, bounds_.invocations, bounds_.threads * bounds_.calls}); ++n)
    programs += static_cast<double>(shapes(n, bounds_).size()) * std::pow(static_cast<double>(i_.all.size()), n);
  return programs;
}

void Programs::draw(uint64_t count, uint64_t seed) {
  draws_ = count;
  random_.seed(seed);
}

void Programs::in_phases(uint32_t small, uint64_t count) {
  phase_ = Phase::Small;
  small_ = small;
  draws_ = count;
  random_.seed(1);
  of_method_.resize(d_.methods.size());
  for (uint16_t i = 0; i < i_.all.size(); ++i) of_method_[i_.all[i].method].push_back(i);
  for (uint32_t m = 0; m < d_.methods.size(); ++m)
    if (!d_.methods[m].readonly && !of_method_[m].empty()) changing_.push_back(m);
}

double Programs::position() const {
  if (draws_ && phase_ == Phase::All) return static_cast<double>(drawn_) / static_cast<double>(draws_);
  if (total_ <= 0) return 1;
  double at = 0, unit = 1;
  for (size_t i = digits_.size(); i-- > 0; unit *= static_cast<double>(i_.all.size())) at += unit * digits_[i];
  return std::min(1.0, (done_ + at) / total_);
}

bool Programs::next_shape() {
  if (!digits_.empty()) done_ += std::pow(static_cast<double>(i_.all.size()), static_cast<double>(digits_.size()));
  while (++shape_ >= shapes_.size()) {
    if (++size_ > std::min(bounds_.invocations, bounds_.threads * bounds_.calls)) {
      digits_.clear();
      return false;
    }
    shapes_ = shapes(size_, bounds_);
    shape_ = static_cast<size_t>(-1);
  }
  digits_.assign(size_, 0);
  return true;
}

bool Programs::next(Calls& program) {
  if (draws_ && phase_ == Phase::All) return next_random(program);
  if (phase_ == Phase::Drawn) {
    if (!changing_.empty() && next_random(program)) return true;
    phase_ = Phase::Rest;
  }
  for (;;) {
    if (stop_ && stop_->load(std::memory_order_relaxed)) return false;
    if (held_) {
      held_ = false;
    } else if (fresh_) {
      fresh_ = false;
      if (!next_shape()) {
        fresh_ = true;
        return false;
      }
    } else {
      size_t at = digits_.size();
      while (at > 0 && ++digits_[at - 1] == i_.all.size()) digits_[--at] = 0;
      if (at == 0 && !next_shape()) {
        fresh_ = true;
        size_ = bounds_.threads * bounds_.calls;
        return false;
      }
    }
    if (phase_ == Phase::Small && digits_.size() > small_) {
      phase_ = Phase::Drawn;
      held_ = true;
      return next(program);
    }
    program.clear();
    auto digit = digits_.begin();
    for (const uint32_t n : shapes_[shape_]) {
      program.emplace_back(digit, digit + n);
      digit += n;
    }
    if (std::is_sorted(program.begin(), program.end(), narrower) && changes_something(program) &&
        within_limits(program) && within_groups(program, bounds_, i_) && canonical(program) &&
        (phase_ != Phase::Rest || !seen_.contains(key(program))))
      return true;
  }
}

bool Programs::next_place(Calls& program) {
  const auto renamed_smaller = [&](uint16_t c) {
    return std::any_of(i_.renamed.begin(), i_.renamed.end(), [&](const auto& names) { return names[c] < c; });
  };
  const auto most = static_cast<uint16_t>(i_.all.size() - 1);
  // No program begins with a call that could be renamed to a smaller one (canonical()).
  while (!fresh_ && !held_ && digits_[0] < most && renamed_smaller(static_cast<uint16_t>(digits_[0] + 1))) ++digits_[0];
  if (!fresh_ && !held_) std::fill(digits_.begin() + 1, digits_.end(), most);
  return next(program);
}

// With calls, at random; of a few methods if there are phases: what goes wrong needs calls that meet.
void Programs::fill(Calls& program) {
  std::vector<uint32_t> few;
  if (phase_ == Phase::Drawn) {
    few.push_back(changing_[random_() % changing_.size()]);
    for (uint64_t more = 1 + random_() % 2; more > 0; --more)
      few.push_back(static_cast<uint32_t>(random_() % d_.methods.size()));
    std::erase_if(few, [&](uint32_t m) { return of_method_[m].empty(); });
  }
  for (auto& calls : program)
    for (uint16_t& c : calls) {
      if (few.empty()) {
        c = static_cast<uint16_t>(random_() % i_.all.size());
      } else {
        const auto& instances = of_method_[few[random_() % few.size()]];
        c = instances[random_() % instances.size()];
      }
    }
}

bool Programs::next_random(Calls& program) {
  const uint32_t most = std::min(bounds_.invocations, bounds_.threads * bounds_.calls);
  const uint32_t least = phase_ == Phase::Drawn ? small_ + 1 : 2;
  if (most < least) return false;
  for (uint64_t tries = 0; drawn_ < draws_ && tries < 100000; ++tries) {
    const uint32_t size = least + static_cast<uint32_t>(random_() % (most - least + 1));
    const auto all = shapes(size, bounds_);
    if (all.empty()) continue;
    program.clear();
    for (const uint32_t n : all[random_() % all.size()]) program.emplace_back(n);
    fill(program);
    sort(program);
    if (!changes_something(program) || !within_limits(program) || !within_groups(program, bounds_, i_)) continue;
    // Of the renamed ones the smallest.
    Calls smallest = program;
    for (const auto& names : i_.renamed) {
      Calls other = program;
      for (auto& calls : other)
        for (uint16_t& c : calls) c = names[c];
      sort(other);
      if (other < smallest) smallest = other;
    }
    program = smallest;
    if (!seen_.insert(key(program)).second) continue;
    ++drawn_;
    return true;
  }
  return false;
}

void Programs::sort(Calls& program) const { std::sort(program.begin(), program.end(), narrower); }

bool Programs::changes_something(const Calls& program) const {
  if (bounds_.readers) return true;
  for (const auto& calls : program)
    for (const uint16_t c : calls)
      if (!i_.all[c].readonly) return true;
  return false;
}

bool own_limits_admit(const Description& d, const Instance& call, uint32_t invocations, size_t threads,
                      uint32_t values) {
  const Limits& own = d.methods[call.method].limits;
  return own.invocations.value_or(invocations) >= invocations && own.sequences.value_or(threads) >= threads &&
         own.values.value_or(values) >= values;
}

// A method with limits of its own sets those of the programs it is in (the narrowest, if there are several).
bool Programs::within_limits(const Calls& program) const {
  uint32_t invocations = 0, values = 0;
  for (const auto& calls : program)
    for (const uint16_t c : calls) {
      ++invocations;
      values = std::max(values, i_.all[c].largest);
    }
  if (!bounds_.own) return values <= bounds_.values;
  Limits given;  // by some method
  for (const auto& calls : program)
    for (const uint16_t c : calls) {
      if (!own_limits_admit(d_, i_.all[c], invocations, program.size(), values)) return false;
      const Limits& own = d_.methods[i_.all[c].method].limits;
      if (own.invocations) given.invocations = own.invocations;
      if (own.sequences) given.sequences = own.sequences;
      if (own.values) given.values = own.values;
    }
  return (given.invocations || invocations <= d_.limits.invocations.value_or(bounds_.invocations)) &&
         (given.sequences || program.size() <= d_.limits.sequences.value_or(bounds_.threads)) &&
         (given.values || values <= d_.limits.values.value_or(bounds_.values));
}

bool within_groups(const Calls& program, const Bounds& bounds, const Instances& instances) {
  for (const Group& g : bounds.groups) {
    uint32_t threads = 0;
    for (const auto& calls : program)
      threads +=
          std::any_of(calls.begin(), calls.end(), [&](uint16_t c) { return g.methods.test(instances.all[c].method); });
    if (threads > g.threads) return false;
  }
  return true;
}

bool Programs::canonical(const Calls& program) const {
  for (const auto& names : i_.renamed) {
    Calls other = program;
    for (auto& calls : other)
      for (uint16_t& c : calls) c = names[c];
    sort(other);
    if (other < program) return false;
  }
  return true;
}

MethodSet Programs::methods_of(const Calls& program) const {
  MethodSet out;
  for (const auto& calls : program)
    for (const uint16_t c : calls) out.set(i_.all[c].method);
  return out;
}

Program Programs::named(const Calls& program) const {
  Program out;
  for (const auto& calls : program) {
    auto& block = out.threads.emplace_back();
    for (const uint16_t c : calls) block.push_back(i_.all[c].call);
  }
  return out;
}

}  // namespace jmc::linearizability
