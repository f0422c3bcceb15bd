import java.util.concurrent.ThreadLocalRandom;

/** Who of three was first is known before anybody looks at who it is: by its name, its id, or a number that a thread has from its own. */
public class Late {
  static volatile String found = "";
  static int turn;

  static synchronized int next() {
    return turn++;
  }

  public static void main(String[] args) throws InterruptedException {
    String how = args[0];
    Thread[] threads = new Thread[3];
    for (int i = 0; i < 3; i++)
      threads[i] = new Thread(() -> {
        int drawn = next();
        next();
        if (drawn != 0) return;
        Thread me = Thread.currentThread();
        switch (how) {
          case "name": found = me.getName(); break;
          case "id": found = "" + me.getId(); break;
          case "hash": found = "" + new Object().hashCode(); break;
          case "random": found = "" + ThreadLocalRandom.current().nextInt(); break;
          default: found = "first";
        }
      });
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
    System.out.println(found);
  }
}
