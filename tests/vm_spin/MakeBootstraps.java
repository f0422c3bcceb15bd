// Writes Calls.class: call sites and dynamic constants of bootstrap methods that javac never uses. Run with the class-file API (24 on).
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.*;
import java.lang.constant.DirectMethodHandleDesc.Kind;
import java.nio.file.Path;
import java.util.function.Consumer;

public class MakeBootstraps {
  static final ClassDesc BOOT = ClassDesc.of("Bootstraps"), OBJECT = ConstantDescs.CD_Object, STRING = ConstantDescs.CD_String;

  static DirectMethodHandleDesc boot(String name, ClassDesc result, ClassDesc... extra) {
    return ConstantDescs.ofCallsiteBootstrap(BOOT, name, result, extra);
  }

  static void print(CodeBuilder code, Consumer<CodeBuilder> value, ClassDesc type) {
    value.accept(code);
    code.invokestatic(BOOT, "show", MethodTypeDesc.of(ConstantDescs.CD_void, type));
  }

  static void call(CodeBuilder code, DirectMethodHandleDesc bsm, String name, String type, Consumer<CodeBuilder> args, ConstantDesc... extra) {
    MethodTypeDesc t = MethodTypeDesc.ofDescriptor(type);
    for (int i = 0; i < 2; i++) {
      print(code, c -> { args.accept(c); c.invokedynamic(DynamicCallSiteDesc.of(bsm, name, t, extra)); }, t.returnType().isPrimitive() ? t.returnType() : OBJECT);
    }
  }

  static void constant(CodeBuilder code, DirectMethodHandleDesc bsm, String name, ClassDesc type, ConstantDesc... args) {
    for (int i = 0; i < 2; i++) {
      print(code, c -> c.ldc(DynamicConstantDesc.ofNamed(bsm, name, type, args)), type.isPrimitive() ? type : OBJECT);
    }
  }

  static DirectMethodHandleDesc std(String name, ClassDesc result, ClassDesc... extra) {
    return ConstantDescs.ofConstantBootstrap(ClassDesc.of("java.lang.invoke.ConstantBootstraps"), name, result, extra);
  }

  public static void main(String[] args) throws Exception {
    ClassDesc callSite = ConstantDescs.CD_CallSite, cls = ConstantDescs.CD_Class, mh = ConstantDescs.CD_MethodHandle, var = ConstantDescs.CD_VarHandle;
    MethodHandleDesc twice = MethodHandleDesc.ofMethod(Kind.STATIC, BOOT, "twice", MethodTypeDesc.ofDescriptor("(I)I"));
    MethodHandleDesc join = MethodHandleDesc.ofMethod(Kind.STATIC, BOOT, "join", MethodTypeDesc.ofDescriptor("([Ljava/lang/String;)Ljava/lang/String;"));
    ClassFile.of().buildTo(Path.of(args[0], "Calls.class"), ClassDesc.of("Calls"), c -> c.withVersion(61, 0).withMethodBody("main",
        MethodTypeDesc.ofDescriptor("([Ljava/lang/String;)V"), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, b -> {
          call(b, boot("plain", callSite), "twice", "(I)I", x -> x.loadConstant(21));
          call(b, boot("plain", callSite), "greet", "(Ljava/lang/String;J)Ljava/lang/String;", x -> x.loadConstant("you").loadConstant(5L));
          call(b, boot("constant", callSite, STRING, ConstantDescs.CD_int), "k", "()Ljava/lang/String;", x -> { }, "text", 7);
          call(b, boot("many", callSite, OBJECT.arrayType()), "m", "()I", x -> { }, "a", 1, 2L, 3.5f, 4.5, ConstantDescs.CD_String, twice, MethodTypeDesc.ofDescriptor("(I)V"));
          call(b, boot("target", callSite, mh), "t", "(I)I", x -> x.loadConstant(4), twice);
          call(b, boot("mutable", callSite), "u", "()Ljava/lang/Object;", x -> { });
          constant(b, std("nullConstant", OBJECT), "x", STRING);
          constant(b, std("primitiveClass", cls), "J", cls);
          constant(b, std("enumConstant", ClassDesc.of("java.lang.Enum")), "B", ClassDesc.of("Bootstraps").nested("E"));
          constant(b, std("getStaticFinal", OBJECT, cls), "MAX_VALUE", ConstantDescs.CD_int, ClassDesc.of("java.lang.Integer"));
          constant(b, std("getStaticFinal", OBJECT), "TRUE", ClassDesc.of("java.lang.Boolean"));
          constant(b, std("invoke", OBJECT, mh, OBJECT.arrayType()), "i", ConstantDescs.CD_int, twice, 33);
          constant(b, std("invoke", OBJECT, mh, OBJECT.arrayType()), "j", STRING, join, "p", "q", "r");
          constant(b, ConstantDescs.ofConstantBootstrap(BOOT, "fresh", OBJECT), "f", OBJECT);
          constant(b, ConstantDescs.ofConstantBootstrap(BOOT, "wide", ConstantDescs.CD_long, ConstantDescs.CD_int), "w", ConstantDescs.CD_long, 3);
          print(b, x -> x.ldc(DynamicConstantDesc.ofNamed(std("fieldVarHandle", var, cls, cls), "field", var, BOOT, ConstantDescs.CD_int)), var);
          print(b, x -> x.ldc(DynamicConstantDesc.ofNamed(std("staticFieldVarHandle", var, cls, cls), "counter", var, BOOT, ConstantDescs.CD_int)), var);
          print(b, x -> x.ldc(DynamicConstantDesc.ofNamed(std("arrayVarHandle", var, cls), "a", var, ConstantDescs.CD_int.arrayType())), var);
          print(b, x -> x.ldc((ConstantDesc) twice), mh);
          print(b, x -> x.ldc(MethodTypeDesc.ofDescriptor("(I[Ljava/lang/String;)J")), OBJECT);
          b.invokestatic(BOOT, "failing", MethodTypeDesc.of(ConstantDescs.CD_void));
          b.return_();
        }));
  }
}
