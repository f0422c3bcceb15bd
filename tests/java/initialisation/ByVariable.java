// outcomes: main 1 | other 1
// why: a handle to a static variable initialises the class, when it is made (before 22) or used; a thread that finds another one at work waits for it
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class ByVariable {
  static volatile String by = "unused";
  static class K { static int n; static { by = Thread.currentThread().getName(); n = 1; } }
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { int n = K.n; }, "other");
    t.start();
    VarHandle n = MethodHandles.lookup().findStaticVarHandle(K.class, "n", int.class);
    int seen = (int) n.getVolatile();
    t.join();
    System.out.println(by + " " + seen);
  }
}
