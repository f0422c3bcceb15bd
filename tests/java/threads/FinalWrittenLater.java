// outcomes: 1 | 2
// stress: no
// why: a final field that is written by reflection, and read by a thread before there is any choice
import java.lang.reflect.Field;

public class FinalWrittenLater {
  static class Box {
    final int value;
    Box(int value) { this.value = value; }
  }
  static final Box box = new Box(1);
  static final Thread[] threads = new Thread[2];
  static int seen;
  public static void main(String[] args) throws Exception {
    Field f = Box.class.getDeclaredField("value");
    f.setAccessible(true);
    threads[0] = new Thread(() -> seen = box.value);
    threads[1] = new Thread(() -> { try { f.setInt(box, 2); } catch (IllegalAccessException e) { throw new AssertionError(e); } });
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
    System.out.println(seen);
  }
}
