"""What an execution of a program of random_happens.py has come to: where its threads are, memory, what orders accesses, and the accesses, with vector clocks."""

NULL = -1


def join(a, b):
    return tuple(max(p, q) for p, q in zip(a, b))


class State:
    LISTS = ["pc", "r", "kept", "b", "logs", "clock", "inside", "seen", "readers", "depth"]
    MAPS = ["memory", "held", "sync", "accesses"]
    PLAIN = ["started", "published", "waits", "flags", "writer", "permits", "stamp", "left", "queue", "result", "printed"]
    __slots__ = LISTS + MAPS + PLAIN

    def __init__(self, n):
        self.pc, self.r, self.kept, self.b, self.readers, self.depth = [0] * n, [0] * n, [0] * n, [0] * n, [0] * n, [0] * n
        self.logs = [""] * n
        self.clock = [tuple(int(i == t) for i in range(n)) for t in range(n)]
        self.inside, self.seen = [()] * n, [()] * n
        self.memory, self.held, self.sync, self.accesses = {}, {}, {}, {}
        self.started, self.published, self.flags = frozenset([0]), frozenset(), frozenset()
        self.waits, self.writer = (), (NULL, 0)
        self.permits, self.stamp, self.left, self.queue, self.result, self.printed = 1, 0, 1, None, None, ""

    def copy(self):
        other = State.__new__(State)
        for name in self.LISTS:
            setattr(other, name, list(getattr(self, name)))
        for name in self.MAPS:
            setattr(other, name, dict(getattr(self, name)))
        for name in self.PLAIN:
            setattr(other, name, getattr(self, name))
        return other

    def key(self):
        return (tuple(tuple(getattr(self, name)) for name in self.LISTS), tuple(frozenset(getattr(self, name).items()) for name in self.MAPS),
                tuple(getattr(self, name) for name in self.PLAIN))
