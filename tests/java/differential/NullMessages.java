// The helpful messages of NullPointerException, for many shapes of expression (compiled with -g).
public class NullMessages {
  interface Act { void run() throws Throwable; }

  static class Node {
    Node next;
    int value;
    int[] data;
    long[][] deep;
    static Node root;
    String name;
    boolean flag;

    Node getNext() {
      return next;
    }

    static Node find(String k, int i) {
      return null;
    }

    void call() {}
  }

  static void attempt(Act a) {
    try {
      a.run();
      System.out.println("no exception");
    } catch (NullPointerException e) {
      System.out.println(e.getMessage());
    } catch (Throwable t) {
      System.out.println(t);
    }
  }

  Node field;
  static Node[] nodes = new Node[2];
  static int one = 1;

  void instance() {
    attempt(() -> this.field.value = 3);
    attempt(() -> System.out.println(field.next.value));
  }

  static void params(Node p, int[] arr, Object[] objs, long l, double d, String last) {
    try {
      p.value++;
    } catch (NullPointerException e) {
      System.out.println(e.getMessage());
    }
    try {
      arr[3] = 4;
    } catch (NullPointerException e) {
      System.out.println(e.getMessage());
    }
    try {
      System.out.println(last.length() + l + d);
    } catch (NullPointerException e) {
      System.out.println(e.getMessage());
    }
    try {
      objs[1] = "x";
    } catch (NullPointerException e) {
      System.out.println(e.getMessage());
    }
  }

  public static void main(String[] args) {
    Node n = new Node();
    Node nul = null;
    attempt(() -> System.out.println(n.next.value));
    attempt(() -> n.next.value = 1);
    attempt(() -> n.next.next.next = null);
    attempt(() -> n.next.call());
    attempt(() -> n.getNext().getNext());
    attempt(() -> System.out.println(n.getNext().name));
    attempt(() -> Node.find("a", 1).call());
    attempt(() -> Node.root.call());
    attempt(() -> Node.root.flag = true);
    attempt(() -> System.out.println(nul.value));
    attempt(() -> System.out.println(n.data[0]));
    attempt(() -> n.data[one] = 2);
    attempt(() -> n.data[one + 1]++);
    attempt(() -> System.out.println(n.data.length));
    attempt(() -> System.out.println(n.deep[0][1]));
    attempt(() -> { n.deep = new long[2][]; n.deep[one][0] = 1; });
    attempt(() -> nodes[0].call());
    attempt(() -> nodes[one].next.call());
    attempt(() -> nodes[one - 1].data[5] = 1);
    attempt(() -> { int[][] g = new int[3][]; g[one][2] = 1; });
    attempt(() -> { synchronized (n.next) { System.out.println(); } });
    attempt(() -> { RuntimeException x = null; throw x; });
    attempt(() -> { Integer i = null; int k = i; });
    attempt(() -> { Boolean b = null; if (b) System.out.println(); });
    attempt(() -> { Long l = null; long k = l + 1; });
    attempt(() -> { String s = null; s.length(); });
    attempt(() -> { String s = null; s.concat("x").trim(); });
    attempt(() -> { char[] s = null; char c = s[0]; });
    attempt(() -> { boolean[] s = null; boolean c = s[0]; });
    attempt(() -> { byte[] s = null; s[0] = 1; });
    attempt(() -> { short[] s = null; s[0] = 1; });
    attempt(() -> { float[] s = null; s[0] = 1; });
    attempt(() -> { double[] s = null; double x = s[0]; });
    attempt(() -> { Object[] s = null; s[0] = null; });
    attempt(() -> { Object o = null; o.toString(); });
    attempt(() -> { Runnable r = null; r.run(); });
    attempt(() -> { for (Object o : (Iterable<?>) null) System.out.println(o); });
    attempt(() -> { for (int i : (int[]) null) System.out.println(i); });
    attempt(() -> { ((String) null).isEmpty(); });
    attempt(() -> { throw new NullPointerException(); });
    attempt(() -> { throw new NullPointerException("mine"); });
    attempt(() -> java.util.Objects.requireNonNull(null));
    attempt(() -> java.util.Objects.requireNonNull(null, "message"));
    params(null, null, null, 0, 0, null);
    new NullMessages().instance();
  }
}
