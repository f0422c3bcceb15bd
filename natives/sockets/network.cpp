// Addresses of the network, as a machine has them that is connected to nothing: it is called localhost and has the
// loopback address alone. Names of others, and connections, are refused. That the program asked is in the answer.
#include <array>
#include <cstring>

#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

constexpr const char* kNetwork = "the network";
constexpr std::array<uint8_t, 4> kLoopbackBytes{127, 0, 0, 1};

NativeStatus host_name(NativeCall& c) {
  c.vm.remark("network",
              "the host is called localhost, its only address is 127.0.0.1; asked at " + c.vm.place_of(c.thread));
  const Ref name = c.vm.new_string_utf8("localhost");
  return name ? c.result(name) : NativeStatus::Throw;
}

// Inet4AddressImpl.lookupAllHostAddr(name)
NativeStatus look_up(NativeCall& c) {
  if (!c.ref(1)) return c.throw_new("java/lang/NullPointerException", "host argument is null");
  const std::string name = utf8(c.vm, c.ref(1));
  if (name != "localhost") c.unsupported(std::string(kNetwork) + ": the address of " + name);
  const Ref bytes = byte_array(c.vm, kLoopbackBytes);
  if (!bytes) return NativeStatus::Throw;
  Method* addresses =
      c.vm.require_class("jmc/internal/Hosts")->find_method("only", "(Ljava/lang/String;[B)[Ljava/net/InetAddress;");
  return call(c, addresses, Args().ref(c.ref(1)).ref(bytes));
}

// Inet4AddressImpl.getHostByAddr(bytes)
NativeStatus name_of(NativeCall& c) {
  const Ref bytes = c.ref(1);
  if (!bytes || c.vm.array_length(bytes) != kLoopbackBytes.size() ||
      std::memcmp(array_data(c.vm, bytes), kLoopbackBytes.data(), kLoopbackBytes.size()) != 0)
    c.unsupported(std::string(kNetwork) + ": the name of an address");
  return host_name(c);
}

NativeStatus no_domain(NativeCall& c) {
  c.vm.remark("network", "the host has no domain; asked at " + c.vm.place_of(c.thread));
  return zero(c);
}

// --- interfaces: lo, as Linux has it

void remark_interfaces(NativeCall& c) {
  c.vm.remark("network", "the only interface is lo; asked at " + c.vm.place_of(c.thread));
}

NativeStatus of_loopback(NativeCall& c, const char* name, const char* descriptor, const Args& args = {}) {
  remark_interfaces(c);
  return call(c, c.vm.require_class("java/net/Loopback")->find_method(name, descriptor), args);
}

NativeStatus all_interfaces(NativeCall& c) { return of_loopback(c, "all", "()[Ljava/net/NetworkInterface;"); }

NativeStatus interface_if(NativeCall& c, bool there) {
  if (there) return of_loopback(c, "only", "()Ljava/net/NetworkInterface;");
  remark_interfaces(c);
  return c.result(kNull);
}
NativeStatus interface_by_name(NativeCall& c) { return interface_if(c, c.ref(0) && utf8(c.vm, c.ref(0)) == "lo"); }
NativeStatus interface_by_index(NativeCall& c) { return interface_if(c, c.i32(0) == 1); }
NativeStatus interface_by_address(NativeCall& c) {
  return of_loopback(c, "of", "(Ljava/net/InetAddress;)Ljava/net/NetworkInterface;", Args().ref(c.ref(0)));
}
NativeStatus bound_to_interface(NativeCall& c) {
  return of_loopback(c, "bound", "(Ljava/net/InetAddress;)Z", Args().ref(c.ref(0)));
}

// Loopback.complete(interface, address, name, parts, bindings)
NativeStatus complete_interface(NativeCall& c) {
  const Ref binding = c.vm.new_object(c.vm.require_class("java/net/InterfaceAddress"));
  if (!binding) return NativeStatus::Throw;
  put_ref(c.vm, binding, "address", c.ref(1));
  put_int(c.vm, binding, "maskLength", 8);
  set_element(c.vm, c.ref(4), 0, binding);
  put_ref(c.vm, c.ref(0), "displayName", c.ref(2));
  put_ref(c.vm, c.ref(0), "childs", c.ref(3));
  put_ref(c.vm, c.ref(0), "bindings", c.ref(4));
  return c.done();
}

// (address, milliseconds, address of an interface, hops): the loopback address always answers.
NativeStatus reachable(NativeCall& c) {
  const Ref bytes = c.ref(1);
  if (!bytes || c.vm.array_length(bytes) != kLoopbackBytes.size() || array_data(c.vm, bytes)[0] != kLoopbackBytes[0])
    c.unsupported(std::string(kNetwork) + ": whether another host can be reached; ask for the loopback address");
  return yes(c);
}

NativeStatus refuse_network(NativeCall& c) { c.unsupported(kNetwork); }

constexpr Entry kNetworkNatives[] = {
    {"sun/net/dns/ResolverConfigurationImpl.fallbackDomain0()Ljava/lang/String;", no_domain},
    {"sun/net/spi/DefaultProxySelector.init()Z", zero},
    // the ports that Linux gives to who asks for any
    {"sun/net/PortConfig.getLower0()I", constant<32768>},
    {"sun/net/PortConfig.getUpper0()I", constant<60999>},
    {"java/net/InetAddress.init()V", nothing},
    {"java/net/InetAddress.isIPv4Available()Z", yes},
    {"java/net/InetAddress.isIPv6Supported()Z", zero},
    {"java/net/InetAddressImplFactory.isIPv6Supported()Z", zero},
    {"java/net/Inet4Address.init()V", nothing},
    {"java/net/Inet6Address.init()V", nothing},
    {"java/net/Inet4AddressImpl.getLocalHostName()Ljava/lang/String;", host_name},
    {"java/net/Inet4AddressImpl.lookupAllHostAddr(Ljava/lang/String;)[Ljava/net/InetAddress;", look_up},
    {"java/net/Inet4AddressImpl.getHostByAddr([B)Ljava/lang/String;", name_of},
    {"java/net/Inet4AddressImpl.isReachable0([BI[BI)Z", reachable},
    {"java/net/NetworkInterface.init()V", nothing},
    {"java/net/NetworkInterface.getAll()[Ljava/net/NetworkInterface;", all_interfaces},
    {"java/net/NetworkInterface.getByName0(Ljava/lang/String;)Ljava/net/NetworkInterface;", interface_by_name},
    {"java/net/NetworkInterface.getByIndex0(I)Ljava/net/NetworkInterface;", interface_by_index},
    {"java/net/NetworkInterface.getByInetAddress0(Ljava/net/InetAddress;)Ljava/net/NetworkInterface;",
     interface_by_address},
    {"java/net/NetworkInterface.boundInetAddress0(Ljava/net/InetAddress;)Z", bound_to_interface},
    {"java/net/NetworkInterface.isUp0(Ljava/lang/String;I)Z", yes},
    {"java/net/NetworkInterface.isLoopback0(Ljava/lang/String;I)Z", yes},
    {"java/net/NetworkInterface.isP2P0(Ljava/lang/String;I)Z", zero},
    {"java/net/NetworkInterface.supportsMulticast0(Ljava/lang/String;I)Z", zero},
    {"java/net/NetworkInterface.getMacAddr0([BLjava/lang/String;I)[B", zero},
    {"java/net/NetworkInterface.getMTU0(Ljava/lang/String;I)I", constant<65536>},
    {"java/net/Loopback.complete(Ljava/net/NetworkInterface;Ljava/net/InetAddress;Ljava/lang/String;"
     "[Ljava/net/NetworkInterface;[Ljava/net/InterfaceAddress;)V",
     complete_interface},
    {"java/net/http/HttpClient.newHttpClient()Ljava/net/http/HttpClient;", refuse_network},
};

}  // namespace

void register_network(Vm& vm) { register_table(vm, kNetworkNatives); }

}  // namespace jmc::natives
