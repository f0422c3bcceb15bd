// outcomes: 0 | 1
// why: java waits for the other thread, whose System.exit(0) comes after main in every schedule, or before: status 0
public class OtherExitsAfterMain {
  static volatile int main;

  public static void main(String[] args) {
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> main = 1);
    new Thread(() -> { System.out.println(main); System.exit(0); }).start();
    throw new IllegalStateException("main");
  }
}
