#include "mcp/json.hpp"

#include <rapidjson/error/en.h>

#include <cmath>

namespace jmc::mcp {

bool parse(std::string_view text, Document& out, std::string& wrong) {
  constexpr unsigned kFlags =
      rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag | rapidjson::kParseFullPrecisionFlag;
  out.Parse<kFlags>(text.data(), text.size());
  if (!out.HasParseError()) return true;
  wrong = std::string(rapidjson::GetParseError_En(out.GetParseError())) + " (byte " +
          std::to_string(out.GetErrorOffset()) + ")";
  return false;
}

namespace {

// As rapidjson's Accept, which calls itself for each level, but with a stack of its own.
void write(const Value& value, rapidjson::Writer<rapidjson::StringBuffer>& w) {
  struct Open {
    const Value* of;
    rapidjson::SizeType next;
  };
  std::vector<Open> open;
  const auto begin = [&](const Value& v) {
    if (v.IsObject()) w.StartObject(), open.push_back({&v, 0});
    else if (v.IsArray()) w.StartArray(), open.push_back({&v, 0});
    else v.Accept(w);
  };
  begin(value);
  while (!open.empty()) {
    Open& top = open.back();
    const Value& v = *top.of;
    if (v.IsObject()) {
      if (top.next == v.MemberCount()) {
        w.EndObject(), open.pop_back();
        continue;
      }
      const auto& member = *(v.MemberBegin() + top.next++);
      w.Key(member.name.GetString(), member.name.GetStringLength());
      begin(member.value);
    } else {
      if (top.next == v.Size()) {
        w.EndArray(), open.pop_back();
        continue;
      }
      begin(v[top.next++]);
    }
  }
}

}  // namespace

std::string text_of(const Value& value) {
  rapidjson::StringBuffer out;
  rapidjson::Writer<rapidjson::StringBuffer> writer(out);
  write(value, writer);
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
