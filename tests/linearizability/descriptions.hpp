// Descriptions of classes that there need not be.
#pragma once

namespace jmc::linearizability {

inline constexpr const char* kQueue = R"({"class": "p.Queue", "methods": [
  {"name": "offer", "parameters": [{"type": "java.lang.Object", "opaque": true}]},
  {"name": "poll", "parameters": []},
  {"name": "size", "parameters": [], "readonly": true}]})";
inline constexpr const char* kMap = R"({"class": "p.Map", "harnessParameters": {"invocations": 3}, "methods": [
  {"name": "put", "parameters": [{"type": "java.lang.Object"}, {"type": "java.lang.Object", "opaque": true}]},
  {"name": "clear", "parameters": [], "harnessParameters": {"invocations": 2}},
  {"name": "keys", "parameters": [], "readonly": true, "harnessParameters": {"invocations": 4}}]})";

}  // namespace jmc::linearizability
