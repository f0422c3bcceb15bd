#include "check/options/written_files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "check/options/configuration.hpp"

namespace jmc::check {

namespace {

// The class that `--json Client.class` would otherwise leave nothing of.
constexpr std::string_view kPartsOfPrograms[] = {".class", ".jar", ".java", ".kt", ".scala", ".jmod", ".war"};

// Empty, or why it can be neither opened nor made.
std::string cannot_write(const std::string& file) {
  struct stat there {};
  if (stat(file.c_str(), &there) == 0) {
    if (S_ISDIR(there.st_mode)) return std::strerror(EISDIR);
    return access(file.c_str(), W_OK) == 0 ? "" : std::strerror(errno);
  }
  const size_t slash = file.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : file.substr(0, slash + 1);
  return access(folder.c_str(), W_OK | X_OK) == 0 ? "" : std::strerror(errno);
}

// Where a file is, whatever it is called.
std::filesystem::path place_of(const std::string& file) {
  std::error_code error;
  // Absolute first: what does not exist stays as it is otherwise.
  const std::filesystem::path place = std::filesystem::weakly_canonical(std::filesystem::absolute(file, error), error);
  return error ? std::filesystem::path(file) : place;
}

bool same_place(const std::string& a, const std::string& b) { return place_of(a) == place_of(b); }

// Of the command line, what is read: option and file.
std::vector<std::pair<std::string, std::string>> files_read(const CommandLine& line) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const OptionRow& row : option_table(line.command))
    if (row.columns.file == File::Read || row.columns.file == File::ReadAndWritten)
      for (const std::string& file : line.values(row.name)) out.emplace_back("--" + std::string(row.name), file);
  if (line.command == Command::Replay && line.program) out.emplace_back("the witness", *line.program);
  return out;
}

// What reads a file that is to be written by this option; empty: nothing that must not be.
std::string reader_of(const CommandLine& line, const std::string& option, const std::string& file) {
  for (const auto& [reader, read] : files_read(line)) {
    const bool goes_on = (option == "checkpoint" && reader == "--resume") || "--" + option == reader ||
                         (option == "write-baseline" && reader == "--baseline");
    if (!goes_on && same_place(read, file)) return reader;
  }
  return {};
}

// Empty, or why this file is not to be written: it is a part of a program, or has the name of one.
std::string refuse_to_write(const std::string& file) {
  for (const std::string_view ending : kPartsOfPrograms)
    if (file.ends_with(ending))
      return "a file of a program has such a name, and would be overwritten; expected another";
  struct stat there {};
  if (stat(file.c_str(), &there) != 0 || !S_ISREG(there.st_mode)) return {};
  char first[4] = {};
  std::ifstream(file, std::ios::binary).read(first, sizeof first);
  const std::string_view magic(first, sizeof first);
  if (magic == "\xca\xfe\xba\xbe" || magic == "PK\x03\x04")
    return "there is a class file or an archive of that name, which would be overwritten; expected another";
  return {};
}

}  // namespace

std::vector<Output> harmless_outputs(const CommandLine& line) {
  std::vector<Output> out = line.outputs();
  std::erase_if(out, [&](const Output& o) {
    return !refuse_to_write(o.file).empty() || !reader_of(line, o.format, o.file).empty();
  });
  return out;
}

void check_written_files(const CommandLine& line) {
  std::vector<Output> files = line.outputs();
  for (const OptionRow& row : option_table(line.command)) {
    const File file = row.columns.file;
    if (file == File::None || file == File::Read || file == File::Report) continue;
    for (const std::string& value : line.values(row.name))
      files.push_back({std::string(row.name), file == File::Kept ? value.substr(0, value.rfind(':')) : value});
  }
  const auto named = [](const Output& o) {
    return (o.implied ? "the witness that comes with a report, " : "--" + o.format + "=") + o.file;
  };
  for (size_t i = 0; i < files.size(); ++i) {
    if (const std::string why = refuse_to_write(files[i].file); !why.empty() && !files[i].implied)
      throw UsageError(named(files[i]) + ": " + why);
    if (const std::string reader = reader_of(line, files[i].format, files[i].file); !reader.empty())
      throw UsageError(named(files[i]) + ": " + reader + " is read from there; expected another file");
    for (size_t j = 0; j < i; ++j)
      if (!files[i].file.starts_with("/dev/") && same_place(files[j].file, files[i].file))
        throw UsageError(named(files[i]) + ": " + named(files[j]) + " is the same file; expected one for each");
  }
}

void check_kept_files(const Configuration& c) {
  const auto check = [](std::string_view option, const std::string& file) {
    if (const std::string why = cannot_write(file); !why.empty())
      throw UsageError("--" + std::string(option) + "=" + file + ": " + why + "; expected a file that can be written");
  };
  for (const Setting& s : c.settings)
    if (s.given && s.option->columns.file == File::Added) check(s.option->name, s.value);
  if (!c.checkpoint.empty()) check(c.resume == c.checkpoint ? "resume" : "checkpoint", c.checkpoint);
}

}  // namespace jmc::check
