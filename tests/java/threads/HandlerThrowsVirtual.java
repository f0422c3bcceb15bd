// least: 21
// outcomes: handler end
// why: as for other threads: what the handler of a virtual thread throws is ignored
public class HandlerThrowsVirtual {
  public static void main(String[] args) throws Exception {
    Thread t = Thread.ofVirtual().unstarted(() -> { throw new IllegalStateException("x"); });
    t.setUncaughtExceptionHandler((u, e) -> { System.out.print("handler "); throw new RuntimeException("of the handler"); });
    t.start();
    t.join();
    System.out.println("end");
  }
}
