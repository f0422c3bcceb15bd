// The concurrent collections used by a single thread.
import java.util.*;
import java.util.concurrent.*;

public class ConcurrentCollections {
  public static void main(String[] args) throws Exception {
    ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
    for (int i = 0; i < 40; i++) m.merge("k" + i % 17, i, Integer::sum);
    System.out.println(m + " " + m.size() + " " + m.mappingCount());
    m.computeIfAbsent("new", String::length);
    m.computeIfPresent("k1", (k, v) -> null);
    m.replaceAll((k, v) -> v % 10);
    System.out.println(m.putIfAbsent("k2", 5) + " " + m.remove("k3", 99) + " " + m.replace("k4", 1) + m.getOrDefault("zz", -1) + " "
        + m.reduceValues(1000, Integer::sum) + " " + m.search(1000, (k, v) -> v == 3 ? "found" : null) + " " + new TreeMap<>(m));
    try {
      m.put(null, 1);
    } catch (NullPointerException e) {
      System.out.println("no null");
    }
    for (String k : m.keySet()) m.remove(k);
    System.out.println(m.isEmpty() + " " + ConcurrentHashMap.newKeySet().add("x"));
    ConcurrentSkipListMap<Integer, String> s = new ConcurrentSkipListMap<>();
    for (int i = 0; i < 20; i++) s.put(i * 7 % 20, "v" + i);
    System.out.println(s.headMap(5) + " " + s.firstKey() + s.lastEntry() + s.ceilingKey(7) + s.pollFirstEntry() + s.descendingMap().tailMap(3));
    ConcurrentSkipListSet<String> ss = new ConcurrentSkipListSet<>(List.of("b", "a", "c"));
    System.out.println(ss + ss.higher("a") + ss.pollLast() + ss.descendingSet());
    ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>(List.of(1, 2, 3));
    System.out.println(q.poll() + " " + q.peek() + q + q.size() + q.contains(3) + q.remove(2) + q);
    ConcurrentLinkedDeque<Integer> d = new ConcurrentLinkedDeque<>();
    d.offerFirst(1);
    d.offerLast(2);
    d.push(0);
    System.out.println(d + " " + d.pollLast() + d.peekFirst() + d.size());
    CopyOnWriteArrayList<Integer> c = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
    for (Integer i : c) c.add(i * 10);
    System.out.println(c + " " + c.addIfAbsent(2) + c.indexOf(30));
    LinkedBlockingQueue<String> lb = new LinkedBlockingQueue<>(2);
    System.out.println(lb.offer("a") + " " + lb.offer("b") + " " + lb.offer("c") + lb.take() + lb.remainingCapacity() + lb);
    ArrayBlockingQueue<Integer> ab = new ArrayBlockingQueue<>(3, true);
    ab.put(1);
    ab.add(2);
    List<Integer> out = new ArrayList<>();
    System.out.println(ab.drainTo(out) + " " + out + ab.poll(1, TimeUnit.MILLISECONDS) + ab.peek());
    try {
      ab.remove();
    } catch (NoSuchElementException e) {
      System.out.println("empty");
    }
    PriorityBlockingQueue<Integer> pb = new PriorityBlockingQueue<>(2, Comparator.reverseOrder());
    Collections.addAll(pb, 3, 9, 4);
    System.out.println(pb.take() + " " + pb.peek() + pb.size());
    LinkedBlockingDeque<Integer> bd = new LinkedBlockingDeque<>();
    bd.putFirst(1);
    bd.putLast(2);
    System.out.println(bd.takeLast() + " " + bd);
    LinkedTransferQueue<Integer> lt = new LinkedTransferQueue<>();
    System.out.println(lt.tryTransfer(1) + " " + lt.offer(2) + lt.poll() + lt.hasWaitingConsumer());
    SynchronousQueue<Integer> sq = new SynchronousQueue<>();
    System.out.println(sq.offer(1) + " " + sq.poll() + sq.size());
    DelayQueue<Delayed> dq = new DelayQueue<>();
    System.out.println(dq.poll() + " " + new Vector<>(c).elementAt(0));
  }
}
