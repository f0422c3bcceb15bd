#include "check/jobs/job_report.hpp"

#include <rapidjson/reader.h>
#include <xxhash.h>

#include <algorithm>

namespace jmc::check::jobs {

namespace {

// The file as rapidjson reads it.
class Source {
 public:
  using Ch = char;
  explicit Source(const TemporaryFile& file) : file_(file) { fill(); }
  Ch Peek() const { return at_ < size_ ? buffer_[at_] : '\0'; }
  Ch Take() {
    const Ch c = Peek();
    if (at_ < size_ && ++at_ == size_) fill();
    return c;
  }
  size_t Tell() const { return static_cast<size_t>(begin_) + at_; }
  Ch* PutBegin() { return nullptr; }
  void Put(Ch) {}
  void Flush() {}
  size_t PutEnd(Ch*) { return 0; }

 private:
  void fill() {
    begin_ += size_;
    size_ = file_.read(begin_, buffer_, sizeof buffer_);
    at_ = 0;
  }
  const TemporaryFile& file_;
  uint64_t begin_ = 0;
  size_t size_ = 0, at_ = 0;
  char buffer_[1 << 16];
};

class Handler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Handler> {
 public:
  explicit Handler(JobReport& out) : out_(out) {}

  bool StartObject() {
    if (depth_ == 2 && top_ == "violations") out_.found.emplace_back();
    return ++depth_, true;
  }
  bool EndObject(rapidjson::SizeType) { return --depth_, true; }
  bool StartArray() { return ++depth_, depth_ > 1; }  // the report is an object
  bool EndArray(rapidjson::SizeType) { return --depth_, true; }
  bool Key(const char* s, rapidjson::SizeType n, bool) {
    if (depth_ <= 3) key_.assign(s, n);
    if (depth_ == 1) top_ = key_;
    if (depth_ == 1 && key_ == "longer_outcomes") out_.longer_outcomes = true;
    return true;
  }
  bool String(const char* s, rapidjson::SizeType n, bool) {
    const std::string_view text(s, n);
    if (depth_ == 1 && key_ == "verdict") out_.verdict = text;
    if (depth_ == 1 && key_ == "reason") out_.reason = text;
    if (depth_ == 1 && key_ == "cause") out_.cause = cause_of(text);
    if (depth_ == 1 && key_ == "main_class") out_.main_class = text;
    if (depth_ == 2 && top_ == "holes") out_.holes = true;
    if (depth_ == 3 && top_ == "outcomes" && key_ == "output") out_.outcomes.push_back(short_of(text));
    if (depth_ == 3 && top_ == "violations" && key_ == "kind" &&
        std::find(out_.violations.begin(), out_.violations.end(), text) == out_.violations.end())
      out_.violations.emplace_back(text);
    if (depth_ == 3 && top_ == "violations" && !out_.found.empty()) {
      JobFinding& found = out_.found.back();
      if (key_ == "kind") found.kind = text;
      if (key_ == "message") found.message = text;
      if (key_ == "fingerprint") found.fingerprint = text;
      if (key_ == "place") found.place = text;
    }
    return depth_ > 0;
  }
  bool Bool(bool b) {
    if (depth_ == 1 && key_ == "complete") out_.complete = b;
    if (depth_ == 2 && top_ == "configuration" && key_ == "livelocks_seen") out_.livelocks_seen = b;
    return depth_ > 0;
  }
  bool Uint(unsigned n) { return Uint64(n); }
  bool Uint64(uint64_t n) {
    if (depth_ == 2 && top_ == "statistics")
      (key_ == "states"              ? out_.states
       : key_ == "transitions"       ? out_.transitions
       : key_ == "executions"        ? out_.executions
       : key_ == "peak_memory_bytes" ? out_.peak_memory
                                     : other_) = n;
    return depth_ > 0;
  }

 private:
  static std::string short_of(std::string_view text) {
    if (text.size() <= 64) return std::string(text);
    const XXH128_hash_t h = XXH3_128bits(text.data(), text.size());
    return "a text of " + std::to_string(text.size()) + " bytes with hash " + std::to_string(h.high64) + " " +
           std::to_string(h.low64);
  }
  JobReport& out_;
  int depth_ = 0;
  std::string key_, top_;
  uint64_t other_ = 0;
};

}  // namespace

bool read_job_report(const TemporaryFile& file, JobReport& out) {
  Source source(file);
  Handler handler(out);
  rapidjson::Reader reader;
  if (reader.Parse(source, handler).IsError()) return false;
  std::sort(out.outcomes.begin(), out.outcomes.end());
  std::sort(out.violations.begin(), out.violations.end());
  return true;
}

}  // namespace jmc::check::jobs
