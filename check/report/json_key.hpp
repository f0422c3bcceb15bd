// A JSON report with one key more.
#pragma once

#include <rapidjson/document.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <string>

namespace jmc::check {

// `report`: what report_json() returns. `fill(object, allocator)` fills the object that is the value of the key.
template <class Fill>
std::string with_key(const std::string& report, const char* key, Fill&& fill) {
  rapidjson::Document d;
  d.Parse(report.c_str(), report.size());
  rapidjson::Value value(rapidjson::kObjectType);
  fill(value, d.GetAllocator());
  d.AddMember(rapidjson::StringRef(key), value, d.GetAllocator());
  rapidjson::StringBuffer out;
  rapidjson::PrettyWriter<rapidjson::StringBuffer> writer(out);
  writer.SetIndent(' ', 1);
  d.Accept(writer);
  return std::string(out.GetString(), out.GetSize()) + "\n";
}

}  // namespace jmc::check
