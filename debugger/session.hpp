// A debugger at a replay: what it is told, when the replay stands, and its commands. When it goes, all that it has
// asked for is forgotten, the replay keeps its place, and stands there for the next one.
//
// The replay takes the steps of the witness's schedule whatever the debugger does. It stands before an instruction
// while the thread of that instruction is suspended; which thread comes next is the schedule's choice alone.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "check/answers/replay.hpp"
#include "debugger/connection.hpp"
#include "debugger/requests.hpp"
#include "vm/step_observer.hpp"

namespace jmc::debugger {

class Session final : public vm::StepObserver {
 public:
  // A debugger has ended the replay.
  struct Over : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

  // The connection has a client. `say`: a line for the user.
  Session(Connection& connection, std::function<void(const std::string&)> say)
      : StepObserver(true), connection_(connection), say_(std::move(say)) {}

  // The Vm is ready to run main: tells the debugger so, and waits until it lets the program run. Throws Over.
  void begin(check::Replay& replay);
  // The rest of the schedule. Returns what it came to, in words. Throws Over.
  std::string run();

  void at(vm::ThreadId t, const vm::Method& m, uint32_t pc) override;
  void thrown(vm::ThreadId t, vm::Ref exception) override;

 private:
  // Thrown out of a step that is to be left for another place of the schedule.
  struct Moved {};
  // Thrown out of a call that a debugger has asked for and that takes too long.
  struct TooLong {};
  using Command = void (Session::*)(Reader&, Writer&);

  vm::Vm& vm() { return *replay_->machine().vm; }

  // --- standing and going on (session.cpp)
  // Sends or receives; if the debugger is gone by then, waits for the next one, and says where it is.
  template <class F>
  void talk(F&& f);
  void meet();            // a debugger that has just come: nothing has been asked for, every thread is suspended
  bool serve(bool wait);  // carries out a command; false: there is none
  void hold();            // while the thread here is suspended
  void poll();
  void handle(const Packet& packet);
  void post(const std::vector<Occurrence>& happened);
  void tell(Writer& out, const Occurrence& o);
  void suspend_all();
  void resume_all();
  bool arrives(vm::ThreadId t, const vm::Method& m, uint32_t pc, bool& fresh);
  void watch(vm::ThreadId t, const vm::Method& m, uint32_t pc, bool again, std::vector<Occurrence>& happened);
  void notice_classes(vm::ThreadId t);
  std::optional<Frame> handler_of(vm::ThreadId t, vm::Ref exception);
  void move();
  void restart();

  // --- commands (commands.cpp: the table; type_commands.cpp, object_commands.cpp, thread_commands.cpp)
  static Command command(uint8_t set, uint8_t number);
  vm::ThreadId thread(Reader& in);  // that has not ended
  vm::ThreadId suspended_thread(Reader& in);
  Frame frame(vm::ThreadId t, Reader& in);
  vm::Method* method(Reader& in);
  void location(Writer& out, const vm::Method& m, uint16_t bci);
  void type(Writer& out, const vm::Klass* k) { out.u1(Ids::type_tag(k)).u8(Ids::type(k)); }
  uint32_t status(const vm::Klass* k);
  void field_value(Writer& out, const vm::Field& f, vm::Ref holder);
  std::vector<std::pair<vm::Ref, int32_t>> owned(vm::ThreadId t);
  void group_threads(vm::Ref group, std::vector<vm::Ref>& threads, std::vector<vm::Ref>& groups);
  vm::Ref group_of(vm::Ref thread_object);
  std::vector<vm::Klass*> classes();
  std::vector<uint32_t> arguments(Reader& in, const vm::Method& m, vm::Ref self);
  void invoke(vm::ThreadId t, vm::Method& m, const std::vector<uint32_t>& arguments, Writer& out, vm::Ref made = 0);

  void vm_version(Reader&, Writer&);
  void vm_classes_by_signature(Reader&, Writer&);
  void vm_all_classes(Reader&, Writer&);
  void vm_all_classes_generic(Reader&, Writer&);
  void vm_all_threads(Reader&, Writer&);
  void vm_groups(Reader&, Writer&);
  void vm_dispose(Reader&, Writer&);
  void vm_id_sizes(Reader&, Writer&);
  void vm_suspend(Reader&, Writer&);
  void vm_resume(Reader&, Writer&);
  void vm_exit(Reader&, Writer&);
  void vm_create_string(Reader&, Writer&);
  void vm_capabilities(Reader&, Writer&);
  void vm_capabilities_new(Reader&, Writer&);
  void vm_class_paths(Reader&, Writer&);
  void vm_hold_events(Reader&, Writer&);
  void vm_release_events(Reader&, Writer&);
  void nothing(Reader&, Writer&) {}

  void type_signature(Reader&, Writer&);
  void type_signature_generic(Reader&, Writer&);
  void type_loader(Reader&, Writer&);
  void type_modifiers(Reader&, Writer&);
  void type_fields(Reader&, Writer&);
  void type_fields_generic(Reader&, Writer&);
  void type_methods(Reader&, Writer&);
  void type_methods_generic(Reader&, Writer&);
  void type_values(Reader&, Writer&);
  void type_source_file(Reader&, Writer&);
  void type_nested(Reader&, Writer&);
  void type_status(Reader&, Writer&);
  void type_interfaces(Reader&, Writer&);
  void type_class_object(Reader&, Writer&);
  void type_source_extension(Reader&, Writer&);
  void type_version(Reader&, Writer&);
  void class_superclass(Reader&, Writer&);
  void class_invoke(Reader&, Writer&);
  void class_new(Reader&, Writer&);
  void array_new(Reader&, Writer&);
  void method_lines(Reader&, Writer&);
  void method_variables(Reader&, Writer&);
  void method_variables_generic(Reader&, Writer&);
  void method_bytecodes(Reader&, Writer&);
  void method_obsolete(Reader&, Writer&);

  void object_type(Reader&, Writer&);
  void object_values(Reader&, Writer&);
  void object_monitor(Reader&, Writer&);
  void object_invoke(Reader&, Writer&);
  void object_collected(Reader&, Writer&);
  void string_value(Reader&, Writer&);
  void array_length(Reader&, Writer&);
  void array_values(Reader&, Writer&);
  void array_set(Reader&, Writer&);
  void loader_classes(Reader&, Writer&);
  void class_object_type(Reader&, Writer&);

  void thread_name(Reader&, Writer&);
  void thread_suspend(Reader&, Writer&);
  void thread_resume(Reader&, Writer&);
  void thread_status(Reader&, Writer&);
  void thread_group(Reader&, Writer&);
  void thread_frames(Reader&, Writer&);
  void thread_frame_count(Reader&, Writer&);
  void thread_owned(Reader&, Writer&);
  void thread_owned_frames(Reader&, Writer&);
  void thread_contended(Reader&, Writer&);
  void thread_suspend_count(Reader&, Writer&);
  void thread_virtual(Reader&, Writer&);
  void group_name(Reader&, Writer&);
  void group_parent(Reader&, Writer&);
  void group_children(Reader&, Writer&);
  void frame_values(Reader&, Writer&);
  void frame_this(Reader&, Writer&);

  void event_set(Reader&, Writer&);
  void event_clear(Reader&, Writer&);
  void event_clear_breakpoints(Reader&, Writer&);
  void replay_position(Reader&, Writer&);
  void replay_back(Reader&, Writer&);
  void replay_forward(Reader&, Writer&);
  void replay_go_to(Reader&, Writer&);

  Connection& connection_;
  std::function<void(const std::string&)> say_;
  check::Replay* replay_ = nullptr;
  std::unique_ptr<Ids> ids_;
  std::unique_ptr<Requests> requests_;

  size_t steps() const { return replay_->position() - in_step_; }  // of the schedule, that are over
  bool in_step_ = false;                                           // the step of the schedule that is next has begun
  bool started_ = false;  // the initial state has been reached: the replay can go back
  bool quiet_ = false;    // nothing is told: a call of the debugger runs (calling_), or the replay moves
  bool calling_ = false;
  vm::ThreadId here_ = 0;                                                    // whose instruction is next
  std::vector<int32_t> suspended_ = std::vector<int32_t>(por::kMaxThreads);  // how often, by thread
  std::vector<bool> begun_ = std::vector<bool>(por::kMaxThreads), died_ = begun_;
  struct Arrival {
    uint32_t fp, pc;
    const vm::Method* method;
  };
  std::vector<std::vector<Arrival>> arrivals_ = std::vector<std::vector<Arrival>>(por::kMaxThreads);
  std::pair<vm::ThreadId, vm::Ref> last_thrown_{por::kNoThread, vm::kNull};
  size_t classes_ = 0;  // that the debugger can know of
  uint64_t ticks_ = 0, spent_ = 0;
  uint32_t events_ = 0;
  bool held_back_ = false;  // HoldEvents
  std::vector<std::string> held_;
  enum class Leaving : uint8_t { No, Detaches, Ends } leaving_ = Leaving::No;
  bool last_ = false;  // the execution is over: no other debugger is waited for
  std::optional<size_t> move_to_;
  uint32_t move_reply_ = 0;
};

}  // namespace jmc::debugger
