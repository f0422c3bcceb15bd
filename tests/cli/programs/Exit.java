public class Exit {
  static volatile boolean broken;

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> broken = true);
    t.start();
    if (broken) System.exit(3);
    t.join();
    System.out.println("fine");
  }
}
