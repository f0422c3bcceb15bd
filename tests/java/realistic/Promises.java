/*
 * verdict: verified
 * outcomes: hello world
 * why: Value and list change under the lock, so the callback is in the list that complete takes, or then sees the value; it is called once, outside of the lock, before the join returns or in main itself.
 */
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

public class Promises {
  static class Promise<T> {
    private volatile T value;
    private final List<Consumer<? super T>> callbacks = new ArrayList<>();

    void complete(T v) {
      List<Consumer<? super T>> waiting;
      synchronized (callbacks) {
        value = v;
        waiting = new ArrayList<>(callbacks);
        callbacks.clear();
      }
      for (Consumer<? super T> c : waiting) c.accept(v);
    }

    Promise<T> then(Consumer<? super T> callback) {
      T v;
      synchronized (callbacks) {
        v = value;
        if (v == null) callbacks.add(callback);
      }
      if (v != null) callback.accept(v);
      return this;
    }
  }

  private static volatile String greeting;

  public static void main(String[] args) throws InterruptedException {
    Promise<String> name = new Promise<>();
    Thread loader = new Thread(() -> name.complete("world"), "loader");
    loader.start();
    name.then(s -> greeting = "hello " + s);
    loader.join();
    assert greeting != null : "nobody was greeted";
    System.out.println(greeting);
  }
}
