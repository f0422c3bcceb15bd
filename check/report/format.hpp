// The files that a Result can be written to. A format is one file of this folder, an option in the table
// (check/options/option_table.cpp) that has its name, and a line in report_formats().
#pragma once

#include <cstdio>
#include <span>
#include <string_view>

#include "check/answers/result.hpp"
#include "check/options/configuration.hpp"

namespace jmc::check {

struct ReportFormat {
  std::string_view option;  // --NAME=FILE
  // Writes all of it; false: the file could not be written.
  bool (*write)(std::FILE* file, const Result& result, const Configuration& configuration);
};
std::span<const ReportFormat> report_formats();
const ReportFormat& report_format(std::string_view option);  // precondition: there is one

bool write_report_json(std::FILE* file, const Result& result, const Configuration& configuration);
bool write_witness(std::FILE* file, const Result& result, const Configuration& configuration);
bool write_html(std::FILE* file, const Result& result, const Configuration& configuration);
bool write_sarif(std::FILE* file, const Result& result, const Configuration& configuration);
bool write_junit(std::FILE* file, const Result& result, const Configuration& configuration);
bool write_dot(std::FILE* file, const Result& result, const Configuration& configuration);

}  // namespace jmc::check
