// ArrayList and LinkedList: edits, iterators, sub-lists, ConcurrentModificationException.
import java.util.*;

public class ArrayLists {
  static void edit(List<Integer> l) {
    for (int i = 0; i < 15; i++) l.add(i * i % 11);
    l.add(3, 100);
    l.remove(0);
    l.remove((Integer) 5);
    l.set(1, -1);
    l.addAll(2, List.of(7, 7, 8));
    System.out.println(l + " " + l.size() + " " + l.indexOf(7) + " " + l.lastIndexOf(7) + " " + l.contains(100) + " " + l.get(4));
    ListIterator<Integer> it = l.listIterator(3);
    while (it.hasNext()) {
      int v = it.next();
      if (v % 2 == 0) it.remove();
      else if (v == 9) it.add(99);
      else it.set(v + 1);
    }
    while (it.hasPrevious()) System.out.print(it.previousIndex() + "=" + it.previous() + " ");
    System.out.println();
    l.subList(1, 4).clear();
    List<Integer> sub = l.subList(1, 4);
    sub.replaceAll(x -> x * 10);
    Collections.reverse(sub);
    System.out.println(l + " " + sub + " " + sub.hashCode() + " " + l.equals(new ArrayList<>(l)) + " " + l.hashCode());
    l.removeIf(x -> x > 50);
    l.sort(null);
    System.out.println(l);
    l.sort(Comparator.reverseOrder());
    l.retainAll(Set.of(2, 10, 20));
    System.out.println(l + " " + Arrays.toString(l.toArray(new Integer[0])) + l.isEmpty());
    try {
      for (Integer x : l) l.add(x);
    } catch (ConcurrentModificationException e) {
      System.out.println(e + " " + l.size());
    }
    try {
      Iterator<Integer> i = l.iterator();
      i.remove();
    } catch (IllegalStateException e) {
      System.out.println("remove before next");
    }
    try {
      l.listIterator(l.size()).next();
    } catch (NoSuchElementException e) {
      System.out.println("no next");
    }
    l.clear();
    System.out.println(l);
  }

  public static void main(String[] args) {
    edit(new ArrayList<>());
    edit(new LinkedList<>());
    edit(new Vector<>());
    LinkedList<String> d = new LinkedList<>(List.of("b", "c"));
    d.addFirst("a");
    d.addLast("d");
    d.push("z");
    System.out.println(d + d.pop() + d.peekLast() + d.pollFirst() + d.removeLast() + d.getFirst() + d.indexOf("c"));
    try {
      new ArrayList<>(List.of(1)).get(1);
    } catch (IndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
    try {
      new ArrayList<>(-1);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    ArrayList<Integer> self = new ArrayList<>(List.of(1));
    System.out.println(((ArrayList<?>) self.clone()).equals(self));
    List<Object> cyc = new ArrayList<>();
    cyc.add(cyc);
    System.out.println(cyc);
  }
}
