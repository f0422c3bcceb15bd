/** Two threads that each wait for what the other holds. */
public class Forks {
  static final Object left = new Object(), right = new Object();

  static void eat(Object first, Object second) {
    synchronized (first) {
      synchronized (second) { // inner
        System.out.print("");
      }
    }
  }

  public static void main(String[] args) {
    new Thread(() -> eat(left, right), "one").start();
    new Thread(() -> eat(right, left), "two").start();
  }
}
