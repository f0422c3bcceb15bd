// Damaged class files: whatever they do, the VM neither crashes nor hangs nor eats the machine's memory, and what it
// cannot run it refuses with one line. Every mutant runs in a process of its own, forked from one that has booted the
// VM.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "classfile/files.hpp"
#include "maker.hpp"
#include "mutate.hpp"
#include "natives/natives.hpp"
#include "support.hpp"
#include "vm/class/verify_types.hpp"
#include "vm/code/insn.hpp"
#include "vm/jvm_system.hpp"

namespace jmc::vm::test {
namespace {

namespace fs = std::filesystem;

// Serves damaged classes before the sound ones of the directory.
class MutantEntry : public classfile::ClassPathEntry {
 public:
  explicit MutantEntry(const std::string& dir) : below_(classfile::open_directory(dir)) {}
  void replace(const std::string& name, std::vector<uint8_t> bytes) {
    name_ = name;
    bytes_ = std::make_shared<std::vector<uint8_t>>(std::move(bytes));
  }
  std::optional<classfile::Bytes> find_class(std::string_view name) override {
    if (bytes_ && name == name_) return classfile::Bytes{*bytes_, bytes_, "mutant of " + name_};
    return below_->find_class(name);
  }
  std::optional<classfile::Bytes> find_resource(std::string_view path) override { return below_->find_resource(path); }
  bool has_package(std::string_view p) override { return below_->has_package(p); }
  std::string_view module_of_package(std::string_view) override { return {}; }
  const std::string& location() const override { return below_->location(); }

 private:
  std::unique_ptr<classfile::ClassPathEntry> below_;
  std::string name_;
  std::shared_ptr<std::vector<uint8_t>> bytes_;
};

struct Original {
  std::string program, name;
  std::vector<uint8_t> bytes;
};

std::vector<uint8_t> read_file(const fs::path& p) {
  std::ifstream in(p, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Exit codes of a child; none that a sanitizer or the C library would use.
enum Outcome { kEnded = 60, kViolation, kRefused, kUnsupported, kStopped, kBadMessage = 90, kStrange };

class Fuzz : public testing::Test {
 protected:
  static constexpr const char* kPrograms[] = {"IntArithmetic",
                                              "LongArithmetic",
                                              "TryFinally",
                                              "SwitchTable",
                                              "SwitchString",
                                              "Lambdas",
                                              "Records",
                                              "InnerClasses",
                                              "Nestmates",
                                              "Polymorphism",
                                              "InterfaceMethods",
                                              "Exceptions",
                                              "StackShapes",
                                              "WideCode",
                                              "Concat",
                                              "ArrayErrors",
                                              "Enums",
                                              "SealedPatterns",
                                              "Clones",
                                              "StaticInit",
                                              "Synchronized",
                                              "ThreadBasics",
                                              "LocalSlots",
                                              "MethodReferences",
                                              "VarHandleFields",
                                              "ClassCasts",
                                              "SmallFieldsAndArrays",
                                              "InterfaceDispatch",
                                              "FailingInit",
                                              "Reflection"};

  void SetUp() override {
    const auto homes = jdk_homes();
    if (homes.empty()) GTEST_SKIP() << "no JDK found";
    home_ = homes.front();
    dir_ = fs::temp_directory_path() / ("jmc-fuzz-" + std::to_string(getpid()));
    std::string sources;
    for (const char* p : kPrograms)
      sources += " '" JMC_SOURCE_DIR "/tests/java/differential/" + std::string(p) + ".java'";
    fs::create_directories(dir_ / "classes");
    ASSERT_EQ(
        std::system(("'" + home_ + "/bin/javac' -J-XX:TieredStopAtLevel=1 -nowarn -Xlint:none -proc:none -g -d '" +
                     (dir_ / "classes").string() + "'" + sources + " >/dev/null 2>&1")
                        .c_str()),
        0);
    // A class that more than one program may use goes with the program whose name it begins with.
    for (const auto& e : fs::directory_iterator(dir_ / "classes")) {
      const std::string name = e.path().stem();
      if (e.path().extension() != ".class") continue;
      for (const char* p : kPrograms)
        if (name == p || name.starts_with(std::string(p) + "$")) originals_.push_back({p, name, read_file(e.path())});
    }
    std::sort(originals_.begin(), originals_.end(),
              [](const Original& a, const Original& b) { return a.name < b.name; });
    for (const auto& o : originals_) anatomies_.emplace_back(o.bytes);
    ASSERT_GT(originals_.size(), 20u);
  }
  void TearDown() override {
    if (!dir_.empty()) fs::remove_all(dir_);
  }

  // A booted VM for the programs.
  void boot() {
    options_.step_limit = 2'000'000;
    options_.cycle_check_after = 100'000;
    options_.heap_limit = uint64_t{64} << 20;
    options_.allocation_limit = uint64_t{256} << 20;
    options_.stack_slots = 1u << 14;
    classfile::Jdk jdk = classfile::open_jdk(home_);
    classfile::ClassPath stubs, user;
    stubs.add(classfile::open_directory(stub_dir()));
    auto entry = std::make_unique<MutantEntry>((dir_ / "classes").string());
    entry_ = entry.get();
    user.add(std::move(entry));
    vm_ = std::make_unique<Vm>(options_, std::move(jdk), std::move(stubs), std::move(user));
    natives::register_all(*vm_);
    vm_->boot();
    natives::boot_jdk(*vm_);
  }

  // In the child: the mutant of o in place, runs its program. `text` is what was reported.
  Outcome run(const Original& o, std::vector<uint8_t> bytes, std::string& text) {
    entry_->replace(o.name, std::move(bytes));
    try {
      Klass* k = vm_->find_class(o.program);
      if (!k) return kRefused;
      vm_->start_main(k, {});
      JvmSystem system(*vm_);
      por::StepResult r = system.start();
      for (int steps = 0; steps < 3000 && !system.is_final() && !r.stop; ++steps) {
        if (!vm_->violations().empty()) return kViolation;
        por::ThreadId t = 0;
        while (t < system.thread_count() && (system.ended(t) || !system.alternatives(t))) ++t;
        vm_->fingerprint();
        r = system.step(t, 0);
      }
      vm_->fingerprint();
      return r.stop ? kStopped : vm_->violations().empty() ? kEnded : kViolation;
    } catch (const classfile::FormatError& e) {
      text = e.what();
      return text.empty() || text.find('\n') != std::string::npos ? kBadMessage : kRefused;
    } catch (const classfile::PathError& e) {
      text = e.what();
      return kRefused;
    } catch (const Unsupported& e) {
      text = e.what();
      return kUnsupported;
    } catch (const std::exception& e) {
      text = e.what();
      return kStrange;
    }
  }

  VmOptions options_;
  std::string home_;
  fs::path dir_;
  std::vector<Original> originals_;
  std::vector<Anatomy> anatomies_;
  MutantEntry* entry_ = nullptr;
  std::unique_ptr<Vm> vm_;
};

// Nested subroutines run as under HotSpot.
TEST_F(Fuzz, SubroutinesRun) {
  OneMethod c("Jsr", 48);
  c.method = "main";
  c.descriptor = "([Ljava/lang/String;)V";
  const auto print = [&](int iload) {
    c.op(178, c.field("java/lang/System", "out", "Ljava/io/PrintStream;"))
        .op({iload})
        .op(182, c.call("java/io/PrintStream", "println", "(I)V"));
  };
  // 0: x = 1; jsr A; jsr A; print x; return
  c.op({4, 60, 168, 0, 14, 168, 0, 11});  // iconst_1 istore_1 jsr 16 jsr 16
  print(27);                              // 8..14
  c.op({177});                            // 15
  // 16: A: astore_2; x += 10; jsr B; ret 2
  c.op({77, 132, 1, 10, 168, 0, 5, 169, 2});  // 16: astore_2; 17: iinc; 20: jsr 25; 23: ret 2
  // 25: B: astore_3; x = x * 2; print x; ret 3
  c.op({78, 27, 5, 104, 60});  // 25..29
  print(27);                   // 30..36
  c.op({169, 3});              // 37
  const auto bytes = c.bytes();
  std::ofstream(dir_ / "classes" / "Jsr.class", std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  const auto output_of = [&](const std::string& command) {
    std::string text;
    FILE* p = popen((command + " -cp '" + (dir_ / "classes").string() + "' Jsr 2>&1").c_str(), "r");
    for (int ch; p && (ch = fgetc(p)) != EOF;) text += static_cast<char>(ch);
    if (p) pclose(p);
    return text;
  };
  const std::string theirs = output_of("'" + home_ + "/bin/java'");
  EXPECT_EQ(theirs, "22\n64\n64\n");
  EXPECT_EQ(
      output_of("'" + (fs::canonical("/proc/self/exe").parent_path() / "jmc_run").string() + "' --jdk='" + home_ + "'"),
      theirs);
}

TEST_F(Fuzz, MutantsDoNotCrash) {
  boot();
  const uint64_t first = std::getenv("JMC_FUZZ_FIRST") ? std::strtoull(std::getenv("JMC_FUZZ_FIRST"), nullptr, 10) : 0;
  const uint64_t count = rounds(1000, 25'000);
  const auto start = std::chrono::steady_clock::now();
  std::map<int, uint64_t> outcomes;
  uint64_t done = 0, failures = 0;
  long peak = 0;
  for (uint64_t n = first; n < first + count; ++n, ++done) {
    if (count <= 1000 && std::chrono::steady_clock::now() - start > std::chrono::seconds(20)) break;
    const size_t which = n % originals_.size();
    const Original& o = originals_[which];
    const auto bytes = mutate(o.bytes, anatomies_[which], n);
    fflush(nullptr);
    const pid_t pid = fork();
    ASSERT_GE(pid, 0);
    if (pid == 0) {
      alarm(60);
      std::string text;
      const Outcome outcome = run(o, bytes, text);
      if (outcome >= kBadMessage || std::getenv("JMC_FUZZ_SHOW")) {
        std::printf("%s\n", text.c_str());
        fflush(nullptr);
      }
      _exit(outcome);
    }
    int status = 0;
    rusage usage{};
    wait4(pid, &status, 0, &usage);
    peak = std::max(peak, usage.ru_maxrss);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    ++outcomes[code];
    const bool blown = usage.ru_maxrss > 3'000'000;
    if (code < kEnded || code > kStopped || blown) {
      ++failures;
      const fs::path kept = fs::temp_directory_path() / ("jmc-mutant-" + std::to_string(n) + "-" + o.name + ".class");
      std::ofstream(kept, std::ios::binary)
          .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
      ADD_FAILURE() << "mutant " << n << " of " << o.name << " (" << o.program << "): "
                    << (blown          ? "memory " + std::to_string(usage.ru_maxrss) + " kB"
                        : code >= 1000 ? "signal " + std::to_string(code - 1000)
                                       : "exit code " + std::to_string(code))
                    << "; kept as " << kept;
      if (failures >= 40) break;
    }
  }
  std::printf(
      "%lu mutants of %zu classes: %lu ended, %lu with an exception, %lu refused, %lu unsupported, %lu stopped by a "
      "limit, %lu bad; peak %ld MB\n",
      done, originals_.size(), outcomes[kEnded], outcomes[kViolation], outcomes[kRefused], outcomes[kUnsupported],
      outcomes[kStopped], failures, peak / 1024);
}

// HotSpot's verifier looks at the same mutants: what it takes we must take. We may take more, as it also checks what we
// check when it runs.
TEST_F(Fuzz, AgreesWithHotSpot) {
  const uint64_t count = rounds(300, 20'000);
  const fs::path driver = dir_ / "driver", mutants = dir_ / "mutants";
  fs::create_directories(driver);
  fs::create_directories(mutants);
  ASSERT_EQ(std::system(("'" + home_ + "/bin/javac' -d '" + driver.string() +
                         "' '" JMC_SOURCE_DIR "/tests/vm_verify/LinkMutants.java'")
                            .c_str()),
            0);
  std::vector<std::vector<uint8_t>> all;
  std::ofstream list(mutants / "list");
  for (uint64_t n = 0; n < count; ++n) {
    const size_t which = n % originals_.size();
    all.push_back(mutate(originals_[which].bytes, anatomies_[which], n));
    std::ofstream(mutants / std::to_string(n), std::ios::binary)
        .write(reinterpret_cast<const char*>(all.back().data()), static_cast<std::streamsize>(all.back().size()));
    list << n << " " << originals_[which].name << " " << (dir_ / "classes").string() << "\n";
  }
  list.close();
  ASSERT_EQ(
      std::system(("'" + home_ + "/bin/java' -Xverify:all -XX:-PrintWarnings -cp '" + driver.string() +
                   "' LinkMutants '" + mutants.string() + "' > '" + (mutants / "verdicts").string() + "' 2>/dev/null")
                      .c_str()),
      0);
  std::map<uint64_t, std::string> theirs;
  std::ifstream verdicts(mutants / "verdicts");
  for (std::string line; std::getline(verdicts, line);) {
    const size_t space = line.find(' ');  // HotSpot may have warnings of its own in between
    if (space != std::string::npos && line.find_first_not_of("0123456789") == space)
      theirs[std::stoull(line)] = line.substr(space);
  }
  ASSERT_EQ(theirs.size(), count);

  boot();
  uint64_t both_take = 0, both_refuse = 0, only_we_take = 0, only_they_take = 0;
  std::map<std::string, uint64_t> laxer;
  for (uint64_t n = 0; n < count; ++n) {
    const Original& o = originals_[n % originals_.size()];
    int pipe_ends[2];
    ASSERT_EQ(pipe(pipe_ends), 0);
    fflush(nullptr);
    const pid_t pid = fork();
    if (pid == 0) {
      std::string text;
      entry_->replace(o.name, all[n]);
      try {
        Klass* k = vm_->find_class(o.name);
        if (!k) text = "missing";
        if (k)
          for (const auto& m : k->methods)
            if (m->file && m->file->code) translate(*vm_, *m);
      } catch (const MissingClass& e) { text = "missing " + e.name; } catch (const std::exception& e) {
        text = e.what();
      }
      if (write(pipe_ends[1], text.data(), std::min<size_t>(text.size(), 4000)) < 0) _exit(1);
      _exit(0);
    }
    close(pipe_ends[1]);
    std::string ours;
    char buffer[4096];
    for (ssize_t got; (got = read(pipe_ends[0], buffer, sizeof buffer)) > 0;)
      ours.append(buffer, static_cast<size_t>(got));
    close(pipe_ends[0]);
    int status = 0;
    waitpid(pid, &status, 0);
    EXPECT_EQ(status, 0) << "mutant " << n;
    const bool they_take = theirs[n] == " ok", we_take = ours.empty();
    if (they_take && we_take) ++both_take;
    else if (they_take && ours.find("as a parameter name") != std::string::npos)
      ++only_they_take;  // HotSpot looks at those when asked for them
    else if (they_take) {
      ++only_they_take;
      ADD_FAILURE() << "mutant " << n << " of " << o.name << ": HotSpot takes it, we say: " << ours;
    } else if (we_take) {
      ++only_we_take;
      ++laxer[theirs[n].substr(0, 90)];
    } else ++both_refuse;
  }
  std::printf("%lu mutants: both take %lu, both refuse %lu, only we take %lu, only HotSpot takes %lu\n", count,
              both_take, both_refuse, only_we_take, only_they_take);
  std::multimap<uint64_t, std::string, std::greater<>> sorted;
  for (const auto& [text, times] : laxer) sorted.emplace(times, text);
  int shown = 0;
  for (const auto& [times, text] : sorted)
    if (shown++ < 25) std::printf("  %lu%s\n", times, text.c_str());
}

}  // namespace
}  // namespace jmc::vm::test
