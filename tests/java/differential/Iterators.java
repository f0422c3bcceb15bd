// Iterable, iterators written by hand, generators, Spliterator over them.
import java.util.*;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;

public class Iterators {
  static class Range implements Iterable<Integer> {
    final int lo, hi;

    Range(int lo, int hi) {
      this.lo = lo;
      this.hi = hi;
    }

    @Override public Iterator<Integer> iterator() {
      return new Iterator<>() {
        int at = lo;

        @Override public boolean hasNext() {
          return at < hi;
        }

        @Override public Integer next() {
          if (!hasNext()) throw new NoSuchElementException("past " + hi);
          return at++;
        }
      };
    }
  }

  static class Linked<T> extends AbstractCollection<T> {
    private class Node {
      T v;
      Node next;
    }

    private Node head;
    private int size;

    @Override public boolean add(T t) {
      Node n = new Node();
      n.v = t;
      n.next = head;
      head = n;
      size++;
      return true;
    }

    @Override public Iterator<T> iterator() {
      return new Iterator<T>() {
        Node at = head, prev, prevPrev;

        @Override public boolean hasNext() {
          return at != null;
        }

        @Override public T next() {
          if (prev == null || prev.next == at) prevPrev = prev;
          prev = at;
          at = at.next;
          return prev.v;
        }

        @Override public void remove() {
          if (prevPrev == null) head = at;
          else prevPrev.next = at;
          prev = prevPrev;
          size--;
        }
      };
    }

    @Override public int size() {
      return size;
    }
  }

  public static void main(String[] args) {
    int sum = 0;
    for (int a : new Range(0, 5)) for (int b : new Range(a, 4)) sum += a * b;
    System.out.println(sum);
    try {
      new Range(3, 3).iterator().next();
    } catch (NoSuchElementException e) {
      System.out.println(e.getMessage());
    }
    try {
      new Range(0, 1).iterator().remove();
    } catch (UnsupportedOperationException e) {
      System.out.println(e.getMessage());
    }
    new Range(1, 4).forEach(x -> System.out.print(x + ","));
    new Range(1, 4).iterator().forEachRemaining((Consumer<Integer>) x -> System.out.print(x * x + ";"));
    System.out.println(StreamSupport.stream(new Range(0, 10).spliterator(), false).mapToInt(i -> i).sum());
    Linked<String> l = new Linked<>();
    Collections.addAll(l, "a", "b", "c", "d");
    System.out.println(l + " " + l.contains("c") + l.removeIf(x -> x.equals("d")) + l + l.size());
    System.out.println(l.remove("a") + " " + l + " " + Arrays.toString(l.toArray()) + new ArrayList<>(l) + l.isEmpty());
    PrimitiveIterator.OfInt p = "xyz".chars().iterator();
    System.out.println(p.nextInt() + " " + p.next() + " " + p.hasNext());
  }
}
