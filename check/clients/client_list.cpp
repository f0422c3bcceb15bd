#include "check/clients/client_list.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/whole_file.hpp"
#include "check/source/compile.hpp"
#include "classfile/class_path.hpp"
#include "classfile/main_method.hpp"

namespace jmc::check {

namespace {

namespace fs = std::filesystem;

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& w : words) out += (out.empty() ? "" : " ") + w;
  return out;
}

// Throws UsageError if a quote has no end.
std::vector<std::string> words_of(const std::string& line, const std::string& where) {
  std::vector<std::string> out;
  std::string word;
  bool open = false;  // a word has begun: '' is one, too
  char quote = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote) {
      if (c == quote) quote = 0;
      else if (c == '\\' && quote == '"' && i + 1 < line.size()) word += line[++i];
      else word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      open = true;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      if (open) out.push_back(std::move(word));
      word.clear();
      open = false;
    } else if (c == '#' && !open) {
      break;
    } else {
      word += c == '\\' && i + 1 < line.size() ? line[++i] : c;
      open = true;
    }
  }
  if (quote) throw UsageError(where + ": a quote " + std::string(1, quote) + " has no end");
  if (open) out.push_back(std::move(word));
  return out;
}

bool has_main(const fs::path& file) {
  const auto content = std::make_shared<std::string>(base::whole_file(file).value_or(""));
  const std::span data(reinterpret_cast<const uint8_t*>(content->data()), content->size());
  return classfile::has_main(classfile::parse({data, content, file.string()}), classfile::kAnyRelease);
}

class List {
 public:
  explicit List(const Configuration& c) : c_(c) {}

  void add(const std::string& word) {
    std::error_code none;
    if (word.starts_with('@')) add_file(word.substr(1));
    else if (fs::is_directory(word, none)) add_folder(word);
    else add_client({}, {word}, "");
  }
  std::vector<Client> take() { return std::move(out_); }

 private:
  void add_folder(const std::string& folder) {
    std::vector<std::string> files;
    try {
      for (const fs::directory_entry& e : fs::recursive_directory_iterator(folder))
        if (e.is_regular_file() && e.path().extension() == ".class" && has_main(e.path()))
          files.push_back(e.path().string());
    } catch (const std::exception& e) { throw UsageError("--each " + folder + ": " + e.what()); }
    if (files.empty() && names_sources(folder)) return add_sources(folder);
    if (files.empty())
      throw UsageError("--each " + folder +
                       ": no class in this folder has a method \"public static void main(String[])\"");
    std::sort(files.begin(), files.end());
    for (const std::string& file : files) add_client({}, {file}, "");
  }

  // Compiled together, which takes a fraction of the time of one after the other. Where that fails (two of them have
  // classes of the same name, one has an error) each client compiles its own, and says what is wrong with it.
  void add_sources(const std::string& folder) {
    try {
      const std::shared_ptr<const CompiledSources> all = compile({folder}, c_);
      if (all->mains().empty()) throw UsageError("--each " + all->program().no_main);
      for (const CompiledSources::Main& main : all->mains()) {
        add_client({main.option}, {main.file}, "");
        out_.back().sources = all;
      }
    } catch (const CompileError&) {
      const std::vector<std::string> files = sources_with_main(folder);
      if (files.empty()) throw;
      for (const std::string& file : files) add_client({}, {file}, "");
    }
  }

  void add_file(const std::string& file) {
    std::ifstream in(file);
    if (!in) throw UsageError("@" + file + ": " + std::strerror(errno) + "; expected a list of clients, one a line");
    const size_t before = out_.size();
    size_t number = 0;
    for (std::string line; std::getline(in, line);) {
      const std::string where = file + ":" + std::to_string(++number);
      const std::vector<std::string> words = words_of(line, where);
      if (words.empty()) continue;
      std::vector<std::string> main{"jmc"};
      main.insert(main.end(), words.begin(), words.end());
      const CommandLine own = read_command_line(main, Command::Check);
      if (!own.wrong.empty()) throw UsageError(where + ": " + own.wrong);
      if (own.several() || !own.program)
        throw UsageError(where + ": expected [options] CLIENT [arguments], found " + line);
      for (const std::string& option : own.options) refuse_option(option, where);
      std::vector<std::string> program{*own.program};
      program.insert(program.end(), own.arguments.begin(), own.arguments.end());
      add_client(own.options, std::move(program), where);
    }
    if (out_.size() == before) throw UsageError("@" + file + ": there is no client in it; expected one a line");
  }

  // Reports and the like are those of the whole.
  static void refuse_option(const std::string& option, const std::string& where) {
    const OptionRow* row = find_option(Command::Check, option_name(option));
    if (row && row->is(Column::Whole | Column::OfAllClients | Column::OneClient | Column::IsReport))
      throw UsageError(where + ": --" + std::string(row->name) +
                       " is an option of the whole command, not of one client");
  }

  void add_client(const std::vector<std::string>& options, std::vector<std::string> program, const std::string& where) {
    Client client;
    client.name = joined(program);
    client.words = {"jmc"};
    // What a line says itself takes the place of what the command says.
    for (const std::string& option : c_.client_options) {
      const auto same = [&](const std::string& o) { return option_name(o) == option_name(option); };
      const bool own = std::any_of(options.begin(), options.end(), same);
      if (!own) client.words.push_back(option);
    }
    client.words.insert(client.words.end(), options.begin(), options.end());
    client.words.push_back("--");
    client.words.insert(client.words.end(), program.begin(), program.end());
    try {
      client.time_limit = parse_configuration(client.words, Command::Check).time_limit;
    } catch (const UsageError& e) {
      if (!where.empty()) throw UsageError(where + ": " + e.what());
      throw;
    }
    out_.push_back(std::move(client));
  }

  const Configuration& c_;
  std::vector<Client> out_;
};

}  // namespace

std::vector<Client> clients_of(const Configuration& c) {
  List list(c);
  list.add(c.program);
  for (const std::string& word : c.arguments) list.add(word);
  return list.take();
}

}  // namespace jmc::check
