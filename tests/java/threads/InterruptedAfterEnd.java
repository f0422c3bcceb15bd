// outcomes: false | true
// why: whether a thread that is over has been interrupted is seen through a static that never changes, after everybody else has come to the same place either way
public class InterruptedAfterEnd {
  static final Thread[] over = {new Thread(() -> { })};
  static volatile int flag;

  public static void main(String[] args) throws Exception {
    over[0].start();
    over[0].join();
    Thread sets = new Thread(() -> {
      flag = 1;
      flag = 0;
    });
    Thread looks = new Thread(() -> {
      if (flag == 1) over[0].interrupt();
    });
    sets.start();
    looks.start();
    sets.join();
    looks.join();
    System.out.println(over[0].isInterrupted());
  }
}
