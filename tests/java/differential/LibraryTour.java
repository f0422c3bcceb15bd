import java.lang.invoke.*; import java.lang.ref.*; import java.util.*; import java.util.logging.*; import java.util.stream.*; import java.math.*; import java.security.*;
/** A little of much of the library, with the exceptions it throws. */
public class LibraryTour {
  static void t(String n, Part r) { try { System.out.println(n + ": " + r.compute()); } catch (Throwable e) { System.out.println(n + " threw " + e); } }
  interface Part { Object compute() throws Throwable; }
  int f=1; static int add(int a,int b){return a+b;} String hi(String x){return "hi"+x+f;}
  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup l=MethodHandles.lookup();
    t("mh", () -> (int) l.findStatic(LibraryTour.class,"add",MethodType.methodType(int.class,int.class,int.class)).invokeExact(2,3));
    t("mhv", () -> (String) l.findVirtual(LibraryTour.class,"hi",MethodType.methodType(String.class,String.class)).invoke(new LibraryTour(),"x"));
    t("wmt", () -> (long) l.findStatic(LibraryTour.class,"add",MethodType.methodType(int.class,int.class,int.class)).invokeExact(2,3));
    t("mhbad", () -> l.findVirtual(LibraryTour.class,"no",MethodType.methodType(void.class)));
    t("vh", () -> { VarHandle v=l.findVarHandle(LibraryTour.class,"f",int.class); LibraryTour d=new LibraryTour(); return v.compareAndSet(d,1,5)+" "+v.getAndAdd(d,3)+" "+(int)v.get(d)+" "+v; });
    t("bind", () -> MethodHandles.insertArguments(l.findStatic(LibraryTour.class,"add",MethodType.methodType(int.class,int.class,int.class)),0,10).invoke(5));
    t("log", () -> { Logger g=Logger.getLogger("x"); g.setLevel(Level.OFF); g.info("no"); return g.getName()+g.isLoggable(Level.SEVERE); });
    t("weak", () -> { Object o=new Object(); WeakReference<Object> w=new WeakReference<>(o); SoftReference<Object> s=new SoftReference<>(o); return (w.get()==o)+" "+(s.get()==o); });
    t("whm", () -> { WeakHashMap<String,Integer> w=new WeakHashMap<>(); w.put("a",1); return w; });
    t("psort", () -> { int[] a={3,1,2}; Arrays.parallelSort(a); Arrays.parallelPrefix(a,Integer::sum); return Arrays.toString(a); });
    t("md5", () -> new BigInteger(1, MessageDigest.getInstance("MD5").digest("x".getBytes())).toString(16));
    t("sha", () -> new BigInteger(1, MessageDigest.getInstance("SHA-256").digest("x".getBytes())).toString(16));
    t("split", () -> new SplittableRandom(42).split().nextInt(100)+" "+new Random(7).nextGaussian()+" "+new Random(7).doubles(2).sum());
    t("rgen", () -> java.util.random.RandomGenerator.of("L64X128MixRandom") != null);
    t("bitset", () -> { BitSet b=new BitSet(); b.set(1,5); b.clear(3); b.flip(70); return b+" "+b.cardinality()+" "+b.nextClearBit(1)+" "+b.length()+Arrays.toString(b.toLongArray()); });
    t("bd", () -> new BigDecimal("10").divide(new BigDecimal("3"),MathContext.DECIMAL32)+" "+new BigDecimal("1.10").stripTrailingZeros().toPlainString()+" "+new BigDecimal(0.1).toString().length()+" "+new BigDecimal("1e10").setScale(2));
    t("bdbad", () -> BigDecimal.ONE.divide(new BigDecimal(3)));
    t("bi", () -> BigInteger.TWO.pow(200).mod(BigInteger.valueOf(1000007))+" "+new BigInteger("123456789012345678901234567890").multiply(new BigInteger("-98765432109876543210")).bitLength()+" "+BigInteger.valueOf(97).isProbablePrime(20)+BigInteger.valueOf(48).gcd(BigInteger.valueOf(36))+new BigInteger("ff",16));
    t("timer", () -> { Timer x=new Timer(true); x.cancel(); return "cancelled"; });
    t("opt", () -> Optional.of(3).filter(x->x>5).or(()->Optional.of(9)).map(x->x+1).orElseThrow()+" "+OptionalInt.empty());
    t("optbad", () -> Optional.empty().get());
    t("checked", () -> { List raw=Collections.checkedList(new ArrayList<>(),String.class); raw.add(1); return raw; });
    t("unmod", () -> { Collections.unmodifiableMap(new HashMap<>()).put(1,2); return 0; });
    t("listnull", () -> List.of(1,null));
    t("mapdup", () -> Map.of(1,2,1,3));
    t("copy", () -> List.copyOf(Arrays.asList(1,2)).getClass() == List.of(1,2).getClass());
    t("iter", () -> { ListIterator<Integer> i=new ArrayList<>(List.of(1,2,3)).listIterator(); i.next(); i.set(9); i.add(5); return i.nextIndex()+" "+i.previous(); });
    t("iterbad", () -> { Iterator<Integer> i=new ArrayList<>(List.of(1)).iterator(); i.remove(); return 0; });
    t("cme", () -> { List<Integer> q=new ArrayList<>(List.of(1,2,3)); for (int x: q) q.remove(0); return 0; });
    t("spl", () -> { Spliterator<Integer> s=List.of(1,2,3,4).spliterator(); Spliterator<Integer> u=s.trySplit(); return s.estimateSize()+" "+u.estimateSize()+" "+s.hasCharacteristics(Spliterator.SIZED); });
    t("strm", () -> Stream.of("b","a","c").sorted(Comparator.reverseOrder()).collect(Collectors.collectingAndThen(Collectors.toList(),Collections::unmodifiableList)));
    t("strmtwice", () -> { Stream<Integer> s=Stream.of(1); s.count(); return s.count(); });
    t("coll", () -> Stream.of("aa","b","cc").collect(Collectors.toMap(String::length,x->x)));
    t("ver", () -> Runtime.version().feature() >= 17);
    t("props", () -> System.getProperty("line.separator").length()+System.getProperty("file.separator")+System.getProperty("java.version").isEmpty()+System.getProperty("nope")+Integer.getInteger("x")+Boolean.getBoolean("y"));
    t("prop2", () -> { Properties p=new Properties(); p.load(new java.io.StringReader("a=1\n# c\nb : two\\\n  more")); return new TreeMap<>(p); });
    t("observ", () -> Objects.requireNonNull(null,"msg"));
    t("index", () -> Objects.checkIndex(5,3));
    t("hash", () -> Objects.hash(1,"a",null)+Arrays.hashCode(new int[]{1,2})+List.of(1,2).hashCode()+Map.of("a",1).hashCode()+"x".hashCode()+Double.hashCode(1.5)+Boolean.hashCode(true)+" "+new AbstractMap.SimpleEntry<>("k",2).hashCode());
    t("gc", () -> { System.gc(); return Runtime.getRuntime().availableProcessors() > 0; });
    t("trace", () -> { StackTraceElement e=new Throwable().getStackTrace()[0]; return e.getClassName()+e.getLineNumber(); });
    t("thread", () -> Thread.currentThread().getName()+Thread.currentThread().getPriority()+Thread.currentThread().isDaemon()+Thread.currentThread().getThreadGroup().getName());
    t("dump", () -> Thread.currentThread().getStackTrace().length > 2);
    t("events", () -> new EventObject("src").getSource());
  }
}
