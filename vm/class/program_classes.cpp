#include "vm/class/program_classes.hpp"

#include <optional>
#include <set>

#include "base/attempt.hpp"

namespace jmc::vm {

using classfile::ClassFile;

void walk_program(const std::vector<std::string>& roots, const classfile::ClassPath& user,
                  const std::function<Walk(const std::string& name, const ClassFile* file)>& visit) {
  constexpr size_t kMost = 20'000;
  std::set<std::string> seen(roots.begin(), roots.end());
  std::vector<std::string> work(seen.begin(), seen.end());
  for (size_t at = 0; at < work.size() && seen.size() < kMost; ++at) {
    const std::string name = work[at];
    std::optional<ClassFile> file;
    base::attempt<std::runtime_error>([&] {
      if (auto bytes = user.find_class(name)) file = classfile::parse(std::move(*bytes));
    });
    const Walk next_is = visit(name, file ? &*file : nullptr);
    if (next_is == Walk::Stop) return;
    if (!file || next_is == Walk::Past) continue;
    for (uint16_t i = 1; i < file->pool.size(); ++i)
      if (file->pool.tag(i) == classfile::Tag::Class)
        if (const std::string_view next = file->pool.class_name(i); !next.empty() && next[0] != '[')
          if (const auto [added, is_new] = seen.emplace(next); is_new) work.push_back(*added);
  }
}

}  // namespace jmc::vm
