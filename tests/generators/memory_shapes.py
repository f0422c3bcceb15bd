"""Small concurrency tests after the manner of jcstress, made from a table: shapes (store buffering, message passing, ...) x the ways in which a variable
is kept (fields, elements, atomics, views of bytes) x types x access modes. What is allowed comes by rule, from the axioms of tests/oracles/litmus_axioms.py,
in which volatile accesses have an order of their own; objects that are published have a rule of their own (Publication). What only loads that are delayed
behind later stores would show is graded apart: it is allowed, and the first line of the answer has to say that it was not looked for."""
import random

import litmus_axioms

# W and R stand for the mode of writes and of reads of the variable before them; C for that of a compare-and-set.
SHAPES = {
    "SB": "w x 1 W, r r1 y R | w y 1 W, r r2 x R",
    "SB, full fences": "w x 1 W, f full, r r1 y R | w y 1 W, f full, r r2 x R",
    "MP": "w x 1 W, w y 1 W | r r1 y R, r r2 x R",
    "MP, fences": "w x 1 W, f ss, w y 1 W | r r1 y R, f acq, r r2 x R",
    "MP, locks": "lock l, w x 1 W, w y 1 W, unlock l | r r1 y R, lock l, r r2 x R, unlock l",
    "MP, by compareAndSet": "w x 1 W, cas r3 y 0 1 C | r r1 y R, r r2 x R",
    "MP, seen by compareAndSet": "w x 1 W, w y 1 W | cas r1 y 1 2 C, r r2 x R",
    "MP, two writers": "w x 1 W, w y 1 W | w y 2 W | r r1 y R, r r2 x R",
    "LB": "r r1 x R, w y 1 W | r r2 y R, w x 1 W",
    "CoRR": "w x 1 W | r r1 x R, r r2 x R",
    "CoWW": "w x 1 W, w x 2 W | r r1 x R, r r2 x R",
    "CoRW": "r r1 x R, w x 1 W | w x 2 W",
    "CoWR": "w x 1 W, r r1 x R | w x 2 W, r r2 x R",
    "IRIW": "w x 1 W | w y 1 W | r r1 x R, r r2 y R | r r3 y R, r r4 x R",
    "2+2W": "w x 1 W, w y 2 W | w y 1 W, w x 2 W",
    "R": "w x 1 W, w y 1 W | w y 2 W, r r1 x R",
    "S": "w x 2 W, w y 1 W | r r1 y R, w x 1 W",
    "WRC": "w x 1 W | r r1 x R, w y 1 W | r r2 y R, r r3 x R",
    "RWC": "w x 1 W | r r1 x R, r r2 y R | w y 1 W, r r3 x R",
    "two compareAndSets": "cas r1 x 0 1 C, r r3 y R | cas r2 x 0 1 C, w y 1 W",
    "Dekker by compareAndSet": "cas r1 x 0 1 C, r r2 y R | cas r3 y 0 1 C, r r4 x R",
}
PAIRS = ["pp", "oo", "ra", "vv", "vo", "va", "rv", "ov", "pa", "vp"]  # of a variable: how it is written and read
TYPES = ["int", "int", "long", "boolean", "byte", "short", "char", "float", "double", "String"]
READS = {"p": "get", "o": "getOpaque", "a": "getAcquire", "v": "getVolatile"}
WRITES = {"p": "set", "o": "setOpaque", "r": "setRelease", "v": "setVolatile"}
SWAPS = {"p": "weakCompareAndSetPlain", "a": "weakCompareAndSetAcquire", "v": "compareAndSet"}
FENCES = {"acq": "acquireFence", "full": "fullFence", "ss": "storeStoreFence"}
ATOMICS = {"int": "AtomicInteger", "long": "AtomicLong", "boolean": "AtomicBoolean", "String": "AtomicReference<String>"}


class Variable:
    """How a variable is kept, and the Java text of its accesses."""

    def __init__(self, name, kind, type_):
        self.name, self.kind, self.type = name, kind, type_

    def literal(self, n):
        n = int(n)
        return {"boolean": str(n == 1).lower(), "String": "null" if n == 0 else '"%d"' % n, "long": "%dL" % spread(n), "float": "%df" % n, "double": "%dd" % n}.get(
            self.type, str(n) if self.type == "int" else "(%s) %d" % (self.type, n))

    def declared(self, volatile):
        x, t = self.name, self.type
        handle = "  static final VarHandle H%s = handle(() -> %%s);" % x
        if self.kind == "declared":
            return ["  static %s%s %s;" % ("volatile " if volatile else "", t, x)]
        if self.kind == "static":
            return ["  static %s %s;" % (t, x), handle % ('MethodHandles.lookup().findStaticVarHandle(%%s.class, "%s", %s.class)' % (x, t))]
        if self.kind == "field":
            return ["  %s %s;" % (t, x), handle % ('MethodHandles.lookup().findVarHandle(%%s.class, "%s", %s.class)' % (x, t))]
        if self.kind == "element":
            return ["  static final %s[] %s = new %s[3];" % (t, x, t), handle % ("MethodHandles.arrayElementVarHandle(%s[].class)" % t)]
        if self.kind == "view":
            return ["  static final byte[] %s = new byte[16];" % x, handle % ("MethodHandles.byteArrayViewVarHandle(%s[].class, java.nio.ByteOrder.nativeOrder())" % t)]
        if self.kind == "atomic":
            return ["  static final %s %s = new %s();" % (ATOMICS[t], x, ATOMICS[t].replace("<String>", "<>"))]
        name = {"int": "AtomicIntegerArray", "long": "AtomicLongArray"}[t]
        return ["  static final %s %s = new %s(3);" % (name, x, name)]

    def where(self):
        return {"field": "it", "element": self.name + ", 1", "view": self.name + ", 0", "array": "1"}.get(self.kind, "")

    def access(self, table, mode, *values):
        name, first = table[mode], self.where()
        if self.kind in ("atomic", "array"):
            # getPlain, get, setPlain, set of the atomic classes are what a VarHandle calls get, getVolatile, set, setVolatile.
            name = {"get": "getPlain", "getVolatile": "get", "set": "setPlain", "setVolatile": "set"}.get(name, name)
            return "%s.%s(%s)" % (self.name, name, ", ".join([first] * bool(first) + list(values)))
        return "H%s.%s(%s)" % (self.name, name, ", ".join([first] * bool(first) + list(values)))

    def read(self, mode):
        if self.kind == "declared" or mode == "p" and self.kind in ("static", "field", "element"):
            return self.last()
        return ("(%s) " % self.type if self.kind not in ("atomic", "array") else "") + self.access(READS, mode)

    def last(self):
        return {"declared": self.name, "static": self.name, "field": "it." + self.name, "element": self.name + "[1]"}.get(self.kind) or self.read("v")

    def write(self, mode, value):
        if self.kind == "declared" or mode == "p" and self.kind in ("static", "field", "element"):
            return "%s = %s" % (self.last(), self.literal(value))
        return self.access(WRITES, mode, self.literal(value))

    def swap(self, mode, expected, value):
        return self.access(SWAPS, mode, self.literal(expected), self.literal(value))


def spread(n):
    """A value of 64 bits with halves that are not the same as those of others."""
    return n + ((3 - n) << 32) if n else 0


def kinds_of(type_, pair, swapped):
    """The ways in which a variable of this type may be kept, if it is written and read like that."""
    out = ["static", "field", "element"]
    if pair in ("pp", "vv") and not swapped:
        out.append("declared")
    if type_ in ATOMICS:
        out.append("atomic")
    if type_ in ("int", "long"):
        out += ["array"] + (["view"] if "p" not in pair else [])
    return out


class Shape:
    def __init__(self, number):
        r = random.Random("shape %d" % number)
        names = list(SHAPES)
        self.number, self.shape = number, names[number % len(names)]
        text = SHAPES[self.shape]
        swapped = {x for x in "xy" if "C" in "".join(i for i in text.replace("|", ",").split(",") if " %s " % x in i + " ")}
        while True:
            pairs = {x: r.choice(PAIRS) for x in "xy"}
            self.variables = {}
            for x in "xy":
                types = [t for t in TYPES if t != "boolean" or " 2 " not in text]
                # A compare-and-set of a plain long that tears, or volatile and plain accesses of one long: docs/memory-model.md has other rules for them.
                if "p" in pairs[x] and ("v" in pairs[x] or x in swapped):
                    types = [t for t in types if t not in ("long", "double")]
                t = r.choice(types)
                self.variables[x] = Variable(x, r.choice(kinds_of(t, pairs[x], x in swapped)), t)
            if all(v.kind != "view" or x not in swapped or v.type in ("int", "long") for x, v in self.variables.items()):
                break
        self.threads = []
        for t in text.split(" | "):
            thread = []
            for i in [i.split() for i in t.split(", ")]:
                x = i[1] if i[0] == "w" else i[2] if i[0] in ("r", "cas") else None
                if x:
                    i[-1] = {"W": pairs[x][0], "R": pairs[x][1], "C": {"p": "p", "o": "p", "r": "a"}.get(pairs[x][0], "v")}[i[-1]]
                thread.append(i)
            self.threads.append(thread)
        used = sorted({i[1] if i[0] == "w" else i[2] for t in self.threads for i in t if i[0] in ("w", "r", "cas")})
        self.variables = {x: self.variables[x] for x in used}
        self.name = "%s %d: %s" % (self.shape, number, ", ".join("%s %s %s %s" % (x, v.kind, v.type, pairs[x]) for x, v in self.variables.items()))
        self.views = any(v.kind == "view" for v in self.variables.values())

    def graded(self, **how):
        """Values of wide variables, which tear, are written in the axioms as they are, and here by number."""
        # Without an order of all events the axioms do not tell whole accesses from those that tear.
        wide = {} if "buffering" in how else {x: x.upper() for x, v in self.variables.items() if v.type == "long"}
        threads = []
        for t in self.threads:
            thread = []
            for i in t:
                i = list(i)
                at = 1 if i[0] == "w" else 2
                if i[0] in ("w", "r", "cas") and self.variables[i[at]].type == "long":
                    i[at] = wide.get(i[at], i[at])
                    for k in {"w": [2], "cas": [3, 4]}.get(i[0], []):
                        i[k] = str(spread(int(i[k])))
                thread.append(i)
            threads.append(thread)
        out = set()
        for o in litmus_axioms.outcomes(threads, apart=True, **how):
            registers, last = o.split(" ; ")
            held = dict(part.split("=") for part in last.split())
            out.add(registers + " ; " + " ".join("%s=%s" % (x, held[wide.get(x, x)]) for x in self.variables))
        return out

    def source(self, name):
        registers = sorted({i[1] for t in self.threads for i in t if i[0] in ("r", "cas")})
        out = ["import java.lang.invoke.*;", "import java.util.concurrent.Callable;", "import java.util.concurrent.atomic.*;", "public class %s {" % name]
        out += ["  static VarHandle handle(Callable<VarHandle> c) {", "    try { return c.call(); } catch (Exception e) { throw new ExceptionInInitializerError(e); }", "  }"]
        out += ["  static final %s it = new %s(), l = it;" % (name, name)]
        for x, v in self.variables.items():
            volatile = all(i[-1] == "v" for t in self.threads for i in t if x in (i[1], i[2:3] and i[2]) and i[0] != "f")
            out += [line % name if "%s" in line else line for line in v.declared(volatile)]
        out += ["  static String %s;" % ", ".join(registers)] if registers else []
        out += ["  static String s(Object o) { return o == null || o.equals(false) ? \"0\" : o.equals(true) ? \"1\" : o instanceof Character c ? \"\" + (int) c : o instanceof Long ? \"\" + o",
                "    : o instanceof Number n ? \"\" + n.intValue() : o.toString(); }"]
        for n, thread in enumerate(self.threads):
            out.append("  static void thread%d() {" % n)
            out += ["    " + line for line in self.body(thread)] + ["  }"]
        count = len(self.threads)
        out += ["  public static void main(String[] args) throws InterruptedException {", "    Thread[] ts = {%s};" % ", ".join("new Thread(%s::thread%d)" % (name, n) for n in range(count))]
        out += ["    for (Thread t : ts) t.start();", "    for (Thread t : ts) t.join();"]
        shown = ['"%s%s=" + %s' % (" " if k else "", r, r) for k, r in enumerate(registers)] + ['" ;"']
        shown += ['" %s=" + s(%s)' % (x, v.last()) for x, v in self.variables.items()]
        return "\n".join(out + ["    System.out.println(%s);" % " + ".join(shown), "  }", "}"]) + "\n"

    def body(self, thread):
        for i in thread:
            if i[0] == "w":
                yield self.variables[i[1]].write(i[3], i[2]) + ";"
            elif i[0] == "r":
                yield "%s = s(%s);" % (i[1], self.variables[i[2]].read(i[3]))
            elif i[0] == "cas":
                yield '%s = %s ? "T" : "F";' % (i[1], self.variables[i[2]].swap(i[5], i[3], i[4]))
            elif i[0] == "f":
                yield "VarHandle.%s();" % FENCES[i[1]]
            else:
                yield "synchronized (l) {" if i[0] == "lock" else "}"


class Publication:
    """An object with a field of each kind (plain, volatile, final), handed over through a variable. By JLS 17.5 who sees the object sees its final field; the others
    it sees if the write of the reference happens before its read: by release or more, and acquire or more. What happens before them that is no access of the field
    itself orders nothing."""

    views = False

    def __init__(self, number):
        r = random.Random("publication %d" % number)
        self.number, self.pair, self.field = number, r.choice(PAIRS), r.choice(["", "final ", "volatile "])
        self.carrier = Variable("x", r.choice(["static", "field", "element"]), "Box")
        self.type = r.choice(["int", "long", "String"])
        self.name = "publication %d: %s field of %s, by %s %s" % (number, self.field.strip() or "plain", self.type, self.carrier.kind, self.pair)

    def graded(self, **_):
        seen = {"-", "1"}
        if self.field != "final " and not (self.pair[0] in "rv" and self.pair[1] in "av"):
            seen |= {"0"} | ({"2", "12884901888"} if (self.field, self.type) == ("", "long") else set())  # torn
        return {"r1=%s" % v for v in seen}

    def source(self, name):
        box = Variable("f", "declared", self.type)
        one = {"long": "0x300000002L"}.get(self.type, box.literal(1))
        out = ["import java.lang.invoke.*;", "import java.util.concurrent.Callable;", "public class %s {" % name,
               "  static final class Box { %s%s f; Box() { f = %s; } }" % (self.field, self.type, one),
               "  static VarHandle handle(Callable<VarHandle> c) {", "    try { return c.call(); } catch (Exception e) { throw new ExceptionInInitializerError(e); }", "  }",
               "  static final %s it = new %s();" % (name, name)]
        out += [line % name if "%s" in line else line for line in self.carrier.declared(False)]
        write = "%s = b" % self.carrier.last() if self.pair[0] == "p" else self.carrier.access(WRITES, self.pair[0], "b")
        default = "f == null" if self.type == "String" else "f == 0"
        out += ["  static String r1 = \"-\";", "  static void publish() { Box b = new Box(); %s; }" % write,
                "  static void look() { Box b = %s; if (b != null) { %s f = b.f; r1 = %s ? \"0\" : %s ? \"1\" : \"\" + f; } }" % (
                    self.carrier.read(self.pair[1]), self.type, default, "f.equals(\"1\")" if self.type == "String" else "f == " + one)]
        out += ["  public static void main(String[] args) throws InterruptedException {", "    Thread t = new Thread(%s::publish), u = new Thread(%s::look);" % (name, name),
                "    t.start(); u.start(); t.join(); u.join();", "    System.out.println(\"r1=\" + r1);", "  }", "}"]
        return "\n".join(out) + "\n"


def tests(first, last):
    return [Publication(n) if n % 8 == 7 else Shape(n - n // 8) for n in range(first, last + 1)]
