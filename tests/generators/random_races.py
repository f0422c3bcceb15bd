"""Random programs with data races, and all their races by the definition: every sequentially consistent execution, with
vector clocks, every pair of accesses compared. Independent of jmc: nothing here knows of reductions, of sets of threads
that know of an access, or of states that are matched."""
import random

PLAIN = ["x", "y"]
VOLATILE = ["v", "w"]
MODES = ["Plain", "Opaque", "AcqRel", "Volatile"]


class Program:
    """threads: a list of statements each; thread 0 is main, which starts the others at once and joins them at the places
    where it says so, at the latest at its end."""

    def __init__(self, seed):
        r = random.Random(seed)
        self.seed = seed
        self.r = r
        count = r.choice([2, 2, 3])
        self.count = count
        left = {2: 4, 3: 3}[count]
        self.threads = [[self.statement(r, 2) for _ in range(r.randint(1, left))] for _ in range(count)]
        # One thread waits for nothing: it looks once, by a volatile read, whether another one has come so far. Such a thread
        # races only on paths that lead to states which other paths lead to, too.
        if r.random() < 0.4:
            self.threads[0] = [("if", "v", 1, self.threads[0])]
            self.threads[1].insert(r.randint(0, len(self.threads[1])), ("vwrite", "v", 1))
        joins = list(range(1, count))
        if r.random() < 0.4:
            t = r.choice(joins)
            self.threads[0].insert(r.randint(0, len(self.threads[0])), ("join", t))

    def statement(self, r, depth):
        kind = r.choice(["write", "read", "write", "read", "vwrite", "vread", "hset", "hget", "hcas", "lock", "if", "element", "elements",
                         "inc", "atomic", "gset", "gget", "gcas"])
        if kind in ("write", "read"):
            return (kind, r.choice(PLAIN), r.randint(1, 2))
        if kind in ("vwrite", "vread"):
            return (kind, r.choice(VOLATILE), r.randint(1, 2))
        if kind in ("hset", "hget"):
            return (kind[1:], "h", r.choice(MODES), r.randint(1, 2))
        if kind == "hcas":
            return (kind[1:], "h", r.randint(0, 1), r.randint(1, 2))
        if kind in ("gset", "gget"):
            return (kind[1:], "g%d" % r.randint(0, 1), r.choice(MODES), r.randint(1, 2))
        if kind == "gcas":
            return (kind[1:], "g%d" % r.randint(0, 1), r.randint(0, 1), r.randint(1, 2))
        if kind == "inc":
            return (kind, r.choice(PLAIN))
        if kind == "atomic":
            return (kind, "n")
        if kind == "element":
            return (kind, r.choice(["read", "write"]), r.randint(0, 2))
        if kind == "elements":
            return (kind, r.randint(0, 1))
        if depth == 0:
            return ("write", r.choice(PLAIN), 1)
        body = [self.statement(r, depth - 1) for _ in range(r.randint(1, 2))]
        if kind == "lock":
            return (kind, r.choice(["k", "l"]), body)
        return (kind, r.choice(PLAIN + VOLATILE), r.randint(0, 1), body)

    # --- as Java

    def java(self, name):
        out = ["import java.lang.invoke.MethodHandles;", "import java.lang.invoke.VarHandle;",
               "import java.util.concurrent.atomic.AtomicInteger;", "import java.util.concurrent.locks.ReentrantLock;", "",
               f"public class {name} {{", "  static int x, y, h;", "  static volatile int v, w;", "  static final int[] e = new int[3];",
               "  static final long[] g = new long[2];", "  static final VarHandle G = MethodHandles.arrayElementVarHandle(long[].class);",
               "  static final Object k = new Object();", "  static final ReentrantLock l = new ReentrantLock();",
               "  static final AtomicInteger n = new AtomicInteger();", "  static final VarHandle H;", "  static {", "    try {",
               f"      H = MethodHandles.lookup().findStaticVarHandle({name}.class, \"h\", int.class);",
               "    } catch (ReflectiveOperationException f) {", "      throw new Error(f);", "    }", "  }"]
        for t, body in enumerate(self.threads):
            out.append(f"  static void run{t}({'Thread[] t' if t == 0 else ''}) throws Exception {{")
            out.append("    int r;")
            for s in body:
                self.emit(s, "    ", out)
            out.append("  }")
        out.append("  public static void main(String[] args) throws Exception {")
        out.append(f"    Thread[] t = new Thread[{self.count}];")
        for t in range(1, self.count):
            out.append(f"    t[{t}] = new Thread(() -> {{ try {{ run{t}(); }} catch (Exception f) {{ throw new Error(f); }} }});")
        for t in range(1, self.count):
            out.append(f"    t[{t}].start();")
        out.append("    run0(t);")
        for t in range(1, self.count):
            out.append(f"    t[{t}].join();")
        out += ["  }", "}"]
        return "\n".join(out) + "\n"

    def emit(self, s, pad, out):
        kind = s[0]
        suffix = {"Plain": ("", ""), "Opaque": ("Opaque", "Opaque"), "AcqRel": ("Acquire", "Release"), "Volatile": ("Volatile", "Volatile")}
        if kind in ("write", "vwrite"):
            out.append(f"{pad}{s[1]} = {s[2]};")
        elif kind in ("read", "vread"):
            out.append(f"{pad}r = {s[1]};")
        elif kind in ("set", "get", "cas"):
            # A field, or an element of an array.
            handle, of, kind_of = ("H", "", "int") if s[1] == "h" else ("G", f"g, {s[1][1]}", "long")
            comma = ", " if of else ""
            if kind == "set":
                out.append(f"{pad}{handle}.set{suffix[s[2]][1]}({of}{comma}({kind_of}) {s[3]});")
            elif kind == "get":
                out.append(f"{pad}r = (int) ({kind_of}) {handle}.get{suffix[s[2]][0]}({of});")
            else:
                out.append(f"{pad}{handle}.compareAndSet({of}{comma}({kind_of}) {s[2]}, ({kind_of}) {s[3]});")
        elif kind == "inc":
            out.append(f"{pad}{s[1]}++;")
        elif kind == "atomic":
            out.append(f"{pad}n.incrementAndGet();")
        elif kind == "element":
            out.append(f"{pad}r = e[{s[2]}];" if s[1] == "read" else f"{pad}e[{s[2]}] = 1;")
        elif kind == "elements":
            out.append(f"{pad}System.arraycopy(e, {s[1]}, new int[2], 0, 2);")
        elif kind == "join":
            out.append(f"{pad}t[{s[1]}].join();")
        elif kind == "lock":
            out.append(f"{pad}synchronized (k) {{" if s[1] == "k" else f"{pad}l.lock(); try {{")
            for inner in s[2]:
                self.emit(inner, pad + "  ", out)
            out.append(f"{pad}}}" if s[1] == "k" else f"{pad}}} finally {{ l.unlock(); }}")
        elif kind == "if":
            out.append(f"{pad}if ({s[1]} == {s[2]}) {{")
            for inner in s[3]:
                self.emit(inner, pad + "  ", out)
            out.append(f"{pad}}}")

    # --- as steps: each is an access of one variable, or takes or gives a lock, or joins

    def steps(self, body):
        out = []
        for s in body:
            kind = s[0]
            if kind == "write":
                out.append(("w", s[1], "Plain", s[2]))
            elif kind == "vwrite":
                out.append(("w", s[1], "Volatile", s[2]))
            elif kind == "read":
                out.append(("r", s[1], "Plain"))
            elif kind == "vread":
                out.append(("r", s[1], "Volatile"))
            elif kind == "set":
                out.append(("w", s[1], s[2], s[3]))
            elif kind == "get":
                out.append(("r", s[1], s[2]))
            elif kind == "cas":
                out.append(("cas", s[1], s[2], s[3]))
            elif kind == "inc":
                out += [("r", s[1], "Plain"), ("winc", s[1], "Plain")]
            elif kind == "atomic":
                out.append(("rmw", "n"))
            elif kind == "element":
                out.append(("r", f"e{s[2]}", "Plain") if s[1] == "read" else ("w", f"e{s[2]}", "Plain", 1))
            elif kind == "elements":
                out += [("r", f"e{s[1]}", "Plain"), ("r", f"e{s[1] + 1}", "Plain")]
            elif kind == "join":
                out.append(("join", s[1]))
            elif kind == "lock":
                out += [("lock", s[1])] + self.steps(s[2]) + [("unlock", s[1])]
            elif kind == "if":
                inner = self.steps(s[3])
                out += [("if", s[1], "Plain" if s[1] in PLAIN else "Volatile", s[2], len(inner))] + inner
        return out

    def races(self, limit=400000):
        """Names of the variables on which some execution has a race, or None if there are too many executions."""
        code = [self.steps(b) for b in self.threads]
        n = self.count
        found = set()
        seen = set()
        # pcs, registers, memory, holders of locks, clocks of threads, clocks of what can be learnt from, accesses
        start_clock = tuple(tuple(1 if i == t else 0 for i in range(n)) for t in range(n))
        stack = [(tuple([0] * n), tuple([0] * n), (), (), start_clock, (), frozenset())]
        visited = 0

        def join(a, b):
            return tuple(max(p, q) for p, q in zip(a, b))

        while stack:
            state = stack.pop()
            if state in seen:
                continue
            seen.add(state)
            visited += 1
            if visited > limit:
                return None
            pcs, regs, mem_t, held_t, clocks, sync_t, accesses = state
            mem, held, sync = dict(mem_t), dict(held_t), dict(sync_t)
            for t in range(n):
                if pcs[t] >= len(code[t]):
                    continue
                s = code[t][pcs[t]]
                kind = s[0]
                pc = pcs[t] + 1
                reg = regs[t]
                m, h, y = dict(mem), dict(held), dict(sync)
                clock = clocks[t]
                acc = accesses
                if kind == "join":
                    if pcs[s[1]] < len(code[s[1]]):
                        continue
                    clock = join(clock, clocks[s[1]])
                elif kind == "lock":
                    owner, depth = h.get(s[1]) or (t, 0)
                    if owner != t:
                        continue
                    h[s[1]] = (t, depth + 1)
                    clock = join(clock, y.get(s[1], clock))
                elif kind == "unlock":
                    owner, depth = h[s[1]]
                    if depth == 1:
                        del h[s[1]]
                        y[s[1]] = join(clock, y.get(s[1], clock))
                    else:
                        h[s[1]] = (t, depth - 1)
                else:
                    var = s[1]
                    mode = "Volatile" if kind in ("cas", "rmw") else s[2]
                    reads = kind in ("r", "if", "cas", "rmw")
                    writes = kind in ("w", "winc", "rmw") or (kind == "cas" and m.get(var, 0) == s[2])
                    if reads and mode in ("AcqRel", "Volatile"):
                        clock = join(clock, y.get(var, clock))
                    strong = mode == "Volatile"
                    for (u, time, uvar, uwrite, ustrong) in acc:
                        if u != t and uvar == var and (uwrite or writes) and not (ustrong and strong) and clock[u] < time:
                            found.add(var)
                    acc = acc | {(t, clock[t], var, writes, strong)}
                    if kind == "r":
                        reg = m.get(var, 0)
                    elif kind == "w":
                        m[var] = s[3]
                    elif kind == "winc":
                        m[var] = reg + 1
                    elif kind == "rmw":
                        m[var] = m.get(var, 0) + 1
                    elif kind == "cas" and writes:
                        m[var] = s[3]
                    elif kind == "if" and m.get(var, 0) != s[3]:
                        pc += s[4]
                    if writes and mode in ("AcqRel", "Volatile"):
                        y[var] = join(clock, y.get(var, clock))
                    elif kind in ("w", "winc"):
                        y.pop(var, None)
                clock = tuple(c + 1 if i == t else c for i, c in enumerate(clock))
                stack.append((pcs[:t] + (pc,) + pcs[t + 1:], regs[:t] + (reg,) + regs[t + 1:], tuple(sorted(m.items())),
                              tuple(sorted(h.items())), clocks[:t] + (clock,) + clocks[t + 1:], tuple(sorted(y.items())), acc))
        return {{"e": "elements of int[]", "g": "elements of long[]"}.get(v[0], v) for v in found}


if __name__ == "__main__":
    import sys
    p = Program(int(sys.argv[1]))
    print(p.java("P"))
    print(p.races())
