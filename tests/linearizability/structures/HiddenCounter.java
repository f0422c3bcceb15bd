// Neither: as a class is written beside others: not public, without a constructor of its own.
class HiddenCounter {
  private volatile int count;

  public int increment() {
    return count++;
  }
}

class OnlyByFactory {
  private volatile int count;

  private OnlyByFactory() {}

  public static OnlyByFactory make() {
    return new OnlyByFactory();
  }

  public int increment() {
    return count++;
  }
}

class OnlyStatic {
  public static int one() {
    return 1;
  }
}
