"""The outcomes of small programs by the words of JLS 17.4: all well-formed executions of plain and volatile accesses and of monitors, their
happens-before, and whether they have a sequence of commits (17.4.8). Neither machine nor axioms of the rest of jmc are used.

An instruction: ["w", x, expression, mode], ["r", register, x, mode], ["if", register, value, skip] (skip so many unless equal), ["unless", expression, skip]
(skip unless it holds), ["set", register, expression], ["lock", l], ["unlock", l]. The mode is "p" or "v", one for each variable (17.4.3 knows volatile variables). An
expression is of numbers and registers. At the end all threads are joined, and the variables read.

- Well-formed (17.4.6): each thread does what its reads let it do; a volatile read sees the last write in the synchronisation order, which is total and
  contains program order; a plain one sees no write that happens after it, and none that another write has overwritten in happens-before (17.4.5). A volatile
  write synchronises with all later reads of the variable, an unlock with all later locks.
- Causality (17.4.8): the actions are committed in steps C0, C1, ... Each has an execution E_i, in which what is committed is as in the execution in question
  (rules 1 to 5), reads that are not committed see what happens before them (6), reads that are committed now see committed writes, there and here (7), and
  what orders the committed actions stays (8). No external actions (9). Actions are the same in two executions if they are the k-th of their thread that
  read (write, lock, unlock) the variable.

in_order: no cycle of program order and reads-from, so that a sequence of commits is that order. What others have in addition is load buffering.
"""
import itertools


class Action:
    __slots__ = ("n", "thread", "kind", "where", "strong", "value", "name")

    def __init__(self, thread, kind, where, strong, value, name):
        self.n, self.thread, self.kind, self.where, self.strong, self.value, self.name = 0, thread, kind, where, strong, value, name


def evaluate(expression, registers):
    return int(eval(str(expression), {"__builtins__": {}}, {r: int(v) for r, v in registers.items()}))  # pylint: disable=eval-used


def runs(thread, number, domain):
    """Every run of a thread, whatever it reads: its actions, and its registers at the end."""
    found = []

    def go(at, actions, registers):
        def action(kind, where, strong, value=None):
            k = sum(a.kind == kind and a.where == where for a in actions)
            return Action(number, kind, where, strong, value, (number, kind, where, k))
        while at < len(thread):
            i = thread[at]
            at += 1
            if i[0] == "if":
                at += 0 if registers.get(i[1]) == int(i[2]) else int(i[3])
            elif i[0] == "unless":
                at += 0 if evaluate(i[1], registers) else int(i[2])
            elif i[0] == "set":
                registers = {**registers, i[1]: evaluate(i[2], registers)}
            elif i[0] == "w":
                actions = actions + [action("w", i[1], i[3] == "v", evaluate(i[2], registers))]
            elif i[0] in ("lock", "unlock"):
                actions = actions + [action(i[0], i[1], True)]
            else:
                for v in sorted(domain[i[2]]):
                    go(at, actions + [action("r", i[2], i[3] == "v", v)], {**registers, i[1]: v})
                return
        found.append((actions, registers))
    go(0, [], {})
    return found


def domains(threads, more):
    """What each variable may hold: 0, `more`, and what a thread writes that reads such values."""
    variables = {i[1] for t in threads for i in t if i[0] == "w"} | {i[2] for t in threads for i in t if i[0] == "r"}
    domain = {x: {0} | set(more) for x in variables}
    for _ in range(4):
        for t in threads:
            for actions, _ in runs(t, 0, domain):
                for a in actions:
                    if a.kind == "w":
                        domain[a.where] |= {a.value}
    return domain


def closed(edges):
    n = len(edges)
    reach = list(edges)
    for k in range(n):
        bit, more = 1 << k, reach[k]
        for a in range(n):
            if reach[a] & bit:
                reach[a] |= more
    return None if any(reach[a] >> a & 1 for a in range(n)) else reach


def interleavings(parts):
    if not any(parts):
        yield []
        return
    for k, p in enumerate(parts):
        if p:
            for rest in interleavings(parts[:k] + [p[1:]] + parts[k + 1:]):
                yield [p[0]] + rest


class Execution:
    __slots__ = ("actions", "source", "hb", "so", "sw", "registers", "by_name", "rank")

    def __init__(self, actions, source, hb, so, sw, registers):
        self.actions, self.source, self.hb, self.so, self.sw, self.registers = actions, source, hb, so, sw, registers
        self.by_name = {a.name: a for a in actions}
        self.rank = {a.name: k for k, a in enumerate(so)}

    def happens(self, a, b):
        return self.hb[a.n] >> b.n & 1

    def in_order(self):
        edges = list(self.hb)
        for r, w in self.source.items():
            if w is not None:
                edges[w.n] |= 1 << r.n
        return closed(edges) is not None

    def writes(self, where):
        return [a for a in self.actions if a.kind == "w" and a.where == where]

    def text(self, held):
        return " ".join("%s=%s" % (r, self.registers[r]) for r in sorted(self.registers)) + " ; " + " ".join("%s=%d" % (x, held[x]) for x in sorted(held))

    def texts(self, variables):
        """One for each choice of what main reads in the end: a write that happens before no other."""
        last = []
        for x in variables:
            w = self.writes(x)
            strong = [a for a in self.so if a in w]
            kept = strong[-1:] if strong else [a for a in w if not any(self.happens(a, b) for b in w)]
            last.append({a.value for a in kept} or {0})
        for values in itertools.product(*last):
            yield self.text(dict(zip(variables, values)))

    def coherent_texts(self, variables):
        """Likewise, if the writes of each variable have one order, in which no read sees one that is older than a write that happens before it."""
        last = []
        for x in variables:
            w, found = self.writes(x), set()
            reads = [r for r in self.source if r.where == x]
            for order in itertools.permutations(w):
                place = {a.n: k for k, a in enumerate(order, 1)}
                if any(self.happens(a, b) and place[a.n] > place[b.n] for a in w for b in w):
                    continue
                if all(place[self.source[r].n] >= place[a.n] if self.source[r] else False for r in reads for a in w if self.happens(a, r)) and all(
                        place[a.n] > (place[self.source[r].n] if self.source[r] else 0) for r in reads for a in w if r.strong and self.happens(r, a)):
                    found.add(order[-1].value if order else 0)
            strong = [a for a in self.so if a in w]
            last.append({strong[-1].value} if strong else found)
        for values in itertools.product(*last):
            yield self.text(dict(zip(variables, values)))


def executions(threads, more=(), seen_alone=False):
    """All well-formed ones that are consistent with happens-before. seen_alone: a volatile write synchronises with the reads that see it, not with all later ones."""
    domain = domains(threads, more)
    for choice in itertools.product(*[runs(t, n, domain) for n, t in enumerate(threads)]):
        actions, parts = [], []
        for run, _ in choice:
            mine = [Action(a.thread, a.kind, a.where, a.strong, a.value, a.name) for a in run]
            parts.append([a for a in mine if a.strong])
            actions += mine
        for n, a in enumerate(actions):
            a.n = n
        registers = {r: v for _, held in choice for r, v in held.items()}
        candidates, reads = [], [a for a in actions if a.kind == "r"]
        for r in reads:
            of = [w for w in actions if w.kind == "w" and w.where == r.where and w.value == r.value and not (w.thread == r.thread and w.n > r.n)]
            candidates.append(of + ([None] if r.value == 0 else []))
        if not all(candidates):
            continue
        po = [0] * len(actions)
        for a in actions:
            for b in actions:
                if a.thread == b.thread and a.n < b.n:
                    po[a.n] |= 1 << b.n
        orders = []
        for so in interleavings(parts):
            last, sw, depth, fits = {}, [], {}, True
            for k, a in enumerate(so):
                if a.kind == "lock":
                    fits &= depth.get(a.where) in (None, a.thread)
                    depth[a.where] = a.thread
                elif a.kind == "unlock":
                    depth[a.where] = None
                elif a.kind == "w":
                    last[a.where] = a
                else:
                    last[a.n] = last.get(a.where)
                sw += [(b, a) for b in so[:k] if b.where == a.where and (b.kind, a.kind) in (("w", "r"), ("unlock", "lock")) and not (seen_alone and a.kind == "r" and last[a.n] is not b)]
            if fits and all(last.get(r.n) in c for r, c in zip(reads, candidates) if r.strong):
                edges = list(po)
                for a, b in sw:
                    edges[a.n] |= 1 << b.n
                orders.append((so, sw, closed(edges), last))
        for source in itertools.product(*candidates) if orders else ():
            for so, sw, hb, last in orders:
                good = True
                for r, w in zip(reads, source):
                    if r.strong:
                        good = last.get(r.n) is w
                    else:
                        good = not (w is not None and hb[r.n] >> w.n & 1) and not any(
                            b.kind == "w" and b.where == r.where and b is not w and hb[b.n] >> r.n & 1 and (w is None or hb[w.n] >> b.n & 1) for b in actions)
                    if not good:
                        break
                if good:
                    yield Execution(actions, dict(zip(reads, source)), hb, so, {(a.name, b.name) for a, b in sw}, registers)


def name(a):
    return None if a is None else a.name


def sufficient(x):
    """Pairs that synchronise, of two threads, which nothing else orders (the transitive reduction)."""
    out = []
    for a in x.actions:
        for b in x.actions:
            if a.thread != b.thread and (a.name, b.name) in x.sw and not any(x.happens(a, c) and x.happens(c, b) for c in x.actions):
                out.append((a, b))
    return out


class Commits:
    """Whether an execution of a program has a sequence of commits. `all_of`: its well-formed executions."""

    def __init__(self, all_of):
        self.seen = []
        known = set()
        for x in all_of:
            key = (tuple((a.name, a.value if a.kind == "w" else None) for a in x.actions), tuple(name(x.source[r]) for r in x.source), tuple(a.name for a in x.so))
            if key not in known:
                known.add(key)
                early = {r.name for r, w in x.source.items() if w is None or x.happens(w, r)}  # rule 6
                self.seen.append((x, {r.name: name(w) for r, w in x.source.items()}, early, sufficient(x)))

    def steps(self, of, source, done, needed):
        for x, its, early, edges in self.seen:
            if not all(n in x.by_name for n in done) or not needed <= x.sw:
                continue
            if any(n not in early and n not in done for n in its) or any(its[n] != source[n] for n in done if n in source):
                continue
            if any(x.by_name[n].value != of.by_name[n].value for n in done if n[1] == "w"):
                continue
            fresh = []
            for n, a in of.by_name.items():
                b = x.by_name.get(n)
                if b is None or n in done or (a.kind == "w" and a.value != b.value):
                    continue
                if a.kind == "r" and not all(w is None or w in done for w in (its[n], source[n])):
                    continue
                fresh.append(n)

            def agree(m, n, x=x):
                return (all(bool(of.happens(of.by_name[p], of.by_name[q])) == bool(x.happens(x.by_name[p], x.by_name[q])) for p, q in ((m, n), (n, m)))
                        and not (m in of.rank and n in of.rank and (of.rank[m] < of.rank[n]) != (x.rank[m] < x.rank[n])))
            if not all(agree(m, n) for m in done for n in done if m < n):
                continue
            fresh = [n for n in fresh if all(agree(n, m) for m in done)]
            for size in range(len(fresh), 0, -1):
                for chosen in itertools.combinations(fresh, size):
                    if all(agree(m, n) for m, n in itertools.combinations(chosen, 2)):
                        after = done | set(chosen)
                        more = {(a.name, b.name) for a, b in edges if any(n == b.name or x.happens(b, x.by_name[n]) for n in after)}
                        yield after, needed | more

    def legal(self, of):
        source = {r.name: name(w) for r, w in of.source.items()}
        everything = frozenset(of.by_name)
        start = (frozenset(), frozenset())
        seen, open_ = {start}, [start]
        while open_:
            done, needed = open_.pop()
            if done == everything:
                return True
            for step in self.steps(of, source, done, needed):
                step = (frozenset(step[0]), frozenset(e for e in step[1]))
                if step[1] <= of.sw and step not in seen:
                    seen.add(step)
                    open_.append(step)
        return False


def coherent_outcomes(threads, seen_alone):
    variables = sorted(domains(threads, ()))
    return {text for x in executions(threads, (), seen_alone) if x.in_order() for text in x.coherent_texts(variables)}


def outcomes(threads, more=()):
    """Four sets of outcomes: in order and coherent; in order; those that load buffering has in addition; the coherent ones of these."""
    variables = sorted(domains(threads, ()))
    coherent, ordered, others, everything = set(), set(), {}, []
    for x in executions(threads, more):
        everything.append(x)
        if x.in_order():
            ordered.update(x.texts(variables))
            coherent.update(x.coherent_texts(variables))
        else:
            one_order = set(x.coherent_texts(variables))
            for text in x.texts(variables):
                others.setdefault(text, []).append((x, text in one_order))
    buffered, both = set(), set()
    commits = None
    for text, of in others.items():
        if text not in ordered:
            commits = commits or Commits(everything)
            if any(commits.legal(x) for x, _ in of):
                buffered.add(text)
            if text in buffered and any(one_order and commits.legal(x) for x, one_order in of):
                both.add(text)
    return coherent, ordered, buffered, both
