// A VarHandle that is called through a method handle keeps its mode: volatile by an invoker; release and acquire as a handle of their own, which order what was written before.
// races: InvokedVarHandle.turn
// weaker: InvokedVarHandle.turn
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;

public class InvokedVarHandle {
  int data, other;
  boolean ready, turn;

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    VarHandle ready = lookup.findVarHandle(InvokedVarHandle.class, "ready", boolean.class);
    VarHandle turn = lookup.findVarHandle(InvokedVarHandle.class, "turn", boolean.class);
    MethodHandle get = MethodHandles.varHandleExactInvoker(AccessMode.GET_VOLATILE, ready.accessModeType(AccessMode.GET_VOLATILE));
    MethodHandle set = MethodHandles.varHandleInvoker(AccessMode.SET_VOLATILE, ready.accessModeType(AccessMode.SET_VOLATILE));
    MethodHandle acquire = turn.toMethodHandle(AccessMode.GET_ACQUIRE), release = turn.toMethodHandle(AccessMode.SET_RELEASE);
    InvokedVarHandle o = new InvokedVarHandle();
    Thread t = new Thread(() -> {
      try {
        o.data = 42;
        set.invokeExact(ready, o, true);
        o.other = 43;
        release.invokeExact(o, true);
      } catch (Throwable e) {
        throw new Error(e);
      }
    });
    t.start();
    int first = (boolean) get.invokeExact(ready, o) ? o.data : 0;
    System.out.println(first + " " + ((boolean) acquire.invokeExact(o) ? o.other : 0));
    t.join();
  }
}
