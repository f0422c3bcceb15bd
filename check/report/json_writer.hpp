// What JSON reports are written with. Internal to check/.
#pragma once

#include <rapidjson/prettywriter.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace jmc::check {

// Where the text goes: to a file in pieces, or into a string.
class Sink {
 public:
  using Ch = char;
  explicit Sink(std::FILE* file) : file_(file) { buffer_.reserve(kPiece); }
  Sink() = default;
  void Put(char c) {
    buffer_ += c;
    if (file_ && buffer_.size() >= kPiece) Flush();
  }
  void Flush() {
    if (!file_) return;
    good_ &= std::fwrite(buffer_.data(), 1, buffer_.size(), file_) == buffer_.size();
    buffer_.clear();
  }
  bool good() const { return good_; }
  std::string take() { return std::move(buffer_); }

 private:
  static constexpr size_t kPiece = size_t{1} << 16;
  std::FILE* file_ = nullptr;
  std::string buffer_;
  bool good_ = true;
};

class Json {
 public:
  explicit Json(Sink& out) : w_(out) { w_.SetIndent(' ', 1); }

  void open() { w_.StartObject(); }
  void close() { w_.EndObject(); }
  void open(const char* key) {
    w_.Key(key);
    w_.StartObject();
  }
  void open_list(const char* key) {
    w_.Key(key);
    w_.StartArray();
  }
  void close_list() { w_.EndArray(); }
  void text(std::string_view v) { w_.String(v.data(), static_cast<rapidjson::SizeType>(v.size())); }
  void text(const char* key, std::string_view v) {
    w_.Key(key);
    text(v);
  }
  void number(const char* key, uint64_t v) {
    w_.Key(key);
    w_.Uint64(v);
  }
  void number(const char* key, int v) {
    w_.Key(key);
    w_.Int(v);
  }
  void real(const char* key, double v) {
    w_.Key(key);
    w_.Double(std::isfinite(v) ? v : 0);
  }
  void flag(const char* key, bool v) {
    w_.Key(key);
    w_.Bool(v);
  }
  void nothing(const char* key) {
    w_.Key(key);
    w_.Null();
  }
  // What is a JSON object already; empty: nothing.
  void object(const char* key, std::string_view json) {
    if (json.empty()) return nothing(key);
    w_.Key(key);
    w_.RawValue(json.data(), json.size(), rapidjson::kObjectType);
  }
  void texts(const char* key, const std::vector<std::string>& list) {
    open_list(key);
    for (const std::string& s : list) text(s);
    close_list();
  }

 private:
  rapidjson::PrettyWriter<Sink> w_;
};

}  // namespace jmc::check
