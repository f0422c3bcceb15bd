// outcomes: 1 2 | 2 1
// why: one instance, whose synchronized counter two threads draw from
public class EnumSingleton {
  enum Single { ONE; private int count; synchronized int next() { return ++count; } }
  public static void main(String[] args) throws Exception {
    int[] drawn = new int[2];
    Thread t = new Thread(() -> drawn[0] = Single.ONE.next()), u = new Thread(() -> drawn[1] = Single.ONE.next());
    t.start();
    u.start();
    t.join();
    u.join();
    System.out.println(drawn[0] + " " + drawn[1]);
  }
}
