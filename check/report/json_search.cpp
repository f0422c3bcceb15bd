#include "check/report/json_search.hpp"

#include "check/report/report.hpp"
#include "check/search/profile.hpp"

namespace jmc::check {

namespace {

void help_at_limits(Json& j, const Result& r) {
  const StateProfile& p = r.profile;
  j.open("profile");
  j.number("states", p.looked);
  j.objects("places", p.places, [&](const ProfiledPlace& place) {
    j.real("share", place.share);
    j.text("class", place.klass);
    j.text("method", place.method);
    j.text("called_by", place.caller);
  });
  j.texts("library", p.library);
  j.real("library_share", p.library_share);
  j.real("threads_enabled", p.threads_enabled);
  j.real("time_outs_share", p.timed);
  j.number("positions", p.positions);
  j.number("initialised_classes", p.initialised);
  j.objects("varying", p.varying, [&](const auto& entry) {
    const auto& [name, n] = entry;
    j.text("what", name);
    j.number("values", n);
  });
  j.close();
  const SeenBounds bounds = seen_bounds(r.seen);
  j.open("estimate");
  j.number("drawn", r.seen.drawn);
  j.number("known", r.seen.known);
  j.real("least", bounds.least);
  j.real("most", bounds.most);
  j.close();
  j.objects("advice", r.advice, [&](const Advice& a) {
    j.text("option", a.option);
    j.text("reason", a.reason);
  });
}

void size(Json& j, const Result& r) {
  const auto number = [&](const char* name, double value, bool known) {
    if (known) j.real(name, value);
    else j.nothing(name);
  };
  if (r.sized) {
    const por::SizeEstimate::Answer& s = r.size;
    const bool known = s.known() && !r.size_repeats;
    j.open("size");
    j.number("seen", s.seen);
    number("states", s.states, known);
    number("least", s.least, known);
    number("most", s.most, known);
    number("share", known ? s.share() : 0, known);
    number("seconds_left", s.seconds_left, known);
    j.flag("repeats", r.size_repeats);
    j.close();
  }
  const por::TraceEstimate& t = r.traces;
  if (t.complete + t.abandoned + t.unended == 0) return;
  j.open("executions_estimate");
  number("expected", t.expected, t.expected > 0);
  number("least", t.least, t.expected > 0);
  number("most", t.most, t.expected > 0);
  j.flag("exact", t.exact);
  j.flag("few", t.few);
  j.flag("polls", t.polls);
  j.number("complete", t.complete);
  j.number("abandoned", t.abandoned);
  j.number("unended", t.unended);
  j.number("batches", t.batches);
  j.close();
}

void sampling(Json& j, const SamplingReport& s) {
  j.open("sampling");
  j.texts("draws", s.draws);
  j.number("executions", s.executions);
  j.real("seconds", s.seconds);
  j.text("reason", s.reason);
  j.close();
}

void covered(Json& j, const Result& r) {
  const CoveredReport& c = r.covered;
  j.open("covered");
  j.text("text", r.violations.empty() ? covered_text(c) : std::string());
  j.flag("accepted", r.verdict() == Verdict::Accepted);
  if (c.bounds.empty()) j.nothing("preemptions");
  else j.number("preemptions", c.bounds.back().preemptions);
  j.objects("bounds", c.bounds, [&](const CoveredBound& b) {
    j.number("preemptions", b.preemptions);
    j.flag("complete", true);
    j.flag("left_out", b.left_out);
    j.number("states", b.states);
    j.real("seconds", b.seconds);
  });
  j.text("bounds_reason", c.bounds_reason);
  j.number("drawn", c.drawn);
  j.number("pairs", c.pairs);
  j.number("pairs_in_both_orders", c.both);
  j.flag("pairs_full", c.pairs_full);
  j.number("late_pairs", c.late_pairs);
  j.number("late_in_both_orders", c.late_both);
  j.number("drawn_without_new", c.nothing_new);
  j.texts("outcomes", c.outcomes);
  j.close();
}

}  // namespace

void search_aids(Json& j, const Result& r) {
  help_at_limits(j, r);
  size(j, r);
  sampling(j, r.sampling);
  covered(j, r);
}

void second_opinion(Json& j, const Result& r, const Configuration& o) {
  const SecondOpinion& s = r.opinion;
  j.open("second_opinion");
  j.text("answer", status_name(s.status));
  j.flag("reduced", s.reduced);
  j.number("states", s.states);
  j.number("transitions", s.transitions);
  j.real("seconds", s.seconds);
  j.text("reason", s.reason);
  j.close();
  j.open_list("holds_under");
  if (r.verdict() == Verdict::Verified)
    for (const Narrowing& n : narrowings(r, o)) j.text(n.name);
  j.close_list();
}

}  // namespace jmc::check
