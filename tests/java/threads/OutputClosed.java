// outcomes: a | a/t | t/a
// why: main closes the stream after it has printed a; the thread may print before a, between the two, or in vain
public class OutputClosed {
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> System.out.println("t"));
    t.start();
    System.out.println("a");
    System.out.close();
    t.join();
  }
}
