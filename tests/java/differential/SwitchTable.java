// tableswitch and lookupswitch: dense, sparse, negative, extreme labels, fall through, default in the middle.
public class SwitchTable {
  static String dense(int i) {
    switch (i) {
      case 0: return "zero";
      case 1: return "one";
      case 2:
      case 3: return "two or three";
      case 5: return "five";
      default: return "other";
    }
  }

  static String sparse(int i) {
    switch (i) {
      case Integer.MIN_VALUE: return "min";
      case -1000000: return "-1M";
      case 0: return "zero";
      case 77: return "77";
      case Integer.MAX_VALUE: return "max";
    }
    return "none";
  }

  static int fall(int i) {
    int r = 0;
    switch (i) {
      case 1: r += 1;
      default: r += 10;
      case 2: r += 100;
      case 3: r += 1000; break;
      case 4: r += 10000;
    }
    return r;
  }

  static int edge(int i) {
    switch (i) {
      case Integer.MAX_VALUE - 2: return 1;
      case Integer.MAX_VALUE - 1: return 2;
      case Integer.MAX_VALUE: return 3;
      default: return 0;
    }
  }

  static String chars(char c) {
    return switch (c) {
      case 'a', 'e', 'i', 'o', 'u' -> "vowel";
      case ' ' -> {
        String s = "bla";
        yield s + "nk";
      }
      default -> "rest";
    };
  }

  public static void main(String[] args) {
    int[] v = {Integer.MIN_VALUE, Integer.MIN_VALUE + 1, -1000000, -1, 0, 1, 2, 3, 4, 5, 6, 77, Integer.MAX_VALUE - 3,
      Integer.MAX_VALUE - 2, Integer.MAX_VALUE - 1, Integer.MAX_VALUE};
    for (int i : v) System.out.println(i + " " + dense(i) + " " + sparse(i) + " " + fall(i) + " " + edge(i));
    for (char c : "hello world".toCharArray()) System.out.print(chars(c) + " ");
    System.out.println();
    byte b = (byte) 200;
    switch (b) {
      case -56: System.out.println("byte -56"); break;
      default: System.out.println("wrong");
    }
    Integer boxed = 3;
    switch (boxed) {
      case 3: System.out.println("boxed 3");
    }
    switch (1) {
    }
    int y = switch (b & 3) { case 0 -> 10; case 1 -> 20; default -> throw new IllegalStateException(); };
    System.out.println(y);
  }
}
