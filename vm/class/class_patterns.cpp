#include "vm/class/class_patterns.hpp"
#include "classfile/external_name.hpp"

#include <fnmatch.h>
#include <algorithm>
#include <cstddef>

namespace jmc::vm {

namespace {

using classfile::dotted;

bool glob(const std::string& pattern, std::string_view text) {
  if (pattern.find_first_of("*?[") == std::string::npos) return pattern == text;
  return fnmatch(pattern.c_str(), std::string(text).c_str(), FNM_NOESCAPE) == 0;
}

bool of_jdk(std::string_view dotted) {
  return dotted.starts_with("java.") || dotted.starts_with("javax.") || dotted.starts_with("jdk.") ||
         dotted.starts_with("sun.") || dotted.starts_with("com.sun.");
}

// This class alone, not the classes around it. `dotted`: package.Outer$Inner.
bool means(const std::string& pattern, std::string_view dotted, bool inner_alone) {
  if (glob(pattern, dotted)) return true;
  const size_t last_dot = dotted.rfind('.');
  const size_t package = last_dot == std::string_view::npos ? 0 : last_dot + 1;  // where the class begins
  if (pattern.find('.') == std::string::npos && glob(pattern, dotted.substr(package))) return true;
  if (dotted.find('$', package) == std::string_view::npos) return false;
  // As in the source, from the package or from any of the nested classes on; a $ may be part of a name there.
  std::string source(dotted), in_source(pattern);
  std::replace(in_source.begin(), in_source.end(), '$', '.');
  std::replace(source.begin() + static_cast<ptrdiff_t>(package), source.end(), '$', '.');
  if (glob(pattern, source)) return true;
  for (size_t at = package; at != std::string::npos;) {
    const std::string_view rest = std::string_view(source).substr(at);
    if ((inner_alone || at == package) && (glob(pattern, rest) || glob(in_source, rest))) return true;
    at = source.find('.', at);
    if (at != std::string::npos) ++at;
  }
  return false;
}

}  // namespace

bool ClassPatterns::matches(std::string_view internal_name) const {
  if (names_.empty()) return false;
  const std::string external = dotted(internal_name);
  const bool inner_alone = !of_jdk(external);
  for (const std::string& written : names_) {
    const std::string pattern = dotted(written);
    // The class itself, then the class that encloses it, and so on: nested classes are included.
    for (std::string_view name = external;;) {
      if (means(pattern, name, inner_alone)) return true;
      const size_t dollar = name.rfind('$');
      if (dollar == std::string_view::npos || dollar == 0) break;
      name = name.substr(0, dollar);
    }
  }
  return false;
}

MemberPattern::MemberPattern(std::string text) : text_(std::move(text)), whole_({text_}) {
  if (const size_t dot = text_.rfind('.'); dot != std::string::npos) {
    owner_.add(text_.substr(0, dot));
    member_ = text_.substr(dot + 1);
  }
}

bool MemberPattern::matches(std::string_view internal_name, std::string_view member) const {
  return whole_.matches(internal_name) || (glob(member_, member) && owner_.matches(internal_name));
}

namespace {

constexpr std::string_view kAtomics = "java/util/concurrent/atomic/", kLocks = "java/util/concurrent/locks/",
                           kSemaphore = "java/util/concurrent/Semaphore",
                           kLatch = "java/util/concurrent/CountDownLatch";
// What is in kLocks: a list may name any of them before one is loaded. tests/vm compares it with the JDKs.
constexpr std::string_view kInLocks[] = {
    "AbstractOwnableSynchronizer", "AbstractQueuedLongSynchronizer", "AbstractQueuedSynchronizer", "Condition", "Lock",
    "LockSupport", "ReadWriteLock", "ReentrantLock", "ReentrantReadWriteLock", "StampedLock",
    // nested ones that have names
    "AbstractQueuedLongSynchronizer$ConditionObject", "AbstractQueuedSynchronizer$ConditionObject",
    "ReentrantLock$Sync", "ReentrantReadWriteLock$ReadLock", "ReentrantReadWriteLock$Sync",
    "ReentrantReadWriteLock$WriteLock"};

}  // namespace

bool is_synchronizer(std::string_view name) {
  const auto is = [&](std::string_view whole) {
    return name.starts_with(whole) && (name.size() == whole.size() || name[whole.size()] == '$');
  };
  return name.starts_with(kAtomics) || name.starts_with(kLocks) || is(kSemaphore) || is(kLatch);
}

bool names_a_lock(const ClassPatterns& list) {
  return list.matches(kSemaphore) || list.matches(std::string(kSemaphore) + "$Sync") || list.matches(kLatch) ||
         list.matches(std::string(kLatch) + "$Sync") ||
         std::any_of(std::begin(kInLocks), std::end(kInLocks),
                     [&](std::string_view name) { return list.matches(std::string(kLocks) + std::string(name)); });
}

}  // namespace jmc::vm
