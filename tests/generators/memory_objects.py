"""Random Java programs whose threads pass objects to each other, in every way in which a reference can pass: through static fields that
are plain, volatile, or accessed by a VarHandle in any mode, elements of an array, final and other fields of an object, a lock. An oracle
for what --memory=jmm leaves out of a state, and for what it finds out as it goes: with --distinguish=messages --all-shared it leaves nothing out
and every object is one that others may get at from its birth (tests/run-memory --objects). Objects are made by constructors, by clone(), and as rows of arrays."""
import random

# The ways into and out of a place. A program uses few places, so that its threads meet there.
PLACES = [
    (["(Box) HA.get()", "(Box) HA.getOpaque()", "(Box) HA.getAcquire()", "(Box) HA.getVolatile()"],
     ["HA.set(%s);", "HA.setOpaque(%s);", "HA.setRelease(%s);", "HA.setVolatile(%s);", "HA.compareAndSet(null, %s);", "HA.weakCompareAndSetPlain(null, %s);", "HA.getAndSetAcquire(%s);"]),
    (["v"], ["v = %s;"]),
    (["w"], ["w = %s;"]),
    (["array[0]", "(Box) HE.getAcquire(array, 0)", "(Box) HE.getVolatile(array, 0)"], ["array[0] = %s;", "HE.setRelease(array, 0, %s);", "HE.setVolatile(array, 0, %s);", "HE.compareAndSet(array, 0, null, %s);"]),
]
LOOKS = ["n.plain", "n.plain", "n.fixed", "n.strong", "(n.next == null ? -1 : n.next.plain)", "n.inner.plain", "n.inner.plain", "n.inner.strong", "row(n)", "row(n)", "corner(n)"]
CHANGES = ["n.plain = 7;", "n.strong = 7;", "n.inner.plain = 8;", "n.next = w;", "n.next = new Box(9, null);", "n.inner.plain = 8; n.inner.strong = 8;", "n.row = row.clone();", "n.rows = new int[1][1];", "n.next = first.copy();"]

HEAD = """import java.lang.invoke.*;
public class %s {
  static final class Leaf { int plain; volatile int strong; }
  static final class Box implements Cloneable {
    int plain; final int fixed; volatile int strong; Box next; final Leaf inner = new Leaf(); int[] row; int[][] rows;
    Box(int k, Box next) { plain = k; fixed = k; strong = k; inner.plain = k; this.next = next; }
    Box copy() { try { return (Box) clone(); } catch (CloneNotSupportedException e) { throw new AssertionError(e); } }
  }
  static final int[] row = {6}; static final Box first = new Box(6, null);
  static { first.row = row; first.rows = new int[1][1]; }
  static int row(Box n) { int[] r = n.row; return r == null ? -1 : r[0]; }
  static int corner(Box n) { int[][] c = n.rows; int[] r = c == null ? null : c[0]; return r == null ? -1 : r[0]; }
  static Box a, w; static volatile Box v; static final Box[] array = new Box[1];
  static final Object lock = new Object();
  static final VarHandle HA, HE = MethodHandles.arrayElementVarHandle(Box[].class);
  static { try { HA = MethodHandles.lookup().findStaticVarHandle(%s.class, "a", Box.class); } catch (ReflectiveOperationException e) { throw new ExceptionInInitializerError(e); } }
  static final String[] seen = new String[%d];
"""


def source(name, seed):
    r = random.Random("objects %d" % seed)
    places = r.sample(PLACES, r.choice((1, 1, 2)))
    modes = [([r.choice(reads) for _ in range(2)], [r.choice(writes) for _ in range(2)]) for reads, writes in places]
    reads, writes = [m for reads, _ in modes for m in reads], [m for _, writes in modes for m in writes]
    number, out = 0, []
    threads = r.choice((2, 2, 3))
    for t in range(threads):
        body = []
        for _ in range(r.randint(1, 3 if threads == 2 else 2)):
            number += 1
            kind = "publish" if t == 0 and not body else r.choices(("publish", "look", "relay", "change"), (2, 5, 1, 2))[0]
            look = 'Box n = %s; if (n != null) ' % r.choice(reads)
            if kind == "publish":
                made = r.choice(("new Box(%d, null)", "new Box(%d, null)", "new Box(%d, w)", "new Box(%d, v)")) % number if r.random() < 0.6 else "first.copy()"
                lines = ["Box n = %s;" % made, r.choice(("", "n.inner.plain = 4;", "n.plain = 5;", "n.row = row.clone();", "n.rows = new int[1][1];")), r.choice(writes) % "n"]
            elif kind == "look":
                lines = [look + '{ s += "%d:" + %s + " "; }' % (number, r.choice(LOOKS))]
            elif kind == "relay":
                lines = [look + "{ %s }" % (r.choice(writes) % "n")]
            else:
                lines = [look + "{ %s }" % r.choice(CHANGES)]
            block = "{ %s }" % " ".join(line for line in lines if line)
            body.append("synchronized (lock) %s" % block if r.random() < 0.2 else block)
        out.append("  static void thread%d() { String s = \"\"; %s seen[%d] = s; }\n" % (t, " ".join(body), t))
    main = "  public static void main(String[] args) throws InterruptedException {\n    Thread[] ts = {%s};\n" % ", ".join("new Thread(() -> thread%d())" % t for t in range(threads))
    main += "    for (Thread t : ts) t.start();\n    for (Thread t : ts) t.join();\n"
    main += '    System.out.println(String.join("| ", seen) + (w == null ? "" : " w" + w.plain) + (v == null ? "" : " v" + v.plain));\n  }\n}\n'
    return HEAD % (name, name, threads) + "".join(out) + main
