// Which module of the JDK exports and opens which package to whom, and which modules there are for a program on the
// class path: the descriptors of the JDK's modules, what options and a jar's manifest add, and nothing else. What is
// added while the program runs is in java.lang.Module's own tables, which are part of the state.
//
// All code of the program is in unnamed modules, which read all modules. The program's own modules have no descriptors
// here: there is no module path.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/module_descriptor.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

// What is said of the JDK's modules besides their descriptors, as `java` takes it: "M/P=T,T" for packages, "M=T,T" for
// reads, "M,M" for those that the program has although nothing asks for them.
struct ModuleOptions {
  std::vector<std::string> add_exports, add_opens, add_reads, add_modules;
};

// Of a class that the program defines while it runs, beside the other definition slots of klass.hpp: the module that
// the JDK has made for a proxy, or null.
inline constexpr auto kOwnModule = static_cast<DefinitionSlot>(3);
static_assert(kOwnModule > kDomain && kOwnModule < kDefinitionSlots);

// The JDK's own loaders, each the parent of the next: which of them defines a class of the JDK its module decides.
enum class JdkLoader : uint8_t { Boot, Platform, System };

// Whom a package is exported to, or opened.
struct ModuleReader {
  enum Kind : uint8_t { Everyone, Unnamed, Named };
  Kind kind = Unnamed;
  std::string_view name = {};  // of Named
};

// A facility of the Vm (vm/native.hpp).
class Modules {
 public:
  explicit Modules(Vm& vm) : vm_(vm) {}

  // The java.lang.Module of a class, as the natives make it.
  Ref (*object_of)(Vm&, Klass*) = nullptr;
  // Before Java 9 there are none, and up to 15 the JDK lets unnamed modules do what they did then
  // (--illegal-access=permit). A class library may be without descriptors (rt.jar), whatever its release.
  bool checked() { return vm_.jdk.release >= 16 && described(); }
  // Whether the module is among those that a program on the class path has: those that export something to all and
  // what they need (JEP 261), and those that --add-modules names.
  bool present(std::string_view module);
  bool has_package(std::string_view module, std::string_view package) const;  // "java/util"
  // `package` is "java/util"; false for one that the module does not have.
  bool exports(std::string_view module, std::string_view package, const ModuleReader& to, bool open);
  bool reads(std::string_view module, const ModuleReader& other);
  bool uses(std::string_view module, std::string_view service);  // "java/sql/Driver"
  // Which loader defines the classes of a module, by the JDK's own table. Boot where the JDK has none.
  JdkLoader loader_of(std::string_view module);
  // Classes of the JDK that provide the service ("java/sql/Driver") to code of the program: of the modules that are
  // present, those of the later loaders first, then by name. A JDK without descriptors says it in META-INF/services.
  std::vector<std::string> providers_of(std::string_view service);
  // What a jar says that is run: "M/P". What there is not is left out, as java does.
  void add_of_manifest(const classfile::ModuleGrants& grants);
  // Before any class that is not of java.base is looked for. Tells as java warns of what is named and there is not:
  // "Unknown module: x specified to --add-opens". Throws classfile::PathError for a module of --add-modules that there
  // is not.
  std::vector<std::string> set_options(ModuleOptions options);
  const ModuleOptions& options() const { return options_; }
  // Classes that java.lang.reflect.Proxy and the compiler of stylesheets make are in modules of their own, to which all
  // is exported that they name.
  bool trusted(const Klass* k) const { return making_proxy_ || proxies_.contains(k); }
  // While it lives, the class that is defined is such a one, or not.
  class Proxy {
   public:
    Proxy(Modules& modules, bool proxy) : modules_(modules) { modules.making_proxy_ = proxy; }
    ~Proxy() { modules_.making_proxy_ = false; }
    Proxy(const Proxy&) = delete;
    void made(const Klass* k) const {
      if (modules_.making_proxy_) modules_.proxies_.insert(k);
    }

   private:
    Modules& modules_;
  };

 private:
  struct Module {
    std::unique_ptr<classfile::ModuleDescriptor> file;  // null: the JDK has no such module
    std::set<std::string, std::less<>> reads;
    bool has_reads = false;
  };
  struct Rights {
    bool unnamed = false;  // of all unnamed modules
    std::set<std::string, std::less<>> named;
  };
  using ByName = std::map<std::string, Rights, std::less<>>;

  bool described() { return find("java.base"); }
  Module* find(std::string_view module);  // null: the JDK has none of this name
  void find_present();
  void add_roots(std::vector<std::string>& waiting);
  void grant(ByName& rights, const std::string& key, const std::string& targets, const char* option);
  void add_packages(const std::vector<std::string>& given, const char* option, ByName& rights);

  Vm& vm_;
  std::map<std::string, Module, std::less<>> modules_;  // those that were asked for
  std::set<std::string, std::less<>> present_;
  bool found_present_ = false;
  ModuleOptions options_;
  ByName exported_, opened_;  // what is added to the descriptors, by "module/java/util"
  ByName more_reads_;         // by the module that reads
  std::vector<std::string> warnings_;
  std::set<const Klass*> proxies_;
  bool making_proxy_ = false;
  std::map<std::string, JdkLoader, std::less<>> loaders_;  // of modules whose loader is not Boot
  bool read_loaders_ = false;
};

// The providers of a service ("java/sql/Driver") that META-INF/services names in each entry of a path, in order.
std::vector<std::string> services_of(const classfile::ClassPath& path, std::string_view service);

// Whether code of `from`, which is of the program, may name the public class k: its module exports the package.
bool package_accessible(Vm& vm, const Klass* from, const Klass* k);

}  // namespace jmc::vm
