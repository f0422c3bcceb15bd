import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.SwitchPoint;
import java.lang.invoke.VolatileCallSite;
import java.lang.invoke.WrongMethodTypeException;

/** Call sites that a program makes itself: their dynamic invokers follow the target; switch points. */
public class CallSiteInvokers {
  static int add(int a, int b) { return a + b; }

  static int multiply(int a, int b) { return a * b; }

  static int fails(int a, int b) { throw new IllegalStateException("target " + a + b); }

  static MethodHandle binary(String name) throws Exception {
    return MethodHandles.lookup().findStatic(CallSiteInvokers.class, name, MethodType.methodType(int.class, int.class, int.class));
  }

  static void follow(CallSite site) throws Throwable {
    MethodHandle invoker = site.dynamicInvoker();
    System.out.println(invoker.type() + " " + (int) invoker.invokeExact(3, 4) + " " + invoker.invoke((short) 5, 6));
    site.setTarget(binary("multiply"));
    System.out.println((int) invoker.invokeExact(3, 4) + " " + invoker.invokeWithArguments(5, 6));
    site.setTarget(binary("fails"));
    try {
      invoker.invoke(1, 2);
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
    try {
      site.setTarget(MethodHandles.constant(int.class, 1));
    } catch (WrongMethodTypeException e) {
      System.out.println("wrong type");
    }
    try {
      invoker.invokeExact(1);
    } catch (WrongMethodTypeException e) {
      System.out.println("wrong call");
    }
  }

  public static void main(String[] args) throws Throwable {
    follow(new MutableCallSite(binary("add")));
    follow(new VolatileCallSite(binary("add")));
    MethodHandle constant = new ConstantCallSite(binary("add")).dynamicInvoker();
    System.out.println(constant.invoke(1, 2));
    MutableCallSite unset = new MutableCallSite(MethodType.methodType(void.class));
    try {
      unset.dynamicInvoker().invoke();
    } catch (IllegalStateException e) {
      System.out.println("unset");
    }
    MutableCallSite loop = new MutableCallSite(binary("add"));
    loop.setTarget(MethodHandles.filterArguments(loop.getTarget(), 0, MethodHandles.identity(int.class)));
    MutableCallSite.syncAll(new MutableCallSite[] {loop});
    System.out.println(MethodHandles.insertArguments(loop.dynamicInvoker(), 1, 40).invoke(2));
    SwitchPoint point = new SwitchPoint();
    MethodHandle either = point.guardWithTest(binary("add"), binary("multiply"));
    System.out.println(either.invoke(5, 6) + " " + point.hasBeenInvalidated());
    SwitchPoint.invalidateAll(new SwitchPoint[] {point});
    System.out.println(either.invoke(5, 6) + " " + point.hasBeenInvalidated());
  }
}
