// p1: x=1; x=2. p2: y=1; x=3. 3 traces, 2 end states.
public class P1 {
  static int x, y;

  public static void main(String[] args) throws InterruptedException {
    Thread p1 = new Thread(() -> {
      x = 1;
      x = 2;
    });
    Thread p2 = new Thread(() -> {
      y = 1;
      x = 3;
    });
    p1.start();
    p2.start();
    p1.join();
    p2.join();
    System.out.println(x);
  }
}
