#include "listeners/contents.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "vm/native.hpp"

namespace jmc::listeners {

namespace {

constexpr size_t kMostObjects = 40, kMostElements = 32, kMostFields = 32;
constexpr int kMostHops = 2;          // references that are followed from an object that is accessed
constexpr size_t kWholeSource = 400;  // lines; of a longer one those around the story
constexpr int kAround = 12;

struct Cell {
  uint32_t offset;
  uint32_t width;
  char type;
};

struct Seen {
  vm::Ref ref;
  std::vector<Cell> cells;
  std::vector<uint64_t> values;
  std::vector<bool> known;
};

class Collector {
 public:
  Collector(vm::JvmSystem& system, ObjectNames& names) : system_(system), vm_(system.vm()), names_(names) {}

  // In the state at the end of the path, in which all of them exist.
  void choose(const std::vector<Moment>& moments) {
    std::vector<vm::Ref> level;
    for (const Moment& m : moments) {
      if (m.record.width) level.push_back(m.record.op.object);
      for (const Touch& t : m.touches)
        if (!vm_.klass_of(t.object)->boot || !vm_.klass_of(t.object)->is_array()) level.push_back(t.object);
    }
    for (int depth = 0; depth <= kMostHops && !level.empty(); ++depth) {
      std::vector<vm::Ref> next;
      for (const vm::Ref r : level)
        if (take(r)) refer(objects_.back(), next);
      level = std::move(next);
    }
  }

  Contents follow(vm::Vm::Mark initial, const std::vector<por::PathStep>& path) {
    for (const Seen& s : objects_) out_.objects.push_back(describe(s));
    vm_.undo(initial);
    look(0);
    for (size_t i = 0; i < path.size(); ++i) {
      if (system_.step(path[i].thread, path[i].alternative).stop) break;
      look(static_cast<uint32_t>(i + 1));
    }
    return std::move(out_);
  }

 private:
  // What says all about itself by its name has no contents to show.
  bool telling(vm::Ref r) const {
    const vm::Klass* k = vm_.klass_of(r);
    if (k == vm_.known->string || k == vm_.known->klass || k->thread_class) return false;
    if (k->boot && k->name.starts_with("java/lang/") && k->kind != vm::KlassKind::Statics) return false;
    if (k->boot && k->kind == vm::KlassKind::Statics) return false;
    if (k->boot && k->name.ends_with("$ConditionObject")) return false;  // who waits is kept elsewhere
    return !k->hidden && !k->stub;
  }

  bool take(vm::Ref r) {
    if (!r || r < vm::Heap::kFirstRef || objects_.size() >= kMostObjects || !chosen_.insert(r).second || !telling(r))
      return false;
    Seen s{r, {}, {}, {}};
    const vm::Klass* k = vm_.klass_of(r);
    if (k->is_array()) {
      for (uint32_t i = 0; i < std::min<size_t>(vm_.array_length(r), kMostElements); ++i)
        s.cells.push_back({vm::kHeaderSize + (i << k->element_shift), 1u << k->element_shift, k->element_type});
    } else {
      const bool statics = k->kind == vm::KlassKind::Statics;
      for (const vm::Klass* c = statics ? k->statics_of : k; c; c = statics ? nullptr : c->super)
        for (const auto& f : c->fields)
          if (f->is_static() == statics && s.cells.size() < kMostFields && f->name.find('$') == std::string_view::npos)
            s.cells.push_back({f->offset, f->wide() ? 8u : 4u, f->type});
    }
    s.values.resize(s.cells.size());
    s.known.resize(s.cells.size());
    if (s.cells.empty()) return false;
    objects_.push_back(std::move(s));
    return true;
  }

  void refer(const Seen& s, std::vector<vm::Ref>& out) const {
    for (const Cell& c : s.cells)
      if (c.type == 'L' || c.type == '[') out.push_back(vm_.heap.load<uint32_t>(s.ref, c.offset));
  }

  Contents::Object describe(const Seen& s) {
    Contents::Object o;
    const vm::Klass* k = vm_.klass_of(s.ref);
    o.name = (k->kind == vm::KlassKind::Statics ? "class " : "") + names_.object(s.ref);
    for (const Cell& c : s.cells) {
      const vm::Field* f = k->is_array() ? nullptr : vm_.field_at(s.ref, c.offset);
      o.fields.push_back(f ? std::string(f->name)
                           : "[" + std::to_string((c.offset - vm::kHeaderSize) / std::max(1u, c.width)) + "]");
    }
    return o;
  }

  bool exists(vm::Ref r) const { return (uint64_t{r} << 3) < vm_.heap.top(); }

  void look(uint32_t step) {
    for (size_t i = 0; i < objects_.size(); ++i) {
      Seen& s = objects_[i];
      if (!exists(s.ref)) continue;
      for (size_t c = 0; c < s.cells.size(); ++c) {
        uint64_t bits = 0;
        std::memcpy(&bits, vm_.heap.address(s.ref, s.cells[c].offset), s.cells[c].width);
        if (s.known[c] && s.values[c] == bits) continue;
        s.known[c] = true;
        s.values[c] = bits;
        out_.changes.push_back({step, i, c, names_.value(s.cells[c].type, bits)});
      }
    }
  }

  vm::JvmSystem& system_;
  vm::Vm& vm_;
  ObjectNames& names_;
  std::set<vm::Ref> chosen_;
  std::vector<Seen> objects_;
  Contents out_;
};

void add_sources(const Story& story, const vm::Vm& vm, Sources& sources, Contents& out) {
  std::map<std::string, std::set<int>> wanted;  // by class
  const auto want = [&](const Place& p) {
    if (p.known() && p.line > 0 && !p.source.empty()) wanted[p.klass].insert(p.line);
  };
  for (const StoryStep& s : story.steps) want(s.place), want(s.caller);
  for (const WaitingThread& w : story.waiting)
    for (const Place& p : w.stack) want(p);
  for (uint32_t id = 0; id < vm.class_count(); ++id) {
    const vm::Klass& k = *vm.klass(id);
    const auto found = k.file ? wanted.find(k.external_name()) : wanted.end();
    if (found == wanted.end()) continue;
    const std::vector<std::string>* lines = sources.lines(k);
    if (!lines) continue;
    auto& file =
        out.sources[(k.package.empty() ? "" : std::string(k.package) + "/") + std::string(k.file->source_file)];
    const int size = static_cast<int>(lines->size());
    for (const int line : found->second) {
      const bool whole = lines->size() <= kWholeSource;
      for (int n = whole ? 1 : std::max(1, line - kAround); n <= (whole ? size : std::min(size, line + kAround)); ++n)
        file[n] = (*lines)[static_cast<size_t>(n) - 1];
    }
  }
}

}  // namespace

Contents contents_of(vm::JvmSystem& system, vm::Vm::Mark initial, const std::vector<por::PathStep>& path,
                     const std::vector<Moment>& moments, const Story& story, ObjectNames& names, Sources& sources) {
  Collector collector(system, names);
  collector.choose(moments);
  Contents out = collector.follow(initial, path);
  add_sources(story, system.vm(), sources, out);
  return out;
}

}  // namespace jmc::listeners
