// BigInteger: arithmetic, bits, modular powers, primes, radix conversion.
import java.math.BigInteger;

public class BigNumbers {
  public static void main(String[] args) {
    BigInteger a = new BigInteger("123456789012345678901234567890"), b = new BigInteger("-987654321098765432109876543210");
    System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b));
    System.out.println(b.divide(a) + " " + b.remainder(a) + " " + b.mod(a) + " " + a.gcd(b) + " " + a.negate().abs().equals(a));
    System.out.println(a.pow(7) + " " + BigInteger.TWO.pow(200) + " " + BigInteger.valueOf(3).modPow(BigInteger.valueOf(1000), a)
        + " " + BigInteger.valueOf(17).modInverse(BigInteger.valueOf(3120)));
    System.out.println(a.shiftLeft(70) + " " + b.shiftRight(33) + " " + a.and(b) + " " + a.or(b) + " " + a.xor(b) + " " + a.not());
    System.out.println(a.bitLength() + " " + a.bitCount() + " " + a.testBit(5) + " " + a.setBit(100) + " " + a.getLowestSetBit());
    System.out.println(a.compareTo(b) + " " + a.signum() + b.signum() + " " + a.max(b).equals(a) + " " + a.hashCode() + " "
        + a.longValue() + " " + a.intValue() + " " + a.doubleValue());
    System.out.println(a.toString(16) + " " + new BigInteger("ffffffffffffffffffff", 16) + " " + b.toString(36));
    System.out.println(a.sqrt() + " " + BigInteger.valueOf(97).isProbablePrime(20) + " " + BigInteger.valueOf(91).isProbablePrime(20)
        + " " + new BigInteger("1000000007").nextProbablePrime());
    BigInteger f = BigInteger.ONE;
    for (int i = 2; i <= 60; i++) f = f.multiply(BigInteger.valueOf(i));
    System.out.println(f);
    System.out.println(java.util.Arrays.toString(b.toByteArray()) + new BigInteger(new byte[] {-1, 0, 5}));
    try {
      a.longValueExact();
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
    try {
      a.divide(BigInteger.ZERO);
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
    BigInteger x = BigInteger.ONE.shiftLeft(3000).subtract(BigInteger.ONE), y = BigInteger.ONE.shiftLeft(2900).add(BigInteger.TEN);
    System.out.println(x.multiply(y).mod(BigInteger.valueOf(1000000007)) + " " + x.divide(y).bitLength() + " " + x.toString().length());
  }
}
