public class Ticker {
  public static void main(String[] a) throws Exception {
    Thread d = new Thread(() -> { while (true) System.out.println("tick"); });
    d.setDaemon(true);
    d.start();
  }
}
