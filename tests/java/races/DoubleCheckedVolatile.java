// races: none
public class DoubleCheckedVolatile {
  static volatile DoubleCheckedVolatile instance;
  final int value;

  DoubleCheckedVolatile(int value) {
    this.value = value;
  }

  static DoubleCheckedVolatile get() {
    if (instance == null) {
      synchronized (DoubleCheckedVolatile.class) {
        if (instance == null) instance = new DoubleCheckedVolatile(7);
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
