/** Names of classes may contain a $: the class file says where the name of a nested one begins. */
public class Dollars {
  static class In$ner {
    int value;
  }

  static class Fail$ure extends RuntimeException {}

  static class Run$ner implements Runnable {
    final In$ner shared, other;

    Run$ner(In$ner shared, In$ner other) {
      this.shared = shared;
      this.other = other;
    }

    @Override
    public void run() {
      shared.value++;
      other.value++;
    }
  }

  public static void main(String[] args) throws Exception {
    In$ner shared = new In$ner(), other = new In$ner();
    Thread t = new Thread(new Run$ner(shared, other)), u = new Thread(new Run$ner(shared, other));
    t.start();
    u.start();
    t.join();
    u.join();
    if (shared.value != 2 || other.value != 2) {
      synchronized (Top$Level.LOCK) {
        throw new Fail$ure();
      }
    }
  }
}

/** Not nested in anything. */
class Top$Level {
  static final Object LOCK = new Top$Level();
}
