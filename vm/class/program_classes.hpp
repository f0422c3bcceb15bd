// The classes that a program can name, from its class files alone: before anything is loaded.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_file.hpp"
#include "classfile/class_path.hpp"

namespace jmc::vm {

// What is done with a class that was met: what it names is met next, is not, or nothing more is.
enum class Walk : uint8_t { On, Past, Stop };

// Calls visit(name, file) once for each class that is named by `roots` (internal names) or by a class of `user` that
// they lead to; `file` is null where the user's path does not have it, or what it has cannot be parsed, which is left
// to whoever loads it. Nearest to the roots first; at most 20 000 names. What is named by text only (reflection) is not
// met.
void walk_program(const std::vector<std::string>& roots, const classfile::ClassPath& user,
                  const std::function<Walk(const std::string& name, const classfile::ClassFile* file)>& visit);

}  // namespace jmc::vm
