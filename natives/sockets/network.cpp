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

NativeStatus no_interface(NativeCall& c) {
  c.vm.remark("network", "there are no interfaces; asked at " + c.vm.place_of(c.thread));
  return zero(c);
}

template <int32_t N>
NativeStatus port(NativeCall& c) {
  return c.result(N);
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
    {"sun/net/dns/ResolverConfigurationImpl.fallbackDomain0()Ljava/lang/String;", no_interface},
    {"sun/net/spi/DefaultProxySelector.init()Z", zero},
    // the ports that Linux gives to who asks for any
    {"sun/net/PortConfig.getLower0()I", port<32768>},
    {"sun/net/PortConfig.getUpper0()I", port<60999>},
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
    {"java/net/NetworkInterface.getAll()[Ljava/net/NetworkInterface;", no_interface},
    {"java/net/NetworkInterface.getByName0(Ljava/lang/String;)Ljava/net/NetworkInterface;", no_interface},
    {"java/net/NetworkInterface.getByIndex0(I)Ljava/net/NetworkInterface;", no_interface},
    {"java/net/NetworkInterface.getByInetAddress0(Ljava/net/InetAddress;)Ljava/net/NetworkInterface;", no_interface},
    {"java/net/NetworkInterface.boundInetAddress0(Ljava/net/InetAddress;)Z", no_interface},
    {"java/net/http/HttpClient.newHttpClient()Ljava/net/http/HttpClient;", refuse_network},
};

}  // namespace

void register_network(Vm& vm) { register_table(vm, kNetworkNatives); }

}  // namespace jmc::natives
