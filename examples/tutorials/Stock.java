public class Stock {
  private int left = 1;

  boolean take() {
    if (left > 0) {
      left--;
      return true;
    }
    return false;
  }

  public static void main(String[] args) throws InterruptedException {
    Stock stock = new Stock();
    boolean[] got = new boolean[2];
    Thread a = new Thread(() -> got[0] = stock.take());
    Thread b = new Thread(() -> got[1] = stock.take());
    a.start();
    b.start();
    a.join();
    b.join();
    assert !(got[0] && got[1]) : "one item was sold twice";
    System.out.println("left: " + stock.left);
  }
}
