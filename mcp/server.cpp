#include "mcp/server.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <mutex>

#include "check/answers/version.hpp"
#include "mcp/resources.hpp"
#include "mcp/schema.hpp"

namespace jmc::mcp {

namespace {

// Those with a handshake, oldest first.
constexpr std::array<std::string_view, 4> kVersions = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};
constexpr size_t kMostPending = 64;

constexpr int kParseError = -32700, kInvalidRequest = -32600, kNoMethod = -32601, kInvalidParams = -32602,
              kBusy = -32000, kNoResource = -32002;

constexpr const char* kInstructions =
    "jmc runs Java programs under every schedule of their threads. After writing or changing concurrent Java: call "
    "check with its source and a main that starts the threads and asserts what must hold, or check_linearizability "
    "with "
    "the class alone. violated: call explain with the id, mend the cause, check again; compare tells whether something "
    "else changed. verified: call limits before you rely on it. inconclusive is no proof: limits names what to do.";

std::string result(const std::string& id, const std::string& json) {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":)" + json + "}";
}

std::string error(const std::string& id, int code, const std::string& message, const std::string& data = "") {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"error":{"code":)" + std::to_string(code) + R"(,"message":)" +
         json_text(message) + (data.empty() ? "" : ",\"data\":" + data) + "}}";
}

const Value& nothing() {
  static const Value none;
  return none;
}

bool has_key(const Value& m, const char* key) { return find(m, key) != nullptr; }

}  // namespace

Server::Server(const ServerSettings& settings, Writer& writer)
    : settings_(settings),
      writer_(writer),
      tools_(settings, checks_,
             [this](const std::string& path, std::string& why) { return roots_.allowed(path, why); }) {}

Server::~Server() {
  cancel_all();
  for (const auto& p : pending_)
    if (p->thread.joinable()) p->thread.join();
}

void Server::cancel_all() {
  for (const auto& p : pending_) p->call.cancelled = true;
}

// Threads that are through are joined.
void Server::collect() {
  for (auto p = pending_.begin(); p != pending_.end();) {
    if (!(*p)->answered.load()) {
      ++p;
      continue;
    }
    (*p)->thread.join();
    p = pending_.erase(p);
  }
}

bool Server::busy() {
  collect();
  return !pending_.empty();
}

void Server::line_too_long() {
  writer_.line(
      error("null", kInvalidRequest, "a line has more than " + std::to_string(Reader::kLongest >> 20) + " MB"));
}

void Server::line(const std::string& text) {
  if (text.find_first_not_of(" \t\r") == std::string::npos) return;
  Document d;
  std::string wrong;
  if (!parse(text, d, wrong)) return writer_.line(error("null", kParseError, "Parse error: " + wrong));
  if (d.IsArray()) return batch(d);
  message(d, [this](const std::string& answer) {
    if (!answer.empty()) writer_.line(answer);
  });
}

// The answers in one line, when the last one is there.
void Server::batch(const Value& all) {
  if (all.Empty()) return writer_.line(error("null", kInvalidRequest, "Invalid Request: an empty batch"));
  struct Answers {
    std::mutex mutex;
    size_t missing;
    std::vector<std::string> texts;
  };
  auto answers = std::make_shared<Answers>();
  answers->missing = all.Size();
  const Reply reply = [this, answers](const std::string& answer) {
    const std::lock_guard guard(answers->mutex);
    if (!answer.empty()) answers->texts.push_back(answer);
    if (--answers->missing == 0 && !answers->texts.empty()) writer_.line(list_of(answers->texts));
  };
  for (const Value& m : all.GetArray()) {
    if (text_at(m, "method") == "initialize" && has_key(m, "id"))
      reply(error(text_of(*find(m, "id")), kInvalidRequest, "Invalid Request: initialize is no part of a batch"));
    else message(m, reply);
  }
}

void Server::message(const Value& m, const Reply& reply) {
  const auto invalid = [&](const std::string& id, const std::string& why) {
    reply(error(id, kInvalidRequest, "Invalid Request: " + why));
  };
  if (!m.IsObject()) return invalid("null", "expected an object");
  const Value *id = find(m, "id"), *method = find(m, "method"), *params = find(m, "params");
  const bool good_id = id && (id->IsString() || (id->IsNumber() && std::isfinite(id->GetDouble())));
  const std::string id_text = good_id ? text_of(*id) : "null";
  const Value* version = find(m, "jsonrpc");
  if (!version || !version->IsString() || text_at(m, "jsonrpc") != "2.0")
    return invalid(id_text, "expected \"jsonrpc\":\"2.0\"");
  if (!method) {
    if (!has_key(m, "result") && !has_key(m, "error")) return invalid(id_text, "expected a method");
    // The answer to what the server has asked.
    if (id && id->IsString() && id->GetString() == "roots-" + std::to_string(asked_)) roots_.told(find(m, "result"));
    return reply({});
  }
  if (!method->IsString()) return invalid(id_text, "expected the method to be a string");
  if (id && !good_id) return invalid("null", "expected the id to be a string or a number");
  const std::string name = text_at(m, "method");
  if (!id) {
    notification(name, params ? *params : nothing());
    return reply({});
  }
  if (params && !params->IsObject()) return reply(error(id_text, kInvalidParams, "Invalid params: expected an object"));
  request(id_text, name, params ? *params : nothing(), reply);
}

void Server::notification(const std::string& method, const Value& params) {
  if (method == "notifications/initialized") {
    if (initialized_ && has_roots_) ask_for_roots();
  } else if (method == "notifications/roots/list_changed") {
    if (initialized_ && has_roots_) ask_for_roots();
  } else if (method == "notifications/cancelled") {
    const Value* id = find(params, "requestId");
    if (!id) return;
    const std::string text = text_of(*id);
    for (const auto& p : pending_)
      if (p->id == text) p->call.cancelled = true;
  }
}

void Server::ask_for_roots() {
  roots_.asked();
  writer_.line(R"({"jsonrpc":"2.0","id":"roots-)" + std::to_string(++asked_) + R"(","method":"roots/list"})");
}

void Server::request(const std::string& id, const std::string& method, const Value& params, const Reply& reply) {
  if (method == "ping") return reply(result(id, "{}"));
  if (method == "initialize") return initialize(id, params, reply);
  const bool lists = method == "tools/list" || method == "resources/list" || method == "resources/templates/list";
  const bool known = lists || method == "tools/call" || method == "resources/read";
  if (!known) return reply(error(id, kNoMethod, "Method not found: " + shortened(method, 100)));
  if (!initialized_) return reply(error(id, kInvalidRequest, "Invalid Request: initialize comes first"));
  if (lists && find(params, "cursor"))
    return reply(error(id, kInvalidParams, "Invalid params: no cursor was given out"));
  if (method == "tools/list") reply(result(id, R"({"tools":)" + tools_json() + "}"));
  else if (method == "resources/list") reply(result(id, R"({"resources":)" + resources_json(checks_) + "}"));
  else if (method == "resources/templates/list") reply(result(id, R"({"resourceTemplates":)" + templates_json() + "}"));
  else if (method == "resources/read") read_resource(id, params, reply);
  else call_tool(id, params, reply);
}

void Server::initialize(const std::string& id, const Value& params, const Reply& reply) {
  if (initialized_) return reply(error(id, kInvalidRequest, "Invalid Request: this session is initialized"));
  const Value* asked = find(params, "protocolVersion");
  if (!asked || !asked->IsString())
    return reply(error(id, kInvalidParams, "Invalid params: protocolVersion: expected a string"));
  const std::string wanted = text_at(params, "protocolVersion");
  version_ = std::find(kVersions.begin(), kVersions.end(), wanted) != kVersions.end() ? wanted : kVersions.back();
  const Value* capabilities = find(params, "capabilities");
  has_roots_ = capabilities && find(*capabilities, "roots");
  initialized_ = true;
  const std::string info = Object()
                               .text("name", "jmc")
                               .text("title", "jmc, a model checker for concurrent Java")
                               .text("version", check::version())
                               .done();
  reply(result(id, Object()
                       .text("protocolVersion", version_)
                       .raw("capabilities", R"({"tools":{},"resources":{}})")
                       .raw("serverInfo", info)
                       .text("instructions", kInstructions)
                       .done()));
}

std::function<void(double, double, const std::string&)> Server::progress_of(const Value& params) {
  const Value* meta = find(params, "_meta");
  const Value* token = meta ? find(*meta, "progressToken") : nullptr;
  if (!token || !(token->IsString() || token->IsInt64() || token->IsUint64())) return {};
  using Clock = std::chrono::steady_clock;
  struct State {
    Clock::time_point start = Clock::now(), next = start + std::chrono::seconds(1);
  };
  // What it takes to wait for its turn and to compile counts, too, so that it never goes back.
  return [this, token = text_of(*token), state = std::make_shared<State>()](double, double most,
                                                                            const std::string& what) {
    const Clock::time_point now = Clock::now();
    if (now < state->next) return;
    state->next = now + std::chrono::seconds(1);
    const double done = std::chrono::duration<double>(now - state->start).count();
    Object report;
    report.raw("progressToken", token).real("progress", std::round(done * 10) / 10);
    if (done < most) report.real("total", most);
    if (version_ != kVersions.front()) report.text("message", what.empty() ? "jmc is at work" : shortened(what, 200));
    writer_.line(
        Object().text("jsonrpc", "2.0").text("method", "notifications/progress").raw("params", report.done()).done());
  };
}

std::string Server::tool_result(const std::string& id, const ToolAnswer& answer) const {
  const auto whole = [&](const std::string& text) {
    return result(id, R"({"content":[{"type":"text","text":)" + json_text(text) +
                          "}],\"isError\":" + (answer.error ? "true" : "false") +
                          (answer.meta.empty() ? "" : R"(,"_meta":{"jmc/check":)" + answer.meta + "}") + "}");
  };
  const size_t limit = answer.bytes ? answer.bytes : settings_.answer_limit, around = whole("").size() + 1;
  return whole(answer.page.fit(limit > around ? limit - around : 0));
}

void Server::call_tool(const std::string& id, const Value& params, const Reply& reply) {
  const Value *name = find(params, "name"), *arguments = find(params, "arguments");
  if (!name || !name->IsString()) return reply(error(id, kInvalidParams, "Invalid params: name: expected a string"));
  const std::string tool = text_at(params, "name");
  if (!schema_of(tool)) return reply(error(id, kInvalidParams, "Unknown tool: " + shortened(tool, 100)));
  if (arguments && !arguments->IsObject())
    return reply(error(id, kInvalidParams, "Invalid params: arguments: expected an object"));
  collect();
  if (pending_.size() >= kMostPending)
    return reply(error(id, kBusy, "busy: " + std::to_string(kMostPending) + " calls are being answered"));
  for (const auto& p : pending_)
    if (p->id == id && !p->answered.load())
      return reply(error(id, kInvalidRequest, "Invalid Request: a request of this id is being answered"));
  auto pending = std::make_shared<Pending>();
  pending->id = id;
  pending->call.progress = progress_of(params);
  auto given = std::make_shared<Document>(rapidjson::kObjectType);
  if (arguments) given->CopyFrom(*arguments, given->GetAllocator());
  pending_.push_back(pending);
  pending->thread = std::thread([this, pending, given, tool, reply] {
    std::string answer;
    try {
      answer = tool_result(pending->id, tools_.call(tool, *given, pending->call));
    } catch (const Cancelled&) {
      answer.clear();  // who cancels wants none, and takes none
    } catch (const std::exception& e) {
      answer = error(pending->id, -32603, std::string("Internal error: ") + e.what());
    }
    if (pending->call.cancelled.load()) answer.clear();
    reply(answer);
    pending->answered = true;
  });
}

void Server::read_resource(const std::string& id, const Value& params, const Reply& reply) {
  const Value* uri = find(params, "uri");
  if (!uri || !uri->IsString()) return reply(error(id, kInvalidParams, "Invalid params: uri: expected a string"));
  const std::string wanted = text_at(params, "uri");
  const Resource found = read(wanted, checks_);
  if (!found.found)
    return reply(error(id, kNoResource, "Resource not found", Object().text("uri", shortened(wanted, 200)).done()));
  const std::string content = Object().text("uri", wanted).text("mimeType", found.type).text("text", found.text).done();
  reply(result(id, R"({"contents":[)" + content + "]}"));
}

}  // namespace jmc::mcp
