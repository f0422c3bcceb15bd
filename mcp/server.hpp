// The Model Context Protocol: who says what when. Calls of tools are answered by threads of their own, all else at
// once, in the order of the lines.
//
// https://modelcontextprotocol.io/specification; JSON-RPC 2.0 (https://www.jsonrpc.org/specification).
#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "mcp/json.hpp"
#include "mcp/roots.hpp"
#include "mcp/tools.hpp"
#include "mcp/wire.hpp"

namespace jmc::mcp {

class Server {
 public:
  // Both outlive it.
  Server(const ServerSettings& settings, Writer& writer);
  ~Server();  // what is still being answered is cancelled
  Server(const Server&) = delete;

  void line(const std::string& text);
  void line_too_long();
  bool busy();  // something is being answered
  void cancel_all();

 private:
  // Takes an answer, JSON; empty: there is none. Called once.
  using Reply = std::function<void(const std::string&)>;
  struct Pending {
    std::string id;  // JSON
    Call call;
    std::atomic<bool> answered = false;
    std::thread thread;
  };

  void message(const Value& m, const Reply& reply);
  void batch(const Value& all);
  void notification(const std::string& method, const Value& params);
  void request(const std::string& id, const std::string& method, const Value& params, const Reply& reply);
  void initialize(const std::string& id, const Value& params, const Reply& reply);
  void call_tool(const std::string& id, const Value& params, const Reply& reply);
  void read_resource(const std::string& id, const Value& params, const Reply& reply);
  void ask_for_roots();
  void collect();
  std::function<void(double, double, const std::string&)> progress_of(const Value& params);
  std::string tool_result(const std::string& id, const ToolAnswer& answer) const;

  const ServerSettings& settings_;
  Writer& writer_;
  Roots roots_;
  Checks checks_;
  Tools tools_;
  bool initialized_ = false, has_roots_ = false;
  std::string version_;
  uint64_t asked_ = 0;  // for roots
  std::list<std::shared_ptr<Pending>> pending_;
};

}  // namespace jmc::mcp
