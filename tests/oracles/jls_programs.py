"""Programs for tests/oracles/jls_executions.py: the causality tests of JSR 133, by number, and random ones; and their Java text."""
import random


def program(*threads):
    return [[i.split() for i in t.split(", ")] for t in threads]


# Number: (what JSR 133 says of it, the program, the registers in question, further values that one might think of). In 12 the array has 1 and 2 less than it
# should, since it begins with 0; 14 and 15 have one round of their loop; in 19 and 20 the join is a volatile flag.
CAUSALITY = {
    1: (True, program("r r1 x p, unless r1>=0 1, w y 1 p", "r r2 y p, w x r2 p"), "r1=1 r2=1", ()),
    2: (True, program("r r1 x p, r r2 x p, unless r1==r2 1, w y 1 p", "r r3 y p, w x r3 p"), "r1=1 r2=1 r3=1", ()),
    3: (True, program("r r1 x p, r r2 x p, unless r1==r2 1, w y 1 p", "r r3 y p, w x r3 p", "w x 2 p"), "r1=1 r2=1 r3=1", ()),
    4: (False, program("r r1 x p, w y r1 p", "r r2 y p, w x r2 p"), "r1=1 r2=1", (1,)),
    5: (False, program("r r1 x p, w y r1 p", "r r2 y p, w x r2 p", "w z 1 p", "r r3 z p, w x r3 p"), "r1=1 r2=1 r3=0", ()),
    6: (True, program("r r1 a p, unless r1==1 1, w b 1 p", "r r2 b p, unless r2==1 1, w a 1 p, unless r2==0 1, w a 1 p"), "r1=1 r2=1", ()),
    7: (True, program("r r1 z p, r r2 x p, w y r2 p", "r r3 y p, w z r3 p, w x 1 p"), "r1=1 r2=1 r3=1", ()),
    8: (True, program("r r1 x p, set r2 1+r1*r1-r1, w y r2 p", "r r3 y p, w x r3 p"), "r1=1 r2=1 r3=1", ()),
    9: (True, program("r r1 x p, set r2 1+r1*r1-r1, w y r2 p", "r r3 y p, w x r3 p", "w x 2 p"), "r1=1 r2=1 r3=1", ()),
    10: (False, program("r r1 x p, unless r1==1 1, w y 1 p", "r r2 y p, unless r2==1 1, w x 1 p", "w z 1 p", "r r3 z p, unless r3==1 1, w x 1 p"), "r1=1 r2=1 r3=0", ()),
    11: (True, program("r r1 z p, w w r1 p, r r2 x p, w y r2 p", "r r4 w p, r r3 y p, w z r3 p, w x 1 p"), "r1=1 r2=1 r3=1 r4=1", ()),
    12: (False, program("r r1 x p, unless r1==0 1, w a -1 p, unless r1==1 1, w b -2 p, r r2 a p, set r2 r2+1, w y r2 p", "r r3 y p, w x r3 p"), "r1=1 r2=1 r3=1", ()),
    13: (False, program("r r1 x p, unless r1==1 1, w y 1 p", "r r2 y p, unless r2==1 1, w x 1 p"), "r1=1 r2=1", ()),
    14: (False, program("r r1 a p, unless r1==0 1, w y 1 v, unless r1!=0 1, w b 1 p", "r r2 y v, r r3 b p, unless r2+r3!=0 1, w a 1 p"), "r1=1 r2=0 r3=1", ()),
    15: (False, program("r r0 x v, set r1 0, unless r0==1 1, r r1 a p, unless r1==0 1, w y 1 v, unless r1!=0 1, w b 1 p", "r r2 y v, r r3 b p, unless r2+r3!=0 1, w a 1 p", "w x 1 v"),
         "r0=1 r1=1 r2=0 r3=1", ()),
    16: (True, program("r r1 x p, w x 1 p", "r r2 x p, w x 2 p"), "r1=2 r2=1", ()),
    17: (True, program("r r3 x p, unless r3!=42 1, w x 42 p, r r1 x p, w y r1 p", "r r2 y p, w x r2 p"), "r1=42 r2=42 r3=42", ()),
    18: (True, program("r r3 x p, unless r3==0 1, w x 42 p, r r1 x p, w y r1 p", "r r2 y p, w x r2 p"), "r1=42 r2=42 r3=42", ()),
    19: (True, program("r r9 j v, unless r9==1 2, r r1 x p, w y r1 p", "r r2 y p, w x r2 p", "r r3 x p, unless r3!=42 1, w x 42 p, w j 1 v"), "r1=42 r2=42 r3=42 r9=1", ()),
    20: (True, program("r r9 j v, unless r9==1 2, r r1 x p, w y r1 p", "r r2 y p, w x r2 p", "r r3 x p, unless r3==0 1, w x 42 p, w j 1 v"), "r1=42 r2=42 r3=42 r9=1", ()),
}
# The rules as they stand in 17.4.8 do not give what JSR 133 says of these, which is known (Aspinall and Ševčík, "Java memory model examples: good, bad and ugly", 2007): a read that
# is not committed sees what happens before it, here 0, and the write of 42 that makes the outcome true is another one then.
NOT_BY_THE_RULES = {17, 18, 19, 20}


def at_random(seed):
    """Up to three threads and six accesses, to plain and to volatile variables, with locks and conditions."""
    r = random.Random(seed)
    count = r.choice((2, 2, 3))
    mode = {x: r.choice("ppv") for x in "xyz"}
    registers, threads = 0, []
    for _ in range(count):
        thread, read, locked = [], [], False
        for _ in range(r.randint(1, {2: 3, 3: 2}[count])):
            if not locked and r.random() < .2:
                thread.append(["lock", "l"])
                locked = True
            x = r.choice("xyz"[:r.choice((2, 2, 3))])
            if read and not locked and r.random() < .15:
                thread.append(["if", r.choice(read), "1", "1"])
            if r.random() < .5:
                thread.append(["w", x, str(r.randint(1, 2)), mode[x]])
            else:
                registers += 1
                read.append("r%d" % registers)
                thread.append(["r", read[-1], x, mode[x]])
            if locked and r.random() < .6:
                thread.append(["unlock", "l"])
                locked = False
        threads.append(thread + ([["unlock", "l"]] if locked else []))
    return threads


def source(name, threads):
    modes = {i[1] if i[0] == "w" else i[2]: i[3] for t in threads for i in t if i[0] in "wr"}
    registers = sorted({i[1] for t in threads for i in t if i[0] in ("r", "set")})
    out = ["public class %s {" % name, "  static final Object l = new Object();"]
    out += ["  static %sint %s;" % ("volatile " if m == "v" else "", x) for x, m in sorted(modes.items())]
    out += ["  static Integer %s;" % ", ".join(registers)] if registers else []
    for n, thread in enumerate(threads):
        out.append("  static void thread%d() {" % n)
        ends = []
        for at, i in enumerate(thread):
            out += ["    }" for e in ends if e == at]
            ends = [e for e in ends if e != at]
            if i[0] in ("if", "unless"):
                out.append("    if (%s) {" % ("%s != null && %s == %s" % (i[1], i[1], i[2]) if i[0] == "if" else i[1]))
                ends.append(at + 1 + int(i[-1]))
            else:
                out.append("    " + {"w": "%s = %s;" % (i[1], i[2]) if i[0] == "w" else "", "r": "%s = %s;" % (i[1], i[2]) if i[0] == "r" else "",
                                     "set": "%s = %s;" % (i[1], i[2]) if i[0] == "set" else "", "lock": "synchronized (l) {", "unlock": "}"}[i[0]])
        out += ["    }" for _ in ends] + ["  }"]
    out += ["  public static void main(String[] args) throws InterruptedException {",
            "    Thread[] ts = {%s};" % ", ".join("new Thread(%s::thread%d)" % (name, n) for n in range(len(threads)))]
    out += ["    for (Thread t : ts) t.start();", "    for (Thread t : ts) t.join();", "    String text = \"\";"]
    out += ['    if (%s != null) text += (text.isEmpty() ? "" : " ") + "%s=" + %s;' % (r, r, r) for r in registers]
    out.append('    System.out.println(text + " ;"' + "".join(' + " %s=" + %s' % (x, x) for x in sorted(modes)) + ");")
    return "\n".join(out + ["  }", "}"]) + "\n"
