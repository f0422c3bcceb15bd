// Methods of String.
import java.util.Arrays;
import java.util.stream.Collectors;

public class StringMethods {
  public static void main(String[] args) {
    String s = "  The quick brown fox  ";
    System.out.println("[" + s.trim() + "][" + s.strip() + "][" + s.stripLeading() + "][" + s.stripTrailing() + "]");
    System.out.println(s.isBlank() + " " + "".isEmpty() + " " + " \t\n".isBlank() + " " + "\u2003x\u2003".strip() + "|");
    System.out.println(s.indexOf("quick") + " " + s.indexOf('q') + " " + s.lastIndexOf("o") + " " + s.indexOf("zzz") + " "
        + s.indexOf("", 50) + " " + s.indexOf('o', 15) + " " + s.lastIndexOf('o', 15) + " " + s.lastIndexOf(""));
    System.out.println(s.contains("fox") + " " + s.startsWith("The", 2) + " " + s.endsWith("  ") + " " + s.charAt(3));
    System.out.println(s.toUpperCase() + s.toLowerCase() + s.length() + s.substring(6, 11) + s.subSequence(2, 5));
    System.out.println("a,b,,c,,".split(",").length + " " + Arrays.toString("a,b,,c,,".split(",", -1)) + " "
        + Arrays.toString("a1b22c".split("[0-9]+")) + " " + Arrays.toString("a,b,c".split(",", 2)) + " "
        + Arrays.toString("".split(",")) + " " + Arrays.toString("abc".split("")) + " " + Arrays.toString("x.y.z".split("\\.")));
    System.out.println("aabbaa".replace('a', 'c') + " " + "aabbaa".replace("aa", "x") + " " + "aaa".replace("aa", "b") + " "
        + "abc".replace("", "-") + " " + "a.b.c".replaceAll(".", "x") + " " + "a.b.c".replaceFirst("\\.", "/"));
    System.out.println("ab".repeat(3) + "x".repeat(0) + "|" + String.join("-", "a", "b", "c") + " "
        + String.join(",", Arrays.asList("p", "q")));
    System.out.println("abc".compareTo("abd") + " " + "abc".compareTo("ab") + " " + "A".compareToIgnoreCase("b") + " "
        + "abc".equalsIgnoreCase("ABC") + " " + "abc".equals(null) + " " + "a\u00e9".compareTo("a\u4e2d"));
    System.out.println("one\ntwo\r\nthree\n".lines().map(x -> "<" + x + ">").collect(Collectors.joining()));
    System.out.println("hello".chars().filter(c -> c == 'l').count() + " " + "hello".chars().sum() + " "
        + "a\ud83d\ude00b".codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(",")) + " "
        + "a\ud83d\ude00b".codePointCount(0, 4) + " " + "a\ud83d\ude00b".codePointAt(1) + " " + "a\ud83d\ude00b".offsetByCodePoints(0, 2));
    System.out.println("hello".hashCode() + " " + "".hashCode() + " " + "\u4e2d\u6587".hashCode() + " " + "Aa".hashCode());
    System.out.println("abcabc".regionMatches(3, "abc", 0, 3) + " " + "ABC".regionMatches(true, 0, "abc", 0, 3) + " "
        + "x".contentEquals(new StringBuilder("x")) + " " + "abc".matches("[a-c]+") + " " + "ab1".matches("[a-c]+"));
    System.out.println(String.valueOf(3.0) + String.valueOf((Object) null) + String.valueOf(new char[] {'o', 'k'}, 0, 1)
        + String.copyValueOf(new char[] {'y'}) + new String(new char[] {'a', 'b', 'c'}, 1, 2) + new String("copy"));
    System.out.println(Arrays.toString("h\u00e9".getBytes(java.nio.charset.StandardCharsets.UTF_8)) + " "
        + Arrays.toString("h\u00e9\u4e2d".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1)) + " "
        + Arrays.toString("h\u4e2d".getBytes(java.nio.charset.StandardCharsets.UTF_16BE)) + " "
        + new String(new byte[] {104, (byte) 0xc3, (byte) 0xa9}, java.nio.charset.StandardCharsets.UTF_8).length());
    char[] dst = new char[6];
    Arrays.fill(dst, '.');
    "abcdef".getChars(1, 4, dst, 2);
    System.out.println(new String(dst) + " " + "abc".toCharArray().length + " " + "abc".concat("def") + " "
        + "Mixed CASE \u00c9\u00df".toLowerCase(java.util.Locale.ROOT) + " " + "stra\u00dfe".toUpperCase(java.util.Locale.ROOT));
    System.out.println("abc".transform(x -> x + "!") + " " + "a-b".chars().mapToObj(c -> "" + (char) c).toList() + " "
        + "abc".describeConstable().get() + " " + "x".compareTo("x"));
    try {
      "abc".substring(4);
    } catch (StringIndexOutOfBoundsException e) {
      System.out.println("substring out of range");
    }
    try {
      "x".repeat(-1);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
  }
}
