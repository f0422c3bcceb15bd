// Which command is which, those of the virtual machine and of event requests, and the vendor's: going through the
// replay.
#include <algorithm>

#include "debugger/session.hpp"
#include "vm/native.hpp"

namespace jmc::debugger {

using vm::Klass;
using vm::Ref;

// By the numbers of the specification. What changes the execution (SetValues, PopFrames, ForceEarlyReturn, Stop,
// Interrupt, RedefineClasses) is not there: an execution that was changed is not the one of the witness.
Session::Command Session::command(uint8_t set, uint8_t number) {
  using S = Session;
  static const std::map<std::pair<uint8_t, uint8_t>, Command> commands = {
      {{1, 1}, &S::vm_version},
      {{1, 2}, &S::vm_classes_by_signature},
      {{1, 3}, &S::vm_all_classes},
      {{1, 4}, &S::vm_all_threads},
      {{1, 5}, &S::vm_groups},
      {{1, 6}, &S::vm_dispose},
      {{1, 7}, &S::vm_id_sizes},
      {{1, 8}, &S::vm_suspend},
      {{1, 9}, &S::vm_resume},
      {{1, 10}, &S::vm_exit},
      {{1, 11}, &S::vm_create_string},
      {{1, 12}, &S::vm_capabilities},
      {{1, 13}, &S::vm_class_paths},
      {{1, 14}, &S::nothing},
      {{1, 15}, &S::vm_hold_events},
      {{1, 16}, &S::vm_release_events},
      {{1, 17}, &S::vm_capabilities_new},
      {{1, 19}, &S::nothing},
      {{1, 20}, &S::vm_all_classes_generic},
      {{2, 1}, &S::type_signature},
      {{2, 2}, &S::type_loader},
      {{2, 3}, &S::type_modifiers},
      {{2, 4}, &S::type_fields},
      {{2, 5}, &S::type_methods},
      {{2, 6}, &S::type_values},
      {{2, 7}, &S::type_source_file},
      {{2, 8}, &S::type_nested},
      {{2, 9}, &S::type_status},
      {{2, 10}, &S::type_interfaces},
      {{2, 11}, &S::type_class_object},
      {{2, 12}, &S::type_source_extension},
      {{2, 13}, &S::type_signature_generic},
      {{2, 14}, &S::type_fields_generic},
      {{2, 15}, &S::type_methods_generic},
      {{2, 17}, &S::type_version},
      {{3, 1}, &S::class_superclass},
      {{3, 3}, &S::class_invoke},
      {{3, 4}, &S::class_new},
      {{4, 1}, &S::array_new},
      {{5, 1}, &S::class_invoke},
      {{6, 1}, &S::method_lines},
      {{6, 2}, &S::method_variables},
      {{6, 3}, &S::method_bytecodes},
      {{6, 4}, &S::method_obsolete},
      {{6, 5}, &S::method_variables_generic},
      {{9, 1}, &S::object_type},
      {{9, 2}, &S::object_values},
      {{9, 5}, &S::object_monitor},
      {{9, 6}, &S::object_invoke},
      {{9, 7}, &S::nothing},
      {{9, 8}, &S::nothing},
      {{9, 9}, &S::object_collected},
      {{10, 1}, &S::string_value},
      {{11, 1}, &S::thread_name},
      {{11, 2}, &S::thread_suspend},
      {{11, 3}, &S::thread_resume},
      {{11, 4}, &S::thread_status},
      {{11, 5}, &S::thread_group},
      {{11, 6}, &S::thread_frames},
      {{11, 7}, &S::thread_frame_count},
      {{11, 8}, &S::thread_owned},
      {{11, 9}, &S::thread_contended},
      {{11, 12}, &S::thread_suspend_count},
      {{11, 13}, &S::thread_owned_frames},
      {{11, 15}, &S::thread_virtual},
      {{12, 1}, &S::group_name},
      {{12, 2}, &S::group_parent},
      {{12, 3}, &S::group_children},
      {{13, 1}, &S::array_length},
      {{13, 2}, &S::array_values},
      {{13, 3}, &S::array_set},
      {{14, 1}, &S::loader_classes},
      {{15, 1}, &S::event_set},
      {{15, 2}, &S::event_clear},
      {{15, 3}, &S::event_clear_breakpoints},
      {{16, 1}, &S::frame_values},
      {{16, 3}, &S::frame_this},
      {{17, 1}, &S::class_object_type},
      {{128, 1}, &S::replay_position},
      {{128, 2}, &S::replay_back},
      {{128, 3}, &S::replay_forward},
      {{128, 4}, &S::replay_go_to},
  };
  const auto it = commands.find({set, number});
  return it == commands.end() ? nullptr : it->second;
}

// --- VirtualMachine

void Session::vm_version(Reader&, Writer& out) {
  // The protocol of version 1.8: what came later, modules and virtual threads, a debugger need not ask for.
  out.string("jmc, replay of a schedule of " + replay_->program()).i4(1).i4(8);
  out.string(vm().jdk.version).string("jmc");
}

std::vector<Klass*> Session::classes() {
  std::vector<Klass*> out;
  for (uint32_t id = 0; id < vm().class_count(); ++id) {
    Klass* k = vm().klass(id);
    const bool shown =
        (k->is_array() && k->name.starts_with("[")) || (k->kind == vm::KlassKind::Instance && k->file && !k->hidden);
    if (shown && vm().is_defined(k)) out.push_back(k);
  }
  return out;
}

void Session::vm_classes_by_signature(Reader& in, Writer& out) {
  const std::string signature = in.string();
  std::vector<Klass*> found = classes();
  std::erase_if(found, [&](const Klass* k) { return Ids::signature(k) != signature; });
  out.i4(static_cast<int64_t>(found.size()));
  for (const Klass* k : found) {
    type(out, k);
    out.i4(status(k));
  }
}

void Session::vm_all_classes(Reader&, Writer& out) {
  const std::vector<Klass*> all = classes();
  out.i4(static_cast<int64_t>(all.size()));
  for (const Klass* k : all) {
    type(out, k);
    out.string(Ids::signature(k)).i4(status(k));
  }
}

void Session::vm_all_classes_generic(Reader&, Writer& out) {
  const std::vector<Klass*> all = classes();
  out.i4(static_cast<int64_t>(all.size()));
  for (const Klass* k : all) {
    type(out, k);
    out.string(Ids::signature(k)).string(k->file ? k->file->signature : "").i4(status(k));
  }
}

void Session::vm_all_threads(Reader&, Writer& out) {
  std::vector<Ref> threads;
  for (vm::ThreadId t = 0; t < vm().thread_count(); ++t)
    if (!vm().thread(t).s.ended && vm().thread(t).s.object) threads.push_back(vm().thread(t).s.object);
  out.i4(static_cast<int64_t>(threads.size()));
  for (const Ref r : threads) out.u8(ids_->object(r));
}

void Session::vm_dispose(Reader&, Writer&) { leaving_ = Leaving::Detaches; }
void Session::vm_exit(Reader&, Writer&) { leaving_ = Leaving::Ends; }

void Session::vm_id_sizes(Reader&, Writer& out) {
  for (int i = 0; i < 5; ++i) out.i4(8);
}

void Session::vm_suspend(Reader&, Writer&) { suspend_all(); }
void Session::vm_resume(Reader&, Writer&) { resume_all(); }

void Session::vm_create_string(Reader& in, Writer& out) {
  out.u8(ids_->object(vm().intern(classfile::decode_modified_utf8(in.string()))));
}

namespace {
// Watchpoints, bytecodes, (no synthetic attributes,) monitors.
constexpr uint8_t kCapabilities[] = {1, 1, 1, 0, 1, 1, 1};
}  // namespace

void Session::vm_capabilities(Reader&, Writer& out) {
  for (const uint8_t c : kCapabilities) out.u1(c);
}

void Session::vm_capabilities_new(Reader&, Writer& out) {
  for (const uint8_t c : kCapabilities) out.u1(c);
  // Of the rest up to 32: filters for instances (12th), requests for the end (14th), the frames of monitors (18th),
  // filters for source names (19th).
  for (int i = 8; i <= 32; ++i) out.u1(i == 12 || i == 14 || i == 18 || i == 19);
}

void Session::vm_class_paths(Reader&, Writer& out) { out.string(".").i4(0).i4(0); }

void Session::vm_hold_events(Reader&, Writer&) { held_back_ = true; }

void Session::vm_release_events(Reader&, Writer&) {
  held_back_ = false;
  for (const std::string& packet : std::exchange(held_, {})) connection_.send(packet);
}

// --- EventRequest

void Session::event_set(Reader& in, Writer& out) { out.i4(requests_->set(in, *ids_)); }

void Session::event_clear(Reader& in, Writer&) {
  const uint8_t kind = in.u1();
  requests_->clear(kind, in.i4());
}

void Session::event_clear_breakpoints(Reader&, Writer&) { requests_->clear_breakpoints(); }

// --- 128: the replay. Each answers with the number of steps taken (int); Position with that of all, too.

void Session::replay_position(Reader&, Writer& out) {
  out.i4(static_cast<int64_t>(steps())).i4(static_cast<int64_t>(replay_->size()));
}

void Session::replay_go_to(Reader& in, Writer&) {
  const int32_t n = in.i4();
  if (!started_) throw Refusal(Code::IllegalArgument, "the first step has not come yet");
  if (n < 0 || static_cast<size_t>(n) > replay_->size()) throw Refusal(Code::IllegalArgument);
  move_to_ = static_cast<size_t>(n);
}

void Session::replay_back(Reader&, Writer&) {
  if (!started_ || (!in_step_ && steps() == 0)) throw Refusal(Code::IllegalArgument, "this is the beginning");
  move_to_ = in_step_ ? steps() : steps() - 1;  // in the middle of a step: to its beginning
}

void Session::replay_forward(Reader&, Writer&) {
  if (!started_ || steps() >= replay_->size()) throw Refusal(Code::IllegalArgument, "this is the end");
  move_to_ = steps() + 1;
}

}  // namespace jmc::debugger
