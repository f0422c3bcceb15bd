// Checks of names and descriptors (JVMS 4.2, 4.3). Internal to classfile/.
#pragma once

#include <string>
#include <string_view>

namespace jmc::classfile {

// "name", but not "a.b", "a;", "[a" or "a/b".
bool is_unqualified_name(std::string_view name);
// An unqualified name without '<' and '>', or one of <init> and <clinit>.
bool is_method_name(std::string_view name);
// "java/lang/Object"; no empty parts.
bool is_internal_class_name(std::string_view name);
// What a Class entry may hold: an internal name, or the descriptor of an array.
bool is_class_entry_name(std::string_view name);
bool is_field_descriptor(std::string_view descriptor);
// Number of local-variable slots of the parameters (without `this`); -1 if `descriptor` is not that of a method.
int method_parameter_slots(std::string_view descriptor);

// `text` in double quotes, cut to a readable length, with control characters escaped: what a one-line message may show
// of a hostile file.
std::string in_quotes(std::string_view text);
// `text` with control characters escaped, uncut: for paths and origins at the start of a message.
std::string one_line(std::string_view text);

}  // namespace jmc::classfile
