public class Lost {
  static int count;

  public static void main(String[] args) throws Exception {
    Thread a = new Thread(() -> count++, "left");
    Thread b = new Thread(() -> count++, "right");
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println("count " + count);
    assert count == 2 : "lost, count is " + count;
  }
}
