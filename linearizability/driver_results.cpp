// Results of calls as text.
#include "classfile/class_writer.hpp"
#include "linearizability/driver_code.hpp"
#include "linearizability/functions.hpp"
#include "linearizability/methods.hpp"

namespace jmc::linearizability {

using classfile::CodeWriter;
using classfile::Label;

void value_of(CodeWriter& code, std::string_view d) {
  code.invoke(bc::invokestatic, kString, "valueOf", "(" + std::string(d) + ")Ljava/lang/String;");
}

namespace {

// The elements that are left, as a list: what is on the stack is replaced by its text.
void drain(CodeWriter& code, const char* type, const char* more, const char* next) {
  const int from = code.new_local('L'), list = code.new_local('L');
  code.store('L', from);
  code.type(bc::new_, "java/util/ArrayList");
  code.dup();
  code.invoke(bc::invokespecial, "java/util/ArrayList", "<init>", "()V");
  code.store('L', list);
  Label again, over;
  code.bind(again);
  code.load('L', from);
  code.invoke(bc::invokeinterface, type, more, "()Z", true);
  code.jump(bc::ifeq, over);
  code.load('L', list);
  code.load('L', from);
  code.invoke(bc::invokeinterface, type, next, "()Ljava/lang/Object;", true);
  code.invoke(bc::invokevirtual, "java/util/ArrayList", "add", "(Ljava/lang/Object;)Z");
  code.pop('I');
  code.jump(bc::goto_, again);
  code.bind(over);
  code.load('L', list);
  value_of(code, kObject);
}

}  // namespace

void drop(CodeWriter& code, std::string_view d) {
  if (d != "V") code.pop(classfile::letter_of(d));
}

void cast(CodeWriter& code, std::string_view d) {
  struct Box {
    const char *type, *value;
  };
  const auto unbox = [&](Box box) {
    code.type(bc::checkcast, box.type);
    code.invoke(bc::invokevirtual, box.type, box.value, "()" + std::string(d));
  };
  switch (d[0]) {
    case 'Z': return unbox({"java/lang/Boolean", "booleanValue"});
    case 'C': return unbox({"java/lang/Character", "charValue"});
    case 'B': return unbox({"java/lang/Number", "byteValue"});
    case 'S': return unbox({"java/lang/Number", "shortValue"});
    case 'I': return unbox({"java/lang/Number", "intValue"});
    case 'J': return unbox({"java/lang/Number", "longValue"});
    case 'F': return unbox({"java/lang/Number", "floatValue"});
    case 'D': return unbox({"java/lang/Number", "doubleValue"});
    default:
      if (d != kObject) code.type(bc::checkcast, classfile::class_entry(d));
  }
}

namespace {

void to_text(CodeWriter& code, std::string_view d) {
  switch (result_kind(d)) {
    case ResultKind::Void: return code.push_string("_");
    case ResultKind::Array: {
      const std::string array = d.size() == 2 ? std::string(d) : "[Ljava/lang/Object;";
      return code.invoke(bc::invokestatic, "java/util/Arrays", "toString", "(" + array + ")Ljava/lang/String;");
    }
    case ResultKind::Iterable:
      code.invoke(bc::invokeinterface, "java/lang/Iterable", "iterator", "()Ljava/util/Iterator;", true);
      return drain(code, "java/util/Iterator", "hasNext", "next");
    case ResultKind::Iterator: return drain(code, "java/util/Iterator", "hasNext", "next");
    case ResultKind::Enumeration: return drain(code, "java/util/Enumeration", "hasMoreElements", "nextElement");
    case ResultKind::Spliterator:
      code.invoke(bc::invokestatic, "java/util/Spliterators", "iterator",
                  "(Ljava/util/Spliterator;)Ljava/util/Iterator;");
      return drain(code, "java/util/Iterator", "hasNext", "next");
    case ResultKind::None:  // of a class that has a text (Methods::method)
    case ResultKind::Text: break;
  }
  if (d == "I" || d == "B" || d == "S")
    return code.invoke(bc::invokestatic, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;");
  if (d == "Z") return code.invoke(bc::invokestatic, "java/lang/Boolean", "valueOf", "(Z)Ljava/lang/Boolean;");
  if (d.size() == 1) return value_of(code, d);
  Label keep, done;
  code.dup();
  code.type(bc::instanceof_, "java/lang/Integer");
  code.jump(bc::ifne, keep);
  value_of(code, kObject);
  code.jump(bc::goto_, done);
  code.bind(keep);
  code.bind(done);
}

}  // namespace

void to_result(CodeWriter& code, std::string_view d, int object) {
  Label other, done;
  const bool may_be_it = d[0] == 'L';
  if (may_be_it) {
    const int result = code.new_local('L');
    code.store('L', result);
    code.load('L', result);
    code.load('L', object);
    code.jump(bc::if_acmpne, other);
    code.push_string("this");
    code.jump(bc::goto_, done);
    code.bind(other);
    code.load('L', result);
  }
  to_text(code, d);
  if (may_be_it) code.bind(done);
}

void exceptions_as_results(CodeWriter& code, const Label& start, const Label& end) {
  Label handler;
  code.handler(start, end, handler, "java/lang/Throwable");
  code.bind(handler);
  code.invoke(bc::invokevirtual, "java/lang/Object", "getClass", "()Ljava/lang/Class;");
  code.invoke(bc::invokevirtual, "java/lang/Class", "getName", "()Ljava/lang/String;");
  code.ret('L');
}

void add_kept(CodeWriter& code, const std::vector<std::pair<int, std::string>>& kept, bool nothing) {
  for (const auto& [local, name] : kept) {
    if (nothing) {
      code.pop('L');
    } else {
      value_of(code, kObject);
      code.push_string(" ");
      code.invoke(bc::invokevirtual, kString, "concat", "(Ljava/lang/String;)Ljava/lang/String;");
    }
    code.load('L', local);
    code.field(bc::getfield, name, "seen", kSeenType);
    value_of(code, kObject);
    if (!nothing) code.invoke(bc::invokevirtual, kString, "concat", "(Ljava/lang/String;)Ljava/lang/String;");
    nothing = false;
  }
}

}  // namespace jmc::linearizability
