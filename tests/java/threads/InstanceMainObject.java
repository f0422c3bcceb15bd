// outcomes: 0 | 1
// why: what the constructor has read is kept in the object of main, which nobody but the JVM refers to while the constructor waits for other threads
// least: 25
public class InstanceMainObject {
  static volatile int v;
  int x;
  InstanceMainObject() throws Exception {
    Thread t = new Thread(() -> { v = 1; });
    t.start();
    x = v;
    t.join();
    v = 2;
    Thread u = new Thread(() -> { v = 3; });
    u.start();
    u.join();
  }
  void main() { System.out.println(x); }
}
