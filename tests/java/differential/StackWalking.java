import java.util.*; import java.util.stream.*; import java.util.function.*;
/** Frames, options and callers that StackWalker shows. */
public class StackWalking {
  static final StackWalker W = StackWalker.getInstance(), R = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE), F = StackWalker.getInstance(StackWalker.Option.SHOW_REFLECT_FRAMES);
  static class Inner { static List<String> deep(int n, StackWalker w) { return n > 0 ? deep(n-1, w) : w.walk(s -> s.map(Object::toString).collect(Collectors.toList())); } Class<?> who() { return R.getCallerClass(); } }
  public static List<String> viaReflection(StackWalker w) { return Inner.deep(0, w); }
  static Class<?> me() { return new Inner().who(); }
  StackWalking() { W.forEach(f -> System.out.println("init " + f.getClassName() + " " + f.getMethodName() + " " + f.getLineNumber() + " " + f.getFileName() + " " + f.isNativeMethod())); }
  public static void main(String[] a) throws Exception {
    System.out.println(Inner.deep(2, W));
    System.out.println(StackWalking.class.getMethod("viaReflection", StackWalker.class).invoke(null, W));
    System.out.println(((List<?>) StackWalking.class.getMethod("viaReflection", StackWalker.class).invoke(null, F)).size() > 3);
    new StackWalking();
    System.out.println(me() + " " + R.walk(s -> s.findFirst().get().getDeclaringClass()));
    try { W.getCallerClass(); } catch (UnsupportedOperationException e) { System.out.println(e.getMessage()); }
    try { W.walk(s -> s.findFirst().get().getDeclaringClass()); } catch (UnsupportedOperationException e) { System.out.println("uoe"); }
    try { R.getCallerClass(); } catch (IllegalCallerException e) { System.out.println(e.getClass()); }
    try { W.walk(null); } catch (NullPointerException e) { System.out.println("npe"); }
    Supplier<Integer> s = () -> W.walk(x -> (int) x.count()); System.out.println((int) s.get());
    Stream.of(1).forEach(i -> System.out.println((Object) W.walk(x -> x.filter(f -> f.getClassName().startsWith("StackWalking")).map(f -> f.getMethodName()).toList())));
    Object[] leaked = new Object[1]; W.walk(x -> leaked[0] = x);
  }
}
