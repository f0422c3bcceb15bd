// Switch on strings (with colliding hash codes) and on enums, in old and new form.
public class SwitchString {
  enum Color { RED, GREEN, BLUE; }

  static int text(String s) {
    switch (s) {
      case "Aa": return 1;
      case "BB": return 2; // same hash code as "Aa"
      case "": return 3;
      case "hello": return 4;
      case "AaBB": return 5;
      case "BBAa": return 6;
      default: return 0;
    }
  }

  static String color(Color c) {
    switch (c) {
      case RED: return "r";
      case BLUE: return "b";
      default: return "?";
    }
  }

  static int number(Color c) {
    return switch (c) {
      case RED -> 1;
      case GREEN -> 2;
      case BLUE -> 3;
    };
  }

  public static void main(String[] args) {
    for (String s : new String[] {"Aa", "BB", "", "hello", "AaBB", "BBAa", "AaAa", "nothing", new String("hello")})
      System.out.println(s + " " + text(s) + " " + s.hashCode());
    for (Color c : Color.values()) System.out.println(c + color(c) + number(c));
    try {
      text(null);
    } catch (NullPointerException e) {
      System.out.println("null string");
    }
    try {
      color(null);
    } catch (NullPointerException e) {
      System.out.println("null enum");
    }
    String day = "tue";
    String kind = switch (day) {
      case "sat", "sun" -> "weekend";
      case "mon", "tue", "wed", "thu", "fri" -> {
        if (day.startsWith("t")) yield "t-day";
        yield "weekday";
      }
      default -> "unknown";
    };
    System.out.println(kind);
  }
}
