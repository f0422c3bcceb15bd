// outcomes: same 7
// why: the initialiser of the holder runs once, and nobody sees the service before it is made
public class HolderIdiom {
  static class Service { int n; Service() { n = 7; } }
  static class Lazy { static final Service SERVICE = new Service(); }
  static Service get() { return Lazy.SERVICE; }
  public static void main(String[] args) throws Exception {
    Service[] found = new Service[2];
    Thread t = new Thread(() -> found[0] = get()), u = new Thread(() -> found[1] = get());
    t.start();
    u.start();
    t.join();
    u.join();
    System.out.println((found[0] == found[1] ? "same " : "different ") + found[1].n);
  }
}
