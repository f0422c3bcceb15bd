import static java.lang.classfile.ClassFile.*;
import static java.lang.constant.ConstantDescs.*;

import java.lang.classfile.*;
import java.lang.constant.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.function.Consumer;

/** Classes that no compiler would write: bootstrap methods that fail, members of the wrong kind, supertypes that cannot be. */
public class LinkageByHand {
  interface Part { Object compute() throws Throwable; }

  static void t(String name, Part part) {
    try {
      System.out.println(name + ": " + part.compute());
    } catch (Throwable e) {
      System.out.println(name + " threw " + e + (e.getCause() == null ? "" : " <- " + e.getCause()));
    }
  }

  static class Loader extends ClassLoader {
    Loader() { super("by hand", LinkageByHand.class.getClassLoader()); }

    Class<?> define(byte[] b) { return defineClass(null, b, 0, b.length); }
  }

  static int made;
  static final ClassDesc ME = ClassDesc.of("LinkageByHand"), LIST = ClassDesc.of("java.util.ArrayList");
  static final MethodTypeDesc OBJECT = MethodTypeDesc.of(CD_Object), INT = MethodTypeDesc.of(CD_int);

  static Object define(Consumer<ClassBuilder> members) throws Throwable {
    try {
      return new Loader().define(ClassFile.of().build(ClassDesc.of("Made" + made++), members)).getMethod("m").invoke(null);
    } catch (java.lang.reflect.InvocationTargetException e) {
      throw e.getCause();
    }
  }

  static Object run(Consumer<CodeBuilder> body) throws Throwable {
    return define(c -> c.withFlags(ACC_PUBLIC | ACC_SUPER).withMethodBody("m", OBJECT, ACC_PUBLIC | ACC_STATIC, body::accept));
  }

  public static Object constant(MethodHandles.Lookup lookup, String name, Class<?> type, Object... more) {
    if (name.equals("fail")) throw new IllegalStateException("constant");
    if (name.equals("error")) throw new AssertionError("constant");
    return name + type.getSimpleName() + Arrays.toString(more);
  }

  static int count;

  public static int counted(MethodHandles.Lookup lookup, String name, Class<?> type) { return ++count; }

  public static CallSite site(MethodHandles.Lookup lookup, String name, MethodType type, Object... more) throws Throwable {
    switch (name) {
      case "fail": throw new IllegalStateException("site");
      case "error": throw new AssertionError("site");
      case "null": return null;
      case "other": return new ConstantCallSite(MethodHandles.constant(int.class, 3));
      default: return new ConstantCallSite(MethodHandles.dropArguments(MethodHandles.constant(Object.class, name + type + Arrays.toString(more)), 0, type.parameterList()));
    }
  }

  public static Object noSite(MethodHandles.Lookup lookup, String name, MethodType type) { return "a string"; }

  static DirectMethodHandleDesc bootstrap(String name, ClassDesc result, ClassDesc... more) {
    List<ClassDesc> types = new ArrayList<>(List.of(CD_MethodHandles_Lookup, CD_String));
    types.addAll(List.of(more));
    return MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, ME, name, MethodTypeDesc.of(result, types));
  }

  static DynamicConstantDesc<?> named(String name, ClassDesc type, ConstantDesc... more) {
    return DynamicConstantDesc.ofNamed(bootstrap("constant", CD_Object, CD_Class, CD_Object.arrayType()), name, type, more);
  }

  public static void main(String[] args) {
    t("constant", () -> run(c -> c.loadConstant(named("it", CD_Object, 1, 2L, 3f, 4d, "five", CD_int, MethodTypeDesc.ofDescriptor("(I)V"))).areturn()));
    t("constant in a constant", () -> run(c -> c.loadConstant(named("outer", CD_Object, named("inner", CD_Object), NULL, TRUE)).areturn()));
    t("constant of another type", () -> run(c -> c.loadConstant(named("it", CD_Integer)).areturn()));
    t("constant that fails", () -> run(c -> c.loadConstant(named("fail", CD_Object)).areturn()));
    t("constant with an error", () -> run(c -> c.loadConstant(named("error", CD_Object)).areturn()));
    t("constant of a method that is not there", () -> run(c -> c.loadConstant(DynamicConstantDesc.ofNamed(bootstrap("gone", CD_Object, CD_Class), "it", CD_Object)).areturn()));
    t("primitive constant, twice", () -> run(c -> {
      DynamicConstantDesc<?> d = DynamicConstantDesc.ofNamed(bootstrap("counted", CD_int, CD_Class), "it", CD_int);
      c.loadConstant(d).loadConstant(d).iadd().invokestatic(CD_Integer, "valueOf", MethodTypeDesc.of(CD_Integer, CD_int)).areturn();
    }));
    for (String name : new String[] {"ok", "fail", "error", "null", "other"}) {
      t("call site " + name, () -> run(c -> c.iconst_5().loadConstant("s").invokedynamic(DynamicCallSiteDesc.of(
          bootstrap("site", CD_CallSite, CD_MethodType, CD_Object.arrayType()), name, MethodTypeDesc.of(CD_Object, CD_int, CD_String), 7, "more")).areturn()));
    }
    t("no call site", () -> run(c -> c.invokedynamic(DynamicCallSiteDesc.of(bootstrap("noSite", CD_Object, CD_MethodType), "it", OBJECT)).areturn()));
    t("no method", () -> run(c -> c.iconst_1().invokestatic(ME, "gone", MethodTypeDesc.of(CD_Object, CD_int)).areturn()));
    t("no field", () -> run(c -> c.getstatic(ME, "gone", CD_int).pop().aconst_null().areturn()));
    t("no class", () -> run(c -> c.invokestatic(ClassDesc.of("no.Such"), "gone", OBJECT).areturn()));
    t("not static", () -> run(c -> c.loadConstant("x").invokestatic(CD_String, "length", INT).pop().areturn()));
    t("static", () -> run(c -> c.loadConstant("x").iconst_1().invokevirtual(CD_String, "valueOf", MethodTypeDesc.of(CD_String, CD_int)).areturn()));
    t("no interface", () -> run(c -> c.loadConstant("x").invokeinterface(CD_String, "length", INT).pop().aconst_null().areturn()));
    t("interface", () -> run(c -> c.new_(LIST).dup().invokespecial(LIST, "<init>", MTD_void).invokevirtual(CD_List, "size", INT).pop().aconst_null().areturn()));
    t("interface of others", () -> run(c -> c.loadConstant("x").invokeinterface(CD_List, "size", INT).pop().aconst_null().areturn()));
    t("abstract class", () -> run(c -> c.new_(CD_Number).dup().invokespecial(CD_Number, "<init>", MTD_void).areturn()));
    t("final field", () -> run(c -> c.iconst_1().putstatic(CD_Integer, "MAX_VALUE", CD_int).aconst_null().areturn()));
    t("boolean of 2", () -> run(c -> c.iconst_2().invokestatic(CD_Boolean, "valueOf", MethodTypeDesc.of(CD_Boolean, CD_boolean)).areturn()));
    t("no code", () -> define(c -> c.withMethod("m", OBJECT, ACC_PUBLIC | ACC_STATIC, m -> {})));
    t("method twice", () -> define(c -> c.withMethodBody("m", MTD_void, ACC_STATIC, CodeBuilder::return_).withMethodBody("m", MTD_void, ACC_STATIC, CodeBuilder::return_)));
    t("field twice", () -> define(c -> c.withField("f", CD_int, 0).withField("f", CD_int, 0)));
    t("interface twice", () -> define(c -> c.withInterfaceSymbols(CD_List, CD_List)));
    t("final superclass", () -> define(c -> c.withSuperclass(CD_String)));
    t("interface as superclass", () -> define(c -> c.withSuperclass(CD_List)));
    t("class as interface", () -> define(c -> c.withInterfaceSymbols(CD_Integer)));
    t("final method", () -> define(c -> c.withMethodBody("getClass", MethodTypeDesc.of(CD_Class), ACC_PUBLIC, b -> b.aconst_null().areturn())));
    t("its own superclass", () -> define(c -> c.withSuperclass(ClassDesc.of("Made" + (made - 1)))));
    t("its own interface", () -> define(c -> c.withInterfaceSymbols(ClassDesc.of("Made" + (made - 1)))));
  }
}
