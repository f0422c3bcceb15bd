#include "check/confirm/confirmation.hpp"

#include "listeners/text.hpp"

namespace jmc::check {

namespace {

constexpr size_t kLinesShown = 60;

std::string indented(const std::string& text) {
  std::string out;
  size_t shown = 0;
  for (const std::string& line : listeners::lines_of(text)) {
    if (++shown > kLinesShown) return out + "  ...\n";
    out += "  " + line + "\n";
  }
  return out;
}

}  // namespace

std::string confirmation_summary(const Confirmation& c) {
  using Status = Confirmation::Status;
  switch (c.status) {
    case Status::Happens:
      return "happens on the JVM too: " + c.seen + (c.reason.empty() ? "" : "; " + c.reason) +
             (c.departed.empty() ? "" : ", though it left the schedule in " + c.departed);
    case Status::NotSeen: return "not seen on the JVM: " + c.reason;
    case Status::NotForceable: return "not forceable on a JVM: " + c.reason;
    case Status::NotTried: return "not tried on the JVM: " + c.reason;
  }
  return {};
}

std::string confirmation_text(const Confirmation& c) {
  std::string out = "\n" + confirmation_summary(c) + "\n";
  if (c.status == Confirmation::Status::NotForceable || c.status == Confirmation::Status::NotTried) return out;
  out += "  JDK " + c.jdk + "; " + listeners::grouped(c.taken) + " of " +
         listeners::count(c.steps, "step was", "steps were") + " forced, " +
         (c.compared ? listeners::count(c.compared, "value") + " compared, " : "") +
         listeners::seconds_text(c.seconds) + "\n";
  for (const std::string& difference : c.differences) out += "  another value: " + difference + "\n";
  if (!c.output.empty()) out += "  it printed\n" + indented(indented(c.output));
  if (!c.errors.empty()) out += "  and said\n" + indented(indented(c.errors));
  for (size_t i = 0; i < c.dump.size() && i < kLinesShown; ++i) out += "  " + c.dump[i] + "\n";
  return out;
}

}  // namespace jmc::check
