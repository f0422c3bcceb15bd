#include "check/report/format.hpp"

#include "check/report/report.hpp"

#include <algorithm>
#include <stdexcept>

#include "check/answers/witness.hpp"

namespace jmc::check {

std::span<const ReportFormat> report_formats() {
  static constexpr ReportFormat kFormats[] = {{"json", write_report_json}, {"witness", write_witness},
                                              {"html", write_html},        {"sarif", write_sarif},
                                              {"junit", write_junit},      {"dot", write_dot}};
  return kFormats;
}

const ReportFormat& report_format(std::string_view option) {
  for (const ReportFormat& format : report_formats())
    if (format.option == option) return format;
  throw std::logic_error("no format --" + std::string(option));
}

// An empty object where there is nothing to replay.
bool write_witness(std::FILE* file, const Result& result, const Configuration&) {
  const std::string text = result.witness ? witness_json(*result.witness) : "{}\n";
  return std::fwrite(text.data(), 1, text.size(), file) == text.size();
}

std::string shell_word(const std::string& word) {
  if (word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%+,-./:=@_") ==
      std::string::npos)
    return word;
  std::string out = "'";
  for (const char ch : word) ch == '\'' ? out += "'\\''" : out += ch;
  return out + "'";
}

}  // namespace jmc::check
