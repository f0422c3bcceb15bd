// races: JoinedForATime.value
// A join with a time orders what the other thread did if that has ended, and nothing if the time was over first. What comes after the join is the same in both cases.
public class JoinedForATime {
  static int value;

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> value = 1);
    Thread waiter = new Thread(() -> {
      try {
        writer.join(5);
      } catch (InterruptedException e) {
        throw new Error(e);
      }
      synchronized (JoinedForATime.class) {
        value = 2;
      }
    });
    writer.start();
    waiter.start();
    waiter.join();
    writer.join();
    System.out.println(value);
  }
}
