import java.util.*; import java.util.concurrent.*; import java.util.stream.*;
/** What came with the releases up to 25. */
public class LibraryTour25 {
  static void t(String n, Part r) { try { System.out.println(n + ": " + r.compute()); } catch (Throwable e) { System.out.println(n + " threw " + e + (e.getCause()==null?"":" <- "+e.getCause())); } }
  interface Part { Object compute() throws Throwable; }
  public static void main(String[] args) throws Throwable {
    t("plat", () -> { Thread x=Thread.ofPlatform().daemon().name("p").priority(3).unstarted(() -> {}); return x.getPriority()+x.getName()+x.isDaemon(); });
    t("scoped", () -> { ScopedValue<String> s=ScopedValue.newInstance(); return ScopedValue.where(s,"v").call(() -> s.get()+s.isBound())+s.isBound(); });
    t("gather", () -> Stream.of(1,2,3,4,5).gather(Gatherers.windowFixed(2)).toList()+" "+Stream.of(1,2,3).gather(Gatherers.scan(() -> 0, Integer::sum)).toList());
    t("seq", () -> { var l=new ArrayList<>(List.of(1,2,3)); return l.reversed()+" "+l.getFirst()+l.removeLast()+new LinkedHashMap<>(Map.of(1,2)).firstEntry(); });
    t("strings", () -> "abc".indexOf('c',0,2)+"a,b".splitWithDelimiters(",",0).length+"x".repeat(3)+new StringBuilder().repeat("ab",2)+"%d".formatted(4));
    t("math", () -> Math.clamp(50L,0,10)+" "+Math.ceilDiv(7,2)+Math.unsignedMultiplyHigh(-1L,2L));
    t("record", () -> { record P(int x,Object y){} Object o=new P(1,new P(2,"s")); return o instanceof P(int a, P(var b, String c)) ? a+b+c : "no"; });
    t("sw", () -> { Object o=5; return switch(o) { case Integer i when i>4 -> "big"+i; case Integer i -> "i"+i; case String s -> s; default -> "d"; }; });
    t("swnull", () -> { Object o=null; return switch(o) { case null -> "null!"; case String s -> s; default -> "d"; }; });
    t("swnpe", () -> { Object o=null; return switch(o) { case String s -> s; default -> "d"; }; });
    t("hexf", () -> HexFormat.of().withPrefix("0x").formatHex(new byte[]{1}));
    t("rand", () -> new Random(3).ints(3,0,10).boxed().toList());
    t("future", () -> { var f=CompletableFuture.completedFuture(3); return f.resultNow()+" "+f.state(); });
    t("instm", () -> java.time.Instant.EPOCH.until(java.time.Instant.ofEpochSecond(5)).toString());
    t("charseq", () -> Character.isEmoji(0x1f600)+" "+Character.toString(0x1f600));
    t("bigsqrt", () -> java.math.BigInteger.valueOf(99).sqrt()+" "+java.math.BigInteger.TWO.parallelMultiply(java.math.BigInteger.TEN));
    t("conc", () -> { var m=new ConcurrentSkipListSet<>(List.of(3,1)); return m.reversed(); });
    t("unnamed", () -> { int n=0; for (var _ : List.of(1,2)) n++; try { Integer.parseInt("x"); } catch (NumberFormatException _) { n++; } return n; });
    t("localrec", () -> { enum E { A } interface I { int f(); } record R() implements I { public int f() { return E.A.ordinal(); } } return new R().f()+""+new R(); });
    t("texts", () -> """
        a\tb \
        c
          "d"\s
        """);
    t("stripind", () -> " a\n  b".stripIndent()+" x ".strip()+"a\\tb".translateEscapes()+"q".transform(x -> x+x));
    t("teeing", () -> Stream.of(1,2,3).collect(Collectors.teeing(Collectors.counting(), Collectors.averagingInt(x->x), (a,b) -> a+"/"+b)));
    t("mapmulti", () -> Stream.of(1,2).<Integer>mapMulti((x,c) -> { c.accept(x); c.accept(-x); }).toList());
    t("hash", () -> { record R(int a,String b,double c){} enum E {X} return new R(1,"s",2.5).hashCode()+" "+new R(1,"s",2.5)+" "+List.of("a").hashCode()+" "+new R(1,null,Double.NaN).equals(new R(1,null,Double.NaN)); });
  }
}
