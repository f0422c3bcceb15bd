// What the user named on the command line.
#include <filesystem>

#include "classfile/class_path.hpp"
#include "classfile/files.hpp"
#include "classfile/jar.hpp"
#include "classfile/names.hpp"

namespace jmc::classfile {
namespace {

// Takes "/pkg/Client.class" off the end of `path`; nullopt if it ends otherwise.
std::optional<std::string> root_of(const std::string& path, const std::string& relative) {
  if (path == relative) return ".";
  if (!path.ends_with("/" + relative)) return std::nullopt;
  std::string root = path.substr(0, path.size() - relative.size() - 1);
  return root.empty() ? "/" : root;
}

MainClass from_class_file(const std::string& path) {
  std::optional<Bytes> bytes = read_file(path);
  if (!bytes) fail_path(path, "no such file", "a class file");
  ClassFile file = parse(std::move(*bytes));
  std::string relative = to_utf8(file.name) + ".class";
  if (auto root = root_of(path, relative)) return {std::string(file.name), {*root}};
  // Named from within its package ("Client.class", "../pkg/Client.class"), or through a link.
  std::error_code error;
  std::string absolute = std::filesystem::absolute(path, error).lexically_normal().string();
  if (!error) {
    if (auto root = root_of(absolute, relative)) return {std::string(file.name), {*root}};
  }
  if (auto root = root_of(real_path(path), relative)) return {std::string(file.name), {*root}};
  fail_path(path, "class " + in_quotes(file.name),
            "a class of this name in a path that ends with " + in_quotes(relative));
}

MainClass from_jar(const std::string& path) {
  Jar jar(path, 0);
  const Manifest& manifest = jar.manifest();
  if (manifest.main_class.empty()) {
    fail_path(path, "no Main-Class in META-INF/MANIFEST.MF", "one that names the class to run");
  }
  MainClass main;
  main.internal_name = manifest.main_class;
  for (char& c : main.internal_name) c = c == '.' ? '/' : c;
  if (!is_internal_class_name(main.internal_name)) {
    fail_path(path, "Main-Class " + in_quotes(manifest.main_class), "a class name");
  }
  main.class_path.push_back(path);
  for (std::string& element : class_path_elements(path, manifest.class_path)) {
    main.class_path.push_back(std::move(element));
  }
  return main;
}

}  // namespace

MainClass locate_main(const std::string& argument) {
  if (argument.ends_with(".class")) return from_class_file(argument);
  if (argument.ends_with(".jar") || argument.ends_with(".JAR")) return from_jar(argument);
  std::string name = argument;
  for (char& c : name) c = c == '.' ? '/' : c;
  if (!is_internal_class_name(name) || name.find(' ') != std::string::npos) {
    throw PathError("main class: found " + in_quotes(argument) +
                    ", expected a .class file, a .jar or the name of a class");
  }
  return {name, {}};
}

}  // namespace jmc::classfile
