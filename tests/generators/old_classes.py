"""Class files as compilers before JDK 6 wrote them, with subroutines (jsr, ret), which javac writes no more, and such as no javac has written: an assembler of
what these tests need."""
import struct

OLD = ["subroutines", "nested", "wide", "thrown", "locked"]


class Assembler:
    """One class with static methods; its main calls each of OLD with 3 and prints what it returns."""

    def __init__(self, name, version):
        self.name, self.version, self.pool, self.numbers, self.methods, self.fields = name, version, [], {}, [], []

    def constant(self, *parts):
        if parts not in self.numbers:
            self.pool.append(parts)
            self.numbers[parts] = len(self.pool)
        return self.numbers[parts]

    def utf8(self, text):
        return self.constant(1, text)

    def klass(self, name):
        return self.constant(7, self.utf8(name))

    def member(self, kind, owner, name, descriptor):
        return self.constant(kind, self.klass(owner), self.constant(12, self.utf8(name), self.utf8(descriptor)))

    def method(self, name, descriptor, stack, local, code, handlers=()):
        """code: bytes, labels (strings that end with ':'), and jumps (opcode, label), of two bytes or, for jsr_w, four."""
        places, at = {}, 0
        for part in code:
            if isinstance(part, str):
                places[part[:-1]] = at
            else:
                at += len(part) if isinstance(part, bytes) else 5 if part[0] == 201 else 3
        out = b""
        for part in code:
            if isinstance(part, bytes):
                out += part
            elif not isinstance(part, str):
                far = part[0] == 201
                out += struct.pack(">Bi" if far else ">Bh", part[0], places[part[1]] - len(out))
        table = b"".join(struct.pack(">HHHH", places[a], places[b], places[h], self.klass(k) if k else 0) for a, b, h, k in handlers)
        body = struct.pack(">HHI", stack, local, len(out)) + out + struct.pack(">H", len(handlers)) + table + b"\0\0"
        self.methods.append(struct.pack(">HHHH", 9, self.utf8(name), self.utf8(descriptor), 1) + struct.pack(">HI", self.utf8("Code"), len(body)) + body)

    def static_final(self, name, descriptor):
        self.fields.append(struct.pack(">HHHH", 0x19, self.utf8(name), self.utf8(descriptor), 0))

    def bytes(self):
        this, above = self.klass(self.name), self.klass("java/lang/Object")
        pool = b""
        for c in self.pool:
            if c[0] == 1:
                pool += struct.pack(">BH", 1, len(c[1])) + c[1].encode()
            else:
                pool += bytes([c[0]]) + b"".join(struct.pack(">H", n) for n in c[1:])
        return (struct.pack(">IHHH", 0xCAFEBABE, 0, self.version, len(self.pool) + 1) + pool + struct.pack(">HHHHH", 0x21, this, above, 0, len(self.fields)) +
                b"".join(self.fields) + struct.pack(">H", len(self.methods)) + b"".join(self.methods) + b"\0\0")


def u2(op, n):
    return struct.pack(">BH", op, n)


def old_class(name, version):
    a = Assembler(name, version)
    # for (i = 0; i < n; i++) sub: r += 10; and once more; r = 10 * (n + 1)
    a.method("subroutines", "(I)I", 2, 4, [b"\x03\x3c\x03\x3d", "loop:", b"\x1b\x1a", (162, "end"), (168, "sub"), b"\x84\x01\x01", (167, "loop"), "end:", (168, "sub"), b"\x1c\xac",
                                          "sub:", b"\x4e\x84\x02\x0a\xa9\x03"])
    # outer: r += n; inner; inner; inner: r *= 2: called twice: ((0 + n) * 4 + n) * 4 = 20 n
    a.method("nested", "(I)I", 2, 5, [b"\x03\x3c", (168, "outer"), (168, "outer"), b"\x1b\xac", "outer:", b"\x4e\x1b\x1a\x60\x3c", (168, "inner"), (168, "inner"), b"\xa9\x03",
                                     "inner:", b"\x3a\x04\x1b\x05\x68\x3c\xa9\x04"])
    # jsr_w and wide ret 300: n + 1000
    a.method("wide", "(I)I", 2, 302, [(201, "sub"), b"\x1a\xac", "sub:", b"\xc4\x3a\x01\x2c\xc4\x84\x00\x00\x03\xe8\xc4\xa9\x01\x2c"])
    # try { return n / 0 } catch (ArithmeticException) { r = 5 } finally { r += 100 } return r: 105, the finally as a subroutine that two places call
    a.method("thrown", "(I)I", 3, 4, [b"\x03\x3c", "try:", b"\x1a\x03\x6c\x3c", "tried:", (168, "finally"), (167, "end"), "caught:", b"\x57\x08\x3c", (168, "finally"), (167, "end"),
                                     "end:", b"\x1b\xac", "finally:", b"\x4d\x84\x01\x64\xa9\x02"], [("try", "tried", "caught", "java/lang/ArithmeticException")])
    # synchronized as javac 1.3 wrote it: the monitor is left in a subroutine, also when something is thrown; r = n + 1
    a.method("locked", "(I)I", 2, 5, [u2(178, a.member(9, "java/lang/System", "out", "Ljava/io/PrintStream;")), b"\x4c\x2b\xc2", "try:", b"\x1a\x04\x60\x3d", (168, "leave"), b"\x1c\xac",
                                     "tried:", b"\x4e", (168, "leave"), b"\x2d\xbf", "leave:", b"\x3a\x04\x2b\xc3\xa9\x04"], [("try", "tried", "tried", None)])
    main = []
    for name_of in OLD:
        main += [u2(178, a.member(9, "java/lang/System", "out", "Ljava/io/PrintStream;")), b"\x06", u2(184, a.member(10, name, name_of, "(I)I")),
                 u2(182, a.member(10, "java/io/PrintStream", "println", "(I)V"))]
    a.method("main", "([Ljava/lang/String;)V", 2, 1, main + [b"\xb1"])
    return a.bytes()


EXPECTED = ["40", "60", "1003", "105", "4"]


# What HotSpot ends with. Its monitors are structured (JVMS 2.11.10): a method leaves what it enters, whatever happens, and exits nothing else. From version 53 on
# a final field is written in an initialiser alone.
UNPAIRED = "java.lang.IllegalMonitorStateException"
ODD = {
    "left": (49, UNPAIRED), "exited": (49, UNPAIRED), "thrown": (49, UNPAIRED), "given": (49, UNPAIRED), "swapped": (49, UNPAIRED), "nothing": (49, UNPAIRED),
    "called": (49, None),  # what could throw, and does not, between an entry and its exit: Kotlin's compiler makes that
    "crossed": (49, None),  # in the order of their entries: that is allowed
    "final52": (52, None),
    "final53": (53, "java.lang.IllegalAccessError: Update to static final field Odd_final53.f attempted from a different method (main) than the initializer method <clinit>"),
}


def odd_class(kind):
    """A class Odd_KIND whose main uses System.out (local 1) and System.err (local 2) as monitors, or writes a static final field."""
    name = "Odd_" + kind
    a = Assembler(name, ODD[kind][0])
    enter, enter2, leave, leave2, end = b"\x2b\xc2", b"\x2c\xc2", b"\x2b\xc3", b"\x2c\xc3", b"\xb1"
    first = [u2(178, a.member(9, "java/lang/System", s, "Ljava/io/PrintStream;")) + store for s, store in (("out", b"\x4c"), ("err", b"\x4d"))]
    code = {"left": [enter, end], "exited": [enter, leave, leave, end], "called": [enter, u2(184, a.member(10, "java/lang/System", "nanoTime", "()J")), b"\x58", leave, end], "thrown": [enter, b"\x03\x03\x6c\x57", leave, end], "nothing": [enter, b"\x01\x4d", enter2, leave2, leave, end], "swapped": [enter, enter2, b"\x2c\x4c", leave, leave2, end],
            "crossed": [enter, "try:", enter2, "tried:", leave, leave2, end, "caught:", b"\x57", leave, end], "given": [enter, b"\x2b", u2(184, a.member(10, name, "take", "(Ljava/lang/Object;)V")), end]}
    if kind == "given":
        a.method("take", "(Ljava/lang/Object;)V", 1, 1, [b"\x2a\xc3\xb1"])
    if kind.startswith("final"):
        a.static_final("f", "I")
        first, code[kind] = [], [b"\x08", u2(179, a.member(9, name, "f", "I")), end]
    a.method("main", "([Ljava/lang/String;)V", 2, 3, first + code[kind], [("try", "tried", "caught", None)] if kind == "crossed" else [])
    return a.bytes()
