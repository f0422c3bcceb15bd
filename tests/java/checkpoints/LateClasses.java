import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntUnaryOperator;

/**
 * What a search meets for the first time differs from schedule to schedule: classes that are initialised late, lambdas, texts of strings. Some schedules break an
 * assertion, and some accesses race.
 */
public class LateClasses {
  static final class Node {
    final int value;
    final Node next;

    Node(int value, Node next) {
      this.value = value;
      this.next = next;
    }
  }

  static class Doubled {
    static final IntUnaryOperator BY = x -> 2 * x;
  }

  static class Squared {
    static final IntUnaryOperator BY = x -> x * x;
    static final String NAME = "squared " + Thread.currentThread().getName().length();
  }

  static final AtomicReference<Node> top = new AtomicReference<>();
  static int plain;
  static String said = "";

  static void push(int value) {
    Node old;
    do {
      old = top.get();
    } while (!top.compareAndSet(old, new Node(value, old)));
  }

  static int pop() {
    while (true) {
      Node old = top.get();
      if (old == null) return -1;
      if (top.compareAndSet(old, old.next)) return old.value;
    }
  }

  public static void main(String[] args) throws Exception {
    int[] results = new int[3];
    Thread[] threads = new Thread[3];
    for (int i = 0; i < 3; i++) {
      int id = i;
      threads[i] = new Thread(() -> {
        push(id + 1);
        int got = pop();
        results[id] = got == 3 ? Squared.BY.applyAsInt(got) : got == 2 ? Doubled.BY.applyAsInt(got) : got;
        if (id != 1) plain = got;
        if (got == 3 && id == 0) said = Squared.NAME;
        push(got);
      }, "worker" + "s".repeat(i));
      threads[i].start();
    }
    for (Thread t : threads) t.join();
    assert results[0] != 9 || results[1] != 1 || results[2] != 4 : "turned round";
    System.out.println(results[0] + " " + results[1] + " " + results[2] + " " + top.get().value + " " + said);
  }
}
