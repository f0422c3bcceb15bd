// Access flags of classes, fields and methods (JVMS tables 4.1-B, 4.5-A, 4.6-A). A bit means different things in
// different places.
#pragma once

#include <cstdint>

namespace jmc::classfile {

enum AccessFlags : uint16_t {
  kPublic = 1,
  kPrivate = 2,
  kProtected = 4,
  kStatic = 8,
  kFinal = 0x10,
  kSynchronized = 0x20,
  kSuper = 0x20,
  kVolatile = 0x40,
  kBridge = 0x40,
  kVarargs = 0x80,
  kTransient = 0x80,
  kNativeFlag = 0x100,
  kInterface = 0x200,
  kAbstract = 0x400,
  kSynthetic = 0x1000,
  kAnnotation = 0x2000,
  kEnum = 0x4000,
  kModule = 0x8000,
};

}  // namespace jmc::classfile
