#include "check/junit/test_methods.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include "check/options/advice.hpp"
#include "classfile/access_flags.hpp"
#include "classfile/annotations.hpp"
#include "classfile/external_name.hpp"
#include "classfile/jar_classes.hpp"

namespace jmc::check {

namespace {

using classfile::Annotation;
using classfile::ClassFile;

using classfile::dotted;

std::string type_name(std::string_view descriptor) {
  return descriptor.size() > 2 && descriptor[0] == 'L' ? dotted(descriptor.substr(1, descriptor.size() - 2))
                                                       : std::string(descriptor);
}

// What an annotation can mean here. @Test of JUnit 4 and 5 differ in what belongs to them.
enum class Role : uint8_t {
  None,
  Test5,
  Test4,
  Template,
  Disabled,
  BeforeAll,
  BeforeEach,
  AfterEach,
  AfterAll,
  Nested,
  Repeated,
  Factory,
  TempDir,
  TestNg,
  NeedsJUnit
};

const std::map<std::string_view, Role> kRoles = {
    {"Lorg/junit/jupiter/api/Test;", Role::Test5},
    {"Lorg/junit/jupiter/api/TestTemplate;", Role::Template},
    {"Lorg/junit/jupiter/api/TestFactory;", Role::Factory},
    {"Lorg/junit/jupiter/api/RepeatedTest;", Role::Repeated},
    {"Lorg/junit/jupiter/api/io/TempDir;", Role::TempDir},
    {"Lorg/junit/jupiter/api/AutoClose;", Role::NeedsJUnit},
    {"Lorg/testng/annotations/Test;", Role::TestNg},
    {"Lorg/junit/jupiter/api/Disabled;", Role::Disabled},
    {"Lorg/junit/jupiter/api/BeforeAll;", Role::BeforeAll},
    {"Lorg/junit/jupiter/api/BeforeEach;", Role::BeforeEach},
    {"Lorg/junit/jupiter/api/AfterEach;", Role::AfterEach},
    {"Lorg/junit/jupiter/api/AfterAll;", Role::AfterAll},
    {"Lorg/junit/jupiter/api/Nested;", Role::Nested},
    {"Lorg/junit/jupiter/api/extension/RegisterExtension;", Role::NeedsJUnit},
    {"Lorg/junit/Test;", Role::Test4},
    {"Lorg/junit/experimental/theories/Theory;", Role::Test4},
    {"Lorg/junit/Ignore;", Role::Disabled},
    {"Lorg/junit/BeforeClass;", Role::BeforeAll},
    {"Lorg/junit/Before;", Role::BeforeEach},
    {"Lorg/junit/After;", Role::AfterEach},
    {"Lorg/junit/AfterClass;", Role::AfterAll},
    {"Lorg/junit/Rule;", Role::NeedsJUnit},
    {"Lorg/junit/ClassRule;", Role::NeedsJUnit},
    {"Lorg/junit/runner/RunWith;", Role::NeedsJUnit},
};
constexpr std::string_view kFolderTypes[] = {"Ljava/nio/file/Path;", "Ljava/io/File;"};
constexpr Role kTests[] = {Role::Test5, Role::Test4, Role::Template, Role::Factory, Role::Repeated};
// An extension that hands methods over to jmc is none inside of it.
constexpr std::string_view kExtendWith = "Lorg/junit/jupiter/api/extension/ExtendWith;";
constexpr std::string_view kOwnExtension = "Ljmc/junit/ModelChecked;";
// What runs tests, if it is on the class path.
constexpr const char* kJUnit4 = "org/junit/runner/JUnitCore";
constexpr const char* kJUnit5 = "org/junit/jupiter/engine/JupiterTestEngine";
// What tests of JUnit 3 extend.
constexpr std::string_view kTestCase = "junit/framework/TestCase";
// Classes that are tests by themselves.
constexpr std::string_view kOutcomes = "Ljmc/junit/Outcomes;";
constexpr std::string_view kLinearizabilityTest = "Ljmc/junit/LinearizabilityTest;";

class Finder {
 public:
  explicit Finder(const classfile::ClassPath& path) : path_(path) {}

  void add_class(const std::string& name) {
    if (!seen_.insert(name).second) return;
    const ClassFile* file = find(name);
    // A class file of another name lies there for another entry of the class path, which is a folder of this one.
    if (!file || file->name != name) return;
    if (file->flags & (classfile::kAbstract | classfile::kInterface | classfile::kAnnotation)) return;
    add_itself(*file);
    add_methods(*file);
  }

  std::vector<TestMethod> take() { return std::move(found_); }

 private:
  const ClassFile* find(const std::string& name) {
    if (name.empty() || name.starts_with("java/")) return nullptr;
    auto [it, fresh] = files_.try_emplace(name);
    if (fresh)
      if (auto bytes = path_.find_class(name))
        it->second = std::make_unique<ClassFile>(classfile::parse(std::move(*bytes)));
    return it->second.get();
  }

  void add_itself(const ClassFile& file) {
    for (const Annotation& a : classfile::read_annotations(file.pool, file.annotations)) {
      TestMethod t{dotted(file.name), "outcomes", {}, false, {}};
      if (a.type == kOutcomes) {
        t.launcher = "jmc.junit.Scenario";
        const auto all = [](const classfile::AnnotationElement& e) { return e.name == "all"; };
        if (std::any_of(a.elements.begin(), a.elements.end(), all))
          t.reason = "it asks for outcomes to be possible (all), which only jmc-junit decides";
        else t.plan = {t.class_name};
      } else if (a.type == kLinearizabilityTest) {
        t.method = "linearizability";
        t.reason = "its programs are made by jmc linearizability, or under JUnit by jmc-junit";
      } else {
        continue;
      }
      if (roles(file, file.annotations).contains(Role::Disabled)) {
        t.disabled = true;
        t.reason = "disabled";
        t.plan.clear();
      }
      found_.push_back(std::move(t));
    }
  }

  // Those of the annotations and, in depth, of the annotations on their types.
  std::set<Role> roles(const ClassFile& file, std::span<const uint8_t> body,
                       std::set<std::string_view>* on_the_way = nullptr) {
    std::set<std::string_view> own;
    std::set<std::string_view>& visited = on_the_way ? *on_the_way : own;
    std::set<Role> out;
    for (const Annotation& a : classfile::read_annotations(file.pool, body)) {
      if (const auto it = kRoles.find(a.type); it != kRoles.end()) {
        out.insert(it->second);
        continue;
      }
      if (a.type == kExtendWith && !visited.contains(kOwnExtension)) out.insert(Role::NeedsJUnit);
      if (a.type.size() < 3 || !visited.insert(a.type).second) continue;
      if (const ClassFile* type = find(std::string(a.type.substr(1, a.type.size() - 2))))
        out.merge(roles(*type, type->annotations, &visited));
    }
    return out;
  }

  static std::string expected_exception(const ClassFile& file, const classfile::Method& m) {
    for (const Annotation& a : classfile::read_annotations(file.pool, m.annotations))
      if (a.type == "Lorg/junit/Test;")
        for (const classfile::AnnotationElement& e : a.elements)
          if (e.name == "expected" && e.tag == 'c') return type_name(e.text);
    return {};
  }

  // Tests of superclasses and interfaces run as those of the class, unless they are overridden.
  void add_methods(const ClassFile& test) {
    const std::vector<const ClassFile*> types = from_above(test);
    const bool of_junit3 =
        std::any_of(types.begin(), types.end(), [](const ClassFile* c) { return c->name == kTestCase; });
    for (auto c = types.rbegin(); c != types.rend(); ++c)
      for (const classfile::Method& m : (*c)->methods) {
        if (is_overridden(**c, m, types)) continue;
        if (of_junit3) add_junit3_method(test, **c, m, types);
        else add_method(test, m, **c);
      }
  }

  // The class with what is above it, in the order in which JUnit goes: superclasses, interfaces, the class itself.
  std::vector<const ClassFile*> from_above(const ClassFile& c) {
    std::vector<const ClassFile*> out;
    const auto add = [&](const std::string& name) {
      if (const ClassFile* above = find(name))
        for (const ClassFile* a : from_above(*above))
          if (std::find(out.begin(), out.end(), a) == out.end()) out.push_back(a);
    };
    add(std::string(c.super_name));
    for (const std::string_view i : c.interfaces) add(std::string(i));
    out.push_back(&c);
    return out;
  }

  // What JUnit 4 has annotated.
  static bool is_of_junit4(const ClassFile& file, const classfile::Method& m) {
    const auto all = classfile::read_annotations(file.pool, m.annotations);
    return std::any_of(all.begin(), all.end(), [](const Annotation& a) {
      return a.type.starts_with("Lorg/junit/") && !a.type.starts_with("Lorg/junit/jupiter/");
    });
  }

  // By a method of a type below, or of an interface by that of a class. To JUnit 4 only what has the same annotation
  // takes the place of a method: where it has none, the method is called all the same, and the override runs.
  bool is_overridden(const ClassFile& by_whom, const classfile::Method& m, const std::vector<const ClassFile*>& types) {
    const bool of_interface = by_whom.flags & classfile::kInterface;
    const bool by_annotation = is_of_junit4(by_whom, m);
    const std::set<Role> own = by_annotation ? roles(by_whom, m.annotations) : std::set<Role>();
    return std::any_of(types.begin(), types.end(), [&](const ClassFile* c) {
      if (c == &by_whom) return false;
      const bool has = std::any_of(c->methods.begin(), c->methods.end(), [&](const classfile::Method& o) {
        if (o.name != m.name || o.descriptor != m.descriptor) return false;
        if (!by_annotation) return true;
        const std::set<Role> other = roles(*c, o.annotations);
        return std::any_of(own.begin(), own.end(), [&](Role role) { return other.contains(role); });
      });
      if (!has) return false;
      if (of_interface && !(c->flags & classfile::kInterface)) return true;
      const std::vector<const ClassFile*> above = from_above(*c);
      return std::find(above.begin(), above.end(), &by_whom) != above.end();
    });
  }

  // JUnit 3 goes by names: setUp, testSomething, tearDown.
  void add_junit3_method(const ClassFile& test, const ClassFile& owner, const classfile::Method& m,
                         const std::vector<const ClassFile*>& types) {
    if (!m.name.starts_with("test") || m.descriptor != "()V" || !(m.flags & classfile::kPublic) ||
        (m.flags & (classfile::kStatic | classfile::kAbstract)))
      return;
    TestMethod t{dotted(test.name), std::string(m.name), {}, false, {}};
    const auto nearest = [&](const char* how, std::string_view name) {
      for (auto c = types.rbegin(); c != types.rend(); ++c)
        for (const classfile::Method& own : (*c)->methods)
          if (own.name == name && own.descriptor == "()V") return call(how, **c, own, t.plan);
    };
    if (is_inner_class(test)) {
      t.disabled = true;
      t.reason = "its class is an inner class, which JUnit does not run";
      found_.push_back(std::move(t));
      return;
    }
    if (usable(test, t.reason) && made_by("()V", test, t.reason)) {
      t.plan = {"-instance", dotted(test.name)};
      nearest("-call", "setUp");
      call("-call", owner, m, t.plan);
      nearest("-after", "tearDown");
    }
    by_junit(test, m, true, t);
    found_.push_back(std::move(t));
  }

  void add_method(const ClassFile& test, const classfile::Method& m, const ClassFile& owner) {
    const std::set<Role> r = roles(owner, m.annotations);
    const bool is_template = r.contains(Role::Template);
    // TestNG's annotation on a class holds for its public methods.
    const bool of_testng = r.contains(Role::TestNg) || ((m.flags & classfile::kPublic) && m.name[0] != '<' &&
                                                        roles(owner, owner.annotations).contains(Role::TestNg));
    if (std::none_of(std::begin(kTests), std::end(kTests), [&](Role role) { return r.contains(role); }) && !of_testng)
      return;
    if (m.flags & classfile::kAbstract) return;
    TestMethod t{dotted(test.name), std::string(m.name), {}, false, {}};
    const bool of_junit4 = r.contains(Role::Test4);
    if (r.contains(Role::Disabled) || roles(test, test.annotations).contains(Role::Disabled)) {
      t.disabled = true;
      t.reason = "disabled";
    } else if ((m.flags & (classfile::kPrivate | classfile::kStatic)) && !of_junit4 && !of_testng) {
      t.disabled = true;
      t.reason = std::string(m.flags & classfile::kPrivate ? "private" : "static") + ", which JUnit 5 does not run";
    } else if (of_testng) {
      t.reason = "it is a test of TestNG, which jmc does not support; tests of JUnit 3, 4 and 5 are checked";
    } else if (is_inner_class(test)) {
      t.disabled = true;
      t.reason = "its class is an inner class without @Nested, which JUnit does not run";
    } else {
      if (is_template) t.reason = "its invocations are made by JUnit";
      else if (!takes_folders(m)) t.reason = "it has parameters, which only JUnit knows";
      else if (r.contains(Role::NeedsJUnit)) t.reason = "it has an extension, which only JUnit applies";
      else plan(test, owner, m, t);
      if (handed_over(owner, m, test)) t.reason += "; check it with jmc-junit's @ModelChecked";
      else by_junit(test, m, of_junit4, t);
    }
    found_.push_back(std::move(t));
  }

  // What only JUnit knows how to run is run by JUnit itself, where its engine is on the class path.
  void by_junit(const ClassFile& test, const classfile::Method& m, bool of_junit4, TestMethod& t) {
    if (!t.plan.empty()) return;
    if (!find(of_junit4 ? kJUnit4 : kJUnit5)) {
      t.reason += std::string("; JUnit runs it if ") + (of_junit4 ? "the jar of JUnit 4" : "junit-jupiter-engine") +
                  " is on the class path";
      return;
    }
    t.reason.clear();
    t.launcher = "jmc.junit.RunByJUnit";
    t.plan = {of_junit4 ? "4" : "5", dotted(test.name), std::string(m.name), std::string(m.descriptor)};
  }

  // An extension that starts a jmc of its own for the test.
  bool handed_over(const ClassFile& owner, const classfile::Method& m, const ClassFile& test) {
    const auto has = [](const ClassFile& file, std::span<const uint8_t> body) {
      const auto all = classfile::read_annotations(file.pool, body);
      return std::any_of(all.begin(), all.end(), [](const Annotation& a) { return a.type == kOwnExtension; });
    };
    return has(owner, m.annotations) || has(test, test.annotations);
  }

  // Of a class around it, whose object it would need, without @Nested.
  bool is_inner_class(const ClassFile& test) {
    return std::any_of(test.inner_classes.begin(), test.inner_classes.end(), [&](const classfile::InnerClass& inner) {
      return inner.inner == test.name && !(inner.flags & classfile::kStatic) && !inner.outer.empty() &&
             !roles(test, test.annotations).contains(Role::Nested);
    });
  }

  // Outermost first. A class that is @Nested has an instance of the class around it.
  bool nest(const ClassFile& test, std::vector<const ClassFile*>& out, std::string& reason) {
    out.insert(out.begin(), &test);
    for (const classfile::InnerClass& inner : test.inner_classes) {
      if (inner.inner != test.name || inner.flags & classfile::kStatic || inner.outer.empty()) continue;
      const ClassFile* around = find(std::string(inner.outer));
      if (!roles(test, test.annotations).contains(Role::Nested) || !around) {
        reason = "its class is an inner class without @Nested";
        return false;
      }
      return nest(*around, out, reason);
    }
    return true;
  }

  void plan(const ClassFile& test, const ClassFile& owner, const classfile::Method& m, TestMethod& t) {
    std::vector<const ClassFile*> classes;
    if (!nest(test, classes, t.reason)) return;
    std::string constructor = "()V";
    for (const ClassFile* c : classes) {
      if (!usable(*c, t.reason) || !made_by(constructor, *c, t.reason)) return;
      constructor = "(L" + std::string(c->name) + ";)V";  // of a class inside: the object around it alone
    }
    std::vector<std::string> p;
    const auto each = [&](Role role, bool is_static, const char* how) {
      for (const ClassFile* c : classes) lifecycle(*c, role, is_static, how, true, p, t.reason);
    };
    const auto back = [&](Role role, bool is_static, const char* how) {
      for (auto c = classes.rbegin(); c != classes.rend(); ++c)
        lifecycle(**c, role, is_static, how, false, p, t.reason);
    };
    for (const ClassFile* c : classes) temporary_folders(*c, true, p, t.reason);
    each(Role::BeforeAll, true, "-static");
    for (const ClassFile* c : classes) {
      p.insert(p.end(), {"-instance", dotted(c->name)});
      temporary_folders(*c, false, p, t.reason);
    }
    each(Role::BeforeAll, false, "-call");
    each(Role::BeforeEach, false, "-call");
    if (const std::string type = expected_exception(owner, m); !type.empty()) p.insert(p.end(), {"-expected", type});
    // One repetition is as good as all: each is checked by itself, from the beginning.
    call(roles(owner, m.annotations).contains(Role::Factory) ? "-factory"
         : m.flags & classfile::kStatic                      ? "-static"
                                                             : "-call",
         owner, m, p);
    back(Role::AfterEach, false, "-after");
    back(Role::AfterAll, false, "-after");
    back(Role::AfterAll, true, "-after-static");
    if (t.reason.empty()) t.plan = std::move(p);
  }

  static void call(const char* how, const ClassFile& owner, const classfile::Method& m, std::vector<std::string>& p) {
    const std::vector<std::string> types = folder_types(m);
    p.insert(p.end(), {how, dotted(owner.name), std::string(m.name), std::to_string(types.size())});
    for (const std::string& type : types) p.insert(p.end(), {type, "T" + type});
  }

  // Parameters that are all folders. JUnit fills none of these types but with @TempDir, unless an extension does, and
  // classes with extensions are not checked.
  static std::vector<std::string> folder_types(const classfile::Method& m) {
    std::vector<std::string> out;
    std::string_view rest = m.descriptor.substr(1);
    for (bool any = true; any;) {
      any = false;
      for (const std::string_view type : kFolderTypes)
        if (rest.starts_with(type)) out.push_back(type_name(type)), rest.remove_prefix(type.size()), any = true;
    }
    return out;
  }
  static bool takes_folders(const classfile::Method& m) {
    size_t size = 2;  // of "()"
    for (const std::string& type : folder_types(m)) size += type.size() + 2;
    return m.descriptor.substr(0, size).ends_with(')');
  }

  // @TempDir at fields: each gets a folder of its own, as JUnit has it.
  void temporary_folders(const ClassFile& c, bool is_static, std::vector<std::string>& p, std::string& reason) {
    if (const ClassFile* super = find(std::string(c.super_name))) temporary_folders(*super, is_static, p, reason);
    for (const classfile::Field& f : c.fields) {
      if (((f.flags & classfile::kStatic) != 0) != is_static || !roles(c, f.annotations).contains(Role::TempDir))
        continue;
      const std::string name = dotted(c.name) + "." + std::string(f.name);
      for (const Annotation& a : classfile::read_annotations(c.pool, f.annotations))
        for (const classfile::AnnotationElement& e : a.elements)
          if (e.name == "factory")
            reason = "field " + name + " has a @TempDir with a factory, which only JUnit applies";
      if (std::find(std::begin(kFolderTypes), std::end(kFolderTypes), f.descriptor) == std::end(kFolderTypes))
        reason = "field " + name + " has @TempDir, and is neither a Path nor a File";
      p.insert(p.end(), {is_static ? "-folder-static" : "-folder", dotted(c.name), std::string(f.name)});
    }
  }

  bool usable(const ClassFile& c, std::string& reason) {
    if (roles(c, c.annotations).contains(Role::NeedsJUnit)) {
      reason = "class " + dotted(c.name) + " has an extension or a runner, which only JUnit applies";
      return false;
    }
    for (const classfile::Field& f : c.fields)
      if (roles(c, f.annotations).contains(Role::NeedsJUnit)) {
        reason = "field " + dotted(c.name) + "." + std::string(f.name) +
                 " is a rule or an extension, which only JUnit applies";
        return false;
      }
    // Of a test method it holds for that method alone; of another one, a rule or what comes before and after.
    for (const classfile::Method& m : c.methods) {
      const std::set<Role> r = roles(c, m.annotations);
      const auto is_test = [&](Role role) { return r.contains(role); };
      if (r.contains(Role::NeedsJUnit) && std::none_of(std::begin(kTests), std::end(kTests), is_test)) {
        reason = "method " + dotted(c.name) + "." + std::string(m.name) +
                 " is a rule or has an extension, which only JUnit applies";
        return false;
      }
    }
    for (const std::string_view i : c.interfaces)
      if (const ClassFile* above = find(std::string(i)); above && !usable(*above, reason)) return false;
    const ClassFile* super = find(std::string(c.super_name));
    return !super || usable(*super, reason);
  }

  static bool made_by(const std::string& constructor, const ClassFile& c, std::string& reason) {
    for (const classfile::Method& m : c.methods)
      if (m.name == "<init>" && m.descriptor != constructor) {
        reason = "the constructor of " + dotted(c.name) + " has parameters, which only JUnit knows";
        return false;
      }
    return true;
  }

  void lifecycle(const ClassFile& test, Role role, bool is_static, const char* how, bool supers_first,
                 std::vector<std::string>& p, std::string& reason) {
    const std::vector<const ClassFile*> types = from_above(test);
    for (size_t i = 0; i < types.size(); ++i) {
      const ClassFile& c = *types[supers_first ? i : types.size() - 1 - i];
      for (const classfile::Method& m : c.methods) {
        if (((m.flags & classfile::kStatic) != 0) != is_static || !roles(c, m.annotations).contains(role)) continue;
        if ((m.flags & classfile::kAbstract) || is_overridden(c, m, types)) continue;
        if (!takes_folders(m))
          reason = dotted(c.name) + "." + std::string(m.name) + " has parameters, which only JUnit knows";
        call(how, c, m, p);
      }
    }
  }

  const classfile::ClassPath& path_;
  std::map<std::string, std::unique_ptr<ClassFile>> files_;
  std::set<std::string> seen_;
  std::vector<TestMethod> found_;
};

// Internal names of the classes in a folder, sorted.
std::vector<std::string> classes_in(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> out;
  std::error_code error;
  if (!fs::is_directory(folder, error)) return out;
  for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
       it != end && !error; it.increment(error)) {
    if (it->path().extension() != ".class" || it->path().filename() == "module-info.class") continue;
    std::string name = fs::relative(it->path(), folder, error).string();
    out.push_back(name.substr(0, name.size() - 6));
  }
  std::sort(out.begin(), out.end());
  return out;
}

// What a name that is neither a class nor a package may have been meant for: a class file, a source or a folder.
std::string advice_for_test(const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path path(name);
  if (fs::is_directory(path, error))
    return "; it is a folder: \"jmc test --classpath=" + name + "\" looks for tests in it";
  if (path.extension() == ".java") return "; there is no such source";
  if (path.extension() != ".class") return {};
  if (!fs::exists(path, error)) return "; there is no such class file, and tests are named by their classes";
  // That of a package has to be named from the folder of its package.
  if (const std::string advice = advice_for_program(name, {}, false); !advice.empty()) return "; " + advice;
  const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
  return "; tests are named by their classes: \"jmc test --classpath=" + folder + " " + path.stem().string() + "\"";
}

}  // namespace

std::vector<TestMethod> find_tests(const classfile::ClassPath& path, const std::vector<std::string>& names,
                                   const std::vector<std::string>& jars) {
  Finder finder(path);
  std::vector<std::string> all, of_jars;
  for (const auto& entry : path.entries()) {
    if (std::find(jars.begin(), jars.end(), entry->location()) != jars.end())
      for (std::string& name : classfile::classes_in_jar(entry->location())) all.push_back(std::move(name));
    else if (jars.empty())
      for (std::string& name : classes_in(entry->location())) all.push_back(std::move(name));
  }
  if (names.empty())
    for (const std::string& name : all) finder.add_class(name);
  std::map<std::string, std::set<std::string>> only;  // of these classes, these methods
  std::set<std::string> whole;
  for (std::string wanted : names) {
    const std::string given = wanted;
    std::string method;
    if (const size_t hash = wanted.find('#'); hash != std::string::npos) {
      method = wanted.substr(hash + 1, wanted.find('(', hash) - hash - 1);
      wanted.resize(hash);
      only[wanted].insert(method);
    } else {
      whole.insert(wanted);
    }
    std::replace(wanted.begin(), wanted.end(), '.', '/');
    bool any = path.find_class(wanted).has_value();
    if (any) finder.add_class(wanted);
    const auto below = [&](const std::vector<std::string>& classes) {
      for (const std::string& name : classes) {
        if (!method.empty() || !name.starts_with(wanted) || name.size() == wanted.size()) continue;
        const char next = name[wanted.size()];
        // A package, or classes inside of a class.
        if (next != '/' && next != '$') continue;
        any = true;
        finder.add_class(name);
      }
    };
    below(all);
    if (!any && method.empty()) {
      if (of_jars.empty())
        for (const auto& entry : path.entries())
          if (std::filesystem::is_regular_file(entry->location()))
            for (std::string& name : classfile::classes_in_jar(entry->location())) of_jars.push_back(std::move(name));
      below(of_jars);
    }
    if (!any)
      throw classfile::PathError("no class" + std::string(method.empty() ? " and no package " : " ") +
                                 given.substr(0, given.find('#')) + " in the class path" +
                                 advice_for_test(given.substr(0, given.find('#'))));
  }
  std::vector<TestMethod> found = finder.take();
  for (const auto& [name, methods] : only) {
    if (whole.contains(name)) continue;
    std::string others;
    std::set<std::string> missing = methods;
    for (const TestMethod& t : found)
      if (t.class_name == name) missing.erase(t.method), others += (others.empty() ? "" : ", ") + t.method;
    if (!missing.empty())
      throw classfile::PathError("class " + name + " has no test " + *missing.begin() +
                                 (others.empty() ? "" : "; it has " + others));
    std::erase_if(found, [&](const TestMethod& t) { return t.class_name == name && !methods.contains(t.method); });
  }
  return found;
}

}  // namespace jmc::check
