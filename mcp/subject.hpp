// What a call of a tool wants to have checked, and how: from the arguments of the call to the words of a command line.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "check/options/option_table.hpp"
#include "mcp/compile.hpp"
#include "mcp/json.hpp"

namespace jmc::mcp {

// A call that cannot be answered as it is: what() says which argument, and what to do. It is an answer of the tool, so
// that a model reads it and tries again.
class ToolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// What the server was started with.
struct ServerSettings {
  std::string class_path, jdk;  // jdk: its home
  int release = 0;
  std::string jdk_version;
  double time_limit = 300;
  uint64_t memory_limit = 0;
  size_t answer_limit = 2048;
  unsigned jobs = 1;
};

// Says whether a file may be read; false: `why`.
using Allowed = std::function<bool(const std::string& path, std::string& why)>;

struct Subject {
  check::Command command = check::Command::Check;
  Sources sources;         // to be compiled; else it is in the class path
  std::string file;        // a class file or a jar; else empty
  std::string name;        // class, test, or what is to be linearizable; empty: to be found in the sources
  std::string class_path;  // absolute
  std::vector<std::string> arguments;
  std::vector<std::string> options;  // each "--name=value" or "--name"
  bool preview = false;
  double seconds = 0;
  bool fresh = false;  // not from the cache

  std::string words() const;  // for people
};

// From `arguments`, an object. `of`: the key of the call that it was under, for messages; empty: the call itself.
// Throws ToolError.
Subject subject_of(const Value& arguments, check::Command command, const ServerSettings& settings,
                   const Allowed& allowed, const std::string& of = "");

// Options by name, as words. Throws ToolError for one that the command has not got, or that is not for a client.
std::vector<std::string> option_words(const Value& options, check::Command command);

// What an answer depends on, as a digest. Contents of files are read once, as long as nobody touches them.
class Digests {
 public:
  // Empty: there is too much to be read.
  std::string key_of(const Subject& subject, const ServerSettings& settings);

 private:
  struct Known {
    std::string stamp, digest;
  };
  std::string of_file(const std::string& path);
  std::string of_entry(const std::string& path);

  std::mutex mutex_;
  std::map<std::string, Known> known_;
};

}  // namespace jmc::mcp
