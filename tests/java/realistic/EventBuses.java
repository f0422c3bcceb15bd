/*
 * verdict: verified
 * outcomes: got 0 | got 1
 * why: A walk over a CopyOnWriteArrayList sees the listeners of its beginning, so the log and the audit hear the event always, the window if it was there when the walk began.
 */
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

public class EventBuses {
  static class EventBus {
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

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
