"""Random Java programs whose threads initialise classes: superclasses and subclasses, circles, interfaces with default methods, initialisers that fail, read and
write shared fields, lock, note which thread runs them, run lambdas, start and join threads. See tests/run-random-threads --classes.
"""
import random

from random_source import RandomSource


class ClassGenerator(RandomSource):
    """Two or three threads of one to three statements each, and two to four classes with initialisers of up to three; everything is drawn from the seed."""

    def __init__(self, seed):
        self.r = r = random.Random(seed * 7919 + 5)
        self.name = "Classes%d" % seed
        self.threads = r.choice([1, 2, 2, 2])
        self.classes = r.choice([2, 2, 3, 3, 4])
        # A program draws what its initialisers do from few kinds, so that many have initialisers that nobody can tell.
        self.kinds = r.sample(["who", "read", "write", "lock", "touch", "touch", "fail", "thread", "lambda", "draw", "print", "hash", "array", "new"], 4) + ["own", "own", "touch"]
        self.volatile = r.choice(["", "volatile "])

    def touch(self, how=None):
        r = self.r
        c = r.randrange(self.classes)
        return r.choice(["C%d.x++;", "use(C%d.x);", "C%d.go();", "new C%d();", "use(C%d.CONSTANT);", "use(new C%d[1].length);", "use(C%d.box.length);"] +
                        (["load(\"C%d\", true);", "load(\"C%d\", false);", "use(C%d.x);", "ask(" + str(r.randrange(9)) + ", C%d.class);"] if how else [])) % c

    def initialiser(self, me, depth=0):
        r = self.r
        kind = r.choice(self.kinds)
        if kind == "who":
            return r.choice(["by = Thread.currentThread().getName();", "note('W');"])
        if kind == "read":
            return "use(%s);" % r.choice("ab")
        if kind == "write":
            return "%s = %d;" % (r.choice("ab"), me + 1)
        if kind == "lock" and depth == 0:
            return "synchronized (lock) { %s }" % self.initialiser(me, 1)
        if kind == "touch":
            return self.touch()
        if kind == "fail":
            return r.choice(["if (a == 1) throw new IllegalStateException();", "if (x == 1) throw new Error();", "use(1 / b);"])
        if kind == "thread" and depth == 0:
            return "{ Thread t = new Thread(() -> { %s }, \"inner\"); t.start(); %s }" % (self.touch(), r.choice(["", "join(t);", "join(t);"]))
        if kind == "lambda":
            return "{ Runnable r = () -> { x++; %s }; r.run(); }" % self.touch()
        if kind == "draw":
            return "x += atom.incrementAndGet();"
        if kind == "print":
            return 'System.out.print("%d");' % me
        if kind == "hash":
            return "if (new Object().hashCode() == 7) x = 9;"
        if kind == "array":
            return "box[0] = %d;" % r.randint(1, 2)
        if kind == "new":
            return "kept = new C%d();" % r.randrange(self.classes)
        return r.choice(["x = %d;" % r.randint(1, 3), "x += 2;", "box = new int[] {%d, x};" % me])

    def statement(self, depth=0):
        r = self.r
        kind = r.choice(["touch", "touch", "touch", "write", "read", "lock", "if"])
        if kind == "write":
            return "%s = %d;" % (r.choice("ab"), r.randint(1, 2))
        if kind == "read":
            return "log.append(%s);" % r.choice("ab")
        if kind == "lock" and depth == 0:
            return "synchronized (lock) { %s }" % self.statement(1)
        if kind == "if" and depth == 0:
            return "if (%s == %d) { %s }" % (r.choice("ab"), r.randint(0, 1), self.statement(1))
        return self.guarded(self.touch(True))

    def guarded(self, what):
        if self.r.random() < 0.3:
            return what
        return "try { %s } catch (ExceptionInInitializerError e) { note('E'); } catch (NoClassDefFoundError e) { note('N'); }" % what

    def generate(self):
        r = self.r
        out = ["import java.lang.invoke.MethodHandles;", "import java.lang.invoke.MethodType;", "import java.util.concurrent.atomic.AtomicInteger;", "", "public class %s {" % self.name,
               "  static %sint a, b;" % self.volatile, "  static final AtomicInteger atom = new AtomicInteger();", "  static final Object lock = new Object();",
               "  static volatile String by = \"\", notes = \"\";",
               "  static void use(int i) { if (i == 99) throw new AssertionError(); }",
               "  static synchronized void note(char c) { notes += c + Thread.currentThread().getName(); }",
               "  static void join(Thread t) { try { t.join(); } catch (InterruptedException e) { throw new AssertionError(e); } }",
               "  static void load(String name, boolean init) {",
               "    try { Class.forName(\"%s$\" + name, init, %s.class.getClassLoader()); } catch (ClassNotFoundException e) { throw new AssertionError(e); }" % (self.name, self.name),
               "  }",
               "  static void ask(int how, Class<?> c) {",
               "    try {",
               "      if (how == 0) MethodHandles.lookup().findStaticVarHandle(c, \"x\", int.class).getAndAdd(1);",
               "      if (how == 1) MethodHandles.lookup().findStaticVarHandle(c, \"x\", int.class).setVolatile(4);",
               "      if (how == 2) use((int) MethodHandles.lookup().findStaticGetter(c, \"x\", int.class).invoke());",
               "      if (how == 3) MethodHandles.lookup().findStatic(c, \"go\", MethodType.methodType(void.class)).invoke();",
               "      if (how == 4) c.getDeclaredField(\"x\").setInt(null, 5);",
               "      if (how == 5) c.getDeclaredMethod(\"go\").invoke(null);",
               "      if (how == 6) c.getDeclaredConstructor().newInstance();",
               "      if (how == 7) MethodHandles.lookup().ensureInitialized(c);",
               "      if (how == 8) MethodHandles.lookup().findConstructor(c, MethodType.methodType(void.class)).invoke();",
               "    } catch (Error e) { throw e; } catch (Throwable e) { throw new AssertionError(e); }",
               "  }"]
        for i in range(2):
            extends = " extends I0" if i and r.random() < 0.5 else ""
            out.append("  interface I%d%s { int[] OF = {atom.get()}; %s }" % (i, extends, r.choice(["default void hello() {}", "void hello();"])))
        for i in range(self.classes):
            extends = " extends C%d" % r.randrange(i) if i and r.random() < 0.4 else ""
            implements = " implements I%d" % r.randrange(2) if r.random() < 0.25 else ""
            body = " ".join(self.initialiser(i) for _ in range(r.randint(0, 3)))
            out.append("  static class C%d%s%s {" % (i, extends, implements))
            out.append("    static final int CONSTANT = %d; static int x = %s; static int[] box = new int[2]; static Object kept;" % (i, r.choice(["0", "1", "C%d.x + 1" % r.randrange(self.classes)])))
            if body:
                out.append("    static { %s}" % (body + " "))
            out.append("    static void go() { x++; } public void hello() {}")
            out.append("  }")
        out.append("  public static void main(String[] args) throws Exception {")
        out.append("    StringBuffer log = new StringBuffer();")
        if r.random() < 0.25:
            out.append("    %s" % self.guarded(self.touch(True)))
        names = []
        for i in range(self.threads):
            body = " ".join(self.statement() for _ in range(r.randint(1, 3)))
            out.append("    Thread t%d = new Thread(() -> { %s }, \"t%d\");" % (i, body, i))
            names.append("t%d" % i)
        out.append("    " + " ".join(n + ".start();" for n in names))
        out.append("    " + " ".join(self.statement() for _ in range(r.randint(1, 2))))
        out.append("    " + " ".join(n + ".join();" for n in names))
        out.append("    String x = \"\";")
        for i in range(self.classes):
            out.append("    try { x += \" \" + C%d.x + C%d.box[0]; } catch (ExceptionInInitializerError e) { x += \" E\"; } catch (NoClassDefFoundError e) { x += \" N\"; }" % (i, i))
        out.append("    System.out.println(log + \" \" + a + b + atom + by + notes + x);")
        out.append("  }")
        out.append("}")
        return "\n".join(out) + "\n"
