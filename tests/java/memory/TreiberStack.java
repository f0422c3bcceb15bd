// Treiber's stack by release and acquire: the element of a node that is seen is seen.
// races sc: racy
// outcomes sc: empty | 1 | 2
// outcomes jmm: empty | 1 | 2
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class TreiberStack {
  static class Node {
    int value;
    Node next;
  }

  static Node top;
  static String seen = "empty";
  static final VarHandle TOP;

  static {
    try {
      TOP = MethodHandles.lookup().findStaticVarHandle(TreiberStack.class, "top", Node.class);
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
    Node t = (Node) TOP.getAcquire();
    if (t != null) seen = "" + t.value;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> push(1)), b = new Thread(() -> push(2)), c = new Thread(TreiberStack::look);
    a.start();
    b.start();
    c.start();
    a.join();
    b.join();
    c.join();
    System.out.println(seen);
  }
}
