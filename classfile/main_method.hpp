// Which methods `java` starts a class by.
#pragma once

#include <algorithm>

#include "classfile/access_flags.hpp"
#include "classfile/class_file.hpp"

namespace jmc::classfile {

// From this release on main may be no static method, and take nothing (JEP 512).
inline constexpr int kInstanceMains = 25;
// Of methods that every release starts a class by.
inline constexpr int kAnyRelease = 0;

inline bool is_main(const Method& m, int release) {
  constexpr uint16_t kFlags = kPublic | kStatic;
  if (m.name != "main") return false;
  const bool arguments = m.descriptor == "([Ljava/lang/String;)V";
  if (arguments && (m.flags & kFlags) == kFlags) return true;
  return release >= kInstanceMains && (arguments || m.descriptor == "()V") && !(m.flags & (kPrivate | kAbstract));
}

// One of its own; what it has from superclasses is not looked for.
inline bool has_main(const ClassFile& c, int release) {
  return std::any_of(c.methods.begin(), c.methods.end(), [&](const Method& m) { return is_main(m, release); });
}

}  // namespace jmc::classfile
