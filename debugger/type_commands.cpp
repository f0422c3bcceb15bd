// Commands on reference types and methods.
#include <algorithm>

#include "classfile/descriptor.hpp"
#include "debugger/session.hpp"
#include "vm/code/insn.hpp"
#include "vm/native.hpp"

namespace jmc::debugger {

using vm::Klass;
using vm::Ref;

void Session::type_signature(Reader& in, Writer& out) { out.string(Ids::signature(ids_->type(in.u8()))); }

void Session::type_signature_generic(Reader& in, Writer& out) {
  const Klass* k = ids_->type(in.u8());
  out.string(Ids::signature(k)).string(k->file ? k->file->signature : "");
}

void Session::type_loader(Reader& in, Writer& out) {
  const Klass* k = ids_->type(in.u8());
  while (k->is_array()) k = k->element;
  const vm::Field* f = vm().known->class_loader;
  out.u8(f && k->mirror ? ids_->object(vm().get_ref(k->mirror, f)) : 0);
}

void Session::type_modifiers(Reader& in, Writer& out) {
  const Klass* k = ids_->type(in.u8());
  uint16_t flags = k->flags;
  if (k->file)
    for (const classfile::InnerClass& inner : k->file->inner_classes)
      if (inner.inner == k->file->name) flags = inner.flags;
  out.i4(flags & ~uint32_t{vm::kSynchronized});  // ACC_SUPER is no modifier
}

namespace {

void write_fields(Writer& out, const Klass* k, bool generic) {
  out.i4(static_cast<int64_t>(k->fields.size()));
  for (const auto& f : k->fields) {
    out.u8(Ids::field(f.get())).string(f->name).string(f->descriptor);
    if (generic) out.string(f->file ? f->file->signature : "");
    out.i4(f->flags);
  }
}

void write_methods(Writer& out, const Klass* k, bool generic) {
  out.i4(static_cast<int64_t>(k->methods.size()));
  for (const auto& m : k->methods) {
    out.u8(Ids::method(m.get())).string(m->name).string(m->descriptor);
    if (generic) out.string(m->file ? m->file->signature : "");
    out.i4(m->flags);
  }
}

void write_variables(Writer& out, const vm::Method& m, bool generic) {
  if (!m.file || !m.file->code) throw Refusal(m.is_native() ? Code::NativeMethod : Code::AbsentInformation);
  const auto& variables = m.file->code->variables;
  if (variables.empty()) throw Refusal(Code::AbsentInformation);
  out.i4(m.arg_slots).i4(static_cast<int64_t>(variables.size()));
  for (const classfile::LocalVariable& v : variables) {
    out.u8(v.start).string(v.name).string(v.descriptor);
    if (generic) out.string("");
    out.i4(v.length).i4(v.slot);
  }
}

}  // namespace

void Session::type_fields(Reader& in, Writer& out) { write_fields(out, ids_->type(in.u8()), false); }
void Session::type_fields_generic(Reader& in, Writer& out) { write_fields(out, ids_->type(in.u8()), true); }
void Session::type_methods(Reader& in, Writer& out) { write_methods(out, ids_->type(in.u8()), false); }
void Session::type_methods_generic(Reader& in, Writer& out) { write_methods(out, ids_->type(in.u8()), true); }

void Session::type_values(Reader& in, Writer& out) {
  Klass* k = ids_->type(in.u8());
  const uint32_t n = in.count(8);
  out.i4(n);
  for (uint32_t i = 0; i < n; ++i) {
    const vm::Field* f = ids_->field(k, in.u8());
    if (!f->is_static()) throw Refusal(Code::InvalidFieldId);
    field_value(out, *f, f->owner->statics);
  }
}

void Session::type_source_file(Reader& in, Writer& out) {
  const Klass* k = ids_->type(in.u8());
  if (!k->file || k->file->source_file.empty()) throw Refusal(Code::AbsentInformation);
  out.string(k->file->source_file);
}

void Session::type_nested(Reader& in, Writer& out) {
  const Klass* k = ids_->type(in.u8());
  const std::string prefix = k->name + "$";
  std::vector<Klass*> nested = classes();
  std::erase_if(nested, [&](const Klass* c) {
    return !c->name.starts_with(prefix) || c->name.find('$', prefix.size()) != std::string::npos;
  });
  out.i4(static_cast<int64_t>(nested.size()));
  for (const Klass* c : nested) type(out, c);
}

uint32_t Session::status(const Klass* k) {
  if (k->is_array() || !k->statics) return 7;  // verified, prepared, initialised
  if (vm().initialised(k)) return 7;
  return vm().init_status(k) == vm::InitStatus::Failed ? 8 : 3;
}

void Session::type_status(Reader& in, Writer& out) { out.i4(status(ids_->type(in.u8()))); }

void Session::type_interfaces(Reader& in, Writer& out) {
  const Klass* k = ids_->type(in.u8());
  out.i4(static_cast<int64_t>(k->interfaces.size()));
  for (const Klass* i : k->interfaces) out.u8(Ids::type(i));
}

void Session::type_class_object(Reader& in, Writer& out) { out.u8(ids_->object(ids_->type(in.u8())->mirror)); }

void Session::type_source_extension(Reader& in, Writer&) {
  ids_->type(in.u8());
  throw Refusal(Code::AbsentInformation);
}

void Session::type_version(Reader& in, Writer& out) {
  const Klass* k = ids_->class_type(in.u8());
  if (!k->file) throw Refusal(Code::AbsentInformation);
  out.i4(k->file->major).i4(k->file->minor);
}

void Session::class_superclass(Reader& in, Writer& out) {
  const Klass* k = ids_->class_type(in.u8());
  out.u8(k->super && !k->is_interface() ? Ids::type(k->super) : 0);
}

// --- calls, in a copy of the state

std::vector<uint32_t> Session::arguments(Reader& in, const vm::Method& m, Ref self) {
  std::vector<uint32_t> out;
  if (!m.is_static()) out.push_back(self);
  const uint32_t n = in.count();
  if (n != m.arg_types.size()) throw Refusal(Code::IllegalArgument, "as many arguments as parameters");
  std::string_view rest = m.descriptor.substr(1);
  for (uint32_t i = 0; i < n; ++i) {
    const char tag = static_cast<char>(in.u1());
    const std::string_view parameter = classfile::next_type(rest);
    const bool reference = classfile::letter_of(parameter) == 'L';
    if (reference != (std::string_view("[Lstglc").find(tag) != std::string_view::npos) ||
        (!reference && tag != parameter.front()))
      throw Refusal(Code::TypeMismatch);
    switch (tag) {
      case 'Z':
      case 'B': out.push_back(static_cast<uint32_t>(int32_t{static_cast<int8_t>(in.u1())})); break;
      case 'C': out.push_back(in.u2()); break;
      case 'S': out.push_back(static_cast<uint32_t>(int32_t{static_cast<int16_t>(in.u2())})); break;
      case 'I':
      case 'F': out.push_back(static_cast<uint32_t>(in.i4())); break;
      case 'J':
      case 'D': {
        const uint64_t v = in.u8();
        out.push_back(static_cast<uint32_t>(v));
        out.push_back(static_cast<uint32_t>(v >> 32));
        break;
      }
      default: {
        const Ref r = ids_->object_or_null(in.u8());
        const Klass* k = vm().class_of_descriptor(parameter, m.owner);
        if (r && (!k || !vm().klass_of(r)->is_subclass_of(k))) throw Refusal(Code::TypeMismatch);
        out.push_back(r);
      }
    }
  }
  return out;
}

// `made`: a constructor's object, which is the result then.
void Session::invoke(vm::ThreadId t, vm::Method& m, const std::vector<uint32_t>& arguments, Writer& out, Ref made) {
  using End = vm::Aside::Result::End;
  if (m.is_abstract()) throw Refusal(Code::InvalidMethodId);
  const vm::Aside::Result result = ids_->call(t, m, arguments);
  if (result.end == End::Blocked) throw Refusal(Code::Internal, "it waits for another thread");
  if (result.end == End::GaveUp) throw Refusal(Code::Internal, result.why);
  const Ref exception = result.end == End::Threw ? static_cast<Ref>(result.value) : vm::kNull;
  const char type = exception ? 'L' : m.return_type;
  if (made) {
    out.u1(static_cast<uint8_t>(ids_->tag(exception ? vm::kNull : made))).u8(exception ? 0 : ids_->object(made));
  } else if (exception && m.return_type != 'L') {
    ids_->value(out, m.return_type, 0);
  } else {
    ids_->value(out, type, exception ? 0 : result.value);
  }
  out.u1(static_cast<uint8_t>(ids_->tag(exception))).u8(ids_->object(exception));
}

void Session::class_invoke(Reader& in, Writer& out) {
  const Klass* k = ids_->class_type(in.u8());
  const vm::ThreadId t = suspended_thread(in);
  vm::Method* m = ids_->method(k, in.u8());
  if (!m->is_static() || m->name == "<clinit>") throw Refusal(Code::InvalidMethodId);
  invoke(t, *m, arguments(in, *m, vm::kNull), out);
}

void Session::class_new(Reader& in, Writer& out) {
  Klass* k = ids_->class_type(in.u8());
  const vm::ThreadId t = suspended_thread(in);
  vm::Method* m = ids_->method(k, in.u8());
  if (m->owner != k || !m->is_init()) throw Refusal(Code::InvalidMethodId);
  if (k->flags & vm::kAbstract) throw Refusal(Code::InvalidClass);
  // The arguments first: they may say in which copy of the state it is made.
  std::vector<uint32_t> values = arguments(in, *m, vm::kNull);
  values.front() = ids_->make(t, k, 0);
  invoke(t, *m, values, out, values.front());
}

void Session::array_new(Reader& in, Writer& out) {
  Klass* k = ids_->type(in.u8());
  const int32_t length = in.i4();
  if (!k->is_array()) throw Refusal(Code::InvalidArray);
  if (length < 0 || length > 1 << 20) throw Refusal(Code::InvalidLength);
  out.u1('[').u8(ids_->object(ids_->make(here_, k, static_cast<uint32_t>(length))));
}

// --- Method

vm::Method* Session::method(Reader& in) {
  const Klass* k = ids_->class_type(in.u8());
  return ids_->method(k, in.u8());
}

void Session::location(Writer& out, const vm::Method& m, uint16_t bci) {
  type(out, m.owner);
  out.u8(Ids::method(&m)).u8(bci);
}

void Session::method_lines(Reader& in, Writer& out) {
  const vm::Method* m = method(in);
  if (m->flags & vm::kNativeFlag) throw Refusal(Code::NativeMethod);
  if (!m->file || !m->file->code) throw Refusal(Code::AbsentInformation);
  const auto& lines = m->file->code->lines;
  out.u8(0).u8(m->file->code->bytecode.size() - 1).i4(static_cast<int64_t>(lines.size()));
  for (const classfile::LineEntry& l : lines) out.u8(l.start).i4(l.line);
}

void Session::method_variables(Reader& in, Writer& out) { write_variables(out, *method(in), false); }
void Session::method_variables_generic(Reader& in, Writer& out) { write_variables(out, *method(in), true); }

void Session::method_bytecodes(Reader& in, Writer& out) {
  const vm::Method* m = method(in);
  if (!m->file || !m->file->code) throw Refusal(Code::AbsentInformation);
  const auto code = m->file->code->bytecode;
  out.string(std::string_view(reinterpret_cast<const char*>(code.data()), code.size()));
}

void Session::method_obsolete(Reader& in, Writer& out) {
  method(in);
  out.u1(0);
}

}  // namespace jmc::debugger
