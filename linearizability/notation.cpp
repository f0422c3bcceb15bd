#include "linearizability/notation.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace jmc::linearizability {

namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Program program() {
    Program p;
    do p.threads.push_back(block());
    while (accept("||"));
    end();
    return p;
  }

  std::vector<Call> calls() {
    std::vector<Call> out = row('\0');
    end();
    return out;
  }

  Call constructor() {
    Call c{name(true), {}};
    if (peek() == '(') c.arguments = list('(', ')');
    end();
    return c;
  }

 private:
  [[noreturn]] void fail(const std::string& expected) {
    throw ProgramError("\"" + std::string(text_) + "\", character " + std::to_string(at_ + 1) + ": expected " +
                       expected);
  }
  char peek() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool accept(std::string_view token) {
    peek();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (!accept(token)) fail(std::string(token));
  }
  void end() {
    peek();
    if (at_ != text_.size()) fail("the end");
  }

  std::string name(bool qualified) {
    peek();
    const size_t from = at_;
    for (; at_ < text_.size(); ++at_) {
      const auto c = static_cast<unsigned char>(text_[at_]);
      if (!std::isalnum(c) && c != '_' && c != '$' && c < 128 && !(qualified && (c == '.' || c == '/'))) break;
    }
    if (from == at_ || std::isdigit(static_cast<unsigned char>(text_[from]))) fail("a name");
    return std::string(text_.substr(from, at_ - from));
  }

  std::vector<Call> block() {
    expect("{");
    std::vector<Call> calls = row('}');
    expect("}");
    return calls;
  }

  // Calls up to this character; the last may have a semicolon behind it, too.
  std::vector<Call> row(char over) {
    std::vector<Call> calls;
    do {
      if (!calls.empty() && peek() == over) break;
      Call c{name(false), {}};
      c.arguments = list('(', ')');
      calls.push_back(std::move(c));
    } while (accept(";"));
    return calls;
  }

  std::vector<Value> list(char open, char close) {
    std::vector<Value> values;
    expect(std::string_view(&open, 1));
    if (accept(std::string_view(&close, 1))) return values;
    if (++depth_ > 8) fail("lists nested less deeply");
    do values.push_back(value());
    while (accept(","));
    expect(std::string_view(&close, 1));
    --depth_;
    return values;
  }

  Value value() {
    Value v;
    const char c = peek();
    if (c == '[') {
      v.kind = Value::List;
      v.list = list('[', ']');
    } else if (c == '{') {
      v.kind = Value::Map;
      expect("{");
      if (accept("}")) return v;
      if (++depth_ > 8) fail("maps nested less deeply");
      do {
        v.list.push_back(value());
        expect(":");
        v.list.push_back(value());
      } while (accept(","));
      expect("}");
      --depth_;
    } else if (c == '"') {
      v.kind = Value::Text;
      for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
        const auto t = static_cast<unsigned char>(text_[at_]);
        if (t < 32 || t > 126 || t == ',' || t == '|' || t == '\\')
          fail("a string of printable ASCII without , | and backslash");
        v.text += text_[at_];
      }
      if (at_ == text_.size()) fail("\"");
      ++at_;
    } else if (c == '-' || std::isdigit(static_cast<unsigned char>(c))) {
      v.kind = Value::Int;
      const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), v.number);
      if (error != std::errc()) fail("a whole number");
      at_ = static_cast<size_t>(end - text_.data());
    } else if (c == '(') {
      v.kind = Value::Function;
      v.text = function(names());
    } else if (c == '_' || std::isalpha(static_cast<unsigned char>(c))) {
      const std::string word = name(true);
      v.kind = word == "null"                        ? Value::Null
               : word == "true" || word == "false"   ? Value::Bool
               : word == "new"                       ? Value::Object
               : word.find('.') != std::string::npos ? Value::Constant
                                                     : Value::Function;
      v.number = word == "true";
      if (v.kind == Value::Function) v.text = function({word});
      if (v.kind == Value::Constant) v.text = word;
      if (v.kind == Value::Constant && peek() == '(') v.kind = Value::Object, v.number = 1;
      if (v.kind == Value::Object) {
        if (!v.number) v.text = name(true);
        v.list = list('(', ')');
      }
    } else {
      fail("a number, string, list, map, function, true, false or null");
    }
    return v;
  }

  std::vector<std::string> names() {
    std::vector<std::string> out;
    expect("(");
    if (accept(")")) return out;
    do out.push_back(name(false));
    while (accept(","));
    expect(")");
    return out;
  }

  // What follows the parameters.
  std::string function(const std::vector<std::string>& parameters) {
    std::string list;
    for (const std::string& p : parameters) list += (list.empty() ? "" : ",") + p;
    if (parameters.size() != 1) list = "(" + list + ")";
    if (!accept("->")) fail("a number, string, list, map, true, false, null, or a function (x->x+1)");
    if (accept("{")) return expect("}"), list + "->{}";
    const auto term = [&] {
      const char c = peek();
      if (c == '-' || std::isdigit(static_cast<unsigned char>(c))) {
        const Value number = value();
        return std::to_string(number.number);
      }
      const std::string word = name(false);
      if (word != "null" && word != "true" && word != "false" &&
          std::find(parameters.begin(), parameters.end(), word) == parameters.end())
        fail("a number, true, false, null or a parameter of the function before here");
      return word;
    };
    std::string body = term();
    for (const char* op : {"==", "+", "-"})
      if (accept(op)) return list + "->" + body + op + term();
    return list + "->" + body;
  }

  std::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;
};

std::string texts_of(const std::vector<Value>& values) {
  std::string out;
  for (const Value& v : values) out += (out.empty() ? "" : ",") + linearizability::text_of(v);
  return out;
}

}  // namespace

std::string text_of(const Value& v) {
  switch (v.kind) {
    case Value::Null: return "null";
    case Value::Bool: return v.number ? "true" : "false";
    case Value::Int: return std::to_string(v.number);
    case Value::Text: return "\"" + v.text + "\"";
    case Value::Function:
    case Value::Constant: return v.text;
    case Value::Object: return (v.number ? "" : "new ") + v.text + "(" + texts_of(v.list) + ")";
    case Value::List: return "[" + texts_of(v.list) + "]";
    case Value::Map: {
      std::string out;
      for (size_t i = 0; i + 1 < v.list.size(); i += 2)
        out += (out.empty() ? "" : ",") + text_of(v.list[i]) + ":" + text_of(v.list[i + 1]);
      return "{" + out + "}";
    }
  }
  return {};
}

Program parse_program(std::string_view text) { return Reader(text).program(); }
std::vector<Call> parse_calls(std::string_view text) { return Reader(text).calls(); }
Call parse_constructor(std::string_view text) { return Reader(text).constructor(); }
std::vector<std::string> listed_names(std::string_view list) {
  std::vector<std::string> names = {""};
  int depth = 0;
  for (const char c : list) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && !depth) names.emplace_back();
    else if (c != ' ') names.back() += c;
  }
  return names;
}

std::string text_of(const Call& call) { return call.method + "(" + texts_of(call.arguments) + ")"; }

std::string text_of(const Program& program) {
  std::string out;
  for (const std::vector<Call>& calls : program.threads) {
    std::string block;
    for (const Call& c : calls) block += (block.empty() ? "" : "; ") + text_of(c);
    out += (out.empty() ? "{ " : " || { ") + block + " }";
  }
  return out;
}

std::vector<std::vector<int>> interleavings(const Program& program, size_t limit) {
  std::vector<int> next, last, order;
  int calls = 0;
  for (const std::vector<Call>& thread : program.threads) {
    next.push_back(calls);
    last.push_back(calls += static_cast<int>(thread.size()));
  }
  std::vector<std::vector<int>> all;
  const auto extend = [&](const auto& self) -> void {
    if (static_cast<int>(order.size()) == calls) {
      if (all.size() == limit)
        throw ProgramError("the program has more than " + std::to_string(limit) + " sequential executions");
      all.push_back(order);
      return;
    }
    for (size_t t = 0; t < next.size(); ++t) {
      if (next[t] == last[t]) continue;
      order.push_back(next[t]++);
      self(self);
      order.pop_back();
      --next[t];
    }
  };
  extend(extend);
  return all;
}

bool stands_at(std::string_view program, char what, int braces) {
  int depth = 0;
  bool quoted = false;
  for (const char c : program) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (c == what && depth == braces) return true;
  }
  return false;
}

}  // namespace jmc::linearizability
