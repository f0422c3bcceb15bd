#include "check/source/javac.hpp"

namespace jmc::check {

ChildCommand javac_command(const Javac& j) {
  ChildCommand out;
  out.program = j.home + "/bin/javac";
  out.words = {"javac", "-g", "-proc:none", "-encoding", "UTF-8", "-d", j.folder, "-cp", j.class_path};
  if (!j.source_path.empty())
    out.words.insert(out.words.end(), {"-Xprefer:source", "-sourcepath", j.source_path, "-implicit:class"});
  if (j.preview) out.words.insert(out.words.end(), {"--enable-preview", "--release", std::to_string(j.preview)});
  out.unset = {"JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVAC_OPTIONS", "CLASSPATH"};
  out.environment.emplace_back("LC_ALL", "C.UTF-8");
  return out;
}

}  // namespace jmc::check
