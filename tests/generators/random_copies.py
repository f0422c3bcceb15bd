"""Random Java programs that copy shared arrays and objects while another thread writes them: clone, arraycopy within one array and between two, copies that fail in
the middle, copies that are published. Each has a twin in which loops and assignments make the copies, element by element, as the JDK's documentation describes
them: full search of the twin is the oracle. See tests/run-random --copies.
"""
import random

# How the program copies, and how its twin does.
COPY = """  static void copy(%(t)s[] s, int from, %(t)s[] d, int to, int n) { System.arraycopy(s, from, d, to, n); }
  static %(t)s[] dup(%(t)s[] a) { return a.clone(); }
  static %(t)s[] first(%(t)s[] a, int n) { return java.util.Arrays.copyOf(a, n); }
"""
LOOP = """  static void copy(%(t)s[] s, int from, %(t)s[] d, int to, int n) {
    if (s == d && from < to) for (int i = n - 1; i >= 0; i--) d[to + i] = s[from + i];
    else for (int i = 0; i < n; i++) d[to + i] = s[from + i];
  }
  static %(t)s[] dup(%(t)s[] a) { return first(a, a.length); }
  static %(t)s[] first(%(t)s[] a, int n) {
    %(t)s[] out = new %(t)s[n];
    for (int i = 0; i < n && i < a.length; i++) out[i] = a[i];
    return out;
  }
"""
NODE = """  static class Node implements Cloneable {
    int x, y; long z; Object o;
    Node copy() { try { return (Node) clone(); } catch (CloneNotSupportedException e) { throw new AssertionError(e); } }
  }
"""
NODE_TWIN = """  static class Node {
    int x, y; long z; Object o;
    Node copy() { Node n = new Node(); n.x = x; n.y = y; n.z = z; n.o = o; return n; }
  }
"""


class CopyGenerator:
    """Two threads of one to three statements each; everything is drawn from the seed."""

    def __init__(self, seed):
        self.r = r = random.Random(seed * 6151 + 3)
        self.name, self.twin = "Copies%d" % seed, "Loops%d" % seed
        self.kinds = r.sample(["ints", "ints", "longs", "bytes", "refs", "objects", "node", "swap"], 2)
        self.body = None

    def statement(self, depth=0):
        r = self.r
        if depth == 0 and r.random() < 0.12:
            return "synchronized (lock) { %s %s }" % (self.statement(1), self.statement(1))
        kind = r.choice(self.kinds)
        i, v, n = r.randrange(3), r.randint(1, 3), r.randint(2, 3)
        if kind in ("ints", "longs", "bytes"):
            t = kind[:-1]
            return r.choice(["%s[%d] = %d;" % (kind, i, v), "%s[%d] = %d;" % (kind, i, v), "log += %s[%d];" % (kind, i),
                             "for (%s x : dup(%s)) log += x;" % (t, kind), "for (%s x : first(%s, %d)) log += x;" % (t, kind, n),
                             "{ %s[] c = new %s[3]; copy(%s, %d, c, 1, 2); for (%s x : c) log += x; }" % (t, t, kind, r.randrange(2), t),
                             "copy(new %s[] {%d, %d}, 0, %s, %d, 2);" % (t, v, v + 1, kind, r.randrange(2)),
                             "copy(%s, 0, %s, 1, 2);" % (kind, kind), "copy(%s, 1, %s, 0, 2);" % (kind, kind), "copy(%s, 0, %s2, 0, %d);" % (kind, kind, n),
                             "%s2[%d] = %d;" % (kind, i, v)])
        if kind == "refs":
            return r.choice(["refs[%d] = \"%s\";" % (i, "pqr"[v - 1]), "refs[%d] = null;" % i, "log += refs[%d];" % i, "for (String x : dup(refs)) log += x;",
                             "copy(new String[] {\"s\", \"t\"}, 0, refs, 1, 2);", "copy(refs, 0, refs, 1, 2);", "copy(refs, 0, objects, 0, 2);"])
        if kind == "objects":
            return r.choice(["objects[%d] = \"%s\";" % (i, "pqr"[v - 1]), "objects[%d] = %d;" % (i, v), "log += objects[%d];" % i, "for (Object x : first(objects, 2)) log += x;",
                             "try { copy(objects, 0, refs, 0, %d); } catch (ArrayStoreException e) { log += 'x'; }" % n,
                             "try { copy(objects, 0, refs, 0, %d); } catch (ArrayStoreException e) { log += 'x'; }" % n, "log += refs[%d];" % i])
        if kind == "node":
            return r.choice(["node.%s = %d;" % (r.choice("xyzo"), v), "node.%s = %d;" % (r.choice("xyz"), v), "{ Node n = node.copy(); log += \"\" + n.x + n.y + n.z + n.o; }",
                             "node = node.copy();", "log += node.%s;" % r.choice("xyzo")])
        return r.choice(["current = dup(current);", "current[%d]++;" % i, "current[%d] = %d;" % (i, v), "log += current[%d];" % i,
                         "{ int[] c = current; copy(c, 0, ints, 0, 3); }", "for (int x : dup(current)) log += x;"])

    def text(self, name, copies, node):
        if not self.body:
            self.body = [[self.statement() for _ in range(self.r.randint(1, 3))] for _ in range(2)]
            self.volatile = self.r.choice(["volatile ", ""])
        out = ["public class %s {" % name] + [node] + [copies % {"t": t} for t in ("int", "long", "byte", "String", "Object")]
        # An array of strings into one of objects, and back.
        out += ["  static final int[] ints = {5, 6, 7}, ints2 = {8, 8, 8};", "  static final long[] longs = {5, 6, 7}, longs2 = {8, 8, 8};",
                "  static final byte[] bytes = {5, 6, 7}, bytes2 = {8, 8, 8};", "  static final String[] refs = {\"a\", \"b\", \"c\"};", "  static final Object[] objects = {\"d\", 4, \"f\"};",
                "  static %sint[] current = {1, 2, 3};" % self.volatile, "  static %sNode node = new Node();" % self.volatile, "  static final Object lock = new Object();",
                "  static String log0, log1;"]
        for i, statements in enumerate(self.body):
            out += ["  static void run%d() {" % i, '    String log = "";'] + ["    " + s for s in statements] + ["    log%d = log;" % i, "  }"]
        out += ["  public static void main(String[] args) throws InterruptedException {",
                "    Thread t = new Thread(%s::run0), u = new Thread(%s::run1);" % (name, name), "    t.start();", "    u.start();", "    t.join();", "    u.join();",
                "    String all = \"\";", "    for (int x : ints) all += x;", "    for (int x : ints2) all += x;", "    for (long x : longs) all += x;", "    for (long x : longs2) all += x;",
                "    for (byte x : bytes) all += x;", "    for (byte x : bytes2) all += x;", "    for (Object x : refs) all += x;", "    for (Object x : objects) all += x;",
                "    for (int x : current) all += x;", "    System.out.println(log0 + \"|\" + log1 + \"|\" + all + node.x + node.y + node.z + node.o);", "  }", "}"]
        return "\n".join(out) + "\n"

    def source(self):
        return self.text(self.name, COPY, NODE)

    def twin_source(self):
        return self.text(self.twin, LOOP, NODE_TWIN)
