"""Random programs with data races over what orders accesses: monitors of objects that are handed over, locks, semaphores, optimistic reads, latches, wait and notify, queues, futures, interrupts,
starts, isAlive and joins at any place, access modes; and what they can do by the definition: every sequentially consistent execution, with vector clocks, every pair of accesses compared. Nothing here knows of
reductions, of sets of threads that know of an access, or of states that are matched. Races by JLS 17.4, outcomes and deadlocks by the documentation of the classes."""
import random

from happens_state import NULL, State, join

MODES = ["Plain", "Opaque", "AcqRel", "Volatile"]
GET = {"Plain": "get", "Opaque": "getOpaque", "AcqRel": "getAcquire", "Volatile": "getVolatile"}
SET = {"Plain": "set", "Opaque": "setOpaque", "AcqRel": "setRelease", "Volatile": "setVolatile"}
# What an update acquires and releases.
UPDATES = {"": (True, True), "Acquire": (True, False), "Release": (False, True)}
# Objects that are there from the beginning; a new one is numbered after them by its thread.
BOXES = 2


class Program:
    """threads: a list of statements each; thread 0 is main, which starts the others where it says so, at the latest at its end, and joins them there."""

    def __init__(self, seed):
        r = self.r = random.Random(seed)
        self.seed = seed
        self.count = r.choice([2, 2, 2, 3])
        self.interrupts = r.random() < 0.25  # then nobody waits but for locks
        self.made = set()  # threads that have an object of their own
        left = {2: 7, 3: 4}[self.count]
        # A program is about a few things, so that its threads meet.
        everything = ["plain", "volatile", "handle", "update", "atomic", "reference", "box", "monitor", "lock", "both", "semaphore", "stamped", "latch", "wait", "queue", "future", "alive", "print", "array"]
        self.topics = r.sample(everything, r.choice([3, 4, 5])) + ["plain", "box"]
        if self.interrupts:
            self.topics = [x for x in self.topics if x not in ("latch", "wait")] + ["interrupt"]
        self.threads = [self.block(t, r.randint(2, left), 2) for t in range(self.count)]
        self.place_starts()

    def place_starts(self):
        r, others = self.r, list(range(1, self.count))
        late = [t for t in others if r.random() < 0.3]
        for t in late:
            # Somebody starts it: main, or a thread with a lower number.
            by = r.randrange(t)
            if by and by in late and r.random() < 0.5:
                by = 0
            self.threads[by].insert(r.randint(0, len(self.threads[by])), ("start", t))
        self.threads[0] = [("start", t) for t in others if t not in late] + self.threads[0]
        if r.random() < 0.4:
            t = r.choice(others)
            place = r.randint(0, len(self.threads[0]))
            self.threads[0].insert(place, ("join", t))
        # Main joins all at its end; who joins a thread that was not started comes back at once, so a join of one that somebody else starts is moved behind its starter's.
        self.threads[0] += [("join", t) for t in others]

    # --- statements

    def block(self, t, n, depth):
        return [self.statement(t, depth) for _ in range(n)]

    def statement(self, t, depth):
        r = self.r
        topic = r.choice(self.topics)
        if depth and r.random() < 0.2:
            return ("if", self.read(t), r.randint(0, 1), self.block(t, r.randint(1, 2), depth - 1))
        inner = lambda: self.block(t, r.randint(1, 2), depth - 1) if depth else [("inc", "x")]  # noqa: E731
        if topic == "plain":
            return r.choice([("write", r.choice("xy"), "Plain", r.randint(1, 2)), ("inc", r.choice("xy")), self.read(t)])
        if topic == "volatile":
            return r.choice([("write", "v", "Volatile", r.randint(1, 2)), ("read", "v", "Volatile", r.random() < 0.5), ("if", ("read", "v", "Volatile", False), 1, inner())])
        if topic == "handle":
            return r.choice([("write", "h", r.choice(MODES), r.randint(1, 2)), ("read", "h", r.choice(MODES), r.random() < 0.5), ("if", ("read", "h", r.choice(MODES), False), 1, inner())])
        if topic == "update":
            return r.choice([("add", "h", r.choice(list(UPDATES))), ("cas", "h", r.choice(["", "Acquire", "Release"]), r.randint(0, 1), r.randint(1, 2))])
        if topic == "atomic":
            return r.choice([("add", "n", ""), ("read", "n", "Volatile", r.random() < 0.5), ("if", ("read", "n", "Volatile", False), 1, inner())])
        if topic == "array":
            return r.choice([("write", "e%d" % r.randint(0, 1), "Plain", 1), ("read", "e%d" % r.randint(0, 1), "Plain", False), ("copy",)])
        if topic == "reference":
            return r.choice([("take", "p", "Plain"), ("put", "p", "Plain"), ("take", "q", r.choice(MODES)), ("put", "q", r.choice(MODES)), ("take", "z", "Volatile"), ("put", "z", "Volatile"), self.new(t)])
        if topic == "box":
            return r.choice([("box", r.randrange(BOXES)), ("field", "write", r.randint(1, 2)), ("field", "inc", 0), ("field", "read", r.random() < 0.5), ("flag", "write"), ("flag", "read"), self.new(t) if r.random() < 0.5 else ("field", "write", 1)])
        if topic == "monitor":
            return r.choice([("sync", inner()), ("lock", "k", inner())])
        if topic == "lock":
            return (r.choice(["lock", "lock", "try"]), "l", inner())
        if topic == "both":
            return r.choice([("shared", inner()), ("exclusive", inner())])
        if topic == "semaphore":
            return r.choice([("permit", inner()), ("release",)])
        if topic == "stamped":
            return r.choice([("stamp", inner()), ("optimistic", self.read(t) if r.random() < 0.5 else ("field", "read", False))])
        if topic == "latch":
            return r.choice([("down",), ("down",), ("await",), ("if", ("left",), 0, inner())])
        if topic == "wait":
            return r.choice([("wait",), ("notify", False), ("notify", True)])
        if topic == "queue":
            return r.choice([("offer",), ("poll",)])
        if topic == "future":
            return r.choice([("complete", r.randint(1, 2)), ("now",), ("if", ("now",), 1, inner())])
        if topic == "alive":
            return ("if", ("alive", r.randrange(1, self.count)), 0, inner())
        if topic == "interrupt":
            return r.choice([("interrupt", r.randrange(1, self.count)), ("if", ("interrupted", r.random() < 0.5), 1, inner())]) if t else ("interrupt", r.randrange(1, self.count))
        return ("print", t)

    def read(self, t):
        return self.r.choice([("read", self.r.choice("xy"), "Plain", self.r.random() < 0.5), ("read", "v", "Volatile", False)])

    def new(self, t):
        if t in self.made:
            return ("box", self.r.randrange(BOXES))
        self.made.add(t)
        return ("new", t)

    # --- as Java

    def java(self, name):
        out = ["import java.lang.invoke.*;", "import java.util.concurrent.*;", "import java.util.concurrent.atomic.*;", "import java.util.concurrent.locks.*;", "",
               f"public class {name} {{",
               "  static class Box { int a; volatile int f; }",
               "  static final Box B0 = new Box(), B1 = new Box();",
               "  static int x, y, h, w;", "  static volatile int v;", "  static Box p, q;", "  static final int[] e = new int[2];",
               "  static final AtomicReference<Box> z = new AtomicReference<>();", "  static final AtomicInteger n = new AtomicInteger();",
               "  static final Object k = new Object();", "  static final ReentrantLock l = new ReentrantLock();", "  static final ReentrantReadWriteLock m = new ReentrantReadWriteLock();",
               "  static final Semaphore s = new Semaphore(1);", "  static final StampedLock o = new StampedLock();", "  static final CountDownLatch d = new CountDownLatch(1);",
               "  static final ArrayBlockingQueue<Box> u = new ArrayBlockingQueue<>(1);", "  static final CompletableFuture<Integer> g = new CompletableFuture<>();",
               f"  static final Thread[] T = new Thread[{self.count}];", f"  static final String[] S = new String[{self.count}];",
               "  static final VarHandle H, Q;", "  static {", "    try {",
               f"      H = MethodHandles.lookup().findStaticVarHandle({name}.class, \"h\", int.class);",
               f"      Q = MethodHandles.lookup().findStaticVarHandle({name}.class, \"q\", Box.class);",
               "    } catch (ReflectiveOperationException f) {", "      throw new Error(f);", "    }", "  }"]
        for t, body in enumerate(self.threads):
            body = body[:len(body) - (self.count - 1)] if t == 0 else body
            out.append(f"  static void run{t}() throws Exception {{")
            out += ["    String c = \"\";", "    Box b = B0;", "    int r = 0;"]
            for s in body:
                self.emit(s, "    ", out)
            out.append(f"    S[{t}] = c;")
            out.append("  }")
        out.append("  public static void main(String[] args) throws Exception {")
        for t in range(1, self.count):
            out.append(f"    T[{t}] = new Thread(() -> {{ try {{ run{t}(); }} catch (Exception f) {{ throw new Error(f); }} }});")
        out.append("    run0();")
        for t in range(1, self.count):
            out.append(f"    T[{t}].join();")
        out.append("    System.out.println(\"|\" + String.join(\",\", S));")
        out += ["  }", "}"]
        return "\n".join(out) + "\n"

    def emit(self, s, pad, out):
        kind = s[0]
        line = lambda text: out.append(pad + text)  # noqa: E731
        log = lambda yes: line("c += r;") if yes else None  # noqa: E731

        def inside(body):
            for inner in body:
                self.emit(inner, pad + "  ", out)

        if kind == "if":
            self.emit(s[1], pad, out)
            line(f"if (r == {s[2]}) {{")
            inside(s[3])
            line("}")
        elif kind == "write":
            line(f"H.{SET[s[2]]}({s[3]});" if s[1] == "h" else f"e[{s[1][1]}] = {s[3]};" if s[1][0] == "e" else f"{s[1]} = {s[3]};")
        elif kind == "read":
            line("r = (int) H.%s();" % GET[s[2]] if s[1] == "h" else "r = n.get();" if s[1] == "n" else f"r = e[{s[1][1]}];" if s[1][0] == "e" else f"r = {s[1]};")
            log(s[3])
        elif kind == "inc":
            line(f"{s[1]}++;")
        elif kind == "add":
            line("n.incrementAndGet();" if s[1] == "n" else f"H.getAndAdd{s[2]}(1);")
        elif kind == "cas":
            line(f"H.compareAndSet({s[3]}, {s[4]});" if not s[2] else f"r = (int) H.compareAndExchange{s[2]}({s[3]}, {s[4]});")
        elif kind == "copy":
            line("e.clone();")
        elif kind == "take":
            line("b = p;" if s[1] == "p" else "b = z.get();" if s[1] == "z" else f"b = (Box) Q.{GET[s[2]]}();")
        elif kind == "put":
            line("p = b;" if s[1] == "p" else "z.set(b);" if s[1] == "z" else f"Q.{SET[s[2]]}(b);")
        elif kind == "box":
            line(f"b = B{s[1]};")
        elif kind == "new":
            line("b = new Box();")
        elif kind == "field":
            line("if (b != null) %s" % {"write": f"b.a = {s[2]};", "inc": "b.a++;", "read": "r = b.a;"}[s[1]])
            log(s[1] == "read" and s[2])
        elif kind == "flag":
            line("if (b != null) %s" % {"write": "b.f = 1;", "read": "r = b.f;"}[s[1]])
        elif kind == "sync":
            line("if (b != null) synchronized (b) {")
            inside(s[1])
            line("}")
        elif kind == "lock":
            line("synchronized (k) {" if s[1] == "k" else "l.lock(); try {")
            inside(s[2])
            line("}" if s[1] == "k" else "} finally { l.unlock(); }")
        elif kind == "try":
            line("if (l.tryLock()) try {")
            inside(s[2])
            line("} finally { l.unlock(); }")
        elif kind in ("shared", "exclusive"):
            side = {"shared": "readLock", "exclusive": "writeLock"}[kind]
            line(f"if (m.{side}().tryLock()) try {{")
            inside(s[1])
            line(f"}} finally {{ m.{side}().unlock(); }}")
        elif kind == "permit":
            line("if (s.tryAcquire()) {")
            inside(s[1])
            line("  s.release();")
            line("}")
        elif kind == "release":
            line("s.release();")
        elif kind == "stamp":
            line("{ long stamp%d = o.tryWriteLock(); if (stamp%d != 0) {" % (len(pad), len(pad)))
            inside(s[1])
            line("  o.unlockWrite(stamp%d);" % len(pad))
            line("} }")
        elif kind == "optimistic":
            line("{ long seen%d = o.tryOptimisticRead();" % len(pad))
            inside([s[1]])
            line("  c += o.validate(seen%d) ? 'y' : 'n'; }" % len(pad))
        elif kind == "down":
            line("d.countDown();")
        elif kind == "left":
            line("r = (int) d.getCount();")
        elif kind == "await":
            line("d.await();")
        elif kind == "wait":
            line("synchronized (k) { if (w == 0) k.wait(); }")
        elif kind == "notify":
            line("synchronized (k) { w = 1; k.notify%s(); }" % ("All" if s[1] else ""))
        elif kind == "offer":
            line("if (b != null) u.offer(b);")
        elif kind == "poll":
            line("b = u.poll();")
        elif kind == "complete":
            line(f"g.complete({s[1]});")
        elif kind == "now":
            line("r = g.getNow(0);")
        elif kind == "alive":
            line(f"r = T[{s[1]}].isAlive() ? 1 : 0;")
        elif kind == "interrupt":
            line(f"T[{s[1]}].interrupt();")
        elif kind == "interrupted":
            line("r = Thread.%s ? 1 : 0;" % ("interrupted()" if s[1] else "currentThread().isInterrupted()"))
        elif kind == "print":
            line(f"System.out.print({s[1]});")
        elif kind == "start":
            line(f"T[{s[1]}].start();")
        elif kind == "join":
            line(f"T[{s[1]}].join();")
        else:
            raise AssertionError(kind)

    # --- as steps: each is one access, or what orders accesses; `jump` and its like cost none

    def steps(self, body):
        out = []
        for s in body:
            kind = s[0]
            if kind == "if":
                inner = self.steps(s[3])
                out += self.steps([s[1]]) + [("unless", s[2], len(inner))] + inner
            elif kind == "read":
                out += [("read", s[1], s[2])] + [("log",)] * s[3]
            elif kind == "inc":
                out += [("read", s[1], "Plain", "keep"), ("write", s[1], "Plain", None)]
            elif kind == "copy":
                out += [("read", "e0", "Plain", "no"), ("read", "e1", "Plain", "no")]
            elif kind == "field":
                inner = {"write": [("write", "a", "Plain", s[2])], "inc": [("read", "a", "Plain", "keep"), ("write", "a", "Plain", None)], "read": [("read", "a", "Plain")]}[s[1]]
                out += [("null", len(inner))] + inner + [("log",)] * (s[1] == "read" and bool(s[2]))
            elif kind == "flag":
                out += [("null", 1), ("write", "f", "Volatile", 1) if s[1] == "write" else ("read", "f", "Volatile")]
            elif kind == "sync":
                # The object is the one that was there at the beginning of the block.
                inner = self.steps(s[1])
                out += [("null", len(inner) + 2), ("enter", "box")] + inner + [("exit", "box")]
            elif kind == "lock":
                out += [("enter", s[1])] + self.steps(s[2]) + [("exit", s[1])]
            elif kind == "try":
                inner = self.steps(s[2])
                out += [("try", "l", len(inner) + 1)] + inner + [("exit", "l")]
            elif kind in ("shared", "exclusive"):
                inner = self.steps(s[1])
                out += [(kind, len(inner) + 1)] + inner + [("un" + kind,)]
            elif kind == "permit":
                inner = self.steps(s[1])
                out += [("permit", len(inner) + 1)] + inner + [("release",)]
            elif kind == "stamp":
                inner = self.steps(s[1])
                out += [("stamp", len(inner) + 1)] + inner + [("unstamp",)]
            elif kind == "optimistic":
                out += [("optimistic",)] + self.steps([s[1]]) + [("validate",)]
            elif kind == "wait":
                out += [("enter", "k"), ("read", "w", "Plain", "look"), ("park", 2), ("wait",), ("again",), ("exit", "k")]
            elif kind == "notify":
                out += [("enter", "k"), ("write", "w", "Plain", 1), ("notify", s[1]), ("exit", "k")]
            elif kind == "offer":
                out += [("null", 1), ("offer",)]
            else:
                out.append(s)
        return out

    LOCAL = {"unless", "log", "null", "box", "new", "park"}

    def explore(self, limit=40000):
        """Names of the variables that race, outcomes, and whether there is a deadlock; or None if there are too many executions."""
        # A thread is alive for a while after its last step.
        code = [self.steps(b) + [("end",)] * (t > 0) for t, b in enumerate(self.threads)]
        n = self.count
        races, outcomes, deadlock = set(), set(), False
        start = State(n)
        for t in range(n):
            self.local(start, t, code[t])
        seen, stack = set(), [start]
        while stack:
            state = stack.pop()
            key = state.key()
            if key in seen:
                continue
            seen.add(key)
            if len(seen) > limit:
                return None
            moved = False
            for t in range(n):
                if t not in state.started or state.pc[t] >= len(code[t]):
                    continue
                for after in self.step(state, t, code, races):
                    moved = True
                    self.local(after, t, code[t])
                    stack.append(after)
            if not moved:
                if all(state.pc[t] >= len(code[t]) for t in range(n)):
                    outcomes.add(state.printed + "|" + ",".join(state.logs))
                else:
                    deadlock = True
        names = {"e0": "elements of int[]", "e1": "elements of int[]"}
        return {names.get(v, v) for v in races}, outcomes, deadlock

    def local(self, s, t, code):
        """What follows and nobody else can tell."""
        while s.pc[t] < len(code) and code[s.pc[t]][0] in self.LOCAL:
            i = code[s.pc[t]]
            s.pc[t] += 1
            if i[0] == "unless" and s.r[t] != i[1]:
                s.pc[t] += i[2]
            elif i[0] == "log":
                s.logs[t] += str(s.r[t])
            elif i[0] == "null" and s.b[t] == NULL:
                s.pc[t] += i[1]
            elif i[0] == "box":
                s.b[t] = i[1]
            elif i[0] == "new":
                s.b[t] = BOXES + t
            elif i[0] == "park" and s.kept[t] != 0:
                s.pc[t] += i[1]

    def step(self, state, t, code, races):
        """The states after the next step of the thread: none if it has to wait, several if somebody chooses."""
        i = code[t][state.pc[t]]
        kind = i[0]
        s = state.copy()
        s.pc[t] += 1

        def learn(place):
            s.clock[t] = join(s.clock[t], s.sync.get(place, s.clock[t]))

        def tell(place):
            s.sync[place] = join(s.clock[t], s.sync.get(place, s.clock[t]))

        def access(var, place, write, strong):
            for (u, where, wrote, other), time in s.accesses.items():
                if u != t and where == place and (wrote or write) and not (strong and other) and s.clock[t][u] < time:
                    races.add(var)
            s.accesses[(t, place, write, strong)] = s.clock[t][t]

        def done():
            s.clock[t] = tuple(c + 1 if u == t else c for u, c in enumerate(s.clock[t]))
            return [s]

        place = (i[1], s.b[t]) if kind in ("read", "write") and i[1] in ("a", "f") else i[1] if len(i) > 1 else None
        # Nobody else knows an object before a reference to it was given to others.
        private = isinstance(place, tuple) and place[1] >= BOXES and place[1] not in s.published
        if kind == "read":
            if i[2] in ("AcqRel", "Volatile"):
                learn(place)
            if not private:
                access(i[1], place, False, i[2] == "Volatile")
            value = s.memory.get(place, 0)
            if len(i) == 3:
                s.r[t] = value
            elif i[3] in ("keep", "look"):
                s.kept[t] = value
        elif kind == "write":
            if not private:
                access(i[1], place, True, i[2] == "Volatile")
            s.memory[place] = s.kept[t] + 1 if i[3] is None else i[3]
            self.written(s, tell, place, i[2])
        elif kind == "take":
            if i[2] in ("AcqRel", "Volatile"):
                learn(place)
            access(place, place, False, i[2] == "Volatile")
            s.b[t] = s.memory.get(place, NULL)
        elif kind == "put":
            access(place, place, True, i[2] == "Volatile")
            s.memory[place] = s.b[t]
            s.published = s.published | {s.b[t]}
            self.written(s, tell, place, i[2])
        elif kind in ("add", "cas"):
            acquires, releases = UPDATES[i[2]]
            value = s.memory.get(place, 0)
            writes = kind == "add" or value == i[3]
            if acquires:
                learn(place)
            access(place, place, writes, not i[2])
            if kind == "cas" and i[2]:
                s.r[t] = value
            if writes:
                s.memory[place] = value + 1 if kind == "add" else i[4]
                if releases:
                    tell(place)
        elif kind in ("enter", "try"):
            lock = s.b[t] if i[1] == "box" else i[1]
            if i[1] == "box":
                s.inside[t] = s.inside[t] + (lock,)
            owner, depth = s.held.get(lock, (t, 0))
            if owner == t:
                s.held[lock] = (t, depth + 1)
                learn(lock)
                tell(lock)
            elif kind == "try":
                learn(lock)  # it has read the state of the lock
                s.pc[t] += i[2]
            else:
                return []
        elif kind == "exit":
            lock = s.inside[t][-1] if i[1] == "box" else i[1]
            if i[1] == "box":
                s.inside[t] = s.inside[t][:-1]
            owner, depth = s.held[lock]
            if depth == 1:
                del s.held[lock]
            else:
                s.held[lock] = (t, depth - 1)
            tell(lock)
        elif kind == "wait":
            s.waits = s.waits + ((t, s.held.pop("k")[1]),)
            tell("k")
        elif kind == "again":
            waits = dict(s.waits)
            if t in waits or "k" in s.held:
                return []
            s.held["k"] = (t, s.depth[t])
            learn("k")
        elif kind == "notify":
            if not s.waits:
                return done()
            after = done()[0]
            if i[1]:
                for u, depth in after.waits:
                    after.depth[u] = depth
                after.waits = ()
                return [after]
            out = []
            for chosen in after.waits:
                one = after.copy()
                one.waits = tuple(w for w in after.waits if w != chosen)
                one.depth[chosen[0]] = chosen[1]
                out.append(one)
            return out
        elif kind == "shared":
            # The state of the lock is read, and updated where the lock is got.
            learn("m")
            if s.writer[0] in (NULL, t):
                s.readers[t] += 1
                tell("m")
            else:
                s.pc[t] += i[1]
        elif kind == "exclusive":
            learn("m")
            if s.writer[0] == t or (s.writer[0] == NULL and not any(s.readers)):
                s.writer = (t, s.writer[1] + 1)
                tell("m")
            else:
                s.pc[t] += i[1]
        elif kind == "unshared":
            s.readers[t] -= 1
            learn("m")
            tell("m")
        elif kind == "unexclusive":
            s.writer = (t, s.writer[1] - 1) if s.writer[1] > 1 else (NULL, 0)
            tell("m")
        elif kind == "permit":
            learn("s")
            if s.permits:
                s.permits -= 1
                tell("s")
            else:
                s.pc[t] += i[1]
        elif kind == "release":
            s.permits += 1
            learn("s")
            tell("s")
        elif kind == "stamp":
            learn("o")
            if s.stamp % 2 == 0:
                s.stamp += 1
                tell("o")
            else:
                s.pc[t] += i[1]
        elif kind == "unstamp":
            s.stamp += 1
            tell("o")
        elif kind == "optimistic":
            learn("o")
            s.seen[t] = s.seen[t] + (s.stamp if s.stamp % 2 == 0 else None,)
        elif kind == "validate":
            learn("o")
            s.logs[t] += "y" if s.seen[t][-1] is not None and s.seen[t][-1] == s.stamp else "n"
            s.seen[t] = s.seen[t][:-1]
        elif kind == "down":
            learn("d")
            if s.left:
                s.left -= 1
                tell("d")
        elif kind == "left":
            learn("d")
            s.r[t] = s.left
        elif kind == "await":
            if s.left:
                return []
            learn("d")
        elif kind == "offer":
            learn("u")
            if s.queue is None:
                s.queue = s.b[t]
                s.published = s.published | {s.b[t]}
            tell("u")
        elif kind == "poll":
            learn("u")
            s.b[t] = NULL if s.queue is None else s.queue
            s.queue = None
            tell("u")
        elif kind == "complete":
            learn("g")
            if s.result is None:
                s.result = i[1]
                tell("g")
        elif kind == "now":
            learn("g")
            s.r[t] = s.result or 0
        elif kind == "alive":
            u = i[1]
            over = u in s.started and s.pc[u] >= len(code[u])
            if over:
                s.clock[t] = join(s.clock[t], s.clock[u])
            s.r[t] = int(u in s.started and not over)
        elif kind == "interrupt":
            u = i[1]
            # Who is over has no flag any more.
            if not (u in s.started and s.pc[u] >= len(code[u])):
                s.flags = s.flags | {u}
                tell("flag%d" % u)
        elif kind == "interrupted":
            s.r[t] = int(t in s.flags)
            if t in s.flags:
                learn("flag%d" % t)
            if i[1]:
                s.flags = s.flags - {t}
        elif kind == "print":
            learn("out")
            s.printed += str(i[1])
            tell("out")
        elif kind == "start":
            u = i[1]
            s.started = s.started | {u}
            s.clock[u] = join(s.clock[u], s.clock[t])
        elif kind == "join":
            u = i[1]
            if u in s.started:
                if s.pc[u] < len(code[u]):
                    return []
                s.clock[t] = join(s.clock[t], s.clock[u])
        elif kind != "end":
            raise AssertionError(kind)
        return done()

    @staticmethod
    def written(s, tell, place, mode):
        if mode in ("AcqRel", "Volatile"):
            tell(place)
        else:
            s.sync.pop(place, None)  # who reads this learns nothing from before


if __name__ == "__main__":
    import sys
    p = Program(int(sys.argv[1]))
    print(p.java("P"))
    print(p.explore())
