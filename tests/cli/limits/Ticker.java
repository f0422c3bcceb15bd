public class Ticker {
  static long ticks;  // so that no state comes again

  public static void main(String[] a) throws Exception {
    Thread d = new Thread(() -> { while (true) { System.out.println("tick"); ticks++; } });
    d.setDaemon(true);
    d.start();
  }
}
