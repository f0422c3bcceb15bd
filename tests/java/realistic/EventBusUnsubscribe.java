/*
 * verdict: violated
 * kinds: assertion, uncaught-exception
 * outcomes: - | got 0 | got 1
 * hotspot: rarely fails
 * why: A synchronized list makes each call safe, not a walk through it. Three listeners, the window's is the second, and the window closes while main walks: if it is removed after one or
 *      two steps, the next step throws ConcurrentModificationException, except that after two steps the walk is at 2 and the size is 2: it ends, and the third listener
 *      hears nothing (the assertion). If the window closes before the walk (got 0) or after it (got 1), all is well.
 */
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

public class EventBusUnsubscribe {
  static class EventBus {
    private final List<Consumer<String>> listeners = Collections.synchronizedList(new ArrayList<>());

    void subscribe(Consumer<String> listener) {
      listeners.add(listener);
    }

    void unsubscribe(Consumer<String> listener) {
      listeners.remove(listener);
    }

    void publish(String event) {
      for (Consumer<String> listener : listeners) listener.accept(event);
    }
  }

  static class Window {
    private final EventBus bus;
    private final Consumer<String> onEvent = e -> this.received++;
    int received;

    Window(EventBus bus) {
      this.bus = bus;
      bus.subscribe(onEvent);
    }

    void close() {
      bus.unsubscribe(onEvent);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    EventBus bus = new EventBus();
    StringBuilder log = new StringBuilder();
    bus.subscribe(e -> log.append(e).append(';'));
    Window window = new Window(bus);
    bus.subscribe(e -> log.append("audit;"));
    Thread ui = new Thread(window::close, "ui");
    ui.start();
    bus.publish("saved");
    ui.join();
    assert log.toString().equals("saved;audit;") : log;
    System.out.println("got " + window.received);
  }
}
