// Which jmc this is.
#pragma once

#include <string>
#include <string_view>

namespace jmc::check {

std::string_view version();  // "1.0.0-rc1"
// Of the sources it was built from: "70f8143e9dc7", with a "+" when they had changes that were not committed. Empty
// when it was built from an archive.
std::string_view commit();
// "1.0.0-rc1 (70f8143e9dc7)", or the version alone.
std::string version_and_commit();

// Of the JSON report. Goes up when a key changes its meaning or goes away, which it should not; new keys do not count.
inline constexpr int kReportSchema = 1;

}  // namespace jmc::check
