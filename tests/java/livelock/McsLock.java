// where: McsLock.java:16
// hotspot: rarely
// outcomes: 2
// sometimes
import java.util.concurrent.atomic.AtomicReference;
/** An MCS queue lock whose unlock forgets a successor that has swapped itself in but not linked itself yet. */
public class McsLock {
  static class Node { volatile boolean locked; volatile Node next; }
  static final AtomicReference<Node> tail = new AtomicReference<>();
  static int n;
  static void lock(Node me) {
    me.locked = true;
    Node before = tail.getAndSet(me);
    if (before == null) return;
    before.next = me;
    while (me.locked) Thread.onSpinWait();
  }
  static void unlock(Node me, boolean right) {
    if (me.next == null) {
      if (tail.compareAndSet(me, null)) return;
      if (!right) return;
      while (me.next == null) Thread.onSpinWait();
    }
    me.next.locked = false;
  }
  public static void main(String[] args) throws Exception {
    boolean right = args.length > 0;
    Runnable work = () -> {
      Node me = new Node();
      lock(me);
      n++;
      unlock(me, right);
    };
    Thread t = new Thread(work, "one"), u = new Thread(work, "two");
    t.start();
    u.start();
    t.join();
    u.join();
    System.out.println(n);
  }
}
