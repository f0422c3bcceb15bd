// Seeded bug: that there is something is checked under the lock, but taken after it was released.
public class WrongLockQueue {
  private static class Node { final int value; volatile Node next; Node(int value) { this.value = value; } }
  private Node head = new Node(0), tail = head;
  private final Object heads = new Object(), tails = new Object();
  public void enqueue(int value) {
    Node n = new Node(value);
    synchronized (tails) {
      tail.next = n;
      tail = n;
    }
  }
  public int dequeue() {
    Node n;
    synchronized (heads) {
      n = head.next;
      if (n == null) return -1;
    }
    head = n;
    return n.value;
  }
}
