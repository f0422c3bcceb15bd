// The same whose links are read opaquely: the node may be half made.
// races sc: racy
// outcomes sc: empty | 1
// outcomes jmm: empty | 1 | 0
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class MichaelScottOpaque {
  static class Node {
    int value;
    Node next;
  }

  static Node head = new Node(), tail = head;
  static String seen = "empty";
  static final VarHandle NEXT, HEAD, TAIL;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      NEXT = lookup.findVarHandle(Node.class, "next", Node.class);
      HEAD = lookup.findStaticVarHandle(MichaelScottOpaque.class, "head", Node.class);
      TAIL = lookup.findStaticVarHandle(MichaelScottOpaque.class, "tail", Node.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void offer(int value) {
    Node n = new Node();
    n.value = value;
    for (;;) {
      Node t = (Node) TAIL.getOpaque(), after = (Node) NEXT.getOpaque(t);
      if (after != null) TAIL.weakCompareAndSetRelease(t, after);
      else if (NEXT.weakCompareAndSetRelease(t, null, n)) {
        TAIL.weakCompareAndSetRelease(t, n);
        return;
      }
    }
  }

  static void poll() {
    for (;;) {
      Node h = (Node) HEAD.getOpaque(), first = (Node) NEXT.getOpaque(h);
      if (first == null) return;
      if (HEAD.weakCompareAndSetRelease(h, first)) {
        seen = "" + first.value;
        return;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> offer(1)), b = new Thread(MichaelScottOpaque::poll);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(seen);
  }
}
