package shapes;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** What a listener is told by another thread, or after it was added, is no result of adding it. */
public class Bus {
  public interface Listener {
    void heard(Object what);

    default void closed() {}
  }

  private final CopyOnWriteArrayList<Consumer<Object>> consumers = new CopyOnWriteArrayList<>();
  private final CopyOnWriteArrayList<Listener> listeners = new CopyOnWriteArrayList<>();

  public void add(Consumer<Object> c) {
    consumers.add(c);
  }

  public void listen(Listener l) {
    listeners.add(l);
  }

  public int post(int x) {
    int n = 0;
    for (Consumer<Object> c : consumers) {
      c.accept(x);
      n++;
    }
    for (Listener l : listeners) {
      l.heard(x);
      n++;
    }
    return n;
  }
}
