// violation: deadlock
// why: the thread that the initialiser starts and joins writes a static of the class, for whose initialisation it waits
public class JoinInInitialiser {
  static class K {
    static int sum;
    static {
      Thread t = new Thread(() -> sum = 3);
      t.start();
      try { t.join(); } catch (InterruptedException e) { throw new Error(e); }
    }
  }
  public static void main(String[] args) { System.out.println(K.sum); }
}
