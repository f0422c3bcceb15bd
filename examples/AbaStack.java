import java.util.concurrent.atomic.AtomicReference;

/**
 * A lock-free stack that reuses its nodes, and so suffers from ABA: a thread about to pop reads top = A and A.next = B.
 * Before its compare-and-set, another thread pops A, pops B and pushes A again. The top is A once more, so the
 * compare-and-set succeeds and makes B the top, although B was popped long ago: its value comes out twice.
 */
public class AbaStack {
  static class Node {
    int value;
    Node next;
  }

  static final AtomicReference<Node> top = new AtomicReference<>();

  static void push(Node n) {
    do {
      n.next = top.get();
    } while (!top.compareAndSet(n.next, n));
  }

  static Node pop() {
    while (true) {
      Node n = top.get();
      if (n == null) return null;
      Node next = n.next;
      if (top.compareAndSet(n, next)) return n;
    }
  }

  static Node node(int value) {
    Node n = new Node();
    n.value = value;
    return n;
  }

  static int popped;  // by the second thread

  public static void main(String[] args) throws InterruptedException {
    push(node(2));
    push(node(1));
    Thread a = new Thread(() -> pop());
    Thread b = new Thread(() -> {
      Node one = pop();
      Node two = pop();
      if (two != null) popped = two.value;
      if (one != null) push(one);  // the node is used again
    });
    a.start();
    b.start();
    a.join();
    b.join();
    for (Node n = top.get(); n != null; n = n.next)
      assert n.value != popped : "the value " + n.value + " was popped and is still on the stack";
  }
}
