// What the JDK reads from files and module descriptors: providers of services, security properties, the environment.
//
// ServiceLoader finds the providers that META-INF/services names on the program's class path and those of the JDK in
// the table below. A service of the JDK that is in neither list is refused: to say that nobody provides it might be
// wrong.
#include <fstream>
#include <sstream>

#include "natives/classes/members.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

// --- java.util.ServiceLoader

struct Service {
  std::string_view service, providers;
};
// From the module descriptors of the JDK; classes that a JDK does not have are skipped.
constexpr Service kJdkServices[] = {
    {"sun/util/locale/provider/LocaleDataMetaInfo",
     "sun/util/resources/cldr/provider/CLDRLocaleDataMetaInfo sun/util/resources/provider/NonBaseLocaleDataMetaInfo"},
    {"sun/util/resources/LocaleData$CommonResourceBundleProvider", "sun/util/resources/provider/LocaleDataProvider"},
    {"sun/util/resources/LocaleData$SupplementaryResourceBundleProvider",
     "sun/util/resources/provider/SupplementaryLocaleDataProvider"},
    {"java/nio/charset/spi/CharsetProvider", "sun/nio/cs/ext/ExtendedCharsets"},
    {"java/security/Provider",
     "sun/security/ec/SunEC sun/security/jgss/SunProvider com/sun/security/sasl/Provider "
     "org/jcp/xml/dsig/internal/dom/XMLDSigRI "
     "sun/security/smartcardio/SunPCSC sun/security/provider/certpath/ldap/JdkLDAP "
     "com/sun/security/sasl/gsskerb/JdkSASL sun/security/pkcs11/SunPKCS11"},
    {"java/util/random/RandomGenerator",
     "java/security/SecureRandom java/util/Random java/util/SplittableRandom jdk/random/L32X64MixRandom "
     "jdk/random/L64X128MixRandom "
     "jdk/random/L64X128StarStarRandom jdk/random/L64X256MixRandom jdk/random/L64X1024MixRandom "
     "jdk/random/L128X128MixRandom "
     "jdk/random/L128X256MixRandom jdk/random/L128X1024MixRandom jdk/random/Xoroshiro128PlusPlus "
     "jdk/random/Xoshiro256PlusPlus"},
    {"sun/management/spi/PlatformMBeanProvider",
     "com/sun/management/internal/PlatformMBeanProviderImpl jdk/management/jfr/internal/FlightRecorderMXBeanProvider"},
    {"jdk/internal/logger/DefaultLoggerFinder", "sun/util/logging/internal/LoggingProviderImpl"},
    {"java/lang/System$LoggerFinder", ""},
    {"java/time/chrono/Chronology", ""},
    {"java/time/chrono/AbstractChronology", ""},
    {"java/time/zone/ZoneRulesProvider", ""},
    {"java/util/spi/ResourceBundleControlProvider", ""},
    {"java/util/spi/CalendarDataProvider", ""},
    {"java/util/spi/CurrencyNameProvider", ""},
    {"java/util/spi/LocaleNameProvider", ""},
    {"java/util/spi/TimeZoneNameProvider", ""},
    {"java/net/spi/URLStreamHandlerProvider", ""},
    {"java/net/spi/InetAddressResolverProvider", ""},
    {"java/nio/channels/spi/SelectorProvider", ""},
    {"com/sun/jdi/connect/Connector",
     "com/sun/tools/jdi/ProcessAttachingConnector com/sun/tools/jdi/RawCommandLineLauncher "
     "com/sun/tools/jdi/SocketAttachingConnector com/sun/tools/jdi/SocketListeningConnector "
     "com/sun/tools/jdi/SunCommandLineLauncher"},
    {"com/sun/jdi/connect/spi/TransportService", ""},
    {"com/sun/net/httpserver/spi/HttpServerProvider", ""},
    {"com/sun/source/util/Plugin", ""},
    {"com/sun/tools/attach/spi/AttachProvider", "sun/tools/attach/AttachProviderImpl"},
    {"java/awt/im/spi/InputMethodDescriptor", ""},
    {"java/net/ContentHandlerFactory", "sun/awt/www/content/MultimediaContentHandlers"},
    {"java/nio/channels/spi/AsynchronousChannelProvider", ""},
    {"java/nio/file/spi/FileSystemProvider",
     "jdk/internal/jrtfs/JrtFileSystemProvider jdk/nio/zipfs/ZipFileSystemProvider"},
    {"java/nio/file/spi/FileTypeDetector", ""},
    {"java/rmi/server/RMIClassLoaderSpi", ""},
    {"java/sql/Driver", ""},
    {"java/text/spi/BreakIteratorProvider", ""},
    {"java/text/spi/CollatorProvider", ""},
    {"java/text/spi/DateFormatProvider", ""},
    {"java/text/spi/DateFormatSymbolsProvider", ""},
    {"java/text/spi/DecimalFormatSymbolsProvider", ""},
    {"java/text/spi/NumberFormatProvider", ""},
    {"java/util/prefs/PreferencesFactory", ""},
    {"java/util/spi/CalendarNameProvider", ""},
    {"java/util/spi/ResourceBundleProvider", ""},
    {"java/util/spi/ToolProvider",
     "com/sun/tools/javac/main/JavacToolProvider sun/tools/jar/JarToolProvider "
     "jdk/javadoc/internal/tool/JavadocToolProvider com/sun/tools/javap/Main$JavapToolProvider "
     "com/sun/tools/jdeps/Main$JDepsToolProvider jdk/tools/jmod/Main$JmodToolProvider "
     "jdk/tools/jlink/internal/Main$JlinkToolProvider jdk/jpackage/internal/JPackageToolProvider "
     "com/sun/tools/jnativescan/Main$Provider"},
    {"javax/accessibility/AccessibilityProvider", ""},
    {"javax/annotation/processing/Processor", ""},
    {"javax/imageio/spi/ImageInputStreamSpi", ""},
    {"javax/imageio/spi/ImageOutputStreamSpi", ""},
    {"javax/imageio/spi/ImageReaderSpi", ""},
    {"javax/imageio/spi/ImageTranscoderSpi", ""},
    {"javax/imageio/spi/ImageWriterSpi", ""},
    {"javax/management/remote/JMXConnectorProvider", "com/sun/jmx/remote/protocol/rmi/ClientProvider"},
    {"javax/management/remote/JMXConnectorServerProvider", "com/sun/jmx/remote/protocol/rmi/ServerProvider"},
    {"javax/naming/ldap/StartTlsResponse", ""},
    {"javax/naming/ldap/spi/LdapDnsProvider", ""},
    {"javax/naming/spi/InitialContextFactory",
     "com/sun/jndi/dns/DnsContextFactory com/sun/jndi/rmi/registry/RegistryContextFactory"},
    {"javax/print/PrintServiceLookup", "sun/print/PrintServiceLookupProvider"},
    {"javax/print/StreamPrintServiceFactory", "sun/print/PSStreamPrinterFactory"},
    {"javax/script/ScriptEngineFactory", ""},
    {"javax/security/auth/spi/LoginModule",
     "com/sun/jmx/remote/security/FileLoginModule com/sun/security/auth/module/Krb5LoginModule "
     "com/sun/security/auth/module/UnixLoginModule com/sun/security/auth/module/JndiLoginModule "
     "com/sun/security/auth/module/KeyStoreLoginModule com/sun/security/auth/module/LdapLoginModule "
     "com/sun/security/auth/module/NTLoginModule"},
    {"javax/sound/midi/spi/MidiDeviceProvider",
     "com/sun/media/sound/MidiInDeviceProvider com/sun/media/sound/MidiOutDeviceProvider "
     "com/sun/media/sound/RealTimeSequencerProvider com/sun/media/sound/SoftProvider"},
    {"javax/sound/midi/spi/MidiFileReader", "com/sun/media/sound/StandardMidiFileReader"},
    {"javax/sound/midi/spi/MidiFileWriter", "com/sun/media/sound/StandardMidiFileWriter"},
    {"javax/sound/midi/spi/SoundbankReader",
     "com/sun/media/sound/AudioFileSoundbankReader com/sun/media/sound/DLSSoundbankReader "
     "com/sun/media/sound/JARSoundbankReader com/sun/media/sound/SF2SoundbankReader"},
    {"javax/sound/sampled/spi/AudioFileReader",
     "com/sun/media/sound/AiffFileReader com/sun/media/sound/AuFileReader "
     "com/sun/media/sound/SoftMidiAudioFileReader com/sun/media/sound/WaveFileReader "
     "com/sun/media/sound/WaveFloatFileReader com/sun/media/sound/WaveExtensibleFileReader"},
    {"javax/sound/sampled/spi/AudioFileWriter",
     "com/sun/media/sound/AiffFileWriter com/sun/media/sound/AuFileWriter "
     "com/sun/media/sound/WaveFileWriter com/sun/media/sound/WaveFloatFileWriter"},
    {"javax/sound/sampled/spi/FormatConversionProvider",
     "com/sun/media/sound/AlawCodec com/sun/media/sound/AudioFloatFormatConverter "
     "com/sun/media/sound/PCMtoPCMCodec com/sun/media/sound/UlawCodec"},
    {"javax/sound/sampled/spi/MixerProvider",
     "com/sun/media/sound/DirectAudioDeviceProvider com/sun/media/sound/PortMixerProvider"},
    {"javax/sql/rowset/RowSetFactory", ""},
    {"javax/tools/DocumentationTool", "jdk/javadoc/internal/api/JavadocTool"},
    {"javax/tools/JavaCompiler", "com/sun/tools/javac/api/JavacTool"},
    {"javax/tools/Tool",
     "com/sun/tools/javac/api/JavacTool jdk/javadoc/internal/api/JavadocTool "
     "jdk/internal/jshell/tool/JShellToolProvider"},
    {"javax/xml/datatype/DatatypeFactory", ""},
    {"javax/xml/parsers/DocumentBuilderFactory", ""},
    {"javax/xml/parsers/SAXParserFactory", ""},
    {"javax/xml/stream/XMLEventFactory", ""},
    {"javax/xml/stream/XMLInputFactory", ""},
    {"javax/xml/stream/XMLOutputFactory", ""},
    {"javax/xml/transform/TransformerFactory", ""},
    {"javax/xml/validation/SchemaFactory", ""},
    {"javax/xml/xpath/XPathFactory", ""},
    {"jdk/dynalink/linker/GuardingDynamicLinkerExporter", ""},
    {"jdk/internal/agent/spi/AgentProvider", ""},
    {"jdk/internal/io/JdkConsoleProvider",
     "jdk/internal/org/jline/JdkConsoleProviderImpl "
     "jdk/jshell/execution/impl/ConsoleImpl$ConsoleProviderImpl"},
    {"org/xml/sax/XMLReader", ""},
    {"sun/text/spi/JavaTimeDateTimePatternProvider", ""},
    {"sun/util/spi/CalendarProvider", ""},
};

bool add_class(Vm& vm, std::string_view name, std::vector<Klass*>& out) {
  Klass* k = vm.find_class(name);
  if (k) out.push_back(k);
  return k;
}

// The lines of META-INF/services/NAME: a class name, and what follows a '#' is a comment.
bool add_from_class_path(NativeCall& c, Klass* service, std::vector<Klass*>& out) {
  const std::string path = "META-INF/services/" + dotted(service->external_name());
  for (const auto& entry : c.vm.user.entries()) {
    const auto file = entry->find_resource(path);
    if (!file) continue;
    std::istringstream lines(std::string(file->data.begin(), file->data.end()));
    for (std::string line; std::getline(lines, line);) {
      line = line.substr(0, line.find('#'));
      const size_t from = line.find_first_not_of(" \t\r");
      if (from == line.npos) continue;
      line = line.substr(from, line.find_last_not_of(" \t\r") - from + 1);
      if (add_class(c.vm, slashed(line), out)) continue;
      c.vm.throw_new("java/util/ServiceConfigurationError",
                     dotted(service->external_name()) + ": Provider " + line + " not found");
      return false;
    }
  }
  return true;
}

bool providers_of(NativeCall& c, Klass* service, Ref loader, std::vector<Klass*>& out) {
  bool known = !service->boot;
  for (const Service& s : kJdkServices) {
    if (s.service != service->name) continue;
    known = true;
    std::istringstream names{std::string(s.providers)};
    for (std::string name; names >> name;) add_class(c.vm, name, out);
  }
  const size_t of_jdk = out.size();
  if (!builtin_loader(c.vm, loader)) return true;  // asked itself: jmc.internal.Loading.providers
  if (loader && loader != context(c.vm).platform_loader && !add_from_class_path(c, service, out)) return false;
  if (!known && out.size() == of_jdk) c.unsupported("providers of " + dotted(service->external_name()));
  return true;
}

// A ServiceLoader.Provider, as the JDK's own lookup makes one from a class with a public constructor.
Ref new_provider(NativeCall& c, Ref service, Klass* type) {
  Vm& vm = c.vm;
  Method* constructor = type->find_method("<init>", "()V");
  if (!constructor || !(constructor->flags & kPublic) || (type->flags & kAbstract)) {
    vm.throw_new("java/util/ServiceConfigurationError", dotted(vm.klass_of_mirror(service)->external_name()) + ": " +
                                                            dotted(type->external_name()) +
                                                            " Unable to get public no-arg constructor");
    return kNull;
  }
  const Ref ctor = reflect_constructor(vm, constructor);
  const Ref r = ctor ? vm.new_object(vm.require_class("java/util/ServiceLoader$ProviderImpl")) : kNull;
  if (!r) return kNull;
  put_int(vm, ctor, "override", 1);
  put_ref(vm, r, "service", service);
  put_ref(vm, r, "type", type->mirror);
  put_ref(vm, r, "ctor", ctor);
  return r;
}

NativeStatus new_lookup_iterator(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref service = get_ref(vm, c.ref(0), "service");
  if (get_ref(vm, c.ref(0), "layer")) c.unsupported("a ServiceLoader of a module layer");
  std::vector<Klass*> types;
  const Ref loader = get_ref(vm, c.ref(0), "loader");
  if (!providers_of(c, vm.klass_of_mirror(service), loader, types)) return NativeStatus::Throw;
  std::vector<Ref> providers;
  for (Klass* k : types) {
    const Ref p = new_provider(c, service, k);
    if (!p) return NativeStatus::Throw;
    providers.push_back(p);
  }
  Klass* list = vm.require_class("java/util/ArrayList");
  const Ref elements = ref_array(vm, vm.known->object, providers);
  const Ref r = elements ? vm.new_object(list) : kNull;
  if (!r) return NativeStatus::Throw;
  put_ref(vm, r, "elementData", elements);
  put_int(vm, r, "size", static_cast<int64_t>(providers.size()));
  if (!builtin_loader(vm, loader)) {
    Method* more = vm.require_class("jmc/internal/Loading")
                       ->find_method("providers", "(Ljava/util/ServiceLoader;Ljava/util/List;)Ljava/util/Iterator;");
    return call(c, more, Args().ref(c.ref(0)).ref(r));
  }
  return call(c, list->find_method("iterator", "()Ljava/util/Iterator;"), Args().ref(r));
}

// --- java.security.Security

// The JDK's java.security file as a stream; null with an exception pending.
Ref security_file(NativeCall& c) {
  Vm& vm = c.vm;
  for (const char* place :
       {"/conf/security/java.security", "/lib/security/java.security", "/jre/lib/security/java.security"}) {
    std::ifstream in(vm.jdk.home + place, std::ios::binary);
    if (!in) continue;
    std::ostringstream content;
    content << in.rdbuf();
    const std::string text = content.str();
    const Ref bytes = byte_array(vm, {reinterpret_cast<const uint8_t*>(text.data()), text.size()});
    const Ref stream = bytes ? vm.new_object(vm.require_class("java/io/ByteArrayInputStream")) : kNull;
    if (!stream) return kNull;
    put_ref(vm, stream, "buf", bytes);
    put_int(vm, stream, "count", static_cast<int64_t>(text.size()));
    return stream;
  }
  c.unsupported("the JDK has no java.security file");
}

// Until 22 or so the JDK reads the file through a FileInputStream (io.cpp); this is for the channels that came later.
NativeStatus load_security_properties(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref stream = security_file(c);
  if (!stream) return NativeStatus::Throw;
  Method* load = vm.require_class("java/util/Properties")->find_method("load", "(Ljava/io/InputStream;)V");
  return call(c, load, Args().ref(get_static(vm, vm.require_class("java/security/Security"), "props")).ref(stream));
}

// --- environment

// The program has the variables that it was given as properties, -Djmc.env.NAME=VALUE: those of the process are others
// elsewhere, and a witness would not know them.
NativeStatus environment(NativeCall& c) {
  Vm& vm = c.vm;
  std::vector<Ref> parts;
  for (const std::string_view given : vm.options.properties) {
    if (!given.starts_with(kEnvironment)) continue;
    const std::string_view text = given.substr(kEnvironment.size());
    const size_t equals = std::min(text.find('='), text.size());
    for (const std::string_view part : {text.substr(0, equals), text.substr(std::min(equals + 1, text.size()))}) {
      const Ref bytes = byte_array(vm, {reinterpret_cast<const uint8_t*>(part.data()), part.size()});
      if (!bytes) return NativeStatus::Throw;
      parts.push_back(bytes);
    }
  }
  vm.remark("environment", parts.empty() ? "there are no environment variables; -Djmc.env.NAME=VALUE gives one"
                                         : "there are the environment variables that -Djmc.env. gives, and no others");
  const Ref a = ref_array(vm, vm.known->byte_array, parts);
  return a ? c.result(a) : NativeStatus::Throw;
}

// --- java.lang.ProcessHandle

// Command, arguments, times and user of the process: each may be absent, and is.
NativeStatus process_info(NativeCall& c) {
  c.vm.remark("management", "the process tells nothing of itself; asked at " + c.vm.place_of(c.thread));
  return c.done();
}

NativeStatus own_process(NativeCall& c) { return c.result(kOwnProcess); }

// (process): when it started, or -1
NativeStatus process_alive(NativeCall& c) { return c.result(int64_t{c.i64(0) == kOwnProcess ? 0 : -1}); }

constexpr Entry kTable[] = {
    {"java/util/ServiceLoader.newLookupIterator()Ljava/util/Iterator;", new_lookup_iterator},
    {"java/security/Security$SecPropLoader.loadMaster()V", load_security_properties},
    {"java/lang/ProcessEnvironment.environ()[[B", environment},
    {"java/lang/ProcessImpl.init()V", nothing},
    {"java/lang/ProcessHandleImpl.initNative()V", nothing},
    {"java/lang/ProcessHandleImpl$Info.initIDs()V", nothing},
    {"java/lang/ProcessHandleImpl$Info.info0(J)V", process_info},
    {"java/lang/ProcessHandleImpl.getCurrentPid0()J", own_process},
    {"java/lang/ProcessHandleImpl.isAlive0(J)J", process_alive},
};

}  // namespace

void register_services(Vm& vm) { register_table(vm, kTable); }

}  // namespace jmc::natives
