// PriorityQueue, ArrayDeque, BitSet, Stack.
import java.util.*;

public class Queues {
  public static void main(String[] args) {
    PriorityQueue<Integer> p = new PriorityQueue<>();
    for (int i = 0; i < 20; i++) p.add(i * 37 % 23);
    System.out.println(p);
    p.remove(11);
    System.out.println(p.peek() + " " + p.contains(5) + " " + p.size());
    StringBuilder s = new StringBuilder();
    while (!p.isEmpty()) s.append(p.poll()).append(' ');
    System.out.println(s);
    PriorityQueue<String> q = new PriorityQueue<>(Comparator.comparing(String::length).reversed());
    q.addAll(List.of("a", "ccc", "bb", "dddd"));
    System.out.println(q.poll() + q.poll() + q + new PriorityQueue<>(q).size());
    ArrayDeque<Integer> d = new ArrayDeque<>(2);
    for (int i = 0; i < 20; i++) {
      if (i % 3 == 0) d.addFirst(i);
      else d.addLast(i);
      if (i % 5 == 4) d.pollFirst();
    }
    System.out.println(d + " " + d.peekFirst() + d.peekLast() + d.size());
    d.removeIf(x -> x % 2 == 0);
    d.removeLastOccurrence(7);
    Iterator<Integer> it = d.descendingIterator();
    while (it.hasNext()) System.out.print(it.next() + " ");
    System.out.println();
    try {
      d.add(null);
    } catch (NullPointerException e) {
      System.out.println("no nulls");
    }
    try {
      new ArrayDeque<>().removeFirst();
    } catch (NoSuchElementException e) {
      System.out.println("empty");
    }
    BitSet b = new BitSet();
    for (int i = 1; i < 200; i += i) b.set(i);
    b.set(60, 70);
    b.flip(64);
    BitSet c = BitSet.valueOf(new long[] {-1L, 5});
    System.out.println(b + " " + b.cardinality() + " " + b.nextClearBit(60) + " " + b.length() + " " + b.previousSetBit(100));
    b.and(c);
    System.out.println(b + " " + b.intersects(c) + " " + Arrays.toString(b.toLongArray()) + b.hashCode());
    Stack<String> st = new Stack<>();
    st.push("x");
    st.push("y");
    System.out.println(st.peek() + st.search("x") + st.pop() + st);
    try {
      st.pop();
      st.pop();
    } catch (EmptyStackException e) {
      System.out.println(e);
    }
  }
}
