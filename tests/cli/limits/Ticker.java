public class Ticker {
  static long ticks;  // which is read, so that no state comes again

  public static void main(String[] a) throws Exception {
    Thread d = new Thread(() -> { while (ticks >= 0) { System.out.println("tick"); ticks++; } });
    d.setDaemon(true);
    d.start();
  }
}
