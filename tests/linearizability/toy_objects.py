"""Random objects of two variables that count to three, as Java and as automata: whether any number of calls of two threads is linearizable, by exploring every state
of everything, with the set of all that a sequential object may have come to. Nothing here is taken from jmc."""
import random

FIELDS = "ab"
MODULUS = 3


class Toy:
    """Methods: lists of statements on the variables and a local x, which is returned; with or without a lock around them."""

    def __init__(self, seed):
        r = random.Random(seed)
        self.name = "Toy%d" % seed
        self.methods = []
        for _ in range(r.choice((2, 2, 3))):
            body = [self.statement(r) for _ in range(r.randint(1, 3))]
            self.methods.append((r.random() < 0.6, body))

    @staticmethod
    def statement(r):
        f, g, k = r.choice(FIELDS), r.choice(FIELDS), r.randrange(MODULUS)
        return r.choice((("load", f), ("load", f), ("store", f, k), ("count", f), ("set_if", f, k, g)))

    def java(self):
        words = {"load": "x = %s;", "store": "%s = (x + %d) %% 3;", "count": "%s = (%s + 1) %% 3;", "set_if": "if (%s == %d) %s = x;"}
        lines = ["public class %s {" % self.name, "  private volatile int a, b;"]
        for n, (locked, body) in enumerate(self.methods):
            lines.append("  public %sint m%d() {" % ("synchronized " if locked else "", n))
            lines.append("    int x = 0;")
            for s in body:
                arguments = (s[1], s[1]) if s[0] == "count" else s[1:]
                lines.append("    " + words[s[0]] % arguments)
            lines += ["    return x;", "  }"]
        return "\n".join(lines + ["}", ""])

    # A thread in a call: (method, statement, part of it, x, what was read); its next access.
    def step(self, state, call, held, thread):
        """The state, the call and the owner of the lock after the next access; None: it waits. A call that is over is ("over", x)."""
        method, at, part, x, read = call
        locked, body = self.methods[method]
        if locked and at == 0 and part == 0 and held != thread:
            return None if held is not None else (state, call, thread)
        if at == len(body):
            return state, ("over", x), None if locked else held
        s, values = body[at], dict(zip(FIELDS, state))
        after = (method, at + 1, 0 if at + 1 < len(body) or not locked else 2, x, 0)
        if s[0] == "load":
            after = (after[0], after[1], after[2], values[s[1]], 0)
        elif s[0] == "store":
            values[s[1]] = (x + s[2]) % MODULUS
        elif s[0] == "count":
            if part in (0, 2):
                return state, (method, at, 1, x, values[s[1]]), held
            values[s[1]] = (read + 1) % MODULUS
        elif part in (0, 2):
            if values[s[1]] == s[2]:
                return state, (method, at, 1, x, 0), held
        else:
            values[s[3]] = x
        return tuple(values[f] for f in FIELDS), after, held

    def alone(self, state, method):
        call, held = (method, 0, 0, 0, 0), None
        while call[0] != "over":
            state, call, held = self.step(state, call, held, 0)
        return state, call[1]

    def linearizable(self, most=400000):
        """Of two threads that call for ever; None: there are too many states."""
        begin = ((0, 0), None, (None, None), frozenset([((0, 0), (None, None))]))
        seen, work = {begin}, [begin]
        while work:
            state, held, calls, may = work.pop()
            for t in (0, 1):
                if calls[t] is None:
                    nexts = [(state, held, (n, 0, 0, 0, 0), self.begun(may, t, n)) for n in range(len(self.methods))]
                elif calls[t][0] == "over":
                    after = self.returned(may, t, calls[t][1])
                    if not after:
                        return False
                    nexts = [(state, held, None, after)]
                else:
                    one = self.step(state, calls[t], held, t)
                    nexts = [] if one is None else [(one[0], one[2], one[1], may)]
                for now, owner, call, left in nexts:
                    other = self.beside(calls[1 - t], calls[t])
                    new = (now, owner, (call, other) if t == 0 else (other, call), left)
                    if new not in seen:
                        seen.add(new)
                        work.append(new)
            if len(seen) > most:
                return None
        return True

    def beside(self, other, _call):
        """A call under way, after the next access of another one."""
        return other

    # A possibility: what the object is, and per thread nothing, ("called", method) or ("done", result).
    def begun(self, may, t, method):
        return self.effects(frozenset((q, self.put(p, t, ("called", method))) for q, p in may))

    def returned(self, may, t, result):
        return frozenset((q, self.put(p, t, None)) for q, p in may if p[t] == ("done", result))

    def effects(self, may):
        out, work = set(may), list(may)
        while work:
            q, p = work.pop()
            for t in (0, 1):
                if p[t] and p[t][0] == "called":
                    state, result = self.alone(q, p[t][1])
                    new = (state, self.put(p, t, ("done", result)))
                    if new not in out:
                        out.add(new)
                        work.append(new)
        return frozenset(out)

    @staticmethod
    def put(p, t, value):
        return (value, p[1]) if t == 0 else (p[0], value)


class TryingToy(Toy):
    """And a count, which methods try to step up and then down, in a field that is only compared with copies of itself. An attempt may fail, so that it drifts away for ever;
    here a copy is what it differs by from the count."""

    def __init__(self, seed):
        super().__init__(seed)
        self.name = "TryingToy%d" % seed
        r = random.Random(seed)
        if r.random() < 0.5:  # some of which are right without a lock
            self.methods = [(False, [("load", r.choice(FIELDS))]) if r.random() < 0.7 else (True, body) for _, body in self.methods]
        for _, body in self.methods:
            at = r.randrange(len(body) + 1)
            body.insert(at, ("try", 1))
            body.insert(r.randrange(at + 1, len(body) + 1), ("try", -1))
            if r.random() < 0.6:  # else the result may be whether it has succeeded
                body.append(("load", r.choice(FIELDS)))

    def java(self):
        return self.source(self.name, "x = C.compareAndSet(this, v = c, v %s 1) ? 1 : 0;")

    def specification(self):
        """One thread always succeeds."""
        return self.source(self.name + "Spec", "x = 1;")

    def source(self, name, attempt):
        words = {"load": "x = %s;", "store": "%s = (x + %d) %% 3;", "count": "%s = (%s + 1) %% 3;", "set_if": "if (%s == %d) %s = x;"}
        lines = ["import java.lang.invoke.*;", "public class %s {" % name, "  private volatile int a, b, c;", "  private static final VarHandle C;"]
        lines.append("  static { try { C = MethodHandles.lookup().findVarHandle(%s.class, \"c\", int.class); } catch (ReflectiveOperationException e) { throw new Error(e); } }" % name)
        for n, (locked, body) in enumerate(self.methods):
            lines.append("  public %sint m%d() {" % ("synchronized " if locked else "", n))
            lines.append("    int x = 0, v;")
            for s in body:
                lines.append("    " + (attempt.replace("%s", "+" if s[1] > 0 else "-") if s[0] == "try" else words[s[0]] % ((s[1], s[1]) if s[0] == "count" else s[1:])))
            lines += ["    return x;", "  }"]
        return "\n".join(lines + ["}", ""])

    def trying(self, call):
        """Whether the call is about to compare."""
        return call is not None and call[0] != "over" and call[1] < len(self.methods[call[0]][1]) and self.methods[call[0]][1][call[1]][0] == "try" and call[2] == 1

    def step(self, state, call, held, thread):
        method, at, part, x, read = call
        locked, body = self.methods[method]
        if at == len(body) or body[at][0] != "try" or (locked and at == 0 and part == 0 and held != thread):
            return super().step(state, call, held, thread)
        if part != 1:
            return state, (method, at, 1, x, 0), held
        return state, (method, at + 1, 0 if at + 1 < len(body) or not locked else 2, int(read == 0), 0), held

    def beside(self, other, call):
        if self.trying(call) and call[4] == 0 and self.trying(other):
            return other[:4] + (other[4] - self.methods[call[0]][1][call[1]][1],)
        return other
