#include "debugger/debugger.hpp"

#include "base/number.hpp"
#include "debugger/connection.hpp"
#include "debugger/session.hpp"

namespace jmc::debugger {

Address parse_address(const std::string& text) {
  Address out;
  const size_t colon = text.rfind(':');
  if (colon != std::string::npos && colon > 0) out.host = text.substr(0, colon);
  if (out.host.starts_with("[") && out.host.ends_with("]")) out.host = out.host.substr(1, out.host.size() - 2);
  if (out.host == "*") out.host = "0.0.0.0";
  const std::string digits = colon == std::string::npos ? text : text.substr(colon + 1);
  const auto port = base::number_of<decltype(out.port)>(digits);
  if (!port)
    throw check::UsageError("--jdwp=" + text +
                            ": expected [HOST:]PORT, with a port from 0 (any that is free) to 65535");
  out.port = *port;
  return out;
}

int debug(const check::Configuration& configuration, const check::Witness& witness, size_t execution,
          const Address& address, bool force, std::FILE* out) {
  const auto say = [&](const std::string& text) {
    std::fprintf(out, "%s\n", text.c_str());
    std::fflush(out);
  };
  try {
    // What is wrong with the witness is known before anybody waits for a debugger.
    {
      const check::Replay possible(configuration, witness, execution, {}, force);
      for (const std::string& text : possible.differences()) std::fprintf(stderr, "note: %s\n", text.c_str());
    }
    Connection connection(address.host, address.port);
    say("Listening for transport dt_socket at address: " + std::to_string(connection.port()));
    connection.accept();
    Session session(connection, say);
    try {
      check::Replay replay(
          configuration, witness, execution, [&](check::Replay& r) { session.begin(r); }, force);
      say(session.run());
    } catch (const Session::Over& e) { say(e.what()); }
    connection.close();
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "error: %s\n", e.what());
    return 2;
  }
}

}  // namespace jmc::debugger
