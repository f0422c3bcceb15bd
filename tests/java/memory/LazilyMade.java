// A singleton that is made at its first use without a lock, and read once: each thread has an object that can answer. The
// write of `made` may pass the read before it in no way that others see: the object does not exist before the read.
// races sc: racy
// outcomes sc: 1 1
// outcomes jmm: 1 1
// outcomes jmm --load-buffering=auto: 1 1
public class LazilyMade {
  interface Answer {
    int answer();
  }

  static class Made implements Answer {
    public int answer() {
      return 1;
    }
  }

  static class Other {
    int n = 5;
  }

  static Answer made;
  static int first, second;

  static Answer get() {
    Answer a = made;
    if (a != null) return a;
    return made = new Made();
  }

  static int run() {
    return new Other().n > 0 ? get().answer() : 0;
  }

  public static void main(String[] args) throws InterruptedException {
    new Made();
    new Other();
    Thread t = new Thread(() -> first = run()), u = new Thread(() -> second = run());
    t.start();
    u.start();
    t.join();
    u.join();
    System.out.println(first + " " + second);
  }
}
