/*
 * verdict: violated
 * kinds: assertion
 * outcomes: - | hello world
 * hotspot: rarely fails
 * why: then looks whether there is a value, and adds the callback if there is none. The value may come in between: complete finds an empty list, then finds a value no more, and the
 *      callback is never called. main joins the thread and asserts that it was. Otherwise the greeting is printed once.
 */
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

public class PromiseLostCallback {
  static class Promise<T> {
    private volatile T value;
    private final List<Consumer<? super T>> callbacks = new CopyOnWriteArrayList<>();

    void complete(T v) {
      value = v;
      List<Consumer<? super T>> waiting = new ArrayList<>(callbacks);
      callbacks.clear();
      for (Consumer<? super T> c : waiting) c.accept(v);
    }

    Promise<T> then(Consumer<? super T> callback) {
      T v = value;
      if (v != null) callback.accept(v);
      else callbacks.add(callback);
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
