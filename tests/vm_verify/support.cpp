#include "support.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "vm/class/verify.hpp"
#include "vm/class/verify_types.hpp"
#include "vm/code/insn.hpp"

namespace jmc::vm::test {

namespace fs = std::filesystem;

std::vector<std::string> jdk_homes() {
  std::vector<std::string> homes;
  const auto add = [&](const fs::path& p) {
    std::error_code ec;
    const fs::path real = fs::canonical(p, ec);
    if (!ec && fs::exists(real / "lib/modules") && std::find(homes.begin(), homes.end(), real.string()) == homes.end())
      homes.push_back(real.string());
  };
  if (const char* list = std::getenv("JMC_TEST_JDKS")) {
    std::stringstream s(list);
    for (std::string home; std::getline(s, home, ':');) add(home);
    return homes;
  }
  if (const char* home = std::getenv("JAVA_HOME")) add(home);
  std::error_code ec;
  std::vector<fs::path> installed;
  for (const auto& e : fs::directory_iterator("/usr/lib/jvm", ec)) installed.push_back(e.path());
  std::sort(installed.begin(), installed.end());
  for (const auto& p : installed) add(p);
  return homes;
}

std::string stub_dir() { return (fs::canonical("/proc/self/exe").parent_path() / "jdk-stubs").string(); }

uint64_t rounds(uint64_t few, uint64_t many) {
  const char* wanted = std::getenv("JMC_LONG_TESTS");
  if (!wanted || std::string(wanted) == "0") return few;
  const uint64_t n = std::strtoull(wanted, nullptr, 10);
  return n > 1 ? n : many;
}

LoadedVm::LoadedVm(const std::string& jdk_home, const std::string& class_path) {
  classfile::Jdk jdk = classfile::open_jdk(jdk_home);
  classfile::ClassPath stubs, user;
  stubs.add(classfile::open_directory(stub_dir()));
  if (!class_path.empty()) user.add_list(class_path, jdk.release);
  vm = std::make_unique<Vm>(options, std::move(jdk), std::move(stubs), std::move(user));
  vm->boot();
}

void Sweep::add(Vm& vm, Klass* k) {
  ++classes;
  for (const auto& m : k->methods) {
    if (!m->file || !m->file->code) continue;
    ++methods;
    try {
      translate(vm, *m);  // which verifies, too, unless the class is trusted
      const auto start = std::chrono::steady_clock::now();
      verify(vm, *m);
      const auto unpaired = [](const Insn& i) {
        return (i.op == Opc::MonitorEnter || i.op == Opc::MonitorExit) && i.a;
      };
      if (std::any_of(m->code, m->code + m->code_length, unpaired))
        this->unpaired.push_back(k->name + "." + std::string(m->name));
      seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    } catch (const MissingClass&) { ++missing; } catch (const classfile::FormatError& e) {
      rejected.emplace_back(e.what());
    }
  }
}

void Sweep::add(Vm& vm, const std::string& name) {
  try {
    if (Klass* k = vm.find_class(name)) add(vm, k);
  } catch (const classfile::FormatError& e) { rejected.emplace_back(e.what()); }
}

std::string Sweep::summary() const {
  std::ostringstream s;
  s << classes << " classes, " << methods << " methods, " << missing << " with missing classes, " << rejected.size()
    << " rejected, " << seconds * 1e6 / static_cast<double>(std::max<uint64_t>(methods, 1)) << " us per method";
  for (size_t i = 0; i < rejected.size() && i < 10; ++i) s << "\n  " << rejected[i];
  for (const auto& method : unpaired) s << "\n  monitors: " << method;
  return s.str();
}

}  // namespace jmc::vm::test
