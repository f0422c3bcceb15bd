// races: DoubleCheckedPlain.instance
public class DoubleCheckedPlain {
  static DoubleCheckedPlain instance;
  final int value;

  DoubleCheckedPlain(int value) {
    this.value = value;
  }

  static DoubleCheckedPlain get() {
    if (instance == null) {
      synchronized (DoubleCheckedPlain.class) {
        if (instance == null) instance = new DoubleCheckedPlain(7);
      }
    }
    return instance;
  }

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      assert get().value == 7;
    });
    t.start();
    assert get().value == 7;
    t.join();
  }
}
