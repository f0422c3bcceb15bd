// The initialisation of the class orders what it makes.
// races: none
public class LazyHolder {
  int value = 7;

  static class Holder {
    static final LazyHolder INSTANCE = new LazyHolder();
  }

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      assert Holder.INSTANCE.value == 7;
    });
    t.start();
    assert Holder.INSTANCE.value == 7;
    t.join();
  }
}
