#!/usr/bin/env python3
"""Generates deterministic single-threaded Java programs that use much of the language, for comparing jmc with HotSpot.

Everything is drawn from the seed. A program is a class G<seed> whose `run` calls its parts one after the other and prints what they compute; an
exception that leaves a part is printed with its stack trace. Loops and calls use up fuel, so that every program ends.

    tests/generators/generate_program.py SEED [RELEASE]      prints one program
"""
import random
import sys

sys.dont_write_bytecode = True

NUMERIC = ["int", "long", "float", "double", "byte", "short", "char"]
INTEGRAL = ["int", "long", "byte", "short", "char"]
LITERALS = {
    "int": ["0", "1", "-1", "2", "3", "7", "31", "32", "33", "63", "100", "255", "256", "-128", "65535", "65536", "1000003", "0x5bd1e995", "Integer.MAX_VALUE",
            "Integer.MIN_VALUE"],
    "long": ["0L", "1L", "-1L", "63L", "64L", "255L", "1L << 32", "0xcafebabeL", "123456789012L", "Long.MAX_VALUE", "Long.MIN_VALUE", "0x7fffffffL"],
    "float": ["0f", "-0f", "1f", "0.1f", "-2.5f", "1e10f", "16777217f", "3.4e38f", "1e-40f", "Float.NaN", "Float.MIN_VALUE", "Float.POSITIVE_INFINITY"],
    "double": ["0.0", "-0.0", "1.0", "0.1", "-2.5", "1e100", "4.9e-324", "1e-310", "9007199254740993.0", "2147483648.5", "Double.NaN", "Double.NEGATIVE_INFINITY",
               "Double.MAX_VALUE", "Math.PI"],
    "byte": ["(byte) 0", "(byte) 127", "(byte) -128", "(byte) 200", "(byte) 1"],
    "short": ["(short) 0", "(short) 32767", "(short) -32768", "(short) 40000", "(short) 3"],
    "char": ["'a'", "'Z'", "'0'", "'\\uffff'", "'\\n'", "(char) 8364", "(char) 0"],
    "boolean": ["true", "false"],
    "String": ['""', '"a"', '"abc"', '"Hello"', '" x "', '"\\u00e4\\u20ac"', '"42"', '"-17"', '"\\ud83d\\ude00"', '"a,b,,c"', '"MiXed"'],
}
EXCEPTIONS = ["ArithmeticException", "ArrayIndexOutOfBoundsException", "NullPointerException", "ClassCastException", "NegativeArraySizeException",
              "StringIndexOutOfBoundsException", "IllegalStateException", "IllegalArgumentException", "UnsupportedOperationException", "ArrayStoreException"]

PRELUDE = """
  static class Fuel extends Error { Fuel() { super("out of fuel"); } }
  static class Checked extends Exception { final int code; Checked(int code, Throwable cause) { super("checked " + code, cause); this.code = code; } }
  static int fuel;
  static void tick() { if (--fuel < 0) throw new Fuel(); }
  static String cut(String s) { return s == null || s.length() <= 40 ? s : s.substring(0, 40); }
  static void show(String what, Object value) { System.out.println(what + " = " + value); }
  static String hex(double d) { return Double.isNaN(d) ? "NaN" : Double.toHexString(d); }
  static int[] ai; static long[] al; static double[] ad; static byte[] ab; static char[] ac; static String[] as; static Object[] ao; static int[][] am;
  static int si; static long sl; static float sf; static double sd; static boolean sz; static byte sb; static short ss; static char sc; static String st;
  int fi = 3; long fl = 5; double fd = 1.5; String ft = "f";
  static void reset() {
    fuel = 300; si = 1; sl = 2; sf = 3; sd = 4; sz = false; sb = 5; ss = 6; sc = '7'; st = "s";
    ai = new int[] {5, -3, 8, 0, 2147483647, -1, 17, 4}; al = new long[] {1, -9, 1L << 40, 3}; ad = new double[] {0.5, -1e3, 7, 1e-3};
    ab = new byte[] {1, -1, 127, -128}; ac = "jmc!".toCharArray(); as = new String[] {"p", "", null, "qrs"}; ao = new Object[] {1, "two", 3L, null, 4.0, 'c', new int[2], as};
    am = new int[][] {{1, 2}, {3}, {}, null};
  }
"""
FIELDS = {"int": ["si"], "long": ["sl"], "float": ["sf"], "double": ["sd"], "boolean": ["sz"], "byte": ["sb"], "short": ["ss"], "char": ["sc"], "String": ["st"]}
ARRAYS = {"int": ("ai", 8), "long": ("al", 4), "double": ("ad", 4), "byte": ("ab", 4), "char": ("ac", 4), "String": ("as", 4)}
WIDER = {"byte": 0, "short": 1, "char": 1, "int": 2, "long": 3, "float": 4, "double": 5}


class Generator:
    """One program. `scope` is a list of (name, type, may be assigned) of the locals that are visible at the point of generation."""

    def __init__(self, seed, release=17):
        self.rng = random.Random(seed * 7919 + release)
        self.release = release
        self.name = "G%d" % seed
        self.scope = []
        self.methods = []           # (name, return type, parameter types): what may be called
        self.serial = 0
        self.labels = []            # labels of the enclosing loops; None for those without one
        self.returns = "void"

    def one(self, items):
        return self.rng.choice(items)

    def chance(self, p):
        return self.rng.random() < p

    def fresh(self, stem="v"):
        self.serial += 1
        return "%s%d" % (stem, self.serial)

    # --- expressions ------------------------------------------------------------------------------------------------------

    def variables(self, t, assignable=False):
        return [n for n, u, a in self.scope if u == t and (a or not assignable)] + FIELDS.get(t, [])

    def leaf(self, t):
        names = self.variables(t)
        if names and self.chance(0.7):
            return self.one(names)
        literal = self.one(LITERALS[t])
        return "(%s)" % literal if not literal.isalnum() else literal

    def expression(self, t, depth=3):
        if depth <= 0 or self.chance(0.12):
            return self.leaf(t)
        if self.methods and self.chance(0.08):
            fitting = [m for m in self.methods if m[1] == t]
            if fitting:
                return self.call(self.one(fitting), depth)
        if self.chance(0.06):
            return "(%s ? %s : %s)" % (self.expression("boolean", depth - 1), self.expression(t, depth - 1), self.expression(t, depth - 1))
        if t in ARRAYS and self.chance(0.08):
            name, size = ARRAYS[t]
            return "%s[%s]" % (name, self.index(size, depth))
        return getattr(self, "some_" + t)(depth)

    def index(self, size, depth):
        e = self.expression("int", depth - 1)
        return e if self.chance(0.06) else "%s & %d" % (e, size - 1)

    def call(self, m, depth):
        return "%s(%s)" % (m[0], ", ".join(self.expression(p, depth - 1) for p in m[2]))

    def operand(self, t, depth):
        """An expression of a type that is widened to t by itself."""
        if self.chance(0.75):
            return self.expression(t, depth)
        return self.expression(self.one([u for u in NUMERIC if WIDER[u] < WIDER[t] and not (u == "short" and t == "char")] or [t]), depth)

    def assignment(self, t, depth):
        n = self.one(self.variables(t, True))
        if t not in ("boolean", "String") and self.chance(0.5):
            return self.one(["%s++", "++%s", "%s--", "--%s"]) % n
        return "(%s = %s)" % (n, self.expression(t, depth - 1))

    def integral(self, t, depth):
        """int or long"""
        d = depth - 1
        k = self.rng.randrange(14)
        box = "Integer" if t == "int" else "Long"
        if k < 4:
            return "(%s %s %s)" % (self.operand(t, d), self.one(["+", "-", "*", "&", "|", "^", "+", "-", "*"]), self.expression(t, d))
        if k == 4:
            guard = self.chance(0.8)
            return "(%s %s (%s%s))" % (self.operand(t, d), self.one("/%"), self.expression(t, d), " | 1" if guard else "")
        if k < 7:
            return "(%s %s %s)" % (self.expression(t, d), self.one(["<<", ">>", ">>>"]), self.expression(self.one(["int", "long", "byte", "char"]), d))
        if k == 7:
            return "%s(%s)" % (self.one(["-", "~", "-", "~", "+"]), self.expression(t, d))
        if k == 8:
            u = self.one(["float", "double", "long", "int", "char", "short", "byte"])
            return "(%s) (%s)" % (t, self.expression(u, d))
        if k == 9:
            return self.assignment(t, d)
        if k == 10:
            f = self.one(["reverse", "reverseBytes", "highestOneBit", "lowestOneBit", "signum" if t == "int" else "reverse"])
            return "%s.%s(%s)" % (box, f, self.expression(t, d))
        if k == 11:
            return "Math.%s(%s, %s)" % (self.one(["min", "max", "floorMod", "floorDiv", "addExact", "multiplyExact"]), self.expression(t, d), self.expression(t, d))
        if k == 12:
            return "%s.rotate%s(%s, %s)" % (box, self.one(["Left", "Right"]), self.expression(t, d), self.expression("int", d))
        return self.switch_expression(t, d)

    def switch_expression(self, t, d):
        arms = []
        if self.chance(0.5):
            what = "(%s) & 7" % self.expression("int", d)
            labels = self.rng.sample(range(8), 4)
            if self.chance(0.3):
                labels[0] = 100000
        else:
            what = 'String.valueOf(%s)' % self.expression("String", d)
            labels = self.rng.sample(['"a"', '"abc"', '"null"', '""', '"Aa"', '"BB"', '"42"'], 4)
        arms.append("case %s, %s -> %s;" % (labels[0], labels[1], self.expression(t, d - 1)))
        arms.append("case %s -> { tick(); yield 0 + %s; }" % (labels[2], self.expression(t, d - 1)))
        arms.append("default -> %s;" % self.expression(t, d - 1))
        return "(switch (%s) { %s })" % (what, " ".join(arms))

    def some_int(self, depth):
        d = depth - 1
        if self.chance(0.65):
            return self.integral("int", depth)
        s, x = self.expression("String", d), self.one(["double", "long", "float"])
        return self.one([
            lambda: "Integer.bitCount(%s)" % self.expression("int", d),
            lambda: "Long.numberOfTrailingZeros(%s)" % self.expression("long", d),
            lambda: "Integer.compareUnsigned(%s, %s)" % (self.expression("int", d), self.expression("int", d)),
            lambda: "Integer.divideUnsigned(%s, %s | 1)" % (self.expression("int", d), self.expression("int", d)),
            lambda: "%s.hashCode(%s)" % ({"double": "Double", "long": "Long", "float": "Float"}[x], self.expression(x, d)),
            lambda: "Double.compare(%s, %s)" % (self.expression("double", d), self.expression("double", d)),
            lambda: "Float.floatToIntBits(%s)" % self.expression("float", d),
            lambda: "String.valueOf(%s).%s" % (s, self.one(["length()", "hashCode()", 'indexOf("a")', 'compareTo("b")', "codePointCount(0, 0)"])),
            lambda: "Math.round(%s)" % self.expression("float", d),
            lambda: "Integer.parseInt(%s)" % self.one(['"42"', '"-17"', s]),
            lambda: "(%s).length()" % s,
            lambda: "am[%s].length" % self.index(4, d),
            lambda: "Character.getNumericValue(%s)" % self.expression("char", d),
            lambda: "(int) ao[%s]" % self.index(8, d) if self.chance(0.3) else "ai.length",
            lambda: "java.util.Objects.hash(%s, %s)" % (self.expression("int", d), s),
        ])()

    def some_long(self, depth):
        if self.chance(0.8):
            return self.integral("long", depth)
        d = depth - 1
        return self.one(["Double.doubleToLongBits(%s)" % self.expression("double", d), "Math.round(%s)" % self.expression("double", d),
                         "Math.multiplyHigh(%s, %s)" % (self.expression("long", d), self.expression("long", d)), "(long) %s" % self.expression("int", d),
                         "Long.divideUnsigned(%s, %s | 1)" % (self.expression("long", d), self.expression("long", d))])

    def floating(self, t, depth):
        d = depth - 1
        k = self.rng.randrange(8)
        if k < 4:
            return "(%s %s %s)" % (self.operand(t, d), self.one("+-*/%"), self.expression(t, d))
        if k == 4:
            return "(%s) (%s)" % (t, self.expression(self.one(NUMERIC), d))
        if k == 5:
            return "-(%s)" % self.expression(t, d)
        if k == 6:
            return self.assignment(t, d)
        return "Math.%s" % self.one(["abs(%s)" % self.expression(t, d), "min(%s, %s)" % (self.expression(t, d), self.expression(t, d)),
                                     "max(%s, %s)" % (self.expression(t, d), self.expression(t, d)), "ulp(%s)" % self.expression(t, d), "signum(%s)" % self.expression(t, d),
                                     "fma(%s, %s, %s)" % tuple(self.expression(t, d) for _ in range(3)), "scalb(%s, %s)" % (self.expression(t, d), self.expression("int", d)),
                                     "nextUp(%s)" % self.expression(t, d), "max(0, %s)" % self.expression(t, d)])

    def some_float(self, depth):
        return self.floating("float", depth)

    def some_double(self, depth):
        d = depth - 1
        if self.chance(0.8):
            return self.floating("double", depth)
        return "Math.%s(%s)" % (self.one(["sqrt", "floor", "ceil", "rint"]) if self.chance(0.9) else "toRadians", self.expression("double", d))

    def narrow(self, t, depth):
        if self.chance(0.3):
            return self.assignment(t, depth)
        return "(%s) (%s)" % (t, self.expression(self.one(NUMERIC), depth - 1))

    some_byte = lambda self, depth: self.narrow("byte", depth)   # noqa: E731
    some_short = lambda self, depth: self.narrow("short", depth)   # noqa: E731

    def some_char(self, depth):
        if self.chance(0.7):
            return self.narrow("char", depth)
        if self.chance(0.5):
            return "Character.%s(%s)" % (self.one(["toUpperCase", "toLowerCase", "reverseBytes"]), self.expression("char", depth - 1))
        return '"jmc-%s".charAt(%s)' % (self.one(["0123", "wxyz"]), self.index(8, depth))

    def some_boolean(self, depth):
        d = depth - 1
        k = self.rng.randrange(9)
        if k < 4:
            t = self.one(NUMERIC)
            return "(%s %s %s)" % (self.expression(t, d), self.one(["<", "<=", ">", ">=", "==", "!="]), self.expression(t, d))
        if k < 6:
            return "(%s %s %s)" % (self.expression("boolean", d), self.one(["&&", "||", "&", "|", "^", "=="]), self.expression("boolean", d))
        if k == 6:
            return "!%s" % self.expression("boolean", d)
        if k == 7:
            return self.assignment("boolean", d)
        s = self.expression("String", d)
        return self.one(["String.valueOf(%s).isEmpty()" % s, '"abc".equals(%s)' % s, "Character.isLetter(%s)" % self.expression("char", d), "Double.isNaN(%s)" % self.expression("double", d),
                         "(ao[%s] instanceof %s)" % (self.index(8, d), self.one(["String", "Integer", "Number", "int[]", "Object[]", "Comparable<?>"])), '(%s == "abc")' % s])

    def some_String(self, depth):
        d = depth - 1
        s = "String.valueOf(%s)" % self.expression("String", d)
        t = self.one(NUMERIC + ["boolean", "String"])
        e = self.expression(t, d)
        k = self.rng.randrange(16)
        if k < 4:
            return "cut(%s + %s)" % (self.expression("String", d), e if not e.startswith("-") else "(%s)" % e)
        if k == 4:
            return "cut(%s + %s + %s)" % (e, '"|"', self.expression(self.one(NUMERIC), d))
        if k == 5:
            f = self.one([("%d", "int"), ("%08x", "int"), ("%,d", "long"), ("%+.3f", "double"), ("%e", "double"), ("%c", "char"), ("%b", "boolean"), ("%10s", "String"),
                          ("%-6s|", "String"), ("%S", "String"), ("%o", "int"), ("%(d", "int"), ("%.2g", "double"), ("%h", "String"), ("%5d%%", "short"), ("%x", "byte")])
            return 'cut(String.format("%s", %s))' % (f[0], self.expression(f[1], d))
        if k == 6:
            return "%s.substring(%s)" % (s, "0" if self.chance(0.5) else self.index(4, d))
        if k == 7:
            return self.assignment("String", d)
        if k == 8:
            return "cut(new StringBuilder(%s).%s.toString())" % (s, self.one(["reverse()", "append(%s).append('-')" % e, "insert(0, %s)" % e, "deleteCharAt(0)", "replace(0, 1, %s)" % s]))
        if k == 9:
            return "%s(%s)" % (self.one(["Integer.toHexString", "Integer.toBinaryString", "Integer.toOctalString", "Integer.toUnsignedString", "Integer.toString"]), self.expression("int", d))
        if k == 10:
            return "Long.toString(%s, %d)" % (self.expression("long", d), self.one([2, 7, 16, 36]))
        if k == 11:
            return "cut(String.join(\"/\", %s, %s))" % (s, self.expression("String", d))
        if k == 12:
            return "java.util.Arrays.toString(%s)" % self.one(["ab", "al", "ac", '"a,b".split(",")', "%s.toCharArray()" % s])
        if k == 13:
            return "String.valueOf(%s)" % e
        return "cut(%s.%s)" % (s, self.one(["toUpperCase()", "toLowerCase()", "trim()", "strip()", "replace('a', 'b')", 'replace("b", "cc")', "repeat(%s & 3)" % self.expression("int", d),
                                            "concat(%s)" % s, "intern()", 'replaceAll("[a-c]+", "<$0>")', "chars().sum() + \"\"", "lines().count() + \"\""]))

    # --- statements -------------------------------------------------------------------------------------------------------

    def block(self, depth, n=None):
        kept = len(self.scope)
        lines = []
        for _ in range(n or self.rng.randrange(1, 4)):
            lines += self.statement(depth)
        del self.scope[kept:]
        return lines

    def indented(self, lines):
        return ["  " + line for line in lines]

    def declaration(self, t=None, depth=3):
        t = t or self.one(["int", "int", "long", "double", "float", "String", "boolean", "byte", "short", "char"])
        n = self.fresh()
        line = "%s %s = %s;" % (t, n, self.expression(t, depth))
        self.scope.append((n, t, True))
        return [line]

    def statement(self, depth):
        if depth <= 0:
            return self.simple()
        kind = self.one([self.simple] * 6 + [self.declaration] * 3 + [self.if_statement, self.for_loop, self.while_loop, self.old_switch, self.try_statement,
                                                                      self.try_statement, self.labelled_loops, self.enhanced_for, self.synchronized, self.inner_class])
        if kind in (self.simple, self.declaration):
            return kind()
        return kind(depth - 1)

    def simple(self):
        k = self.rng.randrange(12)
        t = self.one(NUMERIC + ["String", "boolean", "int"])
        if k < 4:
            names = self.variables(t, True)
            return ["%s = %s;" % (self.one(names), self.expression(t))]
        if k < 6:
            t = self.one(NUMERIC)
            n = self.one(self.variables(t, True))
            if t in ("float", "double"):
                return ["%s %s= %s;" % (n, self.one("+-*/%"), self.expression(self.one(NUMERIC)))]
            op = self.one(["+", "-", "*", "&", "|", "^", "<<", ">>", ">>>"])
            return ["%s %s= %s;" % (n, op, self.expression(self.one(INTEGRAL if op not in "+-*" else NUMERIC)))]
        if k < 8:
            t = self.one(list(ARRAYS))
            name, size = ARRAYS[t]
            op = "=" if t == "String" else self.one(["=", "+=", "-=", "*=", "^="] if t != "double" else ["=", "+=", "*="])
            return ["%s[%s] %s %s;" % (name, self.index(size, 2), op, self.expression(t))]
        if k == 8:
            return ['show("%s", %s);' % (self.fresh("p"), self.expression(t))]
        if k == 9 and self.chance(0.25):
            return ["if (%s) throw new %s(%s);" % (self.expression("boolean", 2), self.one(["IllegalStateException", "IllegalArgumentException", "UnsupportedOperationException"]),
                                                   self.expression("String", 2))]
        if k == 10:
            if self.labels and self.chance(0.7):
                target = self.one(self.labels)
                return ["if (%s) %s%s;" % (self.expression("boolean", 2), self.one(["break", "continue"]), " " + target if target else "")]
            if self.returns != "void":
                return ["if (%s) return %s;" % (self.expression("boolean", 2), self.expression(self.returns, 2))]
        if k == 11 and self.chance(0.3):
            return [self.one(["assert %s : %s;" % (self.expression("boolean", 2), self.expression("String", 1)), "ao[%s] = %s;" % (self.index(8, 2), self.expression("String", 2)),
                              "((Object[]) as)[%s] = %s;" % (self.index(4, 2), self.one(["1", '"ok"'])), "ai = new int[%s];" % self.one(["8", "(%s) | 8" % self.leaf("byte")]),
                              "am[%s] = new int[] {%s};" % (self.index(4, 2), self.expression("int", 2)), "st = (String) ao[%s];" % self.index(8, 2)])]
        return ["si += %s;" % self.expression("int")]

    def if_statement(self, depth):
        lines = ["if (%s) {" % self.expression("boolean")] + self.indented(self.block(depth))
        if self.chance(0.5):
            lines += ["} else {"] + self.indented(self.block(depth))
        return lines + ["}"]

    def loop(self, head, depth, label=None, tail="}"):
        self.labels.append(label)
        body = self.block(depth)
        self.labels.pop()
        return [head] + self.indented(["tick();"] + body) + [tail]

    def for_loop(self, depth):
        i = self.fresh("i")
        self.scope.append((i, "int", False))
        head = "for (int %s = %d; %s < %d; %s%s) {" % (i, self.rng.randrange(-2, 3), i, self.rng.randrange(2, 7), i, self.one(["++", " += 2"]))
        lines = self.loop(head, depth)
        self.scope.pop()
        return lines

    def while_loop(self, depth):
        if self.chance(0.5):
            head = "while (fuel > 0 && %s) {" % self.expression("boolean", 2) if self.chance(0.5) else "for (; si %s; si--) {" % self.one(["> 0", "!= 3", "% 5 != 0"])
            return self.loop(head, depth)
        return self.loop("do {", depth, tail="} while (fuel > 0 && %s);" % self.expression("boolean", 2))

    def labelled_loops(self, depth):
        label = self.fresh("loop")
        i, j = self.fresh("i"), self.fresh("j")
        self.scope.append((i, "int", False))
        self.labels.append(label)
        inner = self.loop("for (int %s = 0; %s < %d; %s++) {" % (j, j, self.rng.randrange(1, 4), j), depth, label)
        self.labels.pop()
        self.scope.pop()
        return ["%s: for (int %s = 0; %s < 4; %s++) {" % (label, i, i, i)] + self.indented(inner) + ["}"]

    def enhanced_for(self, depth):
        t = self.one(["int", "String", "char", "long"])
        n = self.fresh("e")
        self.scope.append((n, t, True))
        lines = self.loop("for (%s %s : %s.clone()) {" % (t, n, ARRAYS[t][0]), depth)
        self.scope.pop()
        return lines

    def old_switch(self, depth):
        """Fall through, a default anywhere."""
        if self.chance(0.6):
            what, labels = "(%s) & 3" % self.expression("int", 2), ["0", "1", "2"]
        else:
            what, labels = "String.valueOf(%s)" % self.expression("String", 2), ['"Aa"', '"BB"', '"abc"']
        cases = ["case %s:" % label for label in labels] + ["default:"]
        self.rng.shuffle(cases)
        lines = ["switch (%s) {" % what]
        for case in cases:
            lines.append("  " + case + " {")
            lines += self.indented(self.indented(self.block(depth, self.rng.randrange(1, 3))))
            lines.append("  }" + (" break;" if self.chance(0.5) else ""))
        return lines + ["}"]

    def try_statement(self, depth):
        lines = ["try {"] + self.indented(self.block(depth))
        caught = False
        if self.chance(0.4):
            e = self.fresh("x")
            lines += ["  if (%s) throw new Checked(%s, %s);" % (self.expression("boolean", 2), self.expression("int", 1), self.one(["null", 'new RuntimeException("cause")'])),
                      "} catch (Checked %s) {" % e, '  show("checked", %s.code + " " + %s.getMessage());' % (e, e)]
            lines += self.indented(self.block(depth, 1))
            caught = True
        if self.chance(0.5):
            e = self.fresh("x")
            lines += ["} catch (%s %s) {" % (" | ".join(self.rng.sample(EXCEPTIONS, 2)), e), '  show("caught", %s);' % e] + self.indented(self.block(depth, 1))
            caught = True
        if self.chance(0.6):
            e = self.fresh("x")
            lines += ["} catch (RuntimeException %s) {" % e, '  show("caught", %s + " " + %s.getStackTrace()[0]);' % (e, e)]
            lines += ['  throw new IllegalStateException("again", %s);' % e] if self.chance(0.3) else self.indented(self.block(depth, 1))
            caught = True
        if not caught or self.chance(0.5):
            kept = self.labels, self.returns
            if not self.chance(0.15):
                self.labels, self.returns = [], "void"     # no jump out of finally
            lines += ["} finally {"] + self.indented(self.block(depth, 1))
            self.labels, self.returns = kept
        return lines + ["}"]

    def synchronized(self, depth):
        return ["synchronized (%s) {" % self.one(["ai", "Fuel.class", "new Object()"])] + self.indented(self.block(depth)) + ["}"]

    def inner_class(self, depth):
        """A local class, an anonymous one or a lambda that captures."""
        t = self.one(["int", "long", "String", "double"])
        names = [n for n, u, _ in self.scope if u == t]
        captured, f = self.fresh("c"), self.fresh("f")
        lines = ["final %s %s = %s;" % (t, captured, self.one(names) if names else self.leaf(t))]
        kept, labels, returns = self.scope, self.labels, self.returns
        self.scope, self.labels, self.returns = [(captured, t, False), ("x", "int", False)], [], t
        body = self.block(0, 1) + ["return %s;" % self.expression(t)]
        self.scope, self.labels, self.returns = kept, labels, returns
        interface = "java.util.function.IntFunction<%s>" % {"int": "Integer", "long": "Long", "double": "Double"}.get(t, t)
        result = {"int": "Integer", "long": "Long", "double": "Double"}.get(t, t)
        if self.chance(0.5):
            lines += ["%s %s = x -> {" % (interface, f)] + self.indented(body) + ["};"]
        else:
            lines += ["%s %s = new %s() {" % (interface, f, interface), "  @Override public %s apply(int x) {" % result] + self.indented(self.indented(body)) + ["  }", "};"]
        target = self.one(self.variables(t, True))
        return ["{"] + self.indented(lines + ["%s = %s.apply(%s);" % (target, f, self.expression("int", 2))]) + ["}"]

    # --- members ----------------------------------------------------------------------------------------------------------

    def method(self, i):
        t = self.one(["int", "long", "double", "String", "boolean", "int", "float"])
        parameters = [self.one(["int", "int", "long", "double", "String", "byte", "char", "float"]) for _ in range(self.rng.randrange(0, 4))]
        names = [self.fresh("a") for _ in parameters]
        self.scope = [(n, p, True) for n, p in zip(names, parameters)]
        self.labels, self.returns = [], t
        body = self.declaration() + self.block_in_place(2, 4) + ["return %s;" % self.expression(t)]
        self.scope = []
        self.methods.append(("m%d" % i, t, parameters))
        return ["static %s m%d(%s) {" % (t, i, ", ".join("%s %s" % x for x in zip(parameters, names))), "  tick();"] + self.indented(body) + ["}"]

    def block_in_place(self, depth, n):
        lines = []
        for _ in range(n):
            lines += self.statement(depth)
        return lines

    def program(self):
        import generate_parts
        lines = []
        for i in range(self.rng.randrange(3, 6)):
            lines += self.method(i)
        parts = [("methods", self.calls())] + generate_parts.draw(self)
        for name, (members, body) in parts:
            lines += members
            lines += ["static void %s() throws Exception {" % name] + self.indented(body) + ["}"]
        run = []
        for name, _ in parts:
            run += ["reset();", "try {", "  %s();" % name, "} catch (Throwable t) {", "  t.printStackTrace(System.out);", "}",
                    'show("state", si + " " + sl + " " + sf + " " + hex(sd) + " " + sz + " " + sb + " " + ss + " " + (int) sc + " " + st);']
        text = ["import java.util.*;", "import java.util.function.*;", "import java.util.stream.*;", "", "@SuppressWarnings(\"all\")", "public class %s {" % self.name, PRELUDE.strip("\n")]
        text += self.indented(lines + ["static void run() {"] + self.indented(run) + ["}", "public static void main(String[] args) {", "  run();", "}"])
        return "\n".join(text + ["}", ""])

    def calls(self):
        body = []
        for name, t, parameters in self.methods:
            for _ in range(2):
                args = ", ".join(self.expression(p, 1) for p in parameters)
                body += ['try {', '  show("%s", %s(%s));' % (name, name, args), "} catch (%s | Fuel e) {" % self.one(["ArithmeticException", "RuntimeException"]),
                         '  show("%s", e);' % name, "}", "fuel = 300;"]
        return [], body


def program(seed, release=17):
    return Generator(seed, release).program()


ENDINGS = [
    (0, ""),
    (3, "System.exit(3);"),
    (1, 'throw new IllegalStateException("the end", new Error("cause"));'),
    (1, "Object o = new int[0]; ((Runnable) o).run();"),
    (1, 'try { Integer.parseInt("x"); } catch (NumberFormatException e) { RuntimeException r = new RuntimeException(e); r.addSuppressed(new java.io.IOException("lost")); throw r; }'),
    (1, "java.util.List.of(1, 2).forEach(x -> { if (x == 2) throw new UnsupportedOperationException(); });"),
    (1, "Late.value++;"),
    (1, "assert args.length > 0 : args.length;"),
    (0, "System.exit(0);"),
    (1, "deep(5, null);"),
]


def batch(name, seeds):
    """A class that runs many programs one after the other, and ends in a way that depends on the first: (exit status, text)."""
    status, ending = ENDINGS[seeds[0] // len(seeds) % len(ENDINGS)]
    lines = ["public class %s {" % name, "  static class Late { static int value = Integer.parseInt(\"late\"); }",
             "  static void deep(int n, Object o) { if (n == 0) o.hashCode(); else deep(n - 1, o); }", "  public static void main(String[] args) {"]
    for seed in seeds:
        lines += ['    System.out.println("== G%d");' % seed, "    G%d.run();" % seed]
    return status, "\n".join(lines + ['    System.out.println("== end");', "    " + ending, "  }", "}", ""])


if __name__ == "__main__":
    print(program(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 17), end="")
