#include "listeners/accesses.hpp"

#include <algorithm>
#include <map>

namespace jmc::listeners {

using vm::PendingKind;

namespace {

constexpr int64_t kSeveral = -1;  // threads

uint64_t key(vm::Ref object, uint32_t offset) { return uint64_t{object} << 32 | offset; }

}  // namespace

Accesses::Accesses(Story& story, const std::vector<Moment>& moments, size_t told, vm::Vm& vm, Wording& wording)
    : story_(story), vm_(vm), wording_(wording) {
  for (size_t i = 0; i < told && i < moments.size(); ++i) {
    note(moments[i].step.thread, moments[i].record.op.object, moments[i].record.op.offset);
    for (const Touch& t : moments[i].touches) note(moments[i].step.thread, t.object, t.offset);
  }
  for (size_t i = 0; i < told && i < moments.size(); ++i) add(moments[i]);
  for (size_t i = 0; i < all_.size(); ++i)
    if (all_[i].writes) writes_[key(all_[i].object, all_[i].offset)].push_back(i);
}

void Accesses::note(por::ThreadId t, vm::Ref object, uint32_t offset) {
  const auto [it, fresh] = users_.emplace(key(object, offset), static_cast<int64_t>(t));
  if (!fresh && it->second != static_cast<int64_t>(t)) it->second = kSeveral;
}

void Accesses::add(const Moment& m) {
  const Record& r = m.record;
  if (r.width && !m.aside) {
    Access a{m.step.thread, &m, r.op.object, r.op.offset, r.op.type};
    a.reads = r.op.kind == PendingKind::Read || r.op.kind == PendingKind::Cas;
    a.writes = changes(r) && !r.late;
    a.read = r.stale ? r.seen : r.before;
    a.written = r.after;
    const Place& own = m.step.caller.known() ? m.step.caller : m.step.place;
    a.klass = own.klass, a.method = own.method, a.line = own.line;
    a.frames = r.frames;
    a.inner = m.step.caller.known() || m.step.jdk;
    a.shared = true;
    all_.push_back(std::move(a));
  }
  for (size_t i = 0; i <= m.touches.size(); ++i) {
    if (m.built.method && m.built.touches == i) built_[m.step.thread] = {m.built, all_.size()};
    if (i == m.touches.size()) break;
    const Touch& t = m.touches[i];
    // What one thread alone keeps inside of the JDK decides nothing between threads.
    if (t.jdk && users_[key(t.object, t.offset)] != kSeveral) continue;
    Access a{m.step.thread, &m, t.object, t.offset, t.type};
    (t.write ? a.writes : a.reads) = true;
    a.read = a.written = t.value;
    a.frames = t.frames;
    a.klass = t.frames.method[0]->owner->external_name();
    a.method = t.frames.method[0]->name;
    a.line = t.frames.line();
    a.beside = true;
    a.jdk = t.jdk;
    a.shared = t.shared;
    all_.push_back(std::move(a));
  }
}

const std::vector<size_t>& Accesses::writes_of(const Access& a) const {
  static const std::vector<size_t> kNone;
  const auto it = writes_.find(key(a.object, a.offset));
  return it == writes_.end() ? kNone : it->second;
}

int Accesses::writer_of(size_t i) const {
  const Access& a = all_[i];
  const std::vector<size_t>& writes = writes_of(a);
  for (auto w = std::lower_bound(writes.begin(), writes.end(), i); w != writes.begin();) {
    --w;
    if (all_[*w].written == a.read) return static_cast<int>(*w);
    if (!stale(a)) return -1;  // written by what is not seen here
  }
  return -1;
}

int Accesses::overtaken(size_t read, size_t end) const {
  const Access& r = all_[read];
  const std::vector<size_t>& writes = writes_of(r);
  for (auto w = std::upper_bound(writes.begin(), writes.end(), read); w != writes.end() && *w < end; ++w)
    if (all_[*w].thread != r.thread) return static_cast<int>(*w);
  return -1;
}

const std::pair<Built, size_t>* Accesses::built(por::ThreadId t) const {
  const auto it = built_.find(t);
  return it == built_.end() ? nullptr : &it->second;
}

std::string Accesses::name(const Access& a) const {
  Record r;
  r.op.object = a.object;
  r.op.offset = a.offset;
  r.width = 1;
  return wording_.variable_of(r);
}

std::string Accesses::variable(const Access& a) const { return wording_.in_a_sentence(a.object, a.offset); }

std::string Accesses::at(const Access& a) const {
  if (a.moment->row < 0 || !a.moment->step.number) return {};
  return (a.beside ? " after step " : " in step ") + std::to_string(a.moment->step.number);
}

void Accesses::involve(const Access& a) {
  if (a.moment->row < 0) return;
  story_.steps[static_cast<size_t>(a.moment->row)].matters = true;
  if (a.beside) beside_.insert(&a);
  else by_itself_.insert(a.moment->row);
}

void Accesses::tell_beside() {
  constexpr size_t kMost = 2;  // of a row
  std::map<int, size_t> told;
  for (const Access& a : all_) {
    if (!beside_.count(&a) || !a.moment->step.number || by_itself_.count(a.moment->row)) continue;
    std::string& row = story_.steps[static_cast<size_t>(a.moment->row)].operation;
    const std::string text =
        std::string(a.writes ? "write " : "read ") + name(a) + " = " + value(a, a.writes ? a.written : a.read);
    if (row.find(text) == std::string::npos && told[a.moment->row]++ < kMost) row += ", then " + text;
  }
}

}  // namespace jmc::listeners
