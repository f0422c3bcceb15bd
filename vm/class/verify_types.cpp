#include "vm/class/verify_types.hpp"

#include <algorithm>

#include "classfile/descriptor.hpp"

namespace jmc::vm {

namespace {
constexpr std::string_view kObjectName = "java/lang/Object";
}  // namespace

uint32_t TypeTable::name_index(std::string_view name) {
  const auto [it, fresh] = by_text_.try_emplace(name, static_cast<uint32_t>(names_.size()));
  if (fresh) {
    sets_.push_back({{it->second}, false});
    names_.push_back({name, nullptr, kReference | static_cast<Type>(sets_.size() - 1)});
  }
  return it->second;
}

Type TypeTable::reference(std::string_view name) { return names_[name_index(name)].type; }

Type TypeTable::reference_copy(std::string name) {
  if (const auto it = by_text_.find(name); it != by_text_.end()) return names_[it->second].type;
  texts_.push_back(std::move(name));
  return reference(texts_.back());
}

Type TypeTable::of_descriptor(std::string_view d, size_t& i) {
  switch (d[i]) {
    case 'J': ++i; return kLongType;
    case 'D': ++i; return kDoubleType;
    case 'F': ++i; return kFloatType;
    case 'L': {
      const size_t end = d.find(';', i);
      const std::string_view name = d.substr(i + 1, end - i - 1);
      i = end + 1;
      return reference(name);
    }
    case '[': {
      std::string_view rest = d.substr(i);
      const std::string_view type = classfile::next_type(rest);
      i += type.size();
      return reference(type);
    }
    default: ++i; return kIntType;
  }
}

Klass* TypeTable::find(std::string_view name) {
  if (name == from_.file->name) return &from_;
  return vm_.find_class(name, &from_);
}

Type TypeTable::intern(std::vector<uint32_t> members) {
  if (members.size() == 1) return names_[members[0]].type;
  const auto [it, fresh] = by_members_.try_emplace(members, 0);
  if (fresh) {
    sets_.push_back({std::move(members), false});
    it->second = kReference | static_cast<Type>(sets_.size() - 1);
  }
  return it->second;
}

uint32_t TypeTable::common_superclass(const std::vector<uint32_t>& members) {
  const Klass* common = nullptr;
  for (uint32_t m : members) {
    const std::string_view name = names_[m].text;
    const Klass* k = name[0] == '[' ? nullptr : find(name);
    if (!k || k->is_interface()) {
      common = nullptr;
      break;
    }
    if (!common) {
      common = k;
      continue;
    }
    size_t depth = 0;
    while (depth < common->supers.size() && depth < k->supers.size() && common->supers[depth] == k->supers[depth])
      ++depth;
    common = depth ? common->supers[depth - 1] : nullptr;
    if (!common) break;
  }
  if (!common) return name_index(kObjectName);
  return name_index(common == &from_ ? from_.file->name : std::string_view(common->name));
}

Type TypeTable::merge(Type a, Type b) {
  if (a == b) return a;
  if (!is_object(a) || !is_object(b)) return kUnusable;
  if (a == kNullType) return b;
  if (b == kNullType) return a;
  const Set& x = set(a);
  const Set& y = set(b);
  if (x.members.size() == 1 && names_[x.members[0]].text == kObjectName) return a;
  if (y.members.size() == 1 && names_[y.members[0]].text == kObjectName) return b;
  std::vector<uint32_t> members;
  std::set_union(x.members.begin(), x.members.end(), y.members.begin(), y.members.end(), std::back_inserter(members));
  if (!x.widened && !y.widened && members.size() <= kMaxMembers) return intern(std::move(members));
  if (x.widened && members == x.members) return a;
  // A set of its own, which from now on only moves up: that is what makes the analysis end.
  const uint32_t old = x.widened ? x.members[0] : ~0u;
  const uint32_t common = common_superclass(members);
  if (common == old) return a;
  sets_.push_back({{common}, true});
  return kReference | static_cast<Type>(sets_.size() - 1);
}

// Arrays by their elements; classes by loading them, the target first: if it is an interface, the other need not be
// looked at.
bool TypeTable::name_assignable(std::string_view from, std::string_view target, Klass** from_klass) {
  bool whole = true;
  while (target[0] == '[') {
    if (from[0] != '[') return false;
    target.remove_prefix(1);
    from.remove_prefix(1);
    whole = false;
    if (target == from) return true;
    if (target[0] == '[') continue;
    if (target[0] != 'L') return false;
    target = target.substr(1, target.size() - 2);
    if (from[0] == '[') break;
    if (from[0] != 'L') return false;
    from = from.substr(1, from.size() - 2);
    break;
  }
  if (target == kObjectName) return true;
  const Klass* k = find(target);
  if (!k) throw MissingClass{std::string(target)};
  if (k->is_interface()) return true;
  if (from[0] == '[') return false;
  Klass* f = whole && *from_klass ? *from_klass : find(from);
  if (!f) throw MissingClass{std::string(from)};
  if (whole) *from_klass = f;
  return f->is_subclass_of(k);
}

bool TypeTable::assignable(Type from, std::string_view target) {
  if (from == kNullType) return true;
  if ((from & kTypeKind) != kReference) return false;
  if (target == kObjectName) return true;
  const std::vector<uint32_t> members = set(from).members;
  for (uint32_t m : members)
    if (names_[m].text != target && !name_assignable(names_[m].text, target, &names_[m].klass)) return false;
  return true;
}

bool TypeTable::is_array(Type t, char element) const {
  if (t == kNullType) return true;
  if ((t & kTypeKind) != kReference) return false;
  for (uint32_t m : set(t).members) {
    const std::string_view name = names_[m].text;
    if (name[0] != '[') return false;
    const char e = name[1] == 'Z' ? 'B' : name[1] == '[' ? 'L' : name[1];
    if (element && e != element) return false;
  }
  return true;
}

Type TypeTable::element_of(Type array) {
  if (array == kNullType) return kNullType;
  const std::vector<uint32_t> members = set(array).members;
  const bool widened = set(array).widened;
  Type result = kNullType;
  for (uint32_t m : members) {
    const std::string_view name = names_[m].text;
    const Type e = reference(name[1] == 'L' ? name.substr(2, name.size() - 3) : name.substr(1));
    result = widened || result != kNullType ? merge(result, e) : e;
  }
  return result;
}

std::string TypeTable::text(Type t) const {
  switch (t) {
    case kUnusable: return "a value that is not the same on all ways there";
    case kIntType: return "int";
    case kFloatType: return "float";
    case kLongType: return "long";
    case kDoubleType: return "double";
    case kLongHigh: return "the second half of a long";
    case kDoubleHigh: return "the second half of a double";
    case kNullType: return "null";
    case kThisUninitialised: return "this before its constructor was called";
    default: break;
  }
  if ((t & kTypeKind) == kUninitialised) return "an uninitialised object";
  if ((t & kTypeKind) == kReturnAddress) return "a return address";
  std::string s;
  const auto& members = set(t).members;
  for (size_t i = 0; i < members.size() && i < 4; ++i)
    s += (i ? " or " : "") + std::string(names_[members[i]].text.substr(0, 200));
  if (members.size() > 4) s += " or others";
  std::replace(s.begin(), s.end(), '/', '.');
  return s;
}

}  // namespace jmc::vm
