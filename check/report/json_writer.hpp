// What JSON reports are written with. Internal to check/.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
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
  void Flush();
  bool good() const { return good_; }
  std::string take() { return std::move(buffer_); }

 private:
  static constexpr size_t kPiece = size_t{1} << 16;
  std::FILE* file_ = nullptr;
  std::string buffer_;
  bool good_ = true;
};

// Objects, lists and values in the order in which they are written. The sink outlives it.
class Json {
 public:
  explicit Json(Sink& out);
  ~Json();
  Json(const Json&) = delete;

  void open();
  void close();
  void open(const char* key);
  void open_list(const char* key);
  void close_list();
  void text(std::string_view v);
  void text(const char* key, std::string_view v);
  void text_or_null(const char* key, std::string_view v);  // null: it is empty
  void number(const char* key, uint64_t v);
  void number(const char* key, int v);
  void real(const char* key, double v);
  void flag(const char* key, bool v);
  void nothing(const char* key);
  // What is a JSON object already; empty: nothing.
  void object(const char* key, std::string_view json);
  void texts(const char* key, const std::vector<std::string>& list);
  // A list with an object for each element, of which `write(element)` writes what is in it.
  template <class List, class Write>
  void objects(const char* key, const List& list, Write&& write) {
    open_list(key);
    for (const auto& element : list) {
      open();
      write(element);
      close();
    }
    close_list();
  }

 private:
  struct Writer;
  std::unique_ptr<Writer> w_;
};

}  // namespace jmc::check
