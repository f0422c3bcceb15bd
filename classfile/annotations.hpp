// What a RuntimeVisibleAnnotations attribute says, as far as somebody asks: the types of annotations, and their
// elements that are classes or strings.
//
// Ownership: views point into the ClassFile. What is inside such an attribute is not part of the format check of a
// class (JVMS 4.8): reading ends at the first thing amiss, and keeps what stood before it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "classfile/class_file.hpp"

namespace jmc::classfile {

struct AnnotationElement {
  std::string_view name;
  char tag = 0;           // as in the file: 'c' a class, 's' a string; others have no text here
  std::string_view text;  // of a class: its descriptor
};

struct Annotation {
  std::string_view type;  // descriptor: "Lorg/junit/Test;"
  std::vector<AnnotationElement> elements;
};

// `body`: the `annotations` of a class, field or method with this constant pool.
std::vector<Annotation> read_annotations(const ConstantPool& pool, std::span<const uint8_t> body);

}  // namespace jmc::classfile
