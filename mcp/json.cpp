#include "mcp/json.hpp"

#include <rapidjson/error/en.h>

namespace jmc::mcp {

namespace {

constexpr size_t kDeepest = 128;

// Whoever copies or writes a value calls itself for each level.
bool too_deep(std::string_view text) {
  size_t depth = 0;
  bool in_quotes = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_quotes) {
      if (c == '\\') ++i;
      else if (c == '"') in_quotes = false;
    } else if (c == '"') {
      in_quotes = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepest) return true;
    } else if ((c == ']' || c == '}') && depth) {
      --depth;
    }
  }
  return false;
}

}  // namespace

bool parse(std::string_view text, Document& out, std::string& wrong) {
  if (too_deep(text)) {
    wrong = "nested more than " + std::to_string(kDeepest) + " levels deep";
    return false;
  }
  constexpr unsigned kFlags =
      rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag | rapidjson::kParseFullPrecisionFlag;
  out.Parse<kFlags>(text.data(), text.size());
  if (!out.HasParseError()) return true;
  wrong = std::string(rapidjson::GetParseError_En(out.GetParseError())) + " (byte " +
          std::to_string(out.GetErrorOffset()) + ")";
  return false;
}

std::string text_of(const Value& value) {
  rapidjson::StringBuffer out;
  rapidjson::Writer<rapidjson::StringBuffer> writer(out);
  value.Accept(writer);
  return {out.GetString(), out.GetSize()};
}

const Value* find(const Value& of, const char* key) {
  if (!of.IsObject()) return nullptr;
  const auto it = of.FindMember(key);
  return it == of.MemberEnd() ? nullptr : &it->value;
}

std::string text_at(const Value& of, const char* key) {
  const Value* v = find(of, key);
  return v && v->IsString() ? std::string(v->GetString(), v->GetStringLength()) : "";
}

double number_at(const Value& of, const char* key) {
  const Value* v = find(of, key);
  return v && v->IsNumber() ? v->GetDouble() : 0;
}

bool flag_at(const Value& of, const char* key) {
  const Value* v = find(of, key);
  return v && v->IsBool() && v->GetBool();
}

std::vector<const Value*> list_at(const Value& of, const char* key) {
  std::vector<const Value*> out;
  const Value* v = find(of, key);
  if (v && v->IsArray())
    for (const Value& element : v->GetArray()) out.push_back(&element);
  return out;
}

std::vector<std::string> texts_at(const Value& of, const char* key) {
  std::vector<std::string> out;
  for (const Value* v : list_at(of, key))
    if (v->IsString()) out.emplace_back(v->GetString(), v->GetStringLength());
  return out;
}

std::string list_of(const std::vector<std::string>& elements) {
  std::string out = "[";
  for (const std::string& e : elements) out += (out.size() > 1 ? "," : "") + e;
  return out + "]";
}

std::string json_text(std::string_view text) {
  rapidjson::StringBuffer out;
  rapidjson::Writer<rapidjson::StringBuffer> writer(out);
  writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
  return {out.GetString(), out.GetSize()};
}

}  // namespace jmc::mcp
