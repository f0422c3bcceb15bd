// What to do instead: advice for command lines that name a source file, a class from the wrong folder, or options of
// java.
//
// Each function looks only at names and, where it says so, at files; none fails.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jmc::check {

// For an option that jmc does not have, as it was written ("-Xmx512m", "-jar", "--keepgoing"): a sentence without its
// full stop; empty if there is nothing better to say. `known` are the names of jmc's options, without dashes. `next` is
// the word after it, or empty.
std::string advice_for_option(std::string_view written, std::string_view next, const std::vector<std::string>& known);

// For a program that could not be found or is no class: looks at the file of that name, and for classes of that name in
// the folders of the class path. `argument` is what the user wrote, `elements` the class path (each element may be a
// ':'-separated list). Not `whole`: commands are told without the word "jmc", which does not come first there.
std::string advice_for_program(const std::string& argument, const std::vector<std::string>& elements,
                               bool whole = true);

// For a class that was found and has no usable main: which other class in the same folder has one. `origin` is the path
// of the class file, `name` the class ("pkg.Client").
std::string advice_for_main(const std::string& origin, const std::string& name);

// ", for instance --jdk=DIR" with a JDK of that release or a later one that is installed for all users, the first that
// will do; empty if there is none.
std::string advice_for_jdk(int release);

// For --jdk=PATH, where PATH is a program or the bin folder of a JDK: the folder to name instead; empty if that is no
// JDK either.
std::string jdk_meant_by(const std::string& path);

// A note for each argument of the program that has the form of an option of jmc. `known` as above.
std::vector<std::string> notes_on_arguments(const std::vector<std::string>& arguments,
                                            const std::vector<std::string>& known);

// The name among `known` that is nearest to `written`, if it is near enough to be meant; else empty.
std::string nearest_name(std::string_view written, const std::vector<std::string>& known);

}  // namespace jmc::check
