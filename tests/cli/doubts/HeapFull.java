/** Fills the heap to the last byte, or tries for ever to; then there is no room for a thread on most JVMs. */
public class HeapFull {
  static final class Node {
    Node next;
    Object o;
  }

  public static void main(String[] args) throws Exception {
    Node list = null;
    for (int size = 1 << 20;; ) {
      try {
        Node n = new Node();
        n.o = new byte[size];
        n.next = list;
        list = n;
      } catch (OutOfMemoryError e) {
        if (size == 0 && args.length == 0) break;
        size /= 2;
      }
    }
    Node keep = list;
    list = null;
    Thread t = new Thread(() -> {});
    t.start();
    t.join();
  }
}
