// Hash codes that are specified.
import java.util.*;

public class HashCodes {
  public static void main(String[] args) {
    System.out.println("".hashCode() + " " + "a".hashCode() + " " + "polygenelubricants".hashCode() + " " + "\u4e2d\u6587".hashCode() + " " + new String("a").hashCode());
    System.out.println(List.of(1, 2, 3).hashCode() + " " + Set.of(1, 2, 3).hashCode() + " " + Map.of("a", 1, "b", 2).hashCode() + " " + List.of().hashCode()
        + " " + Arrays.asList(null, 1).hashCode() + " " + new ArrayDeque<>().isEmpty());
    System.out.println(Arrays.hashCode(new byte[] {1, -1}) + " " + Arrays.hashCode(new long[] {1L << 33}) + " " + Arrays.hashCode(new double[] {1.5})
        + " " + Arrays.hashCode(new boolean[] {true, false}) + " " + Arrays.hashCode(new char[] {'a'}) + " " + Arrays.hashCode((int[]) null)
        + " " + Arrays.hashCode(new float[] {2.5f}) + " " + Arrays.hashCode(new Object[] {"x", null}) + " " + Arrays.hashCode(new short[] {7, 8}));
    System.out.println(Map.entry("k", "v").hashCode() + " " + new AbstractMap.SimpleEntry<>(1, 2).hashCode() + " " + Optional.of(5).hashCode()
        + " " + Objects.hash() + " " + Objects.hash((Object) null) + " " + new BitSet().hashCode() + " " + UUID.fromString("1-2-3-4-5").hashCode());
    System.out.println(Long.hashCode(-1) + " " + Double.hashCode(0.1) + " " + Float.hashCode(0.1f) + " " + Boolean.hashCode(true) + " " + Character.hashCode('z')
        + " " + Byte.hashCode((byte) -3) + " " + Short.hashCode((short) 300) + " " + new java.math.BigInteger("99999999999999999999").hashCode());
    System.out.println(new StringBuilder("x").toString().hashCode() + " " + Locale.ROOT.hashCode() * 0 + " " + java.time.Duration.ofSeconds(5).hashCode());
    Object a = new Object(), b = new Object();
    System.out.println(a.hashCode() == a.hashCode() && System.identityHashCode(a) == a.hashCode() && System.identityHashCode(null) == 0 && !a.equals(b));
  }
}
