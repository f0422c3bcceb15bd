#include "check/written_files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "check/configuration.hpp"

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

}  // namespace

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

void check_written_files(const CommandLine& line) {
  std::vector<Output> files = line.outputs();
  for (const char* kept : {"coverage", "write-baseline"})
    for (const std::string& file : line.values(kept)) files.push_back({kept, file});
  if (line.command == Command::Linearizability)
    for (const std::string& file : line.values("html")) files.push_back({"html", file});
  for (const std::string& value : line.values("checkpoint"))
    files.push_back({"checkpoint", value.substr(0, value.rfind(':'))});
  for (size_t i = 0; i < files.size(); ++i) {
    const auto& [option, file, implied] = files[i];
    if (const std::string why = refuse_to_write(file); !why.empty() && !implied)
      throw UsageError("--" + option + "=" + file + ": " + why);
    for (size_t j = 0; j < i; ++j)
      if (files[j].file == file && !implied && !files[j].implied && !file.starts_with("/dev/"))
        throw UsageError("--" + option + "=" + file + ": --" + files[j].format +
                         " writes to the same file; expected one for each");
  }
}

void check_kept_files(const Configuration& c) {
  const std::pair<const char*, const std::string*> kept[] = {
      {"coverage", &c.coverage},
      {"write-baseline", &c.write_baseline},
      {c.resume == c.checkpoint ? "resume" : "checkpoint", &c.checkpoint}};
  for (const auto& [option, file] : kept)
    if (!file->empty())
      if (const std::string why = cannot_write(*file); !why.empty())
        throw UsageError("--" + std::string(option) + "=" + *file + ": " + why +
                         "; expected a file that can be written");
}

}  // namespace jmc::check
