"""Random small programs that count in atomic variables and drop what that returns, mostly: some ask for the count, by name or by ways that a class file does not show."""
import random

from random_source import RandomSource


class CountGenerator(RandomSource):
    """Two or three threads over two atomic counters, a field with a VarHandle and a volatile flag. What an update returns is dropped, by its method or by a caller of that, or used."""

    FULL = ""
    stateless = False
    STRATEGIES = ["s-por", "de-s-por", "dl-s-por", "o-dpor", "dl-s-por --all-shared", "dl-s-por --distinguish=counters", "dl-s-por --exact-states", "dl-s-por --points=contended"]

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.name = "Counts%d" % seed
        self.threads = self.r.choice([2, 2, 3])
        # What asks for counts; most programs ask by at most one of these.
        self.asking = self.r.sample(["named", "lambda", "returned", "handle", "text", "compared"], self.r.choice([0, 1, 1, 1, 2]))
        self.asking += ["returned"] * (self.r.random() < 0.3)

    def drop(self):
        r = self.r
        n = r.choice(["few", "few", "many"])
        return r.choice(["%s.incrementAndGet();" % n, "%s.getAndIncrement();" % n, "%s.addAndGet(%d);" % (n, r.randint(0, 2)), "%s.decrementAndGet();" % n, "up.run();", "higher();", "locked();",
                         "HANDLE.getAndAdd(COUNTS, 1);", "int dropped = (int) HANDLE.getAndAdd(COUNTS, 1);", "%s.set(%d);" % (n, r.randint(0, 3)), "few.set(%d);" % r.randint(2, 4), "few.set(0);", "many.getAndAdd(delta);"])

    def ask(self):
        r = self.r
        kind = r.choice(self.asking)
        return {"named": "log += few.get();", "lambda": "log += asks.getAsInt();", "returned": r.choice(["log += higher();", "log += few.getAndIncrement();", "if (many.incrementAndGet() == 2) log += 't';", "log += locked();"]),
                "handle": r.choice(["log += (int) HANDLE.getVolatile(COUNTS);", "log += (int) HANDLE.getAndAdd(COUNTS, 1);"]), "text": r.choice(["log += few;", "log += text.apply(many);"]),
                "compared": r.choice(["log += few.compareAndSet(1, 5) ? 't' : 'f';", "few.updateAndGet(n -> n * 2);", "if (few.accumulateAndGet(1, Math::max) > 1) log += 'm';"])}[kind]

    def statement(self, me):
        r = self.r
        kind = r.choice(["drop"] * 3 + ["unless"] * 2 + ["flag", "look", "loop"] + (["ask"] * 2 if self.asking else []))
        if kind == "drop":
            return self.drop()
        if kind == "ask":
            return self.ask()
        if kind == "flag":
            return r.choice(["flag = 1;", "flag = 2;", "flag++;"])
        if kind == "unless":  # nothing but the count tells afterwards
            return "if (flag == 0) { %s } else { %s }" % (self.drop(), self.drop())
        if kind == "look":
            return "log += flag;"
        return "for (int i = 0; i < 2; i++) { %s }" % self.drop()

    def generate(self):
        r = self.r
        bodies = [[self.statement(me) for _ in range(r.randint(1, 3 if self.threads == 2 else 2))] for me in range(self.threads)]
        lines = ["import java.lang.invoke.*;", "import java.util.concurrent.atomic.*;", "import java.util.function.*;", "public class %s {" % self.name, "  static final AtomicInteger few = new AtomicInteger();",
                 "  static final AtomicLong many = new AtomicLong();", "  volatile int counted;", "  static final %s COUNTS = new %s();" % (self.name, self.name), "  static final VarHandle HANDLE;", "  static volatile int flag;",
                 "  static int delta = %d;" % r.choice([1, 2]), "  static { try { HANDLE = MethodHandles.lookup().findVarHandle(%s.class, \"counted\", int.class); } catch (ReflectiveOperationException e) { throw new Error(e); } }" % self.name,
                 "  static final Runnable up = few::incrementAndGet;", "  static final IntSupplier asks = %s;" % ("few::get" if "lambda" in self.asking else "null"), "  static final Function<Object, String> text = String::valueOf;",
                 "  static int higher() { return few.incrementAndGet() + 1; }", "  static synchronized int locked() { return few.incrementAndGet(); }"]
        lines += ["  static String log%d = \"\";" % i for i in range(self.threads)]
        for i, body in enumerate(bodies):
            lines += ["  static void run%d() {" % i, '    String log = "";'] + ["    { %s }" % s for s in body] + ["    log%d = log;" % i, "  }"]
        lines += ["  public static void main(String[] args) throws Exception {"]
        if r.random() < 0.7:  # what they are for is known before there is a choice
            lines += ["    few.incrementAndGet();", "    many.incrementAndGet();"]
        lines += ["    Thread t%d = new Thread(%s::run%d);" % (i, self.name, i) for i in range(self.threads)]
        lines += ["    t%d.start();" % i for i in range(self.threads)] + ["    t%d.join();" % i for i in range(self.threads)]
        if self.asking and r.random() < 0.5:
            lines += ['    String log = "";', "    " + self.ask(), "    log0 += log;"]
        lines += ['    System.out.println(%s);' % ' + "|" + '.join("log%d" % i for i in range(self.threads)), "  }", "}"]
        return "\n".join(lines) + "\n"
