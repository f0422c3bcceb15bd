// The writer has a release fence before it publishes an object by a race; the reader has nothing but the reference (jcstress:
// init.primitives.fenced, FencedPublicationTest). Java lets it see defaults; processors keep loads behind those that their address needs.
// outcomes sc: 1 2 | none
// outcomes jmm: 0 0 | 0 2 | 1 0 | 1 2 | none
// outcomes jmm --dependent-loads=ordered: 1 2 | none
// races sc: racy
import java.lang.invoke.VarHandle;

public class FencedPublication {
  static class Box {
    int a;
    Box next;
  }

  static Box box;
  static String seen = "none";

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> {
      Box b = new Box();
      b.next = new Box();
      b.a = 1;
      b.next.a = 2;
      VarHandle.releaseFence();
      box = b;
    });
    Thread reader = new Thread(() -> {
      Box b = box;
      if (b == null) return;
      int first = b.a;
      Box next = b.next;
      seen = first + " " + (next == null ? 0 : next.a);
    });
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(seen);
  }
}
