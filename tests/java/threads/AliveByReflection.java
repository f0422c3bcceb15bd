// outcomes: false | true
// why: the thread may have ended or not when main asks, by whatever way it asks
public class AliveByReflection {
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { });
    t.start();
    System.out.println(Thread.class.getMethod("isAl".concat("ive")).invoke(t));
    t.join();
  }
}
