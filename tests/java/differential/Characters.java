// Character: classification, case, digits, surrogates, names of blocks that do not change between releases.
public class Characters {
  public static void main(String[] args) {
    char[] cs = {'a', 'Z', '5', ' ', '\n', '_', '$', '\u00e9', '\u00df', '\u4e2d', '\u0663', '\u2003', '\u00a0', '\ud83d', '\0', '\u01c5'};
    for (char c : cs)
      System.out.println((int) c + " " + Character.isLetter(c) + Character.isDigit(c) + Character.isLetterOrDigit(c)
          + Character.isWhitespace(c) + Character.isSpaceChar(c) + Character.isUpperCase(c) + Character.isLowerCase(c)
          + Character.isTitleCase(c) + Character.isJavaIdentifierStart(c) + Character.isJavaIdentifierPart(c)
          + Character.isISOControl(c) + Character.isSurrogate(c) + " " + (int) Character.toUpperCase(c) + " "
          + (int) Character.toLowerCase(c) + " " + Character.getNumericValue(c) + " " + Character.getType(c) + " "
          + Character.digit(c, 16));
    System.out.println(Character.forDigit(11, 16) + " " + Character.toChars(0x1F600).length + " "
        + Character.toCodePoint('\ud83d', '\ude00') + " " + Character.charCount(0x10000) + " "
        + Character.isSupplementaryCodePoint(0x10000) + " " + Character.highSurrogate(0x1F600) / 256 + " "
        + Character.isValidCodePoint(0x110000) + " " + Character.isBmpCodePoint(0xffff));
    System.out.println(Character.isLetter(0x10400) + " " + Character.toLowerCase(0x10400) + " " + Character.toString(0x61)
        + Character.valueOf('q') + Character.MIN_RADIX + Character.MAX_RADIX + (int) Character.MAX_VALUE);
    System.out.println("I\u0130\u0131i".toLowerCase(java.util.Locale.ROOT).length() + " \u0390".toUpperCase(java.util.Locale.ROOT).length()
        + " " + "\u03a3\u03a3".toLowerCase(java.util.Locale.ROOT).equals("\u03c3\u03c2"));
    texts("no.\ud83d\ude00.\u00e9\u20ac");
    texts("\ud83d\ude00\ud83d\ude00");
  }

  // Characters beyond U+FFFF in what natives say of texts of the program.
  static void texts(String name) {
    try {
      Class.forName(name);
    } catch (ClassNotFoundException e) {
      System.out.println(e.getMessage().equals(name) + " " + e.getMessage().codePointCount(0, e.getMessage().length()));
    }
    try {
      new java.io.FileInputStream(name).close();
    } catch (java.io.IOException e) {
      System.out.println(e.getMessage().startsWith(name) + " " + e.getMessage().substring(name.length()));
    }
  }
}
