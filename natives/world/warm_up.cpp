#include "natives/world/warm_up.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "natives/support.hpp"
#include "vm/class/program_classes.hpp"

namespace jmc::natives {

using namespace vm;
using classfile::ClassFile;
using classfile::Tag;

namespace {

// A part of the JDK, and how a class file says that it uses it: by one of these classes (those that end with a slash:
// all of a package), or by a method of this name with these last parameters, whoever it belongs to.
struct Part {
  const char* name;
  std::vector<std::string_view> classes, methods;
  std::string_view parameters;
};

const std::vector<Part>& parts() {
  static const std::vector<Part> all = {
      {"formatting",
       {"java/util/Formatter", "java/util/Scanner", "java/util/Currency", "java/text/Format", "java/text/NumberFormat",
        "java/text/DecimalFormat", "java/text/DecimalFormatSymbols", "java/text/MessageFormat",
        "java/text/CompactNumberFormat", "java/text/ChoiceFormat"},
       {"format", "printf", "formatted"},
       "[Ljava/lang/Object;)"},
      {"dates",
       {"java/util/Calendar", "java/util/GregorianCalendar", "java/util/Date", "java/sql/", "java/text/DateFormat",
        "java/text/SimpleDateFormat", "java/text/DateFormatSymbols", "java/time/format/"},
       {"parse"},
       "(Ljava/lang/CharSequence;)"},
      {"logging", {"java/util/logging/", "java/lang/System$Logger"}, {}, {}},
      {"serialisation", {"java/io/ObjectOutputStream", "java/io/ObjectInputStream"}, {}, {}},
  };
  return all;
}

bool names(const std::vector<std::string_view>& classes, std::string_view name) {
  return std::any_of(classes.begin(), classes.end(),
                     [&](std::string_view c) { return c.ends_with('/') ? name.starts_with(c) : name == c; });
}

bool calls(const Part& part, const ClassFile& file) {
  for (uint16_t i = 1; !part.methods.empty() && i < file.pool.size(); ++i) {
    if (file.pool.tag(i) != Tag::NameAndType) continue;
    const auto [name, descriptor] = file.pool.name_and_type(i);
    if (std::find(part.methods.begin(), part.methods.end(), name) == part.methods.end()) continue;
    const size_t end = descriptor.find(')');
    if (end != std::string_view::npos && descriptor.substr(0, end + 1).ends_with(part.parameters)) return true;
  }
  return false;
}

// What first uses read, so that it has to be set before them: system properties (the time zone, the format of logs),
// the stream that a log's handler keeps, the filter of deserialisation.
bool sets_what_is_read(const std::string& name, const ClassFile* file) {
  if (name.starts_with("java/io/ObjectInputFilter")) return true;
  static constexpr std::string_view kSetters[] = {"setProperty", "setProperties", "clearProperty", "getProperties",
                                                  "setErr"};
  for (uint16_t i = 1; file && i < file->pool.size(); ++i) {
    if (file->pool.tag(i) != Tag::Methodref) continue;
    const auto member = file->pool.member(i);
    if (member.owner == "java/lang/System" &&
        std::find(std::begin(kSetters), std::end(kSetters), member.name) != std::end(kSetters))
      return true;
  }
  return false;
}

// Libraries included: a property is set for all. Too many classes to tell count as one that does.
bool may_set_what_is_read(const std::vector<std::string>& roots, const classfile::ClassPath& user) {
  constexpr size_t kMostFiles = 2000;  // some tenths of a second
  size_t files = 0;
  bool sets = false;
  walk_program(roots, user, [&](const std::string& name, const ClassFile* file) {
    sets = (file && ++files > kMostFiles) || sets_what_is_read(name, file);
    return sets ? Walk::Stop : Walk::On;
  });
  return sets;
}

}  // namespace

std::vector<std::string> parts_to_warm_up(const std::vector<std::string>& roots, const classfile::ClassPath& user,
                                          const VmOptions& options) {
  // Such a property may name a class of the program, which is none to be run before main.
  for (const std::string& property : options.properties)
    if (property.starts_with("java.") || property.starts_with("jdk.")) return {};
  std::vector<bool> used(parts().size());
  size_t left = used.size();
  // Where the program lies in a folder, jars are libraries: they name much that it never comes to.
  const auto of_jar = [](const std::string& origin) { return origin.find("!/") != std::string::npos; };
  const bool in_folder = std::any_of(roots.begin(), roots.end(), [&](const std::string& root) {
    const auto bytes = user.find_class(root);
    return bytes && !of_jar(bytes->origin);
  });
  constexpr size_t kMostFiles = 500;  // a tenth of a second
  size_t files = 0;
  walk_program(roots, user, [&](const std::string& name, const ClassFile* file) {
    if (file && in_folder && of_jar(file->bytes.origin)) return Walk::Past;
    if (file && ++files > kMostFiles) return Walk::Stop;
    for (size_t i = 0; i < used.size(); ++i)
      if (!used[i] && (names(parts()[i].classes, name) || (file && calls(parts()[i], *file)))) used[i] = true, --left;
    return left ? Walk::On : Walk::Stop;
  });
  std::vector<std::string> out;
  for (size_t i = 0; i < used.size(); ++i)
    if (const auto& c = parts()[i].classes; used[i] && std::none_of(c.begin(), c.end(), [&](std::string_view name) {
                                              return options.visible.matches(name);
                                            }))
      out.emplace_back(parts()[i].name);
  if (!out.empty() && may_set_what_is_read(roots, user)) out.clear();
  return out;
}

void warm_up(Vm& vm, const std::vector<std::string>& names_of_parts) {
  if (names_of_parts.empty()) return;
  Klass* k = vm.require_class("jmc/internal/WarmUp");
  for (const std::string& name : names_of_parts) try {
      vm.call_to_end(k->find_method(name, "()V"), {});
    } catch (const Unsupported& e) {
      const std::string_view why = e.what();
      throw WarmUpFailed(name, std::string(why.substr(0, why.find('\n'))));
    }
}

}  // namespace jmc::natives
