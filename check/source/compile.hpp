// Compiling what a SourceProgram names.
//
// Ownership: CompiledSources owns the folder of the classes. It is removed with it, and where the process ends without
// coming to that (a signal, _exit), by a process that waits for that and for nothing else.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "check/options/configuration.hpp"
#include "check/source/source_program.hpp"

namespace jmc::check {

// The compiler did not like the sources, or there is none. what() is one line, with the first error.
class CompileError : public std::runtime_error {
 public:
  explicit CompileError(const std::string& what, std::string by_compiler = {})
      : std::runtime_error(what), said(std::move(by_compiler)) {}
  const std::string said;  // by the compiler, as it is
};

class TemporaryFolder;

class CompiledSources {
 public:
  ~CompiledSources();
  CompiledSources(const CompiledSources&) = delete;
  const SourceProgram& program() const { return program_; }
  // What says to a process of jmc that it is done: an option of the command line.
  std::string option() const { return "--compiled=" + program_.info; }
  // Of each file with a class that has a main, in the order of their names: the file, and the option for it alone.
  struct Main {
    std::string file, option;
  };
  const std::vector<Main>& mains() const { return mains_; }

 private:
  friend std::unique_ptr<CompiledSources> compile(const std::vector<std::string>&, const Configuration&);
  explicit CompiledSources(std::unique_ptr<TemporaryFolder> folder);
  std::unique_ptr<TemporaryFolder> folder_;
  SourceProgram program_;
  std::vector<Main> mains_;
};

// Compiles sources with the javac of the JDK in force, as the other options say. Throws CompileError.
std::unique_ptr<CompiledSources> compile(const std::vector<std::string>& named, const Configuration& configuration);

// The files of a folder of sources that speak of a main, without compiling them. Throws CompileError.
std::vector<std::string> sources_with_main(const std::string& folder);

// Null: the configuration names no sources, or they are compiled. Else what was made of them; the command line that has
// its option() is the one to go on with. Throws CompileError.
std::unique_ptr<CompiledSources> compile_sources(const Configuration& configuration);

// The sources that a command line names, or what another process has made of them. After program and class path.
void choose_sources(const CommandLine& line, Configuration& configuration);

// The class path of a program: that of the command line, else the folder that one is in, as for java.
std::string class_path_of_sources(const Configuration& configuration);

}  // namespace jmc::check
