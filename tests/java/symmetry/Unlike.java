import java.util.concurrent.atomic.AtomicInteger;

/** Three threads that do the same, but are not the same: in each of these ways, and (as "none") in none. */
public class Unlike {
  static final AtomicInteger sum = new AtomicInteger();

  static void add(int times) {
    for (int i = 0; i < times; i++) sum.incrementAndGet();
  }

  static class Adder implements Runnable {
    private final int times;
    int done;

    Adder(int times) {
      this.times = times;
    }

    public void run() {
      for (int i = 0; i < times; i++) {
        sum.incrementAndGet();
        done++;
      }
    }
  }

  static class Named extends Thread {
    @Override
    public void run() {
      add(2);
    }
  }

  static Runnable code(int i) {
    switch (i) {
      case 0: return () -> add(2);
      case 1: return () -> add(2);
      default: return () -> add(2);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String how = args[0];
    Thread[] threads = new Thread[3];
    Adder[] adders = new Adder[3];
    AtomicInteger[] own = new AtomicInteger[3];
    for (int i = 0; i < 3; i++) {
      int k = i;
      adders[i] = new Adder(2);
      AtomicInteger mine = own[i] = new AtomicInteger();
      switch (how) {
        case "argument": threads[i] = new Thread(new Adder(i + 1)); break;
        case "captured": threads[i] = new Thread(() -> add(k + 1)); break;
        case "code": threads[i] = new Thread(code(i)); break;
        case "class": threads[i] = i == 0 ? new Thread(() -> add(2)) : i == 1 ? new Named() : new Thread(adders[2]); break;
        case "task": threads[i] = new Thread(adders[i]); break;
        case "object": threads[i] = new Thread(() -> { mine.incrementAndGet(); add(2); }); break;
        case "priority": threads[i] = new Thread(() -> add(2)); threads[i].setPriority(i + 1); break;
        case "hash": threads[i] = new Thread(() -> add(2)); System.identityHashCode(threads[i]); break;
        default: threads[i] = new Thread(() -> add(2));
      }
    }
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
    for (int i = 0; i < 3; i++)
      if (how.equals("task")) System.out.print(adders[i].done);
      else if (how.equals("object")) System.out.print(own[i].get());
    System.out.println(sum.get());
  }
}
