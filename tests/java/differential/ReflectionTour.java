import java.lang.annotation.*; import java.lang.reflect.*; import java.util.*; import java.util.function.*;
/** Annotations, generic signatures, invocation by reflection, proxies, records, sealed classes, stack walkers. */
public class ReflectionTour {
  static void t(String n, Part r) { try { System.out.println(n + ": " + r.compute()); } catch (Throwable e) { System.out.println(n + " threw " + e + (e.getCause()!=null?" <- "+e.getCause():"")); } }
  interface Part { Object compute() throws Throwable; }
  @Retention(RetentionPolicy.RUNTIME) @Target({ElementType.TYPE,ElementType.METHOD,ElementType.FIELD,ElementType.PARAMETER,ElementType.TYPE_USE}) @Repeatable(As.class) @interface A { String value() default "d"; int[] n() default {1,2}; Class<?> c() default String.class; Thread.State s() default Thread.State.NEW; }
  @Retention(RetentionPolicy.RUNTIME) @Target({ElementType.TYPE,ElementType.METHOD,ElementType.FIELD,ElementType.PARAMETER,ElementType.TYPE_USE}) @interface As { A[] value(); }
  @Inherited @Retention(RetentionPolicy.RUNTIME) @interface I { long x() default 3; }
  @I @A("one") @A("two") static class Base<T extends Comparable<T>> { protected T f; public int g=4; private static final String S="s"; @A(n={}) public <U> Map<String,? super U> m(List<? extends T> l, @A("p") U u) throws IllegalStateException { return null; } private int secret(int x){return x*2;} int boom(){ throw new IllegalArgumentException("boom"); } }
  static class Sub extends Base<Integer> implements Comparable<Sub> { public int compareTo(Sub o){return 0;} Sub(){} Sub(int x, String... r){} }
  record R(int a, @A String b) { }
  sealed interface Se permits X, Y {} static final class X implements Se {} static non-sealed class Y implements Se {}
  enum En { P { void f(){} }, Q; void f(){} }
  interface Greeter { String greet(String n); default String twice(String n){ return greet(n)+greet(n);} }
  public static void main(String[] args) throws Throwable {
    t("ann", () -> Sub.class.isAnnotationPresent(I.class)+" "+Base.class.getAnnotationsByType(A.class).length+" "+Base.class.getAnnotation(I.class).x());
    t("annval", () -> { A x=Base.class.getAnnotationsByType(A.class)[0]; return x.value()+Arrays.toString(x.n())+x.c()+x.s()+x.annotationType(); });
    t("annstr", () -> Base.class.getAnnotation(I.class).toString()+Base.class.getAnnotation(I.class).equals(Sub.class.getAnnotation(I.class))+Base.class.getAnnotation(I.class).hashCode());
    t("generic", () -> { Method m=Arrays.stream(Base.class.getDeclaredMethods()).filter(q->q.getName().equals("m")).findFirst().get(); return m.toGenericString()+" "+Arrays.toString(m.getGenericParameterTypes())+" "+m.getGenericReturnType()+Arrays.toString(m.getExceptionTypes())+m.getParameterAnnotations()[1].length; });
    t("super", () -> Sub.class.getGenericSuperclass()+" "+Arrays.toString(Sub.class.getGenericInterfaces())+Arrays.toString(Base.class.getTypeParameters()[0].getBounds()));
    t("fields", () -> { StringBuilder b=new StringBuilder(); for (Field f: Base.class.getDeclaredFields()) b.append(f).append(';'); return b; });
    t("private", () -> { Method m=Base.class.getDeclaredMethod("secret",int.class); m.setAccessible(true); return m.invoke(new Sub(),21); });
    t("invoke", () -> { Method m=Base.class.getDeclaredMethod("boom"); return m.invoke(new Sub()); });
    t("wrongarg", () -> Base.class.getDeclaredMethod("secret",int.class).invoke(new Sub(),"x"));
    t("wrongrecv", () -> Base.class.getDeclaredMethod("boom").invoke("x"));
    t("nosuch", () -> Base.class.getDeclaredMethod("zip",String.class));
    t("nofield", () -> Base.class.getDeclaredField("zip"));
    t("final", () -> { Field f=Base.class.getDeclaredField("S"); f.setAccessible(true); f.set(null,"t"); return 0; });
    t("set", () -> { Sub s=new Sub(); Field f=Base.class.getField("g"); f.setInt(s,9); f.set(s,(short)3); return f.get(s)+" "+f.getLong(s); });
    t("setbad", () -> { Base.class.getField("g").set(new Sub(),"x"); return 0; });
    t("ctor", () -> Sub.class.getDeclaredConstructor(int.class,String[].class).newInstance(1,new String[]{"a"}).getClass()+" "+Sub.class.getDeclaredConstructor(int.class,String[].class).isVarArgs());
    t("abstract", () -> AbstractList.class.getDeclaredConstructor().newInstance());
    t("rec", () -> { RecordComponent[] c=R.class.getRecordComponents(); return c.length+c[0].getName()+c[1].getType()+c[1].getAccessor().invoke(new R(1,"z"))+Arrays.toString(c[1].getAnnotations())+R.class.isRecord(); });
    t("sealed", () -> Arrays.toString(Se.class.getPermittedSubclasses())+Se.class.isSealed()+X.class.isSealed());
    t("enum", () -> En.P.getClass()+" "+En.P.getDeclaringClass()+Arrays.toString(En.class.getEnumConstants())+En.P.getClass().isAnonymousClass()+En.valueOf("Q"));
    t("enumbad", () -> En.valueOf("Z"));
    t("proxy", () -> { Greeter g=(Greeter)Proxy.newProxyInstance(ReflectionTour.class.getClassLoader(),new Class<?>[]{Greeter.class},(p,m,a)-> m.isDefault()? InvocationHandler.invokeDefault(p,m,a) : m.getName().equals("greet")? "hi "+a[0] : m.getName().equals("hashCode")? (Object) 7 : "obj"); return g.greet("x")+g.twice("y")+g.hashCode()+g+Proxy.isProxyClass(g.getClass()); });
    t("proxythrow", () -> { Greeter g=(Greeter)Proxy.newProxyInstance(ReflectionTour.class.getClassLoader(),new Class<?>[]{Greeter.class},(p,m,a)-> { throw new Exception("checked"); }); return g.greet("x"); });
    t("proxycast", () -> { Supplier<?> g=(Supplier<?>)Proxy.newProxyInstance(ReflectionTour.class.getClassLoader(),new Class<?>[]{Supplier.class, Runnable.class},(p,m,a)-> null); ((Runnable)g).run(); return g.get(); });
    t("proxyprim", () -> { IntSupplier g=(IntSupplier)Proxy.newProxyInstance(ReflectionTour.class.getClassLoader(),new Class<?>[]{IntSupplier.class},(p,m,a)-> null); return g.getAsInt(); });
    t("array", () -> { Object o=Array.newInstance(int.class,2,3); Array.setInt(Array.get(o,1),2,5); return Arrays.deepToString((int[][])o)+Array.getLength(o)+o.getClass(); });
    t("arraybad", () -> { Array.set(new int[1],0,"x"); return 0; });
    t("mods", () -> Modifier.toString(Base.class.getDeclaredField("S").getModifiers())+" "+Modifier.toString(Sub.class.getModifiers()));
    t("names", () -> int[][].class.getName()+int[][].class.getSimpleName()+Map.Entry.class.getCanonicalName()+new Object(){}.getClass().getName()+new Object(){}.getClass().getSimpleName().isEmpty()+int.class+void.class+String[].class.getTypeName());
    t("local", () -> { class L { class M{} } return L.class.getName()+L.class.getSimpleName()+L.class.isLocalClass()+L.M.class.getEnclosingClass()+L.class.getEnclosingMethod().getName().startsWith("lambda$"); });
    t("nest", () -> Sub.class.getNestHost()+" "+Sub.class.isNestmateOf(Base.class)+ReflectionTour.class.getNestMembers().length);
    t("declared", () -> { String[] s=Arrays.stream(ReflectionTour.class.getDeclaredClasses()).map(Class::getSimpleName).sorted().toArray(String[]::new); return Arrays.toString(s); });
    t("forname", () -> Class.forName("[Ljava.lang.String;")+" "+Class.forName("ReflectionTour$Sub")+Class.forName("java.util.ArrayList").getDeclaredConstructor().newInstance());
    t("fornamebad", () -> Class.forName("no.Such"));
    t("cast", () -> Integer.class.cast("x"));
    t("asSub", () -> Sub.class.asSubclass(Runnable.class));
    t("params", () -> Sub.class.getDeclaredConstructor(int.class,String[].class).getParameters()[0]);
    t("stackwalk", () -> StackWalker.getInstance().walk(s -> s.limit(1).map(f -> f.getMethodName().startsWith("lambda")).toList()));
    t("caller", () -> StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass());
    t("describe", () -> Sub.class.descriptorString()+ Base.class.toGenericString()+ Se.class.toGenericString());
    t("methods", () -> { TreeSet<String> s=new TreeSet<>(); for (Method m: Sub.class.getMethods()) if (m.getDeclaringClass()!=Object.class) s.add(m+""+m.isBridge()); return s; });
  }
}
