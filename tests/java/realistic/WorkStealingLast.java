/*
 * verdict: violated
 * kinds: assertion
 * outcomes: - | own 3 stolen 0 | own 2 stolen 1 | own 3 stolen 1
 * hotspot: not seen
 * why: pop takes the last task without a CAS. The thief has read the top (0) and a bottom above it, and sleeps while the owner pops tasks 2, 1 and 0; as pop has not moved the top, the
 *      thief's CAS succeeds then. Task 0 runs twice: main fails, or both runs add to done[0] at the same time and one addition is lost, so that main sees nothing (own 3 stolen 1).
 */
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

public class WorkStealingLast {
  static class Deque {
    private final AtomicReferenceArray<Runnable> tasks = new AtomicReferenceArray<>(8);
    private final AtomicInteger top = new AtomicInteger();
    private volatile int bottom;

    void push(Runnable task) {
      int b = bottom;
      tasks.set(b & 7, task);
      bottom = b + 1;
    }

    Runnable pop() {
      int b = bottom - 1;
      bottom = b;
      int t = top.get();
      if (t > b) {
        bottom = t;
        return null;
      }
      Runnable task = tasks.get(b & 7);
      return task;
    }

    Runnable steal() {
      int t = top.get();
      if (t >= bottom) return null;
      Runnable task = tasks.get(t & 7);
      return top.compareAndSet(t, t + 1) ? task : null;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Deque deque = new Deque();
    int[] done = new int[3];
    for (int i = 0; i < 3; i++) {
      int me = i;
      deque.push(() -> done[me]++);
    }
    int[] stolen = new int[1];
    Thread thief = new Thread(() -> {
      Runnable task = deque.steal();
      if (task != null) {
        task.run();
        stolen[0]++;
      }
    }, "thief");
    thief.start();
    int own = 0;
    for (Runnable task = deque.pop(); task != null; task = deque.pop()) {
      task.run();
      own++;
    }
    thief.join();
    for (int i = 0; i < 3; i++) assert done[i] == 1 : "task " + i + " ran " + done[i] + " times";
    System.out.println("own " + own + " stolen " + stolen[0]);
  }
}
