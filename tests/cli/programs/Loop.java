public class Loop {
  static volatile boolean go;

  public static void main(String[] args) {
    new Thread(() -> go = true).start();
    boolean seen = go;
    while (!seen) {
      Math.abs(1);
    }
    System.out.println("went");
  }
}
