// Strings are safe however they are published; arrays of chars are not.
// races sc: racy
// outcomes sc: none none | a1 none | a1 a1
// outcomes jmm: none none | none a1 | a1 none | a1 a1 | none 00 | a1 00 | none a0 | a1 a0 | none 01 | a1 01
public class Strings {
  static String text;
  static char[] chars;
  static String seenText = "none", seenChars = "none";

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> {
      int one = args.length + 1;
      text = "a" + one;
      char[] c = new char[2];
      c[0] = 'a';
      c[1] = '1';
      chars = c;
    });
    Thread reader = new Thread(() -> {
      char[] c = chars;
      if (c != null) {
        char x = c[0], y = c[1];
        seenChars = "" + (x == 0 ? '0' : x) + (y == 0 ? '0' : y);
      }
      String t = text;
      if (t != null) seenText = t;
    });
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(seenText + " " + seenChars);
  }
}
