#include "linearizability/java_client.hpp"

#include <algorithm>

#include "classfile/class_writer.hpp"
#include "classfile/descriptor.hpp"
#include "linearizability/functions.hpp"
#include "vm/state/identity_hash.hpp"

namespace jmc::linearizability {

namespace {

constexpr size_t kMostExpected = 1000;  // lines of a table that is filled by one method

std::string java_name(std::string name) {
  for (char& c : name)
    if (c == '/' || c == '$') c = '.';
  return name;
}

std::string java_type(std::string_view d) { return java_name(classfile::type_in_java(d)); }

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') out += "\\n";
    else if (c == '\r') out += "\\r";
    else out += c;
  }
  return out + "\"";
}

std::string expression(const Value& v, std::string_view d, const Methods& methods);

std::string expressions(const std::vector<Value>& values, const Methods& methods) {
  std::string out;
  for (const Value& e : values)
    out += (out.empty() ? "" : ", ") + (e.kind == Value::Null ? "(Object) null" : expression(e, "", methods));
  return out;
}

std::string number_text(int64_t n, std::string_view d) {
  const std::string text = std::to_string(n);
  if (d == "J" || d == "Ljava/lang/Long;") return text + "L";
  if (d == "F" || d == "Ljava/lang/Float;") return text + "f";
  if (d == "D" || d == "Ljava/lang/Double;") return text + "d";
  struct Cast {
    const char *primitive, *box, *cast;
  };
  for (const Cast& c : {Cast{"B", "Ljava/lang/Byte;", "(byte) "}, Cast{"S", "Ljava/lang/Short;", "(short) "},
                        Cast{"C", "Ljava/lang/Character;", "(char) "}})
    if (d == c.primitive || d == c.box) return c.cast + text;
  return text;
}

std::string expression(const Value& v, std::string_view d, const Methods& methods) {
  switch (v.kind) {
    case Value::Null: return "null";
    case Value::Bool: return v.number ? "true" : "false";
    case Value::Int: return number_text(v.number, d);
    case Value::Function: return "(" + java_type(d) + ") " + java_text(v, methods.function(d).value());
    case Value::Text:
      return d == "Ljava/util/concurrent/TimeUnit;" ? "java.util.concurrent.TimeUnit." + v.text : quoted(v.text);
    case Value::List:
      return d.starts_with("[") ? "new " + java_type(d) + " {" + expressions(v.list, methods) + "}"
                                : "new ArrayList(Arrays.asList(new Object[] {" + expressions(v.list, methods) + "}))";
    case Value::Map: return "map(" + expressions(v.list, methods) + ")";
    case Value::Object: return (v.number ? "" : "new ") + java_name(v.text) + "(" + expressions(v.list, methods) + ")";
    case Value::Constant: return java_name(v.text);
  }
  return {};
}

// Casts tell overloads apart; elsewhere they would be in the way of type arguments.
std::string arguments(const std::vector<Value>& values, const classfile::Signature& s, bool cast,
                      const Methods& methods) {
  std::string out;
  for (size_t i = 0; i < values.size(); ++i) {
    const bool primitive = s.params[i].size() == 1;
    out += (i ? ", " : "") + (cast && !primitive ? "(" + java_type(s.params[i]) + ") " : "") +
           expression(values[i], s.params[i], methods);
  }
  return out;
}

bool collects(std::string_view d, const Methods& methods) {
  const std::optional<FunctionType> type = methods.function(d);
  return type && type->collects();
}
bool has_function(const Value& v) { return v.kind == Value::Function; }
bool has_map(const Value& v) { return v.kind == Value::Map || std::any_of(v.list.begin(), v.list.end(), has_map); }

class Source {
 public:
  Source(const JavaClient& client, const Subject& subject, const Admitted& admitted)
      : c_(client), subject_(subject), methods_(subject.methods), admitted_(admitted) {}

  std::string text() {
    type_ = java_name(methods_.internal_name());
    const auto look = [&](const std::vector<Call>& calls) {
      for (const Call& call : calls) {
        maps_ |= std::any_of(call.arguments.begin(), call.arguments.end(), has_map);
        numbers_ |= std::any_of(call.arguments.begin(), call.arguments.end(), has_function);
      }
    };
    for (const auto& thread : c_.program.threads) look(thread);
    look({subject_.constructor});
    look(subject_.initial);
    look(subject_.last);
    std::string threads;
    for (size_t t = 0; t < c_.program.threads.size(); ++t)
      threads += calls("thread" + std::to_string(t), t, c_.program.threads[t], c_.ordered);
    if (has_end()) threads += calls("end", c_.program.threads.size(), subject_.last, false);
    head();
    out_ += threads;
    client();
    helpers();
    return out_ + "}\n";
  }

 private:
  void line(const std::string& text) { out_ += text + "\n"; }
  size_t threads() const { return c_.program.threads.size(); }
  bool has_end() const { return !subject_.last.empty() || !subject_.invariant.empty(); }

  // By its constructor, or by calls before the threads begin.
  bool made_with_functions() const {
    const auto has = [](const Call& c) { return std::any_of(c.arguments.begin(), c.arguments.end(), has_function); };
    return has(subject_.constructor) || std::any_of(subject_.initial.begin(), subject_.initial.end(), has);
  }

  void head() {
    line("// " + text_of(c_.program) + " on " + text_of(subject_.constructor));
    for (const std::string& note : c_.notes) line("// " + note);
    const std::string package = methods_.package() ? dotted(*methods_.package()) : "";
    const std::string name = (package.empty() ? "" : package + ".") + c_.name;
    line("// Run once: java " + name + "; many times: java " + name + " 1000000");
    if (!package.empty()) line("package " + package + ";");
    line("import java.util.*;");
    line("import java.util.concurrent.atomic.*;\n");
    line("@SuppressWarnings({\"rawtypes\", \"unchecked\"})");
    line("public class " + c_.name + " {");
    if (made_with_functions()) {
      line("  // What functions are given that the object is made with is no result.");
      line("  static final List seen = new ArrayList();");
      line("  static final Thread maker = null;\n");
    }
    if (c_.ordered) {
      line("  // Sequential executions: the thread of each call in turn, and the results, thread by thread.");
      line("  static final String[][] EXPECTED = {");
      if (admitted_.executions.size() > kMostExpected)
        throw ProgramError(text_of(c_.program) + " has more than " + std::to_string(kMostExpected) +
                           " sequential executions, too many for a Java client");
      for (const auto& [order, results] : admitted_.executions)
        line("    {" + quoted(order) + ", " + quoted(text_of(results, admitted_.last)) + "},");
    } else {
      line("  // The results of sequential executions, thread by thread.");
      line("  static final Set<String> EXPECTED = new HashSet<>(Arrays.asList(new String[] {");
      if (admitted_.outcomes.size() > kMostExpected)
        throw ProgramError(text_of(c_.program) + " has more than " + std::to_string(kMostExpected) +
                           " expected outcomes, too many for a Java client");
      for (const auto& results : admitted_.outcomes) line("    " + quoted(text_of(results, admitted_.last)) + ",");
    }
    line(c_.ordered ? "  };\n" : "  }));\n");
    const classfile::Signature s =
        classfile::parse_signature(constructor_ = methods_.constructor(subject_.constructor));
    line(
        "  final " + type_ + " object = " +
        (methods_.factory().empty() ? "new " + type_ : java_name(methods_.factory_owner()) + "." + methods_.factory()) +
        "(" + arguments(subject_.constructor.arguments, s, methods_.constructors().size() > 1, methods_) + ");");
    std::string sizes;
    for (size_t t = 0; t < threads(); ++t)
      sizes += (t ? ", " : "") + std::string("new Object[") + std::to_string(c_.program.threads[t].size()) + "]";
    if (!subject_.last.empty()) sizes += ", new Object[" + std::to_string(subject_.last.size()) + "]";
    line("  final Object[][] results = {" + sizes + "};");
    if (!subject_.initial.empty()) {
      line("  {");
      for (const Call& call : subject_.initial) line("    " + invocation(call) + ";");
      line("  }");
    }
    if (c_.ordered) {
      line("  // How many calls of each thread have ended, and what each call saw of that when it began.");
      std::string counters, seen;
      for (size_t t = 0; t < threads(); ++t) {
        counters += (t ? ", " : "") + std::string("new AtomicInteger()");
        seen += (t ? ", " : "") + std::string("new int[") + std::to_string(c_.program.threads[t].size()) + "][" +
                std::to_string(threads()) + "]";
      }
      line("  final AtomicInteger[] ended = {" + counters + "};");
      line("  final int[][][] seen = {" + seen + "};");
    }
    line("");
  }

  std::string invocation(const Call& call) const {
    const std::string descriptor = methods_.method(call);
    const classfile::Signature s = classfile::parse_signature(descriptor);
    const auto same = std::count_if(methods_.all().begin(), methods_.all().end(), [&](const Methods::Public& m) {
      return m.name == call.method && classfile::parse_signature(m.descriptor).params.size() == s.params.size();
    });
    return "object." + call.method + "(" + arguments(call.arguments, s, same > 1, methods_) + ")";
  }

  // A method that makes the calls of one thread, or those at the end.
  std::string calls(const std::string& name, size_t t, const std::vector<Call>& calls, bool ordered) {
    std::string out = "  void " + name + "() {\n";
    for (size_t i = 0; i < calls.size(); ++i) {
      const std::string descriptor = methods_.method(calls[i]);
      const classfile::Signature s = classfile::parse_signature(descriptor);
      const std::string call = invocation(calls[i]);
      const std::string slot = "results[" + std::to_string(t) + "][" + std::to_string(i) + "]";
      std::string result = call;
      bool keeps = false;
      for (const std::string_view p : s.params) keeps |= collects(p, methods_);
      if (ordered) out += "    look(" + std::to_string(t) + ", " + std::to_string(i) + ");\n";
      out += "    try {\n";
      if (keeps) out += "      List seen = new ArrayList();\n      Thread maker = Thread.currentThread();\n";
      switch (result_kind(s.result)) {
        case ResultKind::Void:
          out += "      " + call + ";\n      " + slot + " = \"_\";\n";
          result.clear();
          break;
        case ResultKind::Array: result = "Arrays.toString(" + call + ")"; break;
        case ResultKind::Iterable: result = "drain(" + call + ".iterator())", drains_ = true; break;
        case ResultKind::Iterator: result = "drain(" + call + ")", drains_ = true; break;
        case ResultKind::Enumeration: result = "String.valueOf(Collections.list(" + call + "))"; break;
        case ResultKind::Spliterator: result = "drain(Spliterators.iterator(" + call + "))", drains_ = true; break;
        case ResultKind::None:
        case ResultKind::Text:
          names_object_ |= s.result.size() > 1;
          result = (s.result.size() == 1 ? "String.valueOf(" : "text(") + call + ")";
          break;
      }
      if (!result.empty()) out += "      " + slot + " = " + result + ";\n";
      if (keeps)
        out += "      " + slot + " = " + (s.result == "V" ? "" : slot + " + \" \" + ") + "String.valueOf(seen);\n";
      out += "    } catch (Throwable e) {\n      " + slot + " = e.getClass().getName();\n    }\n";
      if (ordered) out += "    ended[" + std::to_string(t) + "].set(" + std::to_string(i + 1) + ");\n";
    }
    if (name == "end" && !subject_.invariant.empty()) {
      const std::string call = "object." + subject_.invariant + "()";
      if (classfile::parse_signature(methods_.find({subject_.invariant, {}}).value()).result == "V")
        out += "    " + call + ";\n";
      else
        out += "    if (!" + call + ") throw new AssertionError(\"the invariant " + subject_.invariant +
               "() is false\");\n";
    }
    return out + "  }\n\n";
  }

  void client() {
    if (c_.ordered) {
      line("  void look(int thread, int call) {");
      line("    for (int t = 0; t < ended.length; t++)");
      line("      if (t != thread) seen[thread][call][t] = ended[t].get();");
      line("  }\n");
      line("  // Is there an execution with these results in which each call comes after those that it saw ended?");
      line("  boolean expected() {");
      line("    next:");
      line("    for (String[] execution : EXPECTED) {");
      line("      if (!execution[1].equals(outcome())) continue;");
      line("      int[] made = new int[results.length];");
      line("      for (int i = 0; i < execution[0].length(); i++) {");
      line("        int thread = execution[0].charAt(i) - '0';");
      line("        for (int t = 0; t < made.length; t++)");
      line("          if (t != thread && seen[thread][made[thread]][t] > made[t]) continue next;");
      line("        made[thread]++;");
      line("      }");
      line("      return true;");
      line("    }");
      line("    return false;");
      line("  }\n");
    } else {
      line("  boolean expected() {");
      line("    return EXPECTED.contains(outcome());");
      line("  }\n");
    }
    line("  String outcome() {");
    line("    StringBuilder text = new StringBuilder();");
    if (subject_.last.empty()) {
      line("    for (Object[] thread : results)");
      line("      for (Object result : thread) text.append(text.length() == 0 ? \"\" : \", \").append(result);");
    } else {
      line("    for (int t = 0; t < results.length; t++)");
      line("      for (int i = 0; i < results[t].length; i++)");
      line(
          "        text.append(text.length() == 0 ? \"\" : t == results.length - 1 && i == 0 ? \" | \" : \", "
          "\").append(results[t][i]);");
    }
    // As in the expected outcomes: identity hash codes are none of a result.
    line(identities() ? "    return text.toString().replaceAll(\"(?<=[A-Za-z0-9_$;])@[0-9a-f]{" +
                            std::to_string(vm::kHashDigits) + ",}\", \"@\");"
                      : "    return text.toString();");
    line("  }\n");
    line("  public static void main(String[] args) throws InterruptedException {");
    line("    if (args.length > 0) {");
    line("      repeat(Integer.parseInt(args[0]));");
    line("      return;");
    line("    }");
    line("    " + c_.name + " client = new " + c_.name + "();");
    line("    Thread[] threads = {");
    for (size_t t = 0; t < threads(); ++t) line("      new Thread(() -> client.thread" + std::to_string(t) + "()),");
    line("    };");
    line("    for (Thread t : threads) t.start();");
    line("    for (Thread t : threads) t.join();");
    if (has_end()) line("    client.end();");
    line("    System.out.println(client.outcome());");
    line("    if (!client.expected()) throw new AssertionError(\"unexplained outcome: \" + client.outcome());");
    line("  }\n");
    line("  // Many clients, one after another; the threads meet before each.");
    line("  static void repeat(int times) throws InterruptedException {");
    line("    final int batch = 1000;");
    line("    Map<String, Integer> outcomes = new TreeMap<>();");
    line("    boolean unexplained = false;");
    line("    for (int done = 0; done < times; done += batch) {");
    line("      " + c_.name + "[] clients = new " + c_.name + "[batch];");
    line("      for (int i = 0; i < batch; i++) clients[i] = new " + c_.name + "();");
    line("      AtomicInteger arrived = new AtomicInteger();");
    line("      Thread[] threads = new Thread[" + std::to_string(threads()) + "];");
    line("      for (int t = 0; t < threads.length; t++) {");
    line("        final int thread = t;");
    line("        threads[t] = new Thread(() -> {");
    line("          Random random = new Random();");
    line("          for (int i = 0; i < batch; i++) {");
    line("            arrived.incrementAndGet();");
    line("            for (int spins = 0; arrived.get() < " + std::to_string(threads()) +
         " * (i + 1);) if (++spins > 2000) Thread.yield();");
    line("            for (int spin = random.nextInt(60); spin > 0; spin--) arrived.get();");
    for (size_t t = 0; t < threads(); ++t)
      line("            if (thread == " + std::to_string(t) + ") clients[i].thread" + std::to_string(t) + "();");
    line("          }");
    line("        });");
    line("        threads[t].start();");
    line("      }");
    line("      for (Thread t : threads) t.join();");
    line("      for (" + c_.name + " client : clients) {");
    if (has_end()) line("        client.end();");
    line("        outcomes.merge((client.expected() ? \"\" : \"unexplained \") + client.outcome(), 1, Integer::sum);");
    line("        unexplained |= !client.expected();");
    line("      }");
    line("    }");
    line("    outcomes.forEach((outcome, n) -> System.out.println(n + \" x \" + outcome));");
    line("    if (unexplained) throw new AssertionError(\"unexplained outcomes\");");
    line("  }");
  }

  bool identities() const {
    for (const auto& results : admitted_.outcomes)
      for (const std::string& r : results)
        if (r.find('@') != std::string::npos) return true;
    return false;
  }

  void helpers() {
    if (names_object_) {
      line("\n  String text(Object result) {");
      line("    return result == object ? \"this\" : String.valueOf(result);");
      line("  }");
    }
    if (drains_) {
      line("\n  static String drain(Iterator from) {");
      line("    List list = new ArrayList();");
      line("    while (from.hasNext()) list.add(from.next());");
      line("    return String.valueOf(list);");
      line("  }");
    }
    if (numbers_) {
      line("\n  static int number(Object x) {");
      line("    return x instanceof Number ? ((Number) x).intValue() : 0;");
      line("  }");
    }
    if (maps_) {
      line("\n  static LinkedHashMap map(Object... keysAndValues) {");
      line("    LinkedHashMap map = new LinkedHashMap();");
      line("    for (int i = 0; i < keysAndValues.length; i += 2) map.put(keysAndValues[i], keysAndValues[i + 1]);");
      line("    return map;");
      line("  }");
    }
  }

  const JavaClient& c_;
  const Subject& subject_;
  const Methods& methods_;
  const Admitted& admitted_;
  std::string out_, type_, constructor_;
  bool drains_ = false, maps_ = false, numbers_ = false, names_object_ = false;
};

}  // namespace

std::string java_source(const JavaClient& client, const Subject& subject, const Admitted& admitted) {
  return Source(client, subject, admitted).text();
}

}  // namespace jmc::linearizability
