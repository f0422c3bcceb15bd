package shapes;

import java.time.Duration;
import java.util.Comparator;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;

/** Made with what is no number; its methods take what is made by factories, and functions of the JDK. Two can come in at once. */
public class Door {
  public interface Rule {
    boolean admits(int who, long when);
  }

  private final String name;
  private boolean open;

  public Door(String name, Comparator<Integer> order, Rule rule, Queue<Integer> waiting) {
    if (order.compare(1, 2) <= 0 || !rule.admits(1, 1) || !waiting.isEmpty()) throw new IllegalArgumentException();
    this.name = name;
  }

  public boolean enter(Runnable then) {
    if (open) return false;
    open = true;
    then.run();
    return true;
  }

  public synchronized String call(Callable<Object> c) throws Exception {
    return name + c.call();
  }

  public synchronized boolean within(Duration d, Set<Integer> who) {
    return d.isZero() || who.isEmpty();
  }
}
