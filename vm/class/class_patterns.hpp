// Names of classes, and of their methods and fields, as a user writes them: in --visible, in --seal, in what a
// best-first search prefers. One rule for all of them.
//
// A name is simple (ConcurrentHashMap), qualified (java.util.concurrent.ConcurrentHashMap, or with slashes) or a glob
// of either (*, ?, [...]; a * stands for dots, too). It means the class and all that are nested in it. A nested class
// is Outer$Inner, or Outer.Inner as in the source; one of the program also just Inner (the JDK has too many called
// Node).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jmc::vm {

class ClassPatterns {
 public:
  ClassPatterns() = default;
  explicit ClassPatterns(std::vector<std::string> names) : names_(std::move(names)) {}
  void add(std::string name) { names_.push_back(std::move(name)); }
  bool empty() const { return names_.empty(); }
  const std::vector<std::string>& names() const { return names_; }  // as written
  // Some name means this class ("java/util/HashMap$Node").
  bool matches(std::string_view internal_name) const;

 private:
  std::vector<std::string> names_;
};

// "Class": all of its members and of those of classes nested in it; "Class.member": these, by name or glob. What both
// readings of a text mean counts.
class MemberPattern {
 public:
  explicit MemberPattern(std::string text);
  const std::string& text() const { return text_; }
  bool matches(std::string_view internal_name, std::string_view member) const;

 private:
  std::string text_, member_;
  ClassPatterns whole_, owner_;  // as "Class", as "Class.member"
};

// A class of java.util.concurrent.atomic or .locks, or Semaphore, or nested in one: visible whatever the list says,
// with the arrays that its code allocates.
bool is_synchronizer(std::string_view internal_name);
// The list means one of them that blocks, so that it is under test itself, and not what uses it.
bool names_a_lock(const ClassPatterns& list);

}  // namespace jmc::vm
