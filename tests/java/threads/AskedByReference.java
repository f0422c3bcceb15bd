// outcomes: RUNNABLE | TERMINATED
// why: the thread that is asked for has begun and may be over; no instruction names the method that asks
import java.util.function.Function;

public class AskedByReference {
  public static void main(String[] args) throws InterruptedException {
    Function<Thread, Thread.State> state = Thread::getState;
    Thread t = new Thread(() -> { });
    t.start();
    System.out.println(state.apply(t));
    t.join();
  }
}
