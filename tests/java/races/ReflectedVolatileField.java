// Reflection accesses a volatile field as bytecode does. What a java.lang.reflect.Field caches is the JDK's own.
// races: none
import java.lang.reflect.Field;

public class ReflectedVolatileField {
  int data;
  volatile boolean ready;

  public static void main(String[] args) throws Exception {
    Field ready = ReflectedVolatileField.class.getDeclaredField("ready");
    ReflectedVolatileField o = new ReflectedVolatileField();
    Thread t = new Thread(() -> {
      o.data = 42;
      try {
        ready.setBoolean(o, true);
      } catch (ReflectiveOperationException e) {
        throw new Error(e);
      }
    });
    t.start();
    System.out.println(ready.getBoolean(o) ? o.data : 0);
    t.join();
  }
}
