// A program of objects that listen to each other; listeners edit the list while it is being walked through.
import java.util.*;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

public class ObserverGraph {
  static class Cell {
    final String name;
    private int value;
    private final List<BiConsumer<Cell, Integer>> listeners = new CopyOnWriteArrayList<>();

    Cell(String name) { this.name = name; }

    void set(int v) {
      if (v == value) return;
      int old = value;
      value = v;
      for (BiConsumer<Cell, Integer> l : listeners) l.accept(this, old);
    }

    int get() { return value; }

    Runnable onChange(BiConsumer<Cell, Integer> l) {
      listeners.add(l);
      return () -> listeners.remove(l);
    }

    static Cell sum(String name, Cell... parts) {
      Cell r = new Cell(name);
      BiConsumer<Cell, Integer> update = (c, old) -> r.set(Arrays.stream(parts).mapToInt(Cell::get).sum());
      for (Cell p : parts) p.onChange(update);
      return r;
    }
  }

  public static void main(String[] args) {
    Cell a = new Cell("a"), b = new Cell("b"), c = Cell.sum("c", a, b), d = Cell.sum("d", c, c, a);
    List<String> log = new ArrayList<>();
    for (Cell x : new Cell[] {a, b, c, d}) x.onChange((cell, old) -> log.add(cell.name + ":" + old + ">" + cell.get()));
    Runnable[] off = new Runnable[1];
    off[0] = d.onChange((cell, old) -> {
      log.add("once");
      off[0].run();
    });
    a.set(5);
    b.set(7);
    a.set(5);
    b.set(0);
    System.out.println(log);
    System.out.println(d.get());
  }
}
