import java.lang.reflect.Method;

/** Thread.getState by a name that no class of the program has. */
public class StateByReflection {
  public static void main(String[] args) throws Exception {
    Method asked = Thread.class.getMethod("getSt".concat("ate"));
    Thread t = new Thread(() -> {});
    t.start();
    Object state = asked.invoke(t);
    t.join();
    assert state == Thread.State.TERMINATED || state == Thread.State.RUNNABLE;
  }
}
