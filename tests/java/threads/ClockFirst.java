// outcomes: 0 | 1
// why: nothing orders the write of the thread and the read of main, whatever the thread does before
public class ClockFirst {
  static volatile int value;
  static long begun;

  public static void main(String[] args) throws InterruptedException {
    new Thread(() -> {
      begun = System.nanoTime();
      value = 1;
    }).start();
    System.out.println(value);
  }
}
