#include "classfile/jar.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <vector>

#include "classfile/files.hpp"
#include "classfile/jar_classes.hpp"

namespace jmc::classfile {

std::unique_ptr<ClassPathEntry> open_jar(const std::string& path, int release) {
  return std::make_unique<Jar>(path, release);
}

Jar::Jar(const std::string& path, int release) : archive_(path, 0) {
  index_.entries.reserve(archive_.size());
  for (uint64_t i = 0; i < archive_.size(); ++i) {
    std::string_view name = archive_.name(i);
    // What is in META-INF is no class of a package META-INF/...
    if (name.starts_with("META-INF/")) {
      index_.entries.insert_or_assign(name, i);
    } else {
      index_.add(name, i);
    }
  }
  read_manifest();
  if (manifest_.multi_release && release >= 9) add_versions(release);
}

void Jar::read_manifest() {
  constexpr std::string_view kName = "META-INF/MANIFEST.MF";
  std::optional<uint64_t> found = index_.find(kName);
  // java accepts the name in any case.
  for (uint64_t i = 0; !found && i < archive_.size(); ++i) {
    std::string_view name = archive_.name(i);
    bool same = name.size() == kName.size() && std::equal(name.begin(), name.end(), kName.begin(), [](char a, char b) {
                  return (a >= 'a' && a <= 'z' ? a - 32 : a) == b;
                });
    if (same) found = i;
  }
  if (found) manifest_ = parse_manifest(as_text(archive_.read(*found)));
}

// Replaces each entry by the one of the highest META-INF/versions/N with 9 <= N <= release.
void Jar::add_versions(int release) {
  constexpr std::string_view kPrefix = "META-INF/versions/";
  std::map<int, std::vector<uint64_t>> by_version;
  auto split = [&](std::string_view name, int& version) -> std::string_view {
    if (!name.starts_with(kPrefix)) return {};
    name.remove_prefix(kPrefix.size());
    auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), version);
    size_t digits = static_cast<size_t>(end - name.data());
    if (error != std::errc() || digits >= name.size() || name[digits] != '/') return {};
    return name.substr(digits + 1);
  };
  int version = 0;
  for (uint64_t i = 0; i < archive_.size(); ++i) {
    std::string_view rest = split(archive_.name(i), version);
    if (rest.empty() || rest.starts_with("META-INF/") || version < 9 || version > release) continue;
    by_version[version].push_back(i);
  }
  for (const auto& [v, indices] : by_version) {
    for (uint64_t i : indices) index_.add(split(archive_.name(i), version), i);
  }
}

std::optional<Bytes> Jar::find_class(std::string_view internal_name) {
  return find_resource(to_utf8(internal_name) + ".class");
}

std::optional<Bytes> Jar::find_resource(std::string_view path) {
  std::optional<uint64_t> found = index_.find(path);
  if (!found) return std::nullopt;
  return archive_.read(*found);
}

bool Jar::has_package(std::string_view package) { return index_.packages.contains(package); }

std::vector<std::string> classes_in_jar(const std::string& path) {
  constexpr std::string_view kEnding = ".class";
  const ZipArchive archive(path, 0);
  std::vector<std::string> out;
  for (uint64_t i = 0; i < archive.size(); ++i) {
    std::string_view name = archive.name(i);
    if (!name.ends_with(kEnding) || name.starts_with("META-INF/") || name.ends_with("module-info.class")) continue;
    name.remove_suffix(kEnding.size());
    out.emplace_back(name);
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace jmc::classfile
