// The holder idiom: who uses a class sees what its initialiser made.
// races sc: free
// outcomes sc: 1 1
// outcomes jmm: 1 1
public class LazyHolder {
  static class Helper {
    int value = 1;
  }

  static class Holder {
    static final Helper HELPER = new Helper();
    static int[] table = {0, 1};
  }

  static int a, b;

  public static void main(String[] args) throws InterruptedException {
    Thread x = new Thread(() -> a = Holder.HELPER.value), y = new Thread(() -> b = Holder.table[1]);
    x.start();
    y.start();
    x.join();
    y.join();
    System.out.println(a + " " + b);
  }
}
