// The reference is published by a race; what is final in the object is no race of its own.
// races: FinalFields.shared
public class FinalFields {
  static FinalFields shared;
  final int value;

  FinalFields(int value) {
    this.value = value;
  }

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> shared = new FinalFields(42));
    t.start();
    FinalFields seen = shared;
    if (seen != null) assert seen.value == 42;
    t.join();
  }
}
