// Links every call site and dynamic constant of the classes in a directory, and an invoker and an adapter for each of
// their methods, and writes the classes that were spun for them to another directory: "N.class", with "N <host> <name>"
// per line in "list".
#include <filesystem>
#include <fstream>
#include <iostream>

#include "vm/code/spin.hpp"
#include "vm/native.hpp"

namespace {

using namespace jmc;

void link_all(vm::Vm& vm, vm::Klass* k) {
  const auto& pool = k->file->pool;
  for (uint16_t i = 1; i < pool.size(); ++i) {
    if (pool.tag(i) == classfile::Tag::InvokeDynamic) vm::link_dynamic(vm, k, i);
    if (pool.tag(i) == classfile::Tag::Dynamic) vm::link_constant(vm, k, i);
  }
  for (const auto& m : k->methods) {
    if (m->name == "<clinit>") continue;
    if (!k->is_interface() || !m->is_init()) vm::reflect_invoker(vm, m.get());
    if (!m->is_abstract()) vm::direct_invoker(vm, m.get());
    vm::poly_adapter(vm, k, m->descriptor, true);
    vm::poly_adapter(vm, k, m->descriptor, false);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: dump_spun JDK CLASSES OUT\n";
    return 2;
  }
  vm::VmOptions options;
  classfile::ClassPath user;
  user.add(classfile::open_directory(argv[2]));
  vm::Vm vm(options, classfile::open_jdk(argv[1]), {}, std::move(user));
  vm.boot();
  std::vector<vm::Klass*> roots;
  for (const auto& entry : std::filesystem::directory_iterator(argv[2])) {
    if (entry.path().extension() != ".class") continue;
    if (vm::Klass* k = vm.find_class(entry.path().stem().string())) roots.push_back(k);
  }
  for (vm::Klass* k : roots) link_all(vm, k);
  std::filesystem::create_directories(argv[3]);
  std::ofstream list(std::string(argv[3]) + "/list");
  for (size_t i = 0; i < vm.class_count(); ++i) {
    const vm::Klass* k = vm.klass(static_cast<uint32_t>(i));
    if (!k->hidden) continue;
    std::ofstream out(std::string(argv[3]) + "/" + std::to_string(i) + ".class", std::ios::binary);
    const auto data = k->file->bytes.data;
    out.write(reinterpret_cast<const char*>(data.data()), static_cast<std::streamsize>(data.size()));
    list << i << ' ' << k->host->external_name() << ' ' << k->external_name() << '\n';
  }
}
