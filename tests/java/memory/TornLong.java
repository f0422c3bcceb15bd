// A plain long is read and written in two halves (JLS 17.7); of what threads write under a lock nobody sees halves.
// outcomes sc: ok
// outcomes jmm: ok | torn
// outcomes jmm --tearing=off: ok
// races sc: racy
public class TornLong {
  static long plain, locked;
  static volatile boolean torn;

  static void look(long value) {
    if (value != 0 && value != -1) torn = true;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> {
      plain = -1;
      synchronized (TornLong.class) {
        locked = -1;
      }
    });
    Thread reader = new Thread(() -> {
      look(plain);
      synchronized (TornLong.class) {
        if (locked != 0 && locked != -1) throw new AssertionError();
      }
    });
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(torn ? "torn" : "ok");
  }
}
