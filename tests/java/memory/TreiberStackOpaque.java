// Treiber's stack whose top is looked at opaquely: the node may be half made.
// races sc: racy
// outcomes sc: empty | 1
// outcomes jmm: empty | 1 | 0
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class TreiberStackOpaque {
  static class Node {
    int value;
    Node next;
  }

  static Node top;
  static String seen = "empty";
  static final VarHandle TOP;

  static {
    try {
      TOP = MethodHandles.lookup().findStaticVarHandle(TreiberStackOpaque.class, "top", Node.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void push(int value) {
    Node n = new Node();
    n.value = value;
    for (;;) {
      Node t = (Node) TOP.getOpaque();
      n.next = t;
      if (TOP.weakCompareAndSetRelease(t, n)) return;
    }
  }

  static void look() {
    Node t = (Node) TOP.getOpaque();
    if (t != null) seen = "" + t.value;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> push(1)), c = new Thread(TreiberStackOpaque::look);
    a.start();
    c.start();
    a.join();
    c.join();
    System.out.println(seen);
  }
}
