public class BusyWait {
  public static void main(String[] args) {
    long end = System.nanoTime() + 1_000_000;
    while (System.nanoTime() < end) { }
    long late = System.currentTimeMillis() + 2;
    while (System.currentTimeMillis() < late) Thread.onSpinWait();
    System.out.println("over");
  }
}
