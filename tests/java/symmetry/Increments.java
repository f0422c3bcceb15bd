import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** N threads that each add 1 K times, made in one of several ways; main joins all of them and prints the sum. */
public class Increments {
  static final AtomicInteger sum = new AtomicInteger();

  static void add(int times) {
    for (int i = 0; i < times; i++) sum.incrementAndGet();
  }

  static class Adder extends Thread {
    private final int times;

    Adder(int times) {
      this.times = times;
    }

    @Override
    public void run() {
      add(times);
    }
  }

  static class Task implements Runnable {
    private final int times;

    Task(int times) {
      this.times = times;
    }

    public void run() {
      add(times);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    final int n = Integer.parseInt(args[0]), k = Integer.parseInt(args[1]);
    final boolean atOnce = args.length > 3 && args[3].equals("once");
    Thread[] threads = new Thread[n];
    for (int i = 0; i < n; i++) {
      switch (args[2]) {
        case "lambda": threads[i] = new Thread(() -> add(k)); break;
        case "class": threads[i] = new Adder(k); break;
        default: threads[i] = new Thread(new Task(k), "adder " + i);
      }
      if (atOnce) threads[i].start();
    }
    if (atOnce) {
      for (Thread t : threads) t.join();
    } else if (args.length > 3) {
      List<Thread> list = new ArrayList<>(List.of(threads));
      for (Thread t : list) t.start();
      for (Thread t : list) t.join();
    } else {
      for (Thread t : threads) t.start();
      for (int i = n; i-- > 0;) threads[i].join();
    }
    System.out.println(sum.get());
  }
}
