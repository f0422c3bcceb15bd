// What a program keeps of itself in a file, and takes up again: values written one after another as they lie in memory.
//
// A class that is kept has one function for both directions, so that they cannot come apart:
//
//   template <class A>
//   void archive(A& a) { a(count_, names_, inner_); }   // A is Saver or Loader
//
// Kept are trivially copyable values (not pointers), strings, vectors, pairs, maps, and classes with archive(). What
// needs more than that asks `A::kLoading`.
//
// An archive is read by the build that wrote it, and by no other: whoever owns the file writes into it who made it, and
// compares (check/search/checkpoint.hpp). Whatever the bytes are, a Loader reads none beyond their end, and asks for no
// more memory than a few times their number: it throws ArchiveError, which says at which byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace jmc::base {

class ArchiveError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// What is written as it lies in memory.
template <class T>
concept Plain = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>;

// A pointer or a view is trivially copyable, too, and worth nothing in another process: classes with archive() go
// first, the rest is whoever calls to see to.
template <class T, class A>
concept Archived = requires(T& t, A& a) {
  t.archive(a);
};

class Saver {
 public:
  static constexpr bool kLoading = false;
  virtual ~Saver() = default;
  virtual void bytes(const void* from, size_t size) = 0;

  template <class... Ts>
  void operator()(const Ts&... values) {
    (put(const_cast<Ts&>(values)), ...);
  }

 private:
  void length(size_t n) { bytes(&n, sizeof n); }
  template <class T>
  void put(T& value) {
    if constexpr (Archived<T, Saver>) value.archive(*this);
    else {
      static_assert(Plain<T>, "it needs an archive()");
      bytes(&value, sizeof value);
    }
  }
  void put(std::string& text) {
    length(text.size());
    bytes(text.data(), text.size());
  }
  void put(std::vector<bool>& bits) {
    length(bits.size());
    for (size_t i = 0; i < bits.size(); i += 64) {
      uint64_t word = 0;
      for (size_t k = i; k < bits.size() && k < i + 64; ++k) word |= uint64_t{bits[k]} << (k - i);
      bytes(&word, sizeof word);
    }
  }
  template <class T>
  void put(std::vector<T>& values) {
    length(values.size());
    if constexpr (Plain<T> && !Archived<T, Saver>) {
      bytes(values.data(), values.size() * sizeof(T));
    } else {
      for (T& value : values) put(value);
    }
  }
  template <class K, class V>
  void put(std::pair<K, V>& value) {
    put(const_cast<std::remove_const_t<K>&>(value.first));
    put(value.second);
  }
  template <class K, class V, class C>
  void put(std::map<K, V, C>& values) {
    length(values.size());
    for (auto& value : values) put(value);
  }
  template <class K, class V, class H>
  void put(std::unordered_map<K, V, H>& values) {
    length(values.size());
    for (auto& value : values) put(value);
  }
};

// Into memory.
class MemorySaver final : public Saver {
 public:
  void bytes(const void* from, size_t size) override {
    if (size) content.append(static_cast<const char*>(from), size);
  }
  std::string content;
};

class Loader {
 public:
  static constexpr bool kLoading = true;
  // The bytes outlive it.
  explicit Loader(std::span<const char> content) : content_(content) {}

  template <class... Ts>
  void operator()(Ts&... values) {
    (get(values), ...);
  }
  void bytes(void* to, size_t size) {
    need(size, 1);
    if (size) std::memcpy(to, content_.data() + at_, size);
    at_ += size;
  }
  // The next `size` bytes, where they lie.
  std::span<const char> view(size_t size) {
    need(size, 1);
    at_ += size;
    return content_.subspan(at_ - size, size);
  }
  std::span<const char> rest() const { return content_.subspan(at_); }
  bool done() const { return at_ == content_.size(); }
  [[noreturn]] void fail(const std::string& what) const {
    throw ArchiveError(what + " at byte " + std::to_string(at_));
  }

 private:
  void need(size_t count, size_t size) const {
    if (count > (content_.size() - at_) / size) fail("it says that there is more than it has");
  }
  size_t length(size_t least) {
    size_t n = 0;
    bytes(&n, sizeof n);
    need(n, least);
    return n;
  }
  template <class T>
  void get(T& value) {
    if constexpr (Archived<T, Loader>) {
      value.archive(*this);
    } else {
      static_assert(Plain<T>, "it needs an archive()");
      bytes(&value, sizeof value);
    }
  }
  void get(std::string& text) {
    text.resize(length(1));
    bytes(text.data(), text.size());
  }
  void get(std::vector<bool>& bits) {
    size_t n = 0;
    bytes(&n, sizeof n);
    need(n / 64 + (n % 64 != 0), sizeof(uint64_t));
    bits.assign(n, false);
    for (size_t i = 0; i < n; i += 64) {
      uint64_t word = 0;
      bytes(&word, sizeof word);
      for (size_t k = i; k < n && k < i + 64; ++k) bits[k] = word >> (k - i) & 1;
    }
  }
  template <class T>
  void get(std::vector<T>& values) {
    if constexpr (Plain<T> && !Archived<T, Loader>) {
      values.resize(length(sizeof(T)));
      bytes(values.data(), values.size() * sizeof(T));
    } else {
      values.clear();
      for (size_t n = length(1); n != 0; --n) get(values.emplace_back());
    }
  }
  template <class K, class V>
  void get(std::pair<K, V>& value) {
    get(const_cast<std::remove_const_t<K>&>(value.first));
    get(value.second);
  }
  template <class Map>
  void get_map(Map& values) {
    values.clear();
    for (size_t n = length(1); n != 0; --n) {
      std::pair<std::remove_const_t<typename Map::key_type>, typename Map::mapped_type> value{};
      get(value);
      values.emplace(std::move(value));
    }
  }
  template <class K, class V, class C>
  void get(std::map<K, V, C>& values) {
    get_map(values);
  }
  template <class K, class V, class H>
  void get(std::unordered_map<K, V, H>& values) {
    get_map(values);
  }

  std::span<const char> content_;
  size_t at_ = 0;
};

}  // namespace jmc::base
