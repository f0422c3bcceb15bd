"""The outcomes of a litmus program by axioms: all candidate executions, and those that the axioms admit.

Nothing of the machine of vm/memory is used: no views, no messages, no steps. A candidate is a run of each thread with guessed values, a write
that each read reads from, an order of the writes of each variable (mo), an order of the full fences and of the critical sections of a
lock. It is an execution if (after RC11, Lahav et al., PLDI 2017, and JLS 17.4 for volatile accesses):

- happens-before, made of program order, the two orders above, and synchronisation (a release write, or a release fence before a write, with
  whoever acquires that write or a read-modify-write in its release sequence, by an acquire read or by a read before an acquire fence),
  is acyclic;
- coherence: nothing reads a write, and no write comes before one in mo, that is older than one it has come to know of. It has come to know of the
  writes that happen before it; of those that reads read which happen before it, unless they were plain, and for plain reads unless they were opaque
  (plain reads come back to older writes); and of those that any read read before an acquire fence that happens before it;
- a read-modify-write comes in mo directly after what it reads;
- there is one order of all events that contains happens-before and reads-from (so loads are not delayed behind later stores), in which a volatile read
  reads the last write in mo of those before it, and a volatile write comes in mo after all of those before it.

With `apart` volatile accesses have an order of their own instead (--volatile-reads=any): happens-before and reads-from have no cycle; and there is a total
order of the volatile accesses that contains happens-before and in which those of one variable come in the order of what they read and write: none before one
that reads or writes an earlier write, and a write before those that read it. So plain reads put their threads behind no volatile access of the writer.

Variables with capital letters have 64 bits, in two halves (JLS 17.7), which are locations of their own: `X.0` with the lower 32 bits, `X.1`. A plain
access of one is two events. Any other one is a single access of both, so a node of the orders above, and whole: of two such writes one comes after
the other in both halves; a read that comes after such a write (reads from it, or from what is behind it in mo) in one half alone comes before it in the
one order above.
"""
import itertools


class Event:
    # node: of the orders; twin: the other half of an access that is whole.
    __slots__ = ("n", "thread", "kind", "where", "mode", "reads", "writes", "node", "twin")

    def __init__(self, n, thread, kind, where="", mode="", reads=None, writes=None):
        self.n, self.thread, self.kind, self.where, self.mode, self.reads, self.writes = n, thread, kind, where, mode, reads, writes
        self.node, self.twin = n, None


def wide(where):
    return where[:1].isupper()


def both(value):
    return (None, None) if value is None else (value & 0xffffffff, value >> 32)


def locations_of(where):
    return [where + ".0", where + ".1"] if wide(where) else [where]


def values_of(threads):
    """What each variable may hold: what is written, and increments of it."""
    values, increments = {}, {}
    for thread in threads:
        for i in thread:
            if i[0] == "w":
                values.setdefault(i[1], {0}).add(int(i[2]))
            elif i[0] == "r":
                values.setdefault(i[2], {0})
            elif i[0] == "cas":
                values.setdefault(i[2], {0}).add(int(i[4]))
            elif i[0] == "rmw":
                if i[3] == "+1":
                    increments[i[2]] = increments.get(i[2], 0) + 1
                    values.setdefault(i[2], {0})
                else:
                    values.setdefault(i[2], {0}).add(int(i[3]))
    for where, n in increments.items():
        for _ in range(n):
            values[where] |= {v + 1 for v in values[where]}
            if wide(where):
                values[where] = torn(values[where])
    return {where: torn(held) if wide(where) else held for where, held in values.items()}


def torn(values):
    """What is read where the halves are of any of these."""
    return {low & 0xffffffff | upper >> 32 << 32 for low in values for upper in values}


def runs(thread, number, values):
    """Every run of a thread, whatever it reads: its events, and what its registers hold at the end."""
    found = []

    def go(at, events, registers):
        if at >= len(thread):
            found.append((events, registers))
            return
        i = thread[at]
        mode = i[-1]

        def event(kind, where="", reads=None, writes=None):
            if not wide(where):
                return [Event(0, number, kind, where, mode, reads, writes)]
            halves = [Event(0, number, kind, w, mode, r, v) for w, r, v in zip(locations_of(where), both(reads), both(writes))]
            if mode != "p" or kind not in "wr":
                halves[0].twin, halves[1].twin = halves[1], halves[0]
            return halves

        if i[0] == "if":
            go(at + 1 if registers.get(i[1]) == i[2] else at + 1 + int(i[3]), events, registers)
        elif i[0] == "f":
            go(at + 1, events + event("f", i[1]), registers)
        elif i[0] in ("lock", "unlock"):
            go(at + 1, events + event(i[0], i[1]), registers)
        elif i[0] == "w":
            go(at + 1, events + event("w", i[1], None, int(i[2])), registers)
        else:
            for v in sorted(values[i[2]]):
                if i[0] == "r":
                    go(at + 1, events + event("r", i[2], v), {**registers, i[1]: str(v)})
                elif i[0] == "rmw":
                    go(at + 1, events + event("u", i[2], v, v + 1 if i[3] == "+1" else int(i[3])), {**registers, i[1]: str(v)})
                elif v == int(i[3]):
                    go(at + 1, events + event("u", i[2], v, int(i[4])), {**registers, i[1]: "T"})
                else:
                    go(at + 1, events + event("c", i[2], v), {**registers, i[1]: "F"})
    go(0, [], {})
    return found


def closure(edges, n):
    """Transitive; None if there is a cycle. edges[a]: bits of the successors of a."""
    reach = list(edges)
    for k in range(n):
        bit, more = 1 << k, reach[k]
        for a in range(n):
            if reach[a] & bit:
                reach[a] |= more
    return None if any(reach[a] >> a & 1 for a in range(n)) else reach


def sections(events):
    """Pairs (lock, unlock) by name of the lock."""
    found, opened = {}, {}
    for e in events:
        if e.kind == "lock":
            opened[e.thread, e.where] = e
        elif e.kind == "unlock":
            found.setdefault(e.where, []).append((opened.pop((e.thread, e.where)), e))
    return found


def mo_orders(writes, source):
    """Orders of the writes of one variable (the first write, 0, is no event: None) in which an update follows what it reads."""
    out = []

    def go(order, rest):
        if not rest:
            out.append(order)
            return
        for w in rest:
            if any(o is not w and o.thread == w.thread and o.n < w.n for o in rest):
                continue  # program order
            go(order + [w], [o for o in rest if o is not w])
    go([], writes)
    # Nothing but the update comes directly after what it reads.
    return [o for o in out if all(w.kind != "u" or source[w.n] is (o[k - 1] if k else None) for k, w in enumerate(o))]


class Execution:
    """Which parts of the axioms hold for one choice of runs and of what reads read."""

    def __init__(self, events, source):
        self.events, self.source, self.n = events, source, len(events)
        self.po = [0] * self.n
        for a in events:
            for b in events:
                if a.thread == b.thread and a.node < b.node:
                    self.po[a.node] |= 1 << b.node

    def before(self, a, b):
        return a.thread == b.thread and a.n < b.n

    def synchronisation(self):
        """Depends on what is read only, not on the orders."""
        sw = [0] * self.n
        for r in self.events:
            if r.reads is None or self.source[r.n] is None:
                continue
            targets = [r] if r.mode in "av" and r.mode else []
            targets += [f for f in self.events if f.kind == "f" and f.where in ("acq", "full") and self.before(r, f)]
            if not targets:
                continue
            open_writes, seen = [self.source[r.n]], set()
            while open_writes:  # the release sequence, backwards; an update of both halves continues those of both
                w = open_writes.pop()
                if w is None or w in seen:
                    continue
                seen.add(w)
                origins = [w] if w.mode in "rv" else []
                origins += [f for f in self.events if f.kind == "f" and f.where in ("rel", "ss", "full") and self.before(f, w)]
                for o in origins:
                    for t in targets:
                        sw[o.node] |= 1 << t.node
                if w.kind == "u":
                    open_writes += [self.source[w.n]] + ([self.source[w.twin.n]] if w.twin else [])
        return sw

    def orders(self):
        """Happens-before for each order of full fences and critical sections."""
        base = [a | b for a, b in zip(self.po, self.synchronisation())]
        if closure(base, self.n) is None:
            return
        fences = [e for e in self.events if e.kind == "f" and e.where == "full"]
        locks = list(sections(self.events).values())
        for fence_order in itertools.permutations(fences):
            for lock_orders in itertools.product(*[list(itertools.permutations(s)) for s in locks]):
                edges = list(base)
                for a, b in zip(fence_order, fence_order[1:]):
                    edges[a.node] |= 1 << b.node
                for order in lock_orders:
                    for a, b in zip(order, order[1:]):
                        edges[a[1].node] |= 1 << b[0].node
                hb = closure(edges, self.n)
                if hb is not None:
                    yield hb

    def known(self, hb, e, plain):
        """Writes than which `e` reads or writes nothing older: those it has come to know of."""
        out = set()
        for k in self.events:
            if k.where != e.where or k.kind not in "wruc" or k is e:
                continue
            happens = hb[k.node] >> e.node & 1
            if happens and k.writes is not None:
                out.add(k)
            if k.reads is not None and self.source[k.n] is not None:
                if happens and (k.mode in "avr" or k.mode == "o" and not plain):
                    out.add(self.source[k.n])
                if any(f.kind == "f" and f.where in ("acq", "full") and self.before(k, f) and (hb[f.node] >> e.node & 1) for f in self.events):
                    out.add(self.source[k.n])
        return out

    def coherent(self, hb, e, place):
        """`place`: of writes in the order of their variable, from 1; the first write is at 0."""
        if e.kind in ("f", "lock", "unlock"):
            return True
        plain = e.kind == "r" and e.mode == "p"
        newest = max((place[w.n] for w in self.known(hb, e, plain)), default=0)
        if e.reads is not None:
            w = self.source[e.n]
            return (place[w.n] if w else 0) >= newest
        return place[e.n] > newest

    def split(self, place):
        """Pairs of a whole read and a whole write that it has come after in one half alone; None: there are two such writes."""
        firsts = [e for e in self.events if e.twin and e.where.endswith(".0")]

        def read_after(e, w):  # one half of each
            return self.source[e.n] is not None and place[self.source[e.n].n] >= place[w.n]
        found = []
        for w in firsts:
            for e in firsts if w.writes is not None else []:
                if e is w or e.where != w.where:
                    continue
                if e.writes is not None and (place[e.n] > place[w.n]) != (place[e.twin.n] > place[w.twin.n]):
                    return None
                if e.reads is not None and read_after(e, w) != read_after(e.twin, w.twin):
                    found.append((e, w))
        return found

    def kept_order(self, edges):
        """Without program order from plain and opaque reads to later plain and opaque writes of other variables, and to later reads; nor from a plain read to a later
        plain write of its variable (JSR 133, causality test 16)."""
        out = [0] * self.n
        for a in self.events:
            for b in self.events:
                if not edges[a.node] >> b.node & 1:
                    continue
                reads, writes = a.reads is not None, b.writes is not None
                other = a.where != b.where or (a.kind, a.mode, b.kind, b.mode) == ("r", "p", "w", "p")
                apart = a.thread == b.thread and a.kind in "wruc" and b.kind in "wruc" and other and a.mode not in "av" and b.mode not in "rv"
                past = a.kind == "f" and a.where in ("rel", "ss") and not writes or b.kind == "f" and b.where == "acq" and not reads
                if not apart and not (a.thread == b.thread and past):
                    out[a.node] |= 1 << b.node
        return out

    def two_orders(self, hb, place, split, buffering):
        edges = list(hb)
        for e, w in split:
            edges[e.node] |= 1 << w.node
        for e in self.events:
            if e.reads is not None and self.source[e.n] is not None:
                edges[self.source[e.n].node] |= 1 << e.node
        if closure(self.kept_order(edges) if buffering else edges, self.n) is None:
            return False
        if any(w is not None and hb[e.node] >> w.node & 1 for e in self.events if e.reads is not None for w in [self.source[e.n]]):
            return False
        strong = [e for e in self.events if e.mode == "v" and e.kind in "wruc"]
        order = [0] * self.n
        nodes = {e.node for e in strong}
        for a in nodes:
            for b in nodes:
                if hb[a] >> b & 1:
                    order[a] |= 1 << b

        def at(e):  # the write that it has made, or has read
            return place[e.n] if e.writes is not None else 0 if self.source[e.n] is None else place[self.source[e.n].n]
        for a in strong:
            for b in strong:
                if a is not b and a.where == b.where and (at(a) < at(b) or at(a) == at(b) and a.writes is not None):
                    order[a.node] |= 1 << b.node
        return closure(order, self.n) is not None

    def one_order(self, hb, orders, place, split):
        edges = list(hb)
        for e, w in split:
            edges[e.node] |= 1 << w.node
        for e in self.events:
            if e.reads is not None and self.source[e.n] is not None:
                edges[self.source[e.n].node] |= 1 << e.node
            if e.mode != "v" or e.kind not in "wruc":
                continue
            at = place[e.n] if e.kind == "w" else place[self.source[e.n].n] if self.source[e.n] else 0
            for w in orders[e.where]:
                if place[w.n] > at and w is not e:
                    edges[e.node] |= 1 << w.node
        return closure(edges, self.n) is not None


def outcomes(threads, apart=False, buffering=False):
    """The set of outcomes, each as in tests/vm_memory/programs.txt. `buffering`, of programs whose writes do not depend on what is read: program order
    is kept there only from acquiring reads, to releasing writes, within one variable (but from a plain read to a plain write of it), and by fences and locks. A read sees nothing that happens after it, though."""
    values = values_of(threads)
    found = set()
    for choice in itertools.product(*[runs(t, n, values) for n, t in enumerate(threads)]):
        events = [e for run, _ in choice for e in run]
        for n, e in enumerate(events):
            e.n = e.node = n
        for e in events:
            if e.twin:
                e.node = min(e.n, e.twin.n)
        registers = {r: v for _, held in choice for r, v in held.items()}
        variables = [l for x in sorted(values) for l in locations_of(x)]
        writes = {x: [e for e in events if e.where == x and e.kind in "wu"] for x in variables}
        reads = [e for e in events if e.reads is not None]
        candidates = []
        for r in reads:
            # Not its own write, nor one of its thread's future.
            of = [w for w in writes[r.where] if w.writes == r.reads and w is not r and not (w.thread == r.thread and w.n > r.n)]
            candidates.append(of + ([None] if r.reads == 0 else []))
        text = " ".join("%s=%s" % (r, registers[r]) for r in sorted(registers))
        for chosen in itertools.product(*candidates):
            source = {r.n: w for r, w in zip(reads, chosen)}
            x = Execution(events, source)
            all_orders = [mo_orders(writes[v], source) for v in variables]
            if not all(all_orders):
                continue
            ends = {}
            for orders in itertools.product(*all_orders):
                held = {v: o[-1].writes if o else 0 for v, o in zip(variables, orders)}
                last = " ".join("%s=%d" % (x, sum(held[l] << 32 * k for k, l in enumerate(locations_of(x)))) for x in sorted(values))
                ends.setdefault(last, []).append(orders)
            ends = {last: o for last, o in ends.items() if text + " ; " + last not in found}
            if not ends:
                continue
            for hb in x.orders():
                for last, several in list(ends.items()):
                    for orders in several:
                        place = {w.n: k + 1 for o in orders for k, w in enumerate(o)}
                        split = x.split(place)
                        if split is not None and all(x.coherent(hb, e, place) for e in events) and (x.two_orders(hb, place, split, buffering) if apart else x.one_order(hb, dict(zip(variables, orders)), place, split)):
                            found.add(text + " ; " + last)
                            del ends[last]
                            break
                if not ends:
                    break
    return found
