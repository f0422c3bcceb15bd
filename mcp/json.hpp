// JSON as the protocol has it: read from a client that may send anything, written in one line.
#pragma once

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jmc::mcp {

using Value = rapidjson::Value;
using Document = rapidjson::Document;

// False: `wrong` says what is, and where. What is nested deeper than anything here is wrong, too.
bool parse(std::string_view text, Document& out, std::string& wrong);

// In one line.
std::string text_of(const Value& value);

// Null: `of` is no object, or has no such key.
const Value* find(const Value& of, const char* key);
// What a report has under a key; nothing, 0 or false where it has something else, or nothing.
std::string text_at(const Value& of, const char* key);
double number_at(const Value& of, const char* key);
bool flag_at(const Value& of, const char* key);
// The elements of a list; none where there is no list.
std::vector<const Value*> list_at(const Value& of, const char* key);
std::vector<std::string> texts_at(const Value& of, const char* key);

// Writes one value: an object, by its keys.
class Object {
 public:
  Object() : w_(out_) { w_.StartObject(); }
  Object& text(const char* key, std::string_view v) {
    w_.Key(key);
    w_.String(v.data(), static_cast<rapidjson::SizeType>(v.size()));
    return *this;
  }
  Object& number(const char* key, int64_t v) {
    w_.Key(key);
    w_.Int64(v);
    return *this;
  }
  Object& real(const char* key, double v) {
    w_.Key(key);
    w_.Double(v);
    return *this;
  }
  Object& flag(const char* key, bool v) {
    w_.Key(key);
    w_.Bool(v);
    return *this;
  }
  // What is JSON already.
  Object& raw(const char* key, std::string_view json) {
    w_.Key(key);
    w_.RawValue(json.data(), json.size(), rapidjson::kObjectType);
    return *this;
  }
  // Once: there is nothing to be added after it.
  std::string done() {
    w_.EndObject();
    return {out_.GetString(), out_.GetSize()};
  }

 private:
  rapidjson::StringBuffer out_;
  rapidjson::Writer<rapidjson::StringBuffer> w_;
};

// A list of what is JSON already.
std::string list_of(const std::vector<std::string>& elements);
// A text as JSON has it, with its quotes.
std::string json_text(std::string_view text);

}  // namespace jmc::mcp
