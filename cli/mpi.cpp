// jmc-mpi: jmc on the ranks of an MPI job. Started by mpirun or srun, it starts jmc beside itself: on rank 0 with the
// command line that was given, as the coordinator; on each other rank as one that does what it is told. What they say
// to each other (check/jobs/frame.hpp) goes through MPI, of which jmc itself knows nothing.
//
// A rank that is not heard of for --lost-after seconds (10) is lost: its work is given to others. MPI itself goes on
// without it only if the launcher lets it (mpirun --enable-recovery).
#include <fcntl.h>
#include <mpi.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "check/jobs/frame.hpp"
#include "check/jobs/process.hpp"

namespace {

using jmc::check::jobs::Frame;
using jmc::check::jobs::Header;
using jmc::check::jobs::Kind;
using jmc::check::jobs::Process;
using jmc::check::jobs::Stream;

// Of messages without content: jmc has ended here (of a follower: as it was told to, or by itself); the job ends, with
// or without MPI_Finalize, which waits for all and so for ever if one is gone.
constexpr int kTag = 1, kQuit = 2, kFinalize = 3, kLeave = 4;
constexpr int kShortNap = 1, kLongNap = 4;  // milliseconds; MPI itself would spin
constexpr double kBeatSeconds = 1;
constexpr size_t kLargest = size_t{1} << 30;  // of one message of MPI

Process child;

// What is for the whole job is for jmc: it ends in order, and its answer ends the job.
void forward(int number) { child.signal(number); }

std::string beside_this(const char* name) {
  char path[4096];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  std::string out(path, n > 0 ? static_cast<size_t>(n) : 0);
  return out.substr(0, out.rfind('/') + 1) + name;
}

// jmc with one end of a stream, and if it is the coordinator, the number of ranks to come. The other end; -1: it could
// not be started.
int start(std::vector<std::string> words, const char* variable, int ranks = 0) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  const std::string number = std::to_string(ends[1]);
  for (std::string& w : words)
    if (w == "{stream}") w = number;
  jmc::check::jobs::Program program{beside_this("jmc"), std::move(words), {}, {}};
  if (variable) program.environment = {{variable, number}, {"JMC_RANKS", std::to_string(ranks)}};
  std::string why;
  const bool started = child.start(program, {.kept = {ends[1]}}, why);
  if (!started) std::fprintf(stderr, "error: jmc-mpi: %s %s\n", program.path.c_str(), why.c_str());
  close(ends[1]);
  return started ? ends[0] : -1;
}

// The exit code of jmc, which has closed its stream.
int code_of_child() {
  const std::optional<Process::End> end = child.collect(true);
  if (end && end->not_started)
    std::fprintf(stderr, "error: jmc-mpi: %s could not be executed; expected jmc beside jmc-mpi\n",
                 beside_this("jmc").c_str());
  return end && end->exited() ? end->code() : 2;
}

// Messages on their way to other ranks.
class Post {
 public:
  void send(int rank, const Frame& frame) {
    Parcel& p = parcels_.emplace_back();
    p.bytes.assign(reinterpret_cast<const char*>(&frame.header), sizeof frame.header);
    p.bytes += frame.content;
    if (p.bytes.size() > kLargest || MPI_Isend(p.bytes.data(), static_cast<int>(p.bytes.size()), MPI_CHAR, rank, kTag,
                                               MPI_COMM_WORLD, &p.request) != MPI_SUCCESS)
      parcels_.pop_back();  // to one that is lost
  }
  void send(int rank, int tag) {
    Parcel& p = parcels_.emplace_back();
    if (MPI_Isend(nullptr, 0, MPI_CHAR, rank, tag, MPI_COMM_WORLD, &p.request) != MPI_SUCCESS) parcels_.pop_back();
  }
  // Forgets what has arrived. What a lost rank never takes stays.
  void clear() {
    while (!parcels_.empty()) {
      int done = 0;
      if (MPI_Test(&parcels_.front().request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done) break;
      parcels_.pop_front();
    }
  }
  // Gives them this long to arrive.
  void finish(double seconds) {
    for (const double until = MPI_Wtime() + seconds; !parcels_.empty() && MPI_Wtime() < until; usleep(1000)) clear();
  }

 private:
  struct Parcel {
    std::string bytes;
    MPI_Request request;
  };
  std::deque<Parcel> parcels_;
};

struct Arrival {
  int from = 0;
  int tag = kTag;
  Frame frame;
};

std::optional<Arrival> arrived() {
  int there = 0, size = 0;
  MPI_Status status;
  if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS || !there) return {};
  MPI_Get_count(&status, MPI_CHAR, &size);
  std::string bytes(static_cast<size_t>(size), '\0');
  if (MPI_Recv(bytes.data(), size, MPI_CHAR, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE) !=
      MPI_SUCCESS)
    return {};
  Arrival out;
  out.from = status.MPI_SOURCE;
  out.tag = status.MPI_TAG;
  if (bytes.size() >= sizeof(Header)) {
    std::memcpy(&out.frame.header, bytes.data(), sizeof(Header));
    out.frame.content = bytes.substr(sizeof(Header));
  }
  return out;
}

// Sleeps until the stream has something, or for a nap: short while there is traffic.
void nap(const Stream& stream, bool busy) {
  pollfd fd{stream.fd(), POLLIN, 0};
  if (!stream.has_next()) poll(&fd, 1, busy ? kShortNap : kLongNap);
}

int coordinate(int size, double lost_after, std::vector<std::string> words) {
  words.insert(words.begin(), "jmc");
  const int fd = start(std::move(words), "JMC_FARM", size - 1);
  if (fd < 0) return 2;
  for (const int number : {SIGINT, SIGTERM, SIGALRM, SIGUSR1}) signal(number, forward);
  Stream jmc(fd);
  Post post;
  std::map<int, double> heard;  // of each rank that came, when
  std::vector<bool> lost(static_cast<size_t>(size));
  std::vector<bool> through(static_cast<size_t>(size));  // its jmc has ended
  for (bool open = true; open;) {
    bool busy = false;
    while (std::optional<Arrival> a = arrived()) {
      busy = true;
      if (a->tag == kQuit) through[static_cast<size_t>(a->from)] = true;
      if (lost[static_cast<size_t>(a->from)]) continue;  // it came back, and others have its work
      heard[a->from] = MPI_Wtime();
      if (a->frame.header.kind == Kind::Beat) continue;
      a->frame.header.rank = static_cast<uint32_t>(a->from);
      if (a->tag == kQuit) a->frame.header.kind = Kind::Lost;
      jmc.send(a->frame.header, a->frame.content);
      if (a->tag == kQuit) lost[static_cast<size_t>(a->from)] = true, heard.erase(a->from);
    }
    open = jmc.read();
    while (std::optional<Frame> f = jmc.next()) {
      busy = true;
      post.send(static_cast<int>(f->header.rank), *f);
    }
    post.clear();
    for (auto h = heard.begin(); h != heard.end();) {
      if (MPI_Wtime() - h->second < lost_after) {
        ++h;
        continue;
      }
      std::fprintf(stderr, "note: rank %d is lost: nothing was heard of it for %g s; others do its work\n", h->first,
                   lost_after);
      lost[static_cast<size_t>(h->first)] = true;
      jmc.send({Kind::Lost, static_cast<uint32_t>(h->first), 0, 0});
      h = heard.erase(h);
    }
    if (open) nap(jmc, busy);
  }
  const int code = code_of_child();
  for (int rank = 1; rank < size; ++rank) post.send(rank, kQuit);
  const auto all = [&] { return std::count(through.begin() + 1, through.end(), true) == size - 1; };
  for (const double until = MPI_Wtime() + lost_after; !all() && MPI_Wtime() < until; usleep(1000 * kShortNap)) {
    post.clear();
    while (std::optional<Arrival> a = arrived())
      if (a->tag == kQuit) through[static_cast<size_t>(a->from)] = true;
  }
  for (int rank = 1; rank < size; ++rank) post.send(rank, all() ? kFinalize : kLeave);
  post.finish(1);
  std::fflush(nullptr);
  if (all()) MPI_Finalize();
  return code;
}

int follow() {
  const int fd = start({"jmc", "farm", "rank", "{stream}"}, nullptr);
  if (fd < 0) return 2;
  Stream jmc(fd);
  Post post;
  double beat = 0;
  for (;;) {
    bool busy = false;
    while (std::optional<Arrival> a = arrived()) {
      busy = true;
      if (a->tag == kFinalize) MPI_Finalize();
      if (a->tag == kFinalize || a->tag == kLeave) return 0;
      if (a->tag == kQuit) {
        child.signal(SIGKILL);
        continue;
      }
      if (a->frame.header.kind == Kind::Peer) a->frame.header.rank = static_cast<uint32_t>(a->from);
      jmc.send(a->frame.header, a->frame.content);
    }
    const bool open = jmc.read();
    while (std::optional<Frame> f = jmc.next()) {
      busy = true;
      post.send(f->header.kind == Kind::Peer ? static_cast<int>(f->header.rank) : 0, *f);
    }
    if (!open && child.running()) {
      // It died, and with it what it was at.
      code_of_child();
      post.send(0, kQuit);
    }
    if (MPI_Wtime() - beat > kBeatSeconds && child.running()) {
      beat = MPI_Wtime();
      Frame f;
      f.header.kind = Kind::Beat;
      post.send(0, f);
    }
    post.clear();
    if (open) nap(jmc, busy);
    else usleep(1000 * kLongNap);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  double lost_after = 10;
  constexpr std::string_view kLostAfter = "--lost-after=";
  if (!words.empty() && words[0].starts_with(kLostAfter)) {
    lost_after = std::atof(words[0].c_str() + kLostAfter.size());
    words.erase(words.begin());
  }
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 2 || lost_after <= 0) {
    if (rank == 0)
      std::fprintf(stderr, size < 2 ? "error: jmc-mpi: one rank; expected mpirun -n N jmc-mpi ... with N of 2 or more\n"
                                    : "error: jmc-mpi: --lost-after: expected a number of seconds above 0\n");
    MPI_Finalize();
    return 2;
  }
  const int code = rank == 0 ? coordinate(size, lost_after, std::move(words)) : follow();
  std::fflush(nullptr);
  _exit(code);
}
