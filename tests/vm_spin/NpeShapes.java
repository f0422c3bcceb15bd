// One null dereference per line: what the VM says about each must be what java says.
import java.util.*;
import java.util.function.*;

public class NpeShapes {
  static class Node {
    Node next; int v; long l; double d; String s; int[] a; Node[] kids; Object o; Node[][] grid; long[] longs;
    Node next() { return next; }
    Node with(int i, String s) { return next; }
    static Node make() { return null; }
    private Node hidden() { return null; }
    Node self() { return this; }
    String test() { return next.s; }
    String test2() { return this.next.next.s; }
    void assign() { next.v = 3; }
  }
  interface Shape { double area(List<String> xs, Map.Entry<String, Integer>[] es); }
  enum Color { RED, GREEN }
  static Node root; static Node[] nodes; static int index = 1; static String name; static int[][] matrix; static Integer boxed; static Long boxedLong;
  static byte[] bytes = {0, 1}; static short[] shorts = {0}; static char[] chars = {0}; static long[] longs = {0};
  Node field; NpeShapes other; Object lock;

  static Node nil() { return null; }
  static Node nil(int i, long l, String[] s, Object o, StringBuilder b, int[][] m) { return null; }
  static int idx() { return 0; }
  static <T> T gen() { return null; }
  static boolean yes() { return true; }

  static void run(String label, Runnable r) {
    try {
      r.run();
      System.out.println(label + ": no exception");
    } catch (NullPointerException e) {
      StackTraceElement at = e.getStackTrace()[0];
      System.out.println(at.getClassName() + " " + at.getMethodName() + " " + at.getLineNumber() + " " + e.getMessage());
    }
  }

  void instance(int k) {
    run("i1", () -> this.field.v = 1);
    run("i2", () -> { int x = field.next.v; });
    run("i3", () -> { synchronized (lock) { System.out.println(); } });
    run("i4", () -> other.instance(k));
    run("i5", () -> other.field.kids[k].v++);
  }

  static void params(String p, Node q, int[] arr, Node[] ns, int i, long w, Object o) {
    p.length();
  }
  static int params2(String p, Node q, int[] arr, Node[] ns, int i, long w, Object o) { return arr[i]; }
  static void params3(String p, Node q, int[] arr, Node[] ns, int i, long w, Object o) { ns[i].kids[2].s.trim(); }
  static int params4(String p, Node q, int[] arr, Node[] ns, int i, long w, Object o) { return o.hashCode(); }
  static int params5(String p, Node q, int[] arr, Node[] ns, int i, long w, Object o) { o = null; return o.hashCode(); }
  static Node[][] emptyGrid() { return new Node[2][2]; }
  static Node[] holes() { return new Node[3]; }

  public static void main(String[] args) throws Exception {
    run("1", () -> { String s = null; s.length(); });
    run("2", () -> nil().next());
    run("3", () -> { int x = nil().v; });
    run("4", () -> nil().l = 3L);
    run("5", () -> nil().d = 3.0);
    run("6", () -> { int[] a = null; a[0] = 1; });
    run("7", () -> { int[] a = null; int x = a[5]; });
    run("8", () -> { long[] a = null; a[0] = 1L; });
    run("9", () -> { long[] a = null; long x = a[0]; });
    run("10", () -> { double[] a = null; a[0] = 1.0; });
    run("11", () -> { double[] a = null; double x = a[0]; });
    run("12", () -> { float[] a = null; a[0] = 1; });
    run("13", () -> { float[] a = null; float x = a[0]; });
    run("14", () -> { byte[] a = null; a[0] = 1; });
    run("15", () -> { boolean[] a = null; boolean x = a[0]; });
    run("16", () -> { char[] a = null; a[0] = 'c'; });
    run("17", () -> { char[] a = null; char x = a[0]; });
    run("18", () -> { short[] a = null; a[0] = 1; });
    run("19", () -> { short[] a = null; short x = a[0]; });
    run("20", () -> { Object[] a = null; a[0] = "x"; });
    run("21", () -> { Object[] a = null; Object x = a[0]; });
    run("22", () -> { int[] a = null; int x = a.length; });
    run("23", () -> { RuntimeException e = null; throw e; });
    run("24", () -> { Object o = null; synchronized (o) { } });
    run("25", () -> root.next.v = 1);
    run("26", () -> name.trim());
    run("27", () -> nodes[index].v = 1);
    run("28", () -> holes()[index].v = 1);
    run("29", () -> holes()[idx()].next.v = 1);
    run("30", () -> emptyGrid()[index][idx()].next());
    run("31", () -> matrix[1][2] = 3);
    run("32", () -> { int x = boxed; });
    run("33", () -> { long x = boxedLong + 1; });
    run("34", () -> { int x = new Node().a[2]; });
    run("35", () -> new Node().next.next());
    run("36", () -> new Node().next().next());
    run("37", () -> new Node().self().next.next.next());
    run("38", () -> new Node().with(1, "x").with(2, "y"));
    run("39", () -> nil(1, 2L, null, null, null, null).next());
    run("40", () -> Node.make().next());
    run("41", () -> NpeShapes.<String>gen().length());
    run("42", () -> ((Node) (Object) NpeShapes.gen()).next());
    run("43", () -> { List<String> xs = new ArrayList<>(); xs.add(null); xs.get(0).length(); });
    run("44", () -> { Map<String, Integer> m = new HashMap<>(); int x = m.get("a"); });
    run("45", () -> { Node n = yes() ? null : new Node(); n.next(); });
    run("46", () -> (yes() ? root : nil()).next());
    run("47", () -> (yes() ? root : nil()).next.next());
    run("48", () -> { Shape s = null; s.area(null, null); });
    run("49", () -> { switch ((Color) null) { case RED: break; default: } });
    run("50", () -> { String s = null; switch (s) { case "a": break; default: } });
    run("51", () -> { for (String s : (String[]) null) { } });
    run("52", () -> { for (String s : (List<String>) null) { } });
    run("53", () -> { Node a = new Node(); a.next = new Node(); a.next.next.next.next.next.next.next = null; });
    run("54", () -> { Node a = new Node(); a.kids = new Node[2]; a.kids[1].kids[0].v = 1; });
    run("55", () -> { int i = 1, j = 0; holes()[i + j].v = 2; });
    run("56", () -> holes()[bytes[1]].v = 2);
    run("57", () -> holes()[shorts[0]].v = 2);
    run("58", () -> holes()[chars[0]].v = 2);
    run("59", () -> holes()[(int) longs[0]].v = 2);
    run("60", () -> holes()[new int[]{1}[0]].v = 2);
    run("61", () -> holes()[bytes.length].v = 2);
    run("62", () -> { Object o = null; o.toString(); });
    run("63", () -> { Object o = null; String s = (String) o; s.concat("x"); });
    run("64", () -> { int[] a = null; a.clone(); });
    run("65", () -> { String[] a = null; a.clone(); });
    run("66", () -> { Runnable r = null; r.run(); });
    run("67", () -> { Function<String, Integer> f = x -> null; int v = f.apply("x"); });
    run("68", () -> { int x = 200; holes2()[x].next(); holes2()[100].next(); });
    run("69", () -> holes2()[100].next());
    run("70", () -> holes2()[30].next());
    run("71", () -> params(null, null, null, null, 0, 0, null));
    run("72", () -> params2(null, null, null, null, 0, 0, null));
    run("73", () -> params3(null, null, null, new Node[1], 0, 0, null));
    run("74", () -> params4(null, null, null, null, 0, 0, null));
    run("75", () -> params5(null, null, null, null, 0, 0, ""));
    run("76", () -> new Node().test());
    run("77", () -> { Node n = new Node(); n.next = new Node(); n.test2(); });
    run("78", () -> new Node().assign());
    run("79", () -> { Node n = null; try { n = nil(); } finally { n.next(); } });
    run("80", () -> { Node n = null; n.v++; });
    run("81", () -> { Node n = new Node(); n.a[1] += 2; });
    run("82", () -> { Node n = new Node(); n.longs[idx()] += 2; });
    run("83", () -> { Node n = new Node(); Node m = n.next = null; m.next(); });
    run("84", () -> { Node n; (n = null).next(); });
    run("85", () -> { String s = null; String t = "x" + s.length(); });
    run("86", () -> { Object o = null; o.equals(null); });
    run("87", () -> root.kids[index].grid[1][2].with(index, name).next.s.trim());
    run("88", () -> { Node n = new Node(); n.next = new Node(); n.next.next = new Node(); n.next.next.kids = new Node[1]; n.next.next.kids[0].next(); });
    run("89", () -> { Node n = new Node(); n.grid = new Node[1][]; n.grid[0][1].next(); });
    run("90", () -> { Node n = new Node(); n.grid = new Node[1][1]; n.grid[0][0].grid[1][1].next(); });
    run("91", () -> { StringBuilder b = null; b.append("x").append(1); });
    run("92", () -> { try { throw new RuntimeException(); } catch (RuntimeException e) { e.getCause().getMessage(); } });
    run("93", () -> { Supplier<Node> s = () -> null; s.get().next(); });
    run("94", () -> { char c = name.charAt(2); });
    run("95", () -> { Optional<String> o = null; o.map(x -> x.length()).get(); });
    run("96", () -> { new Node().hidden().hidden(); });
    run("97", () -> { Node n = null; n.hidden(); });
    run("98", () -> { int[][] m = new int[2][]; m[1][0] = 3; });
    run("99", () -> { int[][] m = new int[2][]; int i = 1; int x = m[i][m.length]; });
    run("100", () -> { Object o = nil(); ((Node) o).next = null; });
    run("101", () -> { Node a = null, b = new Node(); b = (b.v == 0 ? a : b); b.v = 2; });
    run("102", () -> { for (int i = 0; i < 3; i++) { Node n = i == 1 ? null : new Node(); n.v = i; } });
    run("103", () -> { Boolean b = null; if (b) System.out.println(); });
    run("104", () -> { Character c = null; int x = c + 1; });
    run("105", () -> { Integer i = null; i++; });
    run("106", () -> { Object o = null; o.getClass(); });
    run("107", () -> { Node n = new Node(); n.s.chars().filter(c -> c > 3).count(); });
    run("108", () -> { Node n = null; Supplier<Node> s = n::next; });
    run("109", () -> { String s = args.length > 100 ? "a" : null; s.isEmpty(); });
    run("110", () -> { Throwable t = null; try { throw new Error(t.getMessage()); } finally { System.out.print(""); } });
    run("111", () -> { int[] a = {1}; Node[] ns = holes(); ns[a[0]].next(); });
    run("112", () -> { Node[][] g = emptyGrid(); g[index][g[0].length - 1].v = 1; });
    run("113", () -> { throw nilError(); });
    run("114", () -> { Node n = new Node(); n.next.l = n.l++; });
    run("115", () -> { Node n = new Node(); n.o.hashCode(); });
    new NpeShapes().instance(3);
    NpeShapes o = new NpeShapes(); o.other = new NpeShapes(); o.other.field = new Node(); o.other.field.kids = new Node[9]; o.instance(3);
  }
  static Node[] holes2() { return new Node[1000]; }
  static RuntimeException nilError() { return null; }
}
