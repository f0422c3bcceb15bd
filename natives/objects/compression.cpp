// java.util.zip.Deflater and Inflater, by zlib.
//
// A stream of zlib cannot be part of a state: it lies in memory of its own and is full of pointers. But what is in it
// depends only on the calls that it got. So the state of a stream is the number of a node in a tree: the root is
// nothing, an edge is a call with everything that it was given, and keeps what came out. Nodes are compared by content
// and never removed, so equal numbers are equal histories and the other way round. A call that some path made before is
// looked up; for a new one zlib's stream is copied from the node before, or made again from the calls that led there.
//
// The number lies in a block of memory outside of the heap (off_heap.hpp), whose address is what the JDK's code holds.
#include <zlib.h>

#include <cstring>
#include <list>
#include <map>
#include <memory>

#include "natives/memory/atomics.hpp"
#include "natives/memory/off_heap.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

enum class Ask : uint8_t { MakeDeflater, MakeInflater, Run, Parameters, Dictionary, Reset };

struct Call {
  Ask ask = Ask::Reset;
  int32_t a = 0, b = 0;  // Make: level, strategy; Run: flush; Parameters: level, strategy
  bool raw = false;      // Make: no header
  uint32_t room = 0;     // Run, Parameters: bytes of output at most
  std::string input;
  friend auto operator<=>(const Call&, const Call&) = default;
};

// A stream that is used by nobody else.
class Stream {
 public:
  Stream() = default;
  Stream(const Stream&) = delete;
  ~Stream() {
    if (deflates_ > 0) deflateEnd(&z_);
    if (deflates_ == 0) inflateEnd(&z_);
  }
  void copy(Stream& from) {
    deflates_ = from.deflates_;
    const int status = deflates_ ? deflateCopy(&z_, &from.z_) : inflateCopy(&z_, &from.z_);
    if (status != Z_OK) {
      deflates_ = -1;
      throw std::bad_alloc();
    }
  }
  // What zlib answers; the output goes to `out`, `used` is the input that it has taken.
  int run(const Call& c, std::string& out, uint32_t& used) {
    out.assign(c.room, 0);
    z_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(c.input.data()));
    z_.avail_in = static_cast<uInt>(c.input.size());
    z_.next_out = reinterpret_cast<Bytef*>(out.data());
    z_.avail_out = c.room;
    int status = Z_OK;
    switch (c.ask) {
      case Ask::MakeDeflater:
        status = deflateInit2(&z_, c.a, Z_DEFLATED, c.raw ? -MAX_WBITS : MAX_WBITS, 8, c.b);
        if (status == Z_OK) deflates_ = 1;
        break;
      case Ask::MakeInflater:
        status = inflateInit2(&z_, c.raw ? -MAX_WBITS : MAX_WBITS);
        if (status == Z_OK) deflates_ = 0;
        break;
      case Ask::Run: status = deflates_ ? deflate(&z_, c.a) : inflate(&z_, Z_SYNC_FLUSH); break;
      case Ask::Parameters: status = deflateParams(&z_, c.a, c.b); break;
      case Ask::Dictionary:
        status = deflates_ ? deflateSetDictionary(&z_, reinterpret_cast<const Bytef*>(c.input.data()),
                                                  static_cast<uInt>(c.input.size()))
                           : inflateSetDictionary(&z_, reinterpret_cast<const Bytef*>(c.input.data()),
                                                  static_cast<uInt>(c.input.size()));
        break;
      case Ask::Reset: status = deflates_ ? deflateReset(&z_) : inflateReset(&z_); break;
    }
    used = static_cast<uint32_t>(c.input.size()) - z_.avail_in;
    out.resize(c.room - z_.avail_out);
    z_.next_in = z_.next_out = nullptr;
    z_.avail_in = z_.avail_out = 0;
    return status;
  }
  uint32_t checksum() const { return static_cast<uint32_t>(z_.adler); }
  const char* message() const { return z_.msg; }

 private:
  z_stream z_ = {};
  int deflates_ = -1;  // 1 or 0 once it is made
};

struct Node {
  uint32_t parent = 0;
  const Call* call = nullptr;  // the key of the map that it is in
  int status = Z_OK;
  uint32_t used = 0, checksum = 0;
  std::string output, message;
  std::map<Call, uint32_t> next;
  std::unique_ptr<Stream> stream;  // of the latest ones
};

class Histories {
 public:
  Histories() : nodes_(1) {}
  uint64_t learnt() const { return nodes_.size(); }
  // Precondition: some call has led there.
  const Node& node(uint32_t n) const { return *nodes_[n]; }
  uint32_t after(uint32_t n, Call call) {
    std::map<Call, uint32_t>& next = children(n);
    if (const auto it = next.find(call); it != next.end()) return it->second;
    auto stream = std::make_unique<Stream>();
    if (n) stream->copy(stream_of(n));
    const uint32_t made = static_cast<uint32_t>(nodes_.size());
    const auto it = next.emplace(std::move(call), made).first;
    auto node = std::make_unique<Node>();
    node->parent = n;
    node->call = &it->first;
    node->status = stream->run(it->first, node->output, node->used);
    node->checksum = stream->checksum();
    if (stream->message()) node->message = stream->message();
    nodes_.push_back(std::move(node));
    keep(made, std::move(stream));
    return made;
  }

 private:
  std::map<Call, uint32_t>& children(uint32_t n) { return n ? nodes_[n]->next : first_; }
  Stream& stream_of(uint32_t n) {
    if (!nodes_[n]->stream) {
      std::vector<uint32_t> way;
      uint32_t at = n;
      for (; at && !nodes_[at]->stream; at = nodes_[at]->parent) way.push_back(at);
      auto stream = std::make_unique<Stream>();
      if (at) stream->copy(*nodes_[at]->stream);
      std::string output;
      uint32_t used;
      for (; !way.empty(); way.pop_back()) stream->run(*nodes_[way.back()]->call, output, used);
      keep(n, std::move(stream));
    }
    return *nodes_[n]->stream;
  }
  void keep(uint32_t n, std::unique_ptr<Stream> stream) {
    constexpr size_t kMost = 24;  // a deflater takes 256 KiB
    nodes_[n]->stream = std::move(stream);
    kept_.push_back(n);
    if (kept_.size() > kMost) {
      nodes_[kept_.front()]->stream.reset();
      kept_.pop_front();
    }
  }
  std::vector<std::unique_ptr<Node>> nodes_;
  std::map<Call, uint32_t> first_;
  std::list<uint32_t> kept_;
};

Histories& histories(const Vm& vm) { return vm::facility<Histories>(vm); }

// --- the natives

NativeStatus no_stream(NativeCall& c, int64_t address) { return bad_address(c, address, 8, "a stream of zlib in"); }

uint32_t number_of(Vm& vm, Ref block) { return static_cast<uint32_t>(vm.heap.load<uint64_t>(block, kBlockData)); }

// The stream whose address is at a slot goes on. Null: there is none.
const Node* go_on(NativeCall& c, int slot, Call call) {
  const Ref block = block_at(c.vm, c.i64(slot));
  if (!block) return nullptr;
  const uint32_t n = histories(c.vm).after(number_of(c.vm, block), std::move(call));
  c.vm.heap.store<uint64_t>(block, kBlockData, n);
  return &histories(c.vm).node(n);
}

NativeStatus make(NativeCall& c, Call call) {
  const uint32_t n = histories(c.vm).after(0, std::move(call));
  if (histories(c.vm).node(n).status != Z_OK) return c.throw_new("java/lang/IllegalArgumentException");
  const int64_t address = allocate_memory(c.vm, 8);
  if (!address) return NativeStatus::Throw;
  c.vm.heap.store<uint64_t>(block_at(c.vm, address), kBlockData, n);
  return c.result(address);
}
NativeStatus make_deflater(NativeCall& c) {
  return make(c, {Ask::MakeDeflater, c.i32(0), c.i32(1), c.i32(2) != 0, 0, {}});
}
NativeStatus make_inflater(NativeCall& c) { return make(c, {Ask::MakeInflater, 0, 0, c.i32(0) != 0, 0, {}}); }

// Bytes of an array (array, offset, length), or at an address (two slots, length).
bool bytes_of_argument(NativeCall& c, int slot, bool array, Bytes& out) {
  const uint64_t count = static_cast<uint64_t>(c.i32(slot + 2));
  if (array) {
    out = {c.ref(slot), kHeaderSize + static_cast<uint32_t>(c.i32(slot + 1)), count};
    return c.ref(slot) && static_cast<uint64_t>(c.i32(slot + 1)) + count <= c.vm.array_length(c.ref(slot));
  }
  if (!count) return true;
  return find_bytes(c.vm, kNull, c.i64(slot), count, out);
}

struct Parts {
  Ref block = kNull;
  Bytes in, out;
};

// Slots: 1-2 address of the stream, 3-5 input, 6-8 output.
template <bool InArray, bool OutArray>
bool find_parts(NativeCall& c, Parts& p) {
  p.block = block_at(c.vm, c.i64(1));
  return p.block && bytes_of_argument(c, 3, InArray, p.in) && bytes_of_argument(c, 6, OutArray, p.out);
}

void touch_all(Vm& vm, const Bytes& bytes, bool write, bool& visible, Pending& p) {
  if (!bytes.count) return;
  if (range_visible(vm, bytes.object, bytes.offset, bytes.count, write))
    visible = true, p.add(bytes.object, kAllElements, true);
}

// What zlib keeps of a stream is no variable of the program.
std::vector<vm::ElementRange> no_elements(Vm&, ThreadId, const Pending&) { return {}; }
constexpr vm::Operation kStream{.ranges = no_elements};

bool describe_stream(NativeCall& c, Ref block, Pending& p) {
  const Bytes state{block, kBlockData, 8};
  bool visible = false;
  touch_all(c.vm, state, true, visible, p);
  p.operation = &kStream;
  p.kind = PendingKind::Cas;
  p.verb = Verb::Compression;
  return visible;
}

// Of the output all that it may write.
template <bool InArray, bool OutArray>
std::vector<vm::ElementRange> run_on(Vm& vm, ThreadId t, const Pending& p) {
  NativeCall c = suspended_call(vm, t, p);
  std::vector<vm::ElementRange> out;
  Parts parts;
  if (!find_parts<InArray, OutArray>(c, parts)) return out;
  if (parts.in.count) parts.in.add_to(out, vm, false);
  if (parts.out.count) parts.out.add_to(out, vm, true);
  return out;
}
template <bool InArray, bool OutArray>
constexpr vm::Operation kRun{.ranges = run_on<InArray, OutArray>};

template <bool InArray, bool OutArray>
bool describe_run(NativeCall& c, Pending& p) {
  Parts parts;
  if (!c.vm.multi() || !find_parts<InArray, OutArray>(c, parts)) return false;
  bool visible = describe_stream(c, parts.block, p);
  touch_all(c.vm, parts.in, false, visible, p);
  touch_all(c.vm, parts.out, true, visible, p);
  p.operation = &kRun<InArray, OutArray>;
  keep_call(c, p);
  return visible;
}

template <int Slot>
bool describe_state(NativeCall& c, Pending& p) {
  const Ref block = c.vm.multi() ? block_at(c.vm, c.i64(Slot)) : kNull;
  return block && describe_stream(c, block, p);
}

int64_t packed(uint64_t used, uint64_t made, bool first, bool second) {
  return static_cast<int64_t>(used | made << 31 | uint64_t{first} << 62 | uint64_t{second} << 63);
}

const Node& run(NativeCall& c, const Parts& parts, Ask ask, int a, int b) {
  Vm& vm = c.vm;
  Call call{ask,
            a,
            b,
            false,
            static_cast<uint32_t>(parts.out.count),
            parts.in.count ? std::string(parts.in.data(vm), parts.in.count) : std::string()};
  const Node& n = *go_on(c, 1, std::move(call));
  if (!n.output.empty()) {
    const Bytes made{parts.out.object, parts.out.offset, n.output.size()};
    made.log(vm);
    std::memcpy(made.data(vm), n.output.data(), n.output.size());
  }
  return n;
}

// Slots 9: flush, 10: the parameters if they have changed.
template <bool InArray, bool OutArray>
NativeStatus deflate_bytes(NativeCall& c) {
  Parts parts;
  if (!find_parts<InArray, OutArray>(c, parts)) return no_stream(c, c.i64(1));
  const int params = c.i32(10);
  const bool sets = params & 1;
  const Node& n =
      sets ? run(c, parts, Ask::Parameters, params >> 3, params >> 1 & 3) : run(c, parts, Ask::Run, c.i32(9), 0);
  if (sets && (n.status == Z_OK || n.status == Z_BUF_ERROR))
    return c.result(packed(n.used, n.output.size(), false, n.status == Z_BUF_ERROR));
  switch (n.status) {
    case Z_OK:
    case Z_STREAM_END: return c.result(packed(n.used, n.output.size(), n.status == Z_STREAM_END, false));
    case Z_BUF_ERROR: return c.result(int64_t{0});
    default:
      return n.message.empty() ? c.throw_new("java/lang/InternalError")
                               : c.throw_new("java/lang/InternalError", n.message);
  }
}

template <bool InArray, bool OutArray>
NativeStatus inflate_bytes(NativeCall& c) {
  Parts parts;
  if (!find_parts<InArray, OutArray>(c, parts)) return no_stream(c, c.i64(1));
  const Node& n = run(c, parts, Ask::Run, 0, 0);
  switch (n.status) {
    case Z_OK:
    case Z_STREAM_END: return c.result(packed(n.used, n.output.size(), n.status == Z_STREAM_END, false));
    case Z_NEED_DICT: return c.result(packed(n.used, n.output.size(), false, true));
    case Z_BUF_ERROR: return c.result(int64_t{0});
    case Z_DATA_ERROR:
      put_int(c.vm, c.ref(0), "inputConsumed", n.used);
      put_int(c.vm, c.ref(0), "outputConsumed", static_cast<int64_t>(n.output.size()));
      return n.message.empty() ? c.throw_new("java/util/zip/DataFormatException")
                               : c.throw_new("java/util/zip/DataFormatException", n.message);
    default:
      return n.message.empty() ? c.throw_new("java/lang/InternalError")
                               : c.throw_new("java/lang/InternalError", n.message);
  }
}

template <bool Array>
NativeStatus set_dictionary(NativeCall& c) {
  Bytes bytes;
  if (!bytes_of_argument(c, 2, Array, bytes)) return bad_address(c, c.i64(2), static_cast<uint64_t>(c.i32(4)));
  const Node* n = go_on(
      c, 0,
      {Ask::Dictionary, 0, 0, false, 0, bytes.count ? std::string(bytes.data(c.vm), bytes.count) : std::string()});
  if (!n) return no_stream(c, c.i64(0));
  return n->status == Z_OK ? c.done() : c.throw_new("java/lang/IllegalArgumentException");
}

NativeStatus checksum(NativeCall& c) {
  const Ref block = block_at(c.vm, c.i64(0));
  return block ? c.result(static_cast<int32_t>(histories(c.vm).node(number_of(c.vm, block)).checksum))
               : no_stream(c, c.i64(0));
}

NativeStatus reset(NativeCall& c) { return go_on(c, 0, {}) ? c.done() : no_stream(c, c.i64(0)); }

bool describe_end(NativeCall& c, Pending& p) {
  const Ref block = c.vm.multi() ? block_once_at(c.vm, c.i64(0)) : kNull;
  return block && describe_free(c.vm, block, p);
}
NativeStatus end(NativeCall& c) {
  const Ref block = block_at(c.vm, c.i64(0));
  if (!block) return no_stream(c, c.i64(0));
  free_block(c.vm, block);
  return c.done();
}

// --- checksums of memory outside of the heap: (before, address, offset, length)

template <uLong (*Sum)(uLong, const Bytef*, uInt)>
NativeStatus sum_of_memory(NativeCall& c) {
  Bytes bytes;
  if (c.i32(4) && !find_bytes(c.vm, kNull, c.i64(1) + c.i32(3), static_cast<uint64_t>(c.i32(4)), bytes))
    return bad_address(c, c.i64(1), static_cast<uint64_t>(c.i32(4)));
  if (!bytes.count) return c.result(c.i32(0));
  return c.result(
      static_cast<int32_t>(Sum(static_cast<uint32_t>(c.i32(0)), reinterpret_cast<const Bytef*>(bytes.data(c.vm)),
                               static_cast<uInt>(bytes.count))));
}
bool describe_sum(NativeCall& c, Pending& p) {
  Bytes bytes;
  if (!c.vm.multi() || c.i32(4) <= 0 ||
      !find_bytes(c.vm, kNull, c.i64(1) + c.i32(3), static_cast<uint64_t>(c.i32(4)), bytes))
    return false;
  bool visible = false;
  touch_all(c.vm, bytes, false, visible, p);
  p.kind = PendingKind::Cas;
  p.verb = Verb::Checksum;
  return visible;
}

// --- jdk.internal.perf: counters of the JVM, which only tools outside of it can read

NativeStatus make_counter(NativeCall& c) {
  return call(c, c.vm.require_class("java/nio/ByteBuffer")->find_method("allocate", "(I)Ljava/nio/ByteBuffer;"),
              Args().i32(8));
}

constexpr Entry kCompressionNatives[] = {
    {"jdk/internal/perf/Perf.createLong(Ljava/lang/String;IIJ)Ljava/nio/ByteBuffer;", make_counter},
    {"jdk/internal/perf/PerfCounter.set(J)V", nothing},
    {"jdk/internal/perf/PerfCounter.add(J)V", nothing},
    {"jdk/internal/perf/PerfCounter.increment()V", nothing},
    {"jdk/internal/perf/PerfCounter.addTime(J)V", nothing},
    {"jdk/internal/perf/PerfCounter.addElapsedTimeFrom(J)V", nothing},
    {"java/util/zip/Deflater.init(IIZ)J", make_deflater},
    {"java/util/zip/Deflater.setDictionary(J[BII)V", set_dictionary<true>, describe_state<0>},
    {"java/util/zip/Deflater.setDictionaryBuffer(JJI)V", set_dictionary<false>, describe_state<0>},
    {"java/util/zip/Deflater.deflateBytesBytes(J[BII[BIIII)J", deflate_bytes<true, true>, describe_run<true, true>},
    {"java/util/zip/Deflater.deflateBytesBuffer(J[BIIJIII)J", deflate_bytes<true, false>, describe_run<true, false>},
    {"java/util/zip/Deflater.deflateBufferBytes(JJI[BIIII)J", deflate_bytes<false, true>, describe_run<false, true>},
    {"java/util/zip/Deflater.deflateBufferBuffer(JJIJIII)J", deflate_bytes<false, false>, describe_run<false, false>},
    {"java/util/zip/Deflater.getAdler(J)I", checksum, describe_state<0>},
    {"java/util/zip/Deflater.reset(J)V", reset, describe_state<0>},
    {"java/util/zip/Deflater.end(J)V", end, describe_end},
    {"java/util/zip/Inflater.initIDs()V", nothing},
    {"java/util/zip/Inflater.init(Z)J", make_inflater},
    {"java/util/zip/Inflater.setDictionary(J[BII)V", set_dictionary<true>, describe_state<0>},
    {"java/util/zip/Inflater.setDictionaryBuffer(JJI)V", set_dictionary<false>, describe_state<0>},
    {"java/util/zip/Inflater.inflateBytesBytes(J[BII[BII)J", inflate_bytes<true, true>, describe_run<true, true>},
    {"java/util/zip/Inflater.inflateBytesBuffer(J[BIIJI)J", inflate_bytes<true, false>, describe_run<true, false>},
    {"java/util/zip/Inflater.inflateBufferBytes(JJI[BII)J", inflate_bytes<false, true>, describe_run<false, true>},
    {"java/util/zip/Inflater.inflateBufferBuffer(JJIJI)J", inflate_bytes<false, false>, describe_run<false, false>},
    {"java/util/zip/Inflater.getAdler(J)I", checksum, describe_state<0>},
    {"java/util/zip/Inflater.reset(J)V", reset, describe_state<0>},
    {"java/util/zip/Inflater.end(J)V", end, describe_end},
    {"java/util/zip/CRC32.updateByteBuffer0(IJII)I", sum_of_memory<crc32>, describe_sum},
    {"java/util/zip/Adler32.updateByteBuffer(IJII)I", sum_of_memory<adler32>, describe_sum},
};

}  // namespace

void register_compression(Vm& vm) { register_table(vm, kCompressionNatives); }

}  // namespace jmc::natives
