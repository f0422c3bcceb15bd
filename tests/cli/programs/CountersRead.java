import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** Two threads count their rounds until a third one stops them; the count is read in the way that is told, by code that the counting does not know of. */
public class CountersRead {
  static class Base implements Cloneable {
    int rounds;
    volatile int updated;
    Base copy() throws CloneNotSupportedException { return (Base) clone(); }
  }

  static class Derived extends Base {
    long sum;
    void add(int n) { sum = sum + n; }
  }

  static int total;
  static volatile int go;
  static final Derived object = new Derived();

  static void count() {
    for (int i = 0; i < 2; i++) {
      if (go == 0) {
        object.rounds++;
        object.updated++;
        object.add(3);
        total += 2;
      }
    }
  }

  /** Not linked while the threads count. */
  static class Reader {
    static int late() { return total; }
    static int inherited() { return object.rounds; }
    static long sum() { return object.sum; }
  }

  public static void main(String[] args) throws Exception {
    Thread counter = new Thread(CountersRead::count), other = new Thread(() -> { go = 1; go = 0; });
    counter.start();
    other.start();
    counter.join();
    other.join();
    switch (args[0]) {
      case "late": System.out.println(Reader.late()); break;
      case "inherited": System.out.println(Reader.inherited()); break;
      case "sum": System.out.println(Reader.sum()); break;
      case "reflection": System.out.println(CountersRead.class.getDeclaredField("total").get(null)); break;
      case "handle":
        VarHandle handle = MethodHandles.lookup().findVarHandle(Base.class, "rounds", int.class);
        System.out.println((int) handle.get(object));
        break;
      case "updater": System.out.println(AtomicIntegerFieldUpdater.newUpdater(Base.class, "updated").get(object)); break;
      case "clone": System.out.println(object.copy().getClass().getSuperclass().getDeclaredField("rounds").get(object.copy())); break;
      default: System.out.println("nothing");
    }
  }
}
