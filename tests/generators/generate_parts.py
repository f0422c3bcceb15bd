"""The parts of a generated program that use the library and the larger constructs of the language; see generate_program.py.

Each function draws one part: (members of the class, statements of the part).
"""


def pick(g, *items):
    return g.one(items)


def strings(g):
    """StringBuilder operations one after the other; format; split and join; text."""
    body = ["StringBuilder b = new StringBuilder(%s);" % g.expression("String", 2)]
    for _ in range(g.rng.randrange(4, 9)):
        t = g.one(["int", "long", "double", "float", "char", "boolean", "String"])
        body.append("b.%s;" % pick(
            g, "append(%s)" % g.expression(t, 2), "append(%s)" % g.expression(t, 1), "insert(Math.min(%d, b.length()), %s)" % (g.rng.randrange(6), g.expression(t, 1)), "reverse()",
            "setLength(Math.min(b.length(), 60))", "delete(%d, %d)" % (g.rng.randrange(3), g.rng.randrange(2, 6)), "setCharAt(%d, %s)" % (g.rng.randrange(3), g.expression("char", 1)),
            "replace(0, 1, %s)" % g.leaf("String"), "appendCodePoint(0x1f600)", "deleteCharAt(%d)" % g.rng.randrange(4)))
    body.append('show("builder", b + " " + b.length() + " " + b.indexOf("a"));')
    body.append("String s = b.length() > 50 ? b.substring(0, 50) : b.toString();")
    for _ in range(g.rng.randrange(3, 7)):
        body.append('show("s", %s);' % pick(
            g, 's.split("%s").length' % g.one([",", "a", "[0-9]", "", "\\\\s+"]), "s.toUpperCase(Locale.ROOT)", "s.chars().filter(Character::isDigit).count()", 's.compareToIgnoreCase("Hello")',
            "String.format(\"[%%%s%d.%ds]\", s)" % (g.one(["", "-"]), g.rng.randrange(5, 20), g.rng.randrange(1, 9)), "s.lastIndexOf('a') + \":\" + s.contains(\"b\")",
            "Arrays.toString(s.getBytes(java.nio.charset.StandardCharsets.%s))" % g.one(["UTF_8", "ISO_8859_1", "UTF_16"]), "s.hashCode()", "s.strip().isBlank()",
            'String.format("%%%s%d.%d%s", %s)' % (g.one(["", "+", "0", "-", ","]), g.rng.randrange(8, 14), g.rng.randrange(0, 5), "f", g.expression("double", 2)),
            's.replaceAll("([a-z])([0-9])", "$2$1")', "s.codePoints().boxed().collect(Collectors.toList())", "s.equalsIgnoreCase(s.toLowerCase())", "s.matches(\".*[aeiou].*\")",
            'String.join("+", List.of(s, "x")).length()', "s.indent(2).length()", "s.charAt(%d)" % g.rng.randrange(12), "new StringJoiner(\",\", \"{\", \"}\").add(s).add(\"z\")",
            "Integer.toString(%s, %d)" % (g.expression("int", 2), g.rng.randrange(2, 36)), "Long.parseLong(\"%d\") * 3" % g.rng.randrange(-10**12, 10**12),
            "Double.parseDouble(\"%s\")" % repr(g.rng.uniform(-1e5, 1e5)), "Float.parseFloat(\"%s\")" % repr(g.rng.uniform(-1, 1)), "Integer.valueOf(\"%s\")" % g.one(["12", "-3", "x", "", "99999999999"]),
            "s.translateEscapes().length()", "new String(s.toCharArray(), 0, Math.min(2, s.length()))", "s.regionMatches(true, 0, \"HEL\", 0, 3)"))
    return [], body


def collections(g):
    """Operations on one collection of each kind, with its order, its views and its exceptions."""
    kind = g.one(["ArrayList", "LinkedList", "ArrayDeque", "TreeSet", "HashSet", "LinkedHashSet", "PriorityQueue"])
    element = g.one(["Integer", "String"])

    def value():
        return g.one(["%d" % g.rng.randrange(-5, 20)]) if element == "Integer" else '"%s"' % g.one(["a", "b", "Aa", "BB", "zz", "", "k%d" % g.rng.randrange(9)])

    body = ["Collection<%s> c = new %s<>();" % (element, kind)]
    for _ in range(g.rng.randrange(6, 12)):
        body.append(pick(g, *["c.add(%s);" % value()] * 5 + ['show("remove", c.remove(%s));' % value(), 'show("contains", c.contains(%s));' % value(), "c.removeIf(x -> x.hashCode() %% 3 == %d);" % g.rng.randrange(3),
                                                           "c.addAll(List.of(%s, %s));" % (value(), value() + "/**/"), 'show("c", c);', "c.retainAll(Arrays.asList(%s, %s, %s));" % (value(), value(), value())]))
    body += ['show("c", c + " " + c.size() + " " + new ArrayList<>(c).hashCode());', "for (Iterator<%s> i = c.iterator(); i.hasNext(); ) if (i.next().hashCode() %% 2 == 0) %s;" % (element, g.one(["i.remove()", "show(\"even\", c.size())"])),
             'show("c", c);']
    if g.chance(0.4):
        body += ["try {", "  for (%s x : c) c.%s;" % (element, g.one(["add(x)", "remove(x)"])), "} catch (ConcurrentModificationException e) {", '  show("caught", e);', "}"]
        body = [line.replace("c.add(x)", "{ tick(); c.add(x); }") for line in body]
    map_kind = g.one(["HashMap", "TreeMap", "LinkedHashMap", "Hashtable"])
    body.append("Map<String, Integer> m = new %s<>();" % map_kind)
    for _ in range(g.rng.randrange(6, 12)):
        k = '"%s"' % g.one(["a", "b", "Aa", "BB", "C#", "key%d" % g.rng.randrange(5)])
        body.append(pick(g, *["m.put(%s, %d);" % (k, g.rng.randrange(100))] * 3 + [
            "m.merge(%s, %d, Integer::sum);" % (k, g.rng.randrange(9)), 'show("absent", m.putIfAbsent(%s, 7));' % k, "m.computeIfAbsent(%s, String::length);" % k,
            "m.computeIfPresent(%s, (a, b) -> b > %d ? null : b + 1);" % (k, g.rng.randrange(50)), 'show("get", m.getOrDefault(%s, -1));' % k, "m.compute(%s, (a, b) -> b == null ? 1 : b * 2);" % k,
            'show("removed", m.remove(%s));' % k, "m.replaceAll((a, b) -> b ^ a.length());", "m.entrySet().removeIf(e -> e.getValue() %% %d == 0);" % g.rng.randrange(2, 5)]))
    body += ['show("m", new TreeMap<>(m) + " " + m.hashCode() + " " + m.containsValue(7));', 'show("sum", m.values().stream().mapToInt(Integer::intValue).sum());']
    if map_kind == "TreeMap":
        body.append('show("nav", ((TreeMap<String, Integer>) m).headMap("b") + " " + ((TreeMap<String, Integer>) m).ceilingKey("b") + " " + ((TreeMap<String, Integer>) m).descendingMap());')
    body += ["List<Integer> l = new ArrayList<>(List.of(%s));" % ", ".join(str(g.rng.randrange(-9, 30)) for _ in range(g.rng.randrange(3, 9)))]
    for _ in range(4):
        body.append(pick(g, "Collections.sort(l);", "Collections.reverse(l);", "Collections.rotate(l, %d);" % g.rng.randrange(-3, 5), "l.sort(Comparator.comparing((Integer x) -> x %% %d).thenComparing(Comparator.reverseOrder()));" % g.rng.randrange(2, 6),
                         'show("l", l.subList(%d, %d));' % (g.rng.randrange(3), g.rng.randrange(2, 7)), "l.set(%d, %d);" % (g.rng.randrange(6), g.rng.randrange(9)), "l.add(%d, %d);" % (g.rng.randrange(6), g.rng.randrange(9)),
                         "Collections.shuffle(l, new Random(%d));" % g.rng.randrange(99), 'show("at", l.indexOf(%d) + " " + Collections.max(l) + " " + Collections.binarySearch(l, 4));' % g.rng.randrange(9),
                         "l.remove(Integer.valueOf(%d));" % g.rng.randrange(9), "l.remove(%d);" % g.rng.randrange(4), "Collections.swap(l, 0, %d);" % g.rng.randrange(4), 'List.copyOf(l).add(1);' if g.chance(0.3) else "l.replaceAll(x -> x * 3);"))
    body.append('show("l", l + " " + l.hashCode() + " " + l.equals(new LinkedList<>(l)));')
    return [], body


def streams(g):
    def stage():
        return pick(g, "filter(x -> x %% %d != %d)" % (g.rng.randrange(2, 5), g.rng.randrange(2)), "map(x -> x * %d + %d)" % (g.rng.randrange(-3, 7), g.rng.randrange(9)), "sorted()", "distinct()", "limit(%d)" % g.rng.randrange(1, 12),
                    "skip(%d)" % g.rng.randrange(3), "peek(x -> si += x)", "sorted(Comparator.reverseOrder())", "flatMap(x -> Stream.of(x, x >> 1))", "takeWhile(x -> x < %d)" % g.rng.randrange(10, 90), "dropWhile(x -> x > %d)" % g.rng.randrange(10),
                    "mapMulti((Integer x, Consumer<Integer> k) -> { if (x > 3) { k.accept(x); k.accept(-x); } }).map(x -> (Integer) x)")

    def end():
        return pick(g, "collect(Collectors.toList())", "reduce(0, Integer::sum)", "count()", "map(String::valueOf).collect(Collectors.joining(\",\", \"<\", \">\"))", "collect(Collectors.groupingBy(x -> x % 3, TreeMap::new, Collectors.counting()))",
                    "collect(Collectors.partitioningBy(x -> x > 5))", "mapToInt(x -> x).summaryStatistics()", "anyMatch(x -> x == 4)", "min(Comparator.naturalOrder())", "collect(Collectors.toMap(x -> x, x -> 1, Integer::sum, TreeMap::new))",
                    "map(Integer::toHexString).toList()", "mapToDouble(x -> x / 4.0).average()", "toList()", "findFirst()", "reduce((a, b) -> a * 31 + b)", "iterator().next()",
                    "collect(Collectors.averagingInt(x -> x))", "collect(Collectors.teeing(Collectors.counting(), Collectors.summingInt(x -> x), (a, b) -> a + \":\" + b))", "noneMatch(x -> x < 0)", "mapToInt(x -> x).boxed().max(Integer::compare).get()",
                    "collect(Collectors.mapping(x -> x & 7, Collectors.toCollection(TreeSet::new)))")

    body = []
    for _ in range(g.rng.randrange(3, 6)):
        source = pick(g, "IntStream.range(%d, %d).boxed()" % (g.rng.randrange(5), g.rng.randrange(6, 25)), "Stream.iterate(%d, x -> x * 3 %% 101).limit(%d)" % (g.rng.randrange(1, 9), g.rng.randrange(2, 15)),
                      "Arrays.stream(ai).boxed()", "Stream.of(%s)" % ", ".join(str(g.rng.randrange(-9, 40)) for _ in range(6)), '"%s".chars().boxed()' % g.one(["stream", "jmc", "abcabc"]), "new Random(%d).ints(8, 0, 50).boxed()" % g.rng.randrange(99),
                      "IntStream.rangeClosed(1, 6).mapToObj(x -> x * x)", "Stream.<Integer>empty()")
        body.append('show("stream", %s.%s.%s);' % (source, ".".join(stage() for _ in range(g.rng.randrange(1, 5))), end()))
    return [], body


def hierarchy(g):
    """An interface with defaults, an abstract class, subclasses that override, overload, hide fields and call super."""
    n = g.fresh("")
    i, a = "I" + n, "A" + n
    members = ["interface %s { int f(int x); default String name() { return \"I\" + f(%d); } static int twice(int x) { return 2 * x; } private int hidden() { return 9; } default int all() { return hidden() + f(hidden()); } }" % (i, g.rng.randrange(9)),
               "static abstract class %s implements %s {" % (a, i), "  int v = init(\"v\"); static int count;", "  { count++; si += v; }", "  %s(int x) { v += x; hook(); }" % a, "  int init(String s) { show(\"init\", s); return %d; }" % g.rng.randrange(5),
               "  abstract void hook();", "  int g(Object o) { return 1; }", "  int g(String o) { return 2; }", "  int g(int o) { return 3; }", "  int g(long o) { return 4; }", "  int g(Integer o) { return 5; }", "  int g(Object... o) { return 6 + o.length; }",
               "  @Override public String toString() { return getClass().getSimpleName() + v + name(); }", "}"]
    names = []
    parent = a
    for k in range(g.rng.randrange(2, 5)):
        c = "C%s_%d" % (n, k)
        names.append(c)
        members += ["static class %s extends %s {" % (c, parent), "  int v = %d; final int w;" % g.rng.randrange(10, 99), "  %s(int x) { super(x + %d); w = x; }" % (c, g.rng.randrange(5)),
                    "  void hook() { show(\"hook\", v + \" \" + this.w%s); }" % (" + \" \" + super.v" if g.chance(0.5) else ""), "  public int f(int x) { return %s; }" % g.one(["x + v", "x * w - v", "super.v - x", "x == 0 ? 0 : f(x - 1 & 3) + 1", "%s.twice(x)" % i])]
        if g.chance(0.5):
            members.append("  @Override public String name() { return super.name() + %d; }" % k)
        if g.chance(0.4):
            members.append("  @Override int g(Object o) { return 10 + super.g(o); }")
        if g.chance(0.4):
            members.append("  @Override public boolean equals(Object o) { return o instanceof %s that && that.w == w; }" % c)
            members.append("  @Override public int hashCode() { return w; }")
        if g.chance(0.4):
            members.append("  class Inner { int v = %s.this.v + 1; int sum() { return v + w + %s.this.f(2); } }" % (c, c))
            members.append("  public int all() { return new Inner().sum(); }")
        members.append("}")
        if g.chance(0.6):
            parent = c
    body = ["List<%s> all = new ArrayList<>();" % a]
    for c in names:
        body.append("all.add(new %s(%s));" % (c, g.expression("int", 1)))
    body += ["for (%s x : all) {" % a, "  tick();", '  show("object", x + " " + x.f(%d) + " " + x.all() + " " + x.v + " " + ((%s) x).name());' % (g.rng.randrange(9), i),
             '  show("g", x.g(1) + " " + x.g("s") + " " + x.g(1L) + " " + x.g((Object) "s") + " " + x.g(\'c\') + " " + x.g(Integer.valueOf(3)) + " " + x.g(1.5) + " " + x.g() + " " + x.g((short) 2));',
             '  if (x instanceof %s y%s) show("is", y.w + " " + y.equals(x));' % (names[0], " && y.v > %d" % g.rng.randrange(60) if g.chance(0.5) else ""), "}",
             '%s last = (%s) all.get(%s);' % (names[-1], names[-1], g.one(["0", "all.size() - 1", "all.size() - 1"])), 'show("last", last.w + " " + ((%s) last).v + " " + %s.count);' % (a, a)]
    return members, body


def records(g):
    """Records, a sealed interface, an enum with bodies; instanceof patterns, and pattern switches from 21 on."""
    n = g.fresh("")
    s, r, q, e = "S" + n, "R" + n, "Q" + n, "E" + n
    kind = g.one(["int", "long", "double", "String", "char", "float"])
    members = ["sealed interface %s permits %s, %s, %s {}" % (s, r, q, e),
               "record %s(int a, %s b) implements %s { %s }" % (r, kind, s, g.one(["", "%s { if (a > 1000000) throw new IllegalArgumentException(\"a = \" + a); }" % r, "%s(int a) { this(a, %s); }" % (r, g.leaf(kind)), "static int made; %s { made++; a = a / 2; }" % r])),
               "record %s<T extends Comparable<T>>(T x, %s next) implements %s { int depth() { return next instanceof %s<?> n ? 1 + n.depth() : 1; } }" % (q, s, s, q),
               "enum %s implements %s { ONE { int f() { return 1; } }, TWO(%d), THREE; final int x; %s() { this(3); } %s(int x) { this.x = x; } int f() { return x; } }" % (e, s, g.rng.randrange(9), e, e)]
    members += ["static String what%s(Object o) {" % n, "  if (o instanceof %s r && r.a() > %d) return \"big\" + r.b();" % (r, g.rng.randrange(50)), "  if (!(o instanceof %s<?> q)) return \"other\" + o;" % q, "  return q.x() + \"/\" + q.depth();", "}",
                "static int code%s(%s e) {" % (n, e), "  switch (e) { case ONE: si++; %scase TWO: return e.f(); default: return e.ordinal() * %d; }" % (g.one(["", "break; "]), g.rng.randrange(9)), "}"]
    if "break; " in members[-2]:
        members[-1] = "  return -1; }"
    if g.release >= 21:
        members += ["static String match%s(%s o) {" % (n, s), "  return switch (o) {", "    case %s(int a, %s b) when a > %d -> \"big \" + b;" % (r, g.one([kind, "var"]), g.rng.randrange(40)), "    case %s r -> \"r\" + r.a();" % r,
                    "    case %s<?>(var x, %s(var a, var b)) -> x + \"+\" + a + b;" % (q, r), "    case %s<?>(String x, var next) when x.length() > 1 -> \"string \" + x + next;" % q, "    case %s<?> q -> \"q\" + q.depth();" % q, "    case %s.ONE -> \"one\";" % e, "    case %s x -> x + \"!\" + x.f();" % e, "  };", "}"]
    body = ["List<%s> all = new ArrayList<>();" % s]
    for _ in range(g.rng.randrange(3, 7)):
        body.append("all.add(%s);" % pick(g, "new %s(%s, %s)" % (r, g.expression("int", 1), g.expression(kind, 1)), "new %s(%d, %s)" % (r, g.rng.randrange(90), g.leaf(kind)), "new %s<>(%s, all.isEmpty() ? null : all.get(0))" % (q, g.one(['"ab"', "7", "'c'", '"z"'])),
                                          "%s.%s" % (e, g.one(["ONE", "TWO", "THREE"])), "%s.valueOf(%s)" % (e, g.one(['"ONE"', '"THREE"', '"FOUR"'])) if g.chance(0.3) else "%s.values()[%d]" % (e, g.rng.randrange(3))))
    body += ["for (%s x : all) {" % s, "  tick();", '  show("x", x + " " + (x instanceof %s ? x.hashCode() : 0) + " " + x.equals(all.get(0)) + " " + what%s(x)%s);' % (r, n, " + match%s(x)" % n if g.release >= 21 else ""),
             '  if (x instanceof %s e) show("enum", code%s(e) + " " + e.f() + " " + e.compareTo(%s.TWO) + " " + e.getDeclaringClass().getSimpleName());' % (e, n, e), "}",
             'show("map", new EnumMap<>(Map.of(%s.THREE, 1, %s.ONE, 2)) + " " + EnumSet.complementOf(EnumSet.of(%s.TWO)));' % (e, e, e)]
    return members, body


def exceptions(g):
    """Causes, suppressed exceptions, resources, finally; stack traces are printed."""
    n = g.fresh("")
    ways = ["Object o = ai; o = ((String) o).length();", "ai[ai.length + x] = 1;", "am[3][x] = 2;", "si = x / (x - x);", "Object[] o = new String[1]; o[0] = x;", "Integer.parseInt(\"x\" + x);", "List.of(1, 2).get(x + 2);", "new ArrayList<>(List.of(1)).iterator().remove();",
            "throw new Checked(x, null);", "throw new Checked(x, new IllegalStateException(\"inner\"));", "\"abc\".substring(x + 4);", "Objects.requireNonNull(null, \"nothing \" + x);", "new int[-1 - x].clone();", "Optional.empty().orElseThrow();", "as[2].length();",
            "new ArrayDeque<String>().addFirst(null);", "Map.of(1, 1).put(x, x);", "Enum.valueOf(Thread.State.class, \"X\" + x);", "throw null;", "((Supplier<Integer>) () -> 1 / (x - x)).get();", "Stream.of(1, 0).map(y -> x / y).forEach(y -> show(\"y\", y));",
            "new Object() { int f(int y) { return y == 0 ? ai[9 + x] : f(y - 1); } }.f(%d);" % g.rng.randrange(1, 5), "int y = (Integer) (Object) \"s\";", "Collections.unmodifiableList(new ArrayList<>()).add(x);", "assert x < 0 : \"x is \" + x;", "new Scanner(\"a\").nextInt();",
            "try { Class.forName(\"no.such.Type\" + x); } catch (ClassNotFoundException e) { throw new Checked(x, new RuntimeException(e.toString())); }", "Integer nothing = null; si = nothing + x;", "synchronized ((Object) as[2]) { si++; }", "int[] none = null; si = none.length;", "String t = null; switch (t) { case \"a\": si++; }"]
    members = ["static class Res%s implements AutoCloseable {" % n, "  final int id;", "  Res%s(int id) { this.id = id; show(\"open\", id); if (id == %d) throw new IllegalStateException(\"open \" + id); }" % (n, g.rng.randrange(6)),
               "  @Override public void close() throws Checked { show(\"close\", id); if (id %% %d == 0) throw new Checked(id, null); }" % g.rng.randrange(1, 4), "}"]
    chosen = g.rng.sample(ways, g.rng.randrange(2, 5))
    for k, w in enumerate(chosen):
        members += ["static int fail%s_%d(int x) throws Exception {" % (n, k), "  %s" % w]
        members.append("}" if w.startswith("throw") else "  return x; }")
    body = []
    for k, _ in enumerate(chosen):
        call = "fail%s_%d(%d);" % (n, k, g.rng.randrange(4))
        if g.chance(0.4):
            call = "try (Res%s r = new Res%s(%d); Res%s q = new Res%s(%d)) { %s }" % (n, n, g.rng.randrange(6), n, n, g.rng.randrange(6), call)
        after = pick(g, "e.printStackTrace(System.out);", 'show("e", e + " " + e.getCause() + " " + e.getSuppressed().length);', "for (StackTraceElement f : e.getStackTrace()) if (f.getClassName().startsWith(\"G\")) show(\"frame\", f);",
                     'new RuntimeException("wrapped", e).printStackTrace(System.out);')
        body += ["try {", "  " + call, "} catch (%s e) {" % g.one(["Exception", "Throwable"]) if "assert" not in chosen[k] else "} catch (Throwable e) {", "  " + after]
        if g.chance(0.4):
            body += ["} finally {", '  show("finally", si++);']
        body.append("}")
    if g.chance(0.4):
        members += ["static int last%s(int x) { try { if (x > 0) return ai[x]; } catch (RuntimeException e) { return -1; } finally { %s } return x; }" % (n, g.one(["si += 5;", "if (x == 99) return 77;", "x = 100; sl += x;"]))]
        body += ['show("last", last%s(%d) + " " + last%s(99) + " " + last%s(0));' % (n, g.rng.randrange(8), n, n)]
    if g.chance(0.3):
        body.append("fail%s_0(%d);" % (n, g.rng.randrange(3)))
    return members, body


def arrays(g):
    t = g.one(["int", "long", "byte", "short", "char", "double", "float"])
    d = g.one(["int", "long"])
    body = ["%s[] x = {%s};" % (t, ", ".join(g.expression(t, 1) for _ in range(6)))]
    for _ in range(g.rng.randrange(3, 7)):
        body.append(pick(g, "Arrays.sort(x);", "x = Arrays.copyOf(x, x.length + 1);", "x = Arrays.copyOfRange(x, 1, %d);" % g.rng.randrange(3, 9), "System.arraycopy(x, %d, x, %d, %d);" % (g.rng.randrange(2), g.rng.randrange(3), g.rng.randrange(4)),
                         "Arrays.fill(x, 0, %d, %s);" % (g.rng.randrange(3), g.expression(t, 1)), 'show("x", Arrays.toString(x) + " " + Arrays.hashCode(x) + " " + x.length);', 'show("eq", Arrays.equals(x, x.clone()) + " " + Arrays.compare(x, new %s[2]) + " " + Arrays.mismatch(x, new %s[3]));' % (t, t),
                         "x[%s] %s %s;" % (g.index(4, 2), g.one(["+=", "-=", "*="]), g.expression(t, 1)), "x[0]++; --x[1];"))
    body += ['show("x", Arrays.toString(x));', "%s[][] m = new %s[%d][%s];" % (d, d, g.rng.randrange(1, 4), g.one(["2", "3", ""])), "if (m[0] == null) m[0] = new %s[] {1, 2};" % d, "m[0][1] = %s;" % g.expression(d, 2),
             'show("m", Arrays.deepToString(m) + " " + m.getClass().getName() + " " + m[0].getClass().getSimpleName());', "Object[] o = {1, \"a\", 'c', 2.5, x, null, m};", 'show("o", o.length + " " + Arrays.asList(o).subList(0, 4));',
             "Integer[] boxed = {%s};" % ", ".join(str(g.rng.randrange(-9, 200)) for _ in range(5)), "Arrays.sort(boxed, %s);" % g.one(["Comparator.reverseOrder()", "(a, b) -> a % 7 - b % 7", "Comparator.comparing(String::valueOf)"]),
             'show("boxed", Arrays.asList(boxed) + " " + (boxed[0] == Integer.valueOf(boxed[0])) + " " + boxed[1].equals((long) boxed[1]));', "int[][][] cube = new int[2][3][%d]; cube[1][2][0] = 5;" % g.rng.randrange(1, 4), 'show("cube", Arrays.deepToString(cube));']
    return [], body


def lambdas(g):
    """Functional interfaces, method references of each kind, generic methods, captured variables, recursion through fields."""
    n = g.fresh("")
    members = ["interface F%s<A, B> { B apply(A a); default <C> F%s<A, C> then(F%s<? super B, ? extends C> f) { return a -> f.apply(apply(a)); } static <T> F%s<T, T> id() { return t -> t; } }" % (n, n, n, n),
               "static <T extends Comparable<? super T>> T best%s(Collection<? extends T> c) { T best = null; for (T t : c) if (best == null || t.compareTo(best) > 0) best = t; return best; }" % n,
               "static <A, B, R> Function<A, Function<B, R>> curry%s(BiFunction<A, B, R> f) { return a -> b -> f.apply(a, b); }" % n, "static int apply%s(IntUnaryOperator f, int n, int x) { return n == 0 ? x : apply%s(f, n - 1, f.applyAsInt(x)); }" % (n, n),
               "static class Box%s<T> { T t; Box%s(T t) { this.t = t; } <R> Box%s<R> map(Function<? super T, ? extends R> f) { return new Box%s<>(f.apply(t)); } T get() { return t; } @Override public String toString() { return \"[\" + t + \"]\"; } }" % (n, n, n, n)]
    body = ["int captured = %s;" % g.expression("int", 1), "int[] counter = {0};"]
    options = ['show("then", F%s.<Integer>id().then(x -> x + captured).then(Integer::toBinaryString).then(String::length).apply(%d));' % (n, g.rng.randrange(99)), 'show("best", best%s(List.of("pear", "apple", "zoo")) + best%s(Set.of(%d)));' % (n, n, g.rng.randrange(9)),
               'show("curry", %s.<Integer, String, String>curry%s((a, b) -> a + b).apply(captured).apply("!"));' % (g.name, n), 'show("apply", apply%s(x -> x * %d + captured, %d, 1));' % (n, g.rng.randrange(9), g.rng.randrange(6)),
               'show("box", new Box%s<>("text").map(String::length).map(x -> x * 2.5).map(Box%s::new));' % (n, n), 'Supplier<Supplier<String>> s = () -> () -> "deep" + captured; show("s", s.get().get());', 'BinaryOperator<Long> op = Math::max; show("op", op.andThen(x -> x + 1).apply(3L, (long) captured));',
               "Runnable r = () -> counter[0] += captured; r.run(); r.run(); show(\"counter\", counter[0]);", 'Function<Integer, int[]> make = int[]::new; show("made", make.apply(%d).length);' % g.rng.randrange(5), 'show("pred", Stream.of("a", "", "bb").filter(Predicate.not(String::isEmpty).and(x -> x.length() < 2)).toList());',
               "Comparator<String> c = Comparator.comparing(String::length, Comparator.reverseOrder()); show(\"c\", Stream.of(\"a\", \"ccc\", \"bb\", \"dd\").sorted(c.thenComparing(Function.identity())).toList());", 'show("opt", Optional.of(captured).filter(x -> x > 3).map(x -> "v" + x).or(() -> Optional.of("none")).get());',
               "Callback%s cb = new Callback%s() { int calls; public int call(int x) { return x + ++calls + captured; } }; show(\"cb\", cb.call(1) + cb.call(2));" % (n, n), 'UnaryOperator<UnaryOperator<Integer>> twice = f -> x -> f.apply(f.apply(x)); show("twice", twice.apply(x -> x * x + captured).apply(2));',
               'var list = new ArrayList<Runnable>(); for (int i = 0; i < 3; i++) { int j = i; list.add(() -> sl += j * captured); } list.forEach(Runnable::run); show("sl", sl);', "ToIntFunction<Object> h = Object::hashCode; show(\"h\", h.applyAsInt(\"jmc\") + h.applyAsInt(captured));",
               'Object o = (Runnable & java.io.Serializable) () -> si++; ((Runnable) o).run(); show("o", o instanceof java.io.Serializable);', 'IntFunction<IntBinaryOperator> pick = k -> k % 2 == 0 ? Integer::sum : (a, b) -> a - b; show("pick", pick.apply(captured).applyAsInt(5, 9));']
    members.append("interface Callback%s { int call(int x); }" % n)
    body += g.rng.sample(options, g.rng.randrange(4, 9))
    return members, body


def initialisers(g):
    """Order of static and instance initialisers, and one that fails."""
    n = g.fresh("")
    k = g.rng.randrange(3)
    members = ["static int log%s(String s, int x) { show(\"init\", s); return x; }" % n, "static class P%s { static int a = log%s(\"P.a\", %d); int b = log%s(\"P.b\", 2); static { log%s(\"P.static\", 0); } { log%s(\"P.instance\", 0); } P%s() { log%s(\"P()\", b); } }" % (n, n, g.rng.randrange(9), n, n, n, n, n),
               "static class Q%s extends P%s implements J%s { static final int CONSTANT = %d; static final Integer BOXED = log%s(\"Q.BOXED\", %d); int c = log%s(\"Q.c\", b + 1); Q%s() { this(4); log%s(\"Q()\", c); } Q%s(int x) { super(); log%s(\"Q(int)\", x); } }" % (n, n, n, g.rng.randrange(9), n, g.rng.randrange(9), n, n, n, n, n),
               "interface J%s { int j = log%s(\"J.j\", 1); %s }" % (n, n, g.one(["", "default void d() {}"])), "static class Bad%s { static int x = log%s(\"Bad\", 1) / %s; static int y = 3; }" % (n, n, g.one(["(si - si)", "si", "ai[7 + si]"])), "static class Lazy%s { static final Lazy%s INSTANCE = new Lazy%s(); static int seen = 5; final int got = seen; }" % (n, n, n)]
    steps = ['show("constant", Q%s.CONSTANT);' % n, 'show("array", new Q%s[1].length);' % n, 'show("class", Q%s.class.getSimpleName());' % n, 'show("a", Q%s.a);' % n, "new Q%s();" % n, 'show("boxed", Q%s.BOXED);' % n, 'show("j", J%s.j);' % n, 'show("lazy", Lazy%s.INSTANCE.got + " " + Lazy%s.seen);' % (n, n)]
    g.rng.shuffle(steps)
    steps.insert(k, "for (int i = 0; i < 2; i++) try { show(\"bad\", Bad%s.y); } catch (Throwable e) { show(\"bad\", e + \" / \" + e.getCause()); }" % n)
    return members, steps


def numbers(g):
    body = ["java.math.BigInteger b = new java.math.BigInteger(\"%d\");" % g.rng.randrange(10**30), "java.math.BigDecimal d = new java.math.BigDecimal(\"%d.%d\");" % (g.rng.randrange(10**9), g.rng.randrange(10**9)), "Random r = new Random(%d);" % g.rng.randrange(10**6)]
    options = ['show("b", b.multiply(b).add(java.math.BigInteger.valueOf(%s)));' % g.expression("long", 1), 'show("b", b.mod(java.math.BigInteger.valueOf(%d)) + " " + b.bitLength() + " " + b.toString(16));' % g.rng.randrange(2, 10**9), 'show("b", b.shiftRight(%d).negate().xor(b));' % g.rng.randrange(90),
               'show("b", b.modPow(b, java.math.BigInteger.valueOf(%d)));' % g.rng.randrange(3, 10**6), 'show("d", d.divide(new java.math.BigDecimal("%d"), %d, java.math.RoundingMode.%s));' % (g.rng.randrange(1, 99), g.rng.randrange(9), g.one(["HALF_UP", "FLOOR", "HALF_EVEN", "UP"])), 'show("d", d.negate().setScale(2, java.math.RoundingMode.CEILING).stripTrailingZeros().toPlainString());',
               'show("r", r.nextInt() + " " + r.nextInt(%d) + " " + r.nextLong() + " " + r.nextDouble() + " " + r.nextBoolean()%s);' % (g.rng.randrange(1, 1000), ' + " " + r.nextGaussian()' if g.release >= 21 else ""), 'show("f", (float) %s + " " + (double) (float) %s);' % (g.leaf("double"), g.leaf("double")), 'show("cast", (int) %s + " " + (long) %s + " " + (byte) (int) %s + " " + (char) %s);' % tuple(["(%s)" % g.expression("double", 2)] * 2 + ["(%s)" % g.expression("float", 2), "65.9"]),
               'show("hex", Double.toHexString(%s) + " " + Float.toHexString(%s));' % ("1.5 * %d" % g.rng.randrange(1, 1000), "0.1f * %d" % g.rng.randrange(9)), 'show("u", Long.toUnsignedString(%s) + " " + Integer.toUnsignedLong(%s));' % (g.expression("long", 1), g.expression("int", 1)), 'show("chars", "" + (char) (\'a\' + %d) + (\'a\' + %d) + (char) 98);' % (g.rng.randrange(20), g.rng.randrange(20)),
               'show("bits", Long.toBinaryString(%s) + " " + Long.bitCount(%s));' % (g.expression("long", 1), g.expression("long", 1)), 'show("dec", Integer.decode("%s") + " " + Long.parseLong("%x", 16));' % (g.one(["0x7f", "-010", "#ff", "77"]), g.rng.randrange(10**9)), 'show("box", ((Object) %d).equals(%dL) + " " + (Integer.valueOf(%d) == Integer.valueOf(%d)));' % (5, 5, g.rng.randrange(100), g.rng.randrange(100)),
               "short x = (short) %s; x += %s; x >>>= 1; x ^= 0x55; show(\"x\", x);" % (g.leaf("int"), g.expression("double", 1)), "char y = 'x'; y += %d; y++; y /= 2; show(\"y\", (int) y);" % g.rng.randrange(99), "long z = 1; z <<= %s; z -= %s; show(\"z\", z);" % (g.expression("int", 1), g.expression("float", 1)), "int i = 5; i = i++ + ++i * i-- - --i; i += i++ + (i = %d); show(\"i\", i);" % g.rng.randrange(9)]
    return [], body + g.rng.sample(options, g.rng.randrange(5, 10))


PARTS = [strings, collections, streams, hierarchy, records, exceptions, arrays, lambdas, initialisers, numbers]


def draw(g):
    parts = []
    for part in g.rng.sample(PARTS, g.rng.randrange(3, 6)):
        g.scope, g.labels, g.returns = [], [], "void"
        parts.append((part.__name__, part(g)))
    return parts
