// outcomes: 0 | 1
// why: join of a thread that has not started returns at once, with nothing to wait for; of one that has, after what that did. Which it is nobody orders.
public class JoinMayBeEarly {
  static int value;

  public static void main(String[] args) throws InterruptedException {
    Thread late = new Thread(() -> value = 1);
    Thread joiner = new Thread(() -> {
      try {
        late.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      System.out.println(value);
    });
    joiner.start();
    late.start();
    joiner.join();
  }
}
