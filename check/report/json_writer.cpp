#include "check/report/json_writer.hpp"

#include <rapidjson/prettywriter.h>

#include <cmath>

#include "check/report/markup.hpp"

namespace jmc::check {

void Sink::Flush() {
  if (!file_) return;
  good_ &= std::fwrite(buffer_.data(), 1, buffer_.size(), file_) == buffer_.size();
  buffer_.clear();
}

struct Json::Writer : rapidjson::PrettyWriter<Sink> {
  using PrettyWriter::PrettyWriter;
};

Json::Json(Sink& out) : w_(std::make_unique<Writer>(out)) { w_->SetIndent(' ', 1); }
Json::~Json() = default;

void Json::open() { w_->StartObject(); }
void Json::close() { w_->EndObject(); }

void Json::open(const char* key) {
  w_->Key(key);
  w_->StartObject();
}

void Json::open_list(const char* key) {
  w_->Key(key);
  w_->StartArray();
}

void Json::close_list() { w_->EndArray(); }

// What a program prints may be bytes that are no UTF-8, and JSON with such bytes cannot be read.
void Json::text(std::string_view v) {
  const std::string valid = valid_utf8(v);
  w_->String(valid.data(), static_cast<rapidjson::SizeType>(valid.size()));
}

void Json::text(const char* key, std::string_view v) {
  w_->Key(key);
  text(v);
}

void Json::text_or_null(const char* key, std::string_view v) {
  if (v.empty()) nothing(key);
  else text(key, v);
}

void Json::number(const char* key, uint64_t v) {
  w_->Key(key);
  w_->Uint64(v);
}

void Json::number(const char* key, int v) {
  w_->Key(key);
  w_->Int(v);
}

void Json::real(const char* key, double v) {
  w_->Key(key);
  w_->Double(std::isfinite(v) ? v : 0);
}

void Json::flag(const char* key, bool v) {
  w_->Key(key);
  w_->Bool(v);
}

void Json::nothing(const char* key) {
  w_->Key(key);
  w_->Null();
}

void Json::object(const char* key, std::string_view json) {
  if (json.empty()) return nothing(key);
  w_->Key(key);
  w_->RawValue(json.data(), json.size(), rapidjson::kObjectType);
}

void Json::texts(const char* key, const std::vector<std::string>& list) {
  open_list(key);
  for (const std::string& s : list) text(s);
  close_list();
}

}  // namespace jmc::check
