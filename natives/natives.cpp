#include "natives/natives.hpp"

#include "natives/support.hpp"

namespace jmc::natives {

void register_all(Vm& vm) {
  vm.register_native("*.registerNatives()V", nothing);
  vm.register_native("*.initIDs()V", nothing);
  register_objects(vm);
  register_classes(vm);
  register_members(vm);
  register_loading(vm);
  register_run_time_classes(vm);
  register_constant_pool(vm);
  register_arrays(vm);
  register_copies(vm);
  register_strings(vm);
  register_numbers(vm);
  register_system(vm);
  register_properties(vm);
  register_threads(vm);
  register_blocking(vm);
  register_throwables(vm);
  register_reflection(vm);
  register_io(vm);
  register_checksums(vm);
  register_services(vm);
  register_unsafe(vm);
  register_invoke(vm);
  register_park(vm);
  register_adders(vm);
  register_locks(vm);
  register_stack_walker(vm);
  register_factories(vm);
  register_resources(vm);
  register_refused(vm);
}

}  // namespace jmc::natives
