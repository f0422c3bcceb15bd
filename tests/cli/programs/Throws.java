public class Throws {
  static int[] cells = new int[1];
  static volatile int at;

  static int read(int i) { return cells[i]; }

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> at = 1, "mover");
    t.start();
    System.out.println("cell " + read(at));
    t.join();
  }
}
