// Enum constants of several enums as qualified case labels of one switch.
public class QualifiedEnums {
  sealed interface Card permits Suit, Tarot {}
  enum Suit implements Card { CLUBS, HEARTS }
  enum Tarot implements Card { FOOL, TOWER, STAR }

  static String show(Card c) {
    return switch (c) {
      case Suit.CLUBS -> "clubs";
      case Suit.HEARTS -> "hearts";
      case Tarot.FOOL -> "fool";
      case Tarot t when t.ordinal() == 1 -> "second tarot";
      case Tarot t -> "tarot " + t;
    };
  }

  static int suit(Suit s) {
    return switch (s) {
      case null -> -1;
      case CLUBS -> 1;
      case Suit.HEARTS -> 2;
    };
  }

  public static void main(String[] args) {
    for (Suit s : Suit.values()) System.out.println(show(s) + suit(s));
    for (Tarot t : Tarot.values()) System.out.println(show(t));
    System.out.println(suit(null));
    String s = "two";
    System.out.println(switch (s) {
      case null -> "null";
      case "one", "two" -> "small";
      case String x when x.length() > 5 -> "long";
      case String x -> x;
    });
    Integer n = 42;
    System.out.println(switch (n) {
      case 1 -> "one";
      case Integer i when i > 40 -> "over forty";
      case Integer i -> "int";
    });
  }
}
