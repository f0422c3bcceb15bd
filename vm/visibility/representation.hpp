// The classes that a visible list means but does not name.
//
// A class under test often keeps its state in another: CopyOnWriteArraySet in a CopyOnWriteArrayList,
// ConcurrentSkipListSet in a ConcurrentSkipListMap. What the constructors and static initialisers of a listed class
// allocate, other than exceptions and classes of java.lang, is part of its representation and is listed too, and so on
// from there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_path.hpp"
#include "vm/class/class_patterns.hpp"

namespace jmc::vm {

// Qualified names (with dots) of such classes, sorted, each once. Looks at class files only, so that it can be asked
// before anything is loaded: at the listed classes that `main_class`, or a class of the user's path that it leads to,
// refers to. Class files that cannot be parsed are left to whoever loads them.
std::vector<std::string> representation_classes(const ClassPatterns& list, std::string_view main_class,
                                                const classfile::ClassPath& user, const classfile::ClassPath& boot);

}  // namespace jmc::vm
