// StringBuilder and StringBuffer: every kind of edit, growth, Latin-1 to UTF-16 and surrogates.
public class StringBuilders {
  public static void main(String[] args) {
    StringBuilder b = new StringBuilder("hello");
    b.insert(0, "[").insert(b.length(), ']').insert(3, 42).insert(1, true).insert(0, 2.5).insert(0, new char[] {'x', 'y'});
    System.out.println(b + " " + b.length());
    b.deleteCharAt(0).delete(1, 3).replace(0, 2, "REPLACED").setCharAt(0, 'r');
    System.out.println(b + " " + b.indexOf("LA") + " " + b.lastIndexOf("e") + " " + b.charAt(2) + " " + b.substring(3) + " "
        + b.substring(1, 4) + " " + b.indexOf("nothing"));
    System.out.println(b.reverse() + " " + new StringBuilder("a\ud83d\ude00b").reverse().codePointAt(1));
    b.setLength(4);
    b.append('|').append((Object) null).append((String) null).append(1).append(2L).append(3f).append(4d).append('c').append(false)
        .append(new char[] {'p', 'q'}).append("substring", 3, 6).append(new char[] {'1', '2', '3'}, 1, 2).appendCodePoint(0x1F600)
        .append(new StringBuilder("inner")).append((CharSequence) "cs").append("x".repeat(3));
    System.out.println(b + " " + b.length());
    StringBuilder grow = new StringBuilder(1);
    for (int i = 0; i < 300; i++) grow.append((char) ('a' + i % 26));
    grow.append('\u4e2d');
    grow.insert(10, "\u00e9");
    grow.setLength(320);
    System.out.println(grow.length() + " " + grow.toString().hashCode() + " " + (int) grow.charAt(319) + grow.charAt(301));
    StringBuilder latin = new StringBuilder("\u4e2dabc");
    latin.deleteCharAt(0);
    System.out.println(latin + " " + latin.toString().equals("abc") + " " + latin.compareTo(new StringBuilder("abd")));
    StringBuffer sf = new StringBuffer();
    sf.append("sync").append(1).insert(0, 'S').reverse();
    System.out.println(sf + " " + sf.length() + " " + sf.equals(sf) + " " + new StringBuilder("a").equals(new StringBuilder("a")));
    try {
      new StringBuilder("abc").deleteCharAt(3);
    } catch (StringIndexOutOfBoundsException e) {
      System.out.println("out of bounds");
    }
    try {
      new StringBuilder("abc").insert(4, "x");
    } catch (StringIndexOutOfBoundsException e) {
      System.out.println("out of bounds");
    }
    try {
      new StringBuilder(-1);
    } catch (NegativeArraySizeException e) {
      System.out.println(e.getMessage());
    }
    StringBuilder ints = new StringBuilder();
    for (int i : new int[] {0, 9, 10, 99, 100, -1, -10, Integer.MAX_VALUE, Integer.MIN_VALUE}) ints.append(i).append(',');
    for (long l : new long[] {0, -99, 10000000000L, Long.MAX_VALUE, Long.MIN_VALUE}) ints.append(l).append(',');
    System.out.println(ints);
    System.out.println(new StringBuilder("chars").chars().sum() + " " + new StringBuilder().append("x").isEmpty());
    java.util.StringJoiner j = new java.util.StringJoiner(", ", "{", "}");
    j.setEmptyValue("EMPTY");
    System.out.println(j);
    j.add("a").add("b");
    java.util.StringJoiner k = new java.util.StringJoiner("-").add("c").add("d");
    System.out.println(j.merge(k) + " " + j.length());
  }
}
