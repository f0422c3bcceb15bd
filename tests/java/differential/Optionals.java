// Optional and its primitive forms; Objects.
import java.util.*;

public class Optionals {
  static Optional<Integer> parse(String s) {
    try {
      return Optional.of(Integer.parseInt(s));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  public static void main(String[] args) {
    Optional<String> o = Optional.of("v"), e = Optional.empty();
    System.out.println(o + " " + e + " " + o.map(String::length) + " " + e.map(String::length) + " " + o.filter(s -> s.isEmpty())
        + " " + o.flatMap(s -> Optional.of(s + s)) + " " + e.or(() -> Optional.of("other")) + " " + e.orElse("x") + o.orElseGet(() -> "y"));
    System.out.println(o.isPresent() + " " + e.isEmpty() + " " + o.equals(Optional.of("v")) + " " + o.hashCode() + " " + o.stream().count());
    o.ifPresent(System.out::println);
    e.ifPresentOrElse(System.out::println, () -> System.out.println("absent"));
    try {
      e.get();
    } catch (NoSuchElementException x) {
      System.out.println(x.getMessage());
    }
    try {
      e.orElseThrow(() -> new IllegalStateException("own"));
    } catch (IllegalStateException x) {
      System.out.println(x.getMessage());
    }
    try {
      Optional.of(null);
    } catch (NullPointerException x) {
      System.out.println("null");
    }
    System.out.println(parse("12").map(i -> i + 1) + " " + parse("zz").isPresent() + " " + Optional.ofNullable(null));
    System.out.println(OptionalInt.of(3) + " " + OptionalDouble.empty() + " " + OptionalLong.of(5).getAsLong());
    System.out.println(Objects.equals(null, null) + " " + Objects.hash(1, "a", null) + " " + Objects.toString(null, "d") + " "
        + Objects.requireNonNullElse(null, 4) + " " + Objects.hashCode(null) + " " + Objects.compare(1, 2, Comparator.naturalOrder())
        + " " + Objects.checkIndex(2, 3) + " " + Objects.isNull(o) + " " + Objects.deepEquals(new int[] {1}, new int[] {1}));
    try {
      Objects.checkIndex(3, 3);
    } catch (IndexOutOfBoundsException x) {
      System.out.println(x.getMessage());
    }
    try {
      Objects.requireNonNull(null, () -> "supplied");
    } catch (NullPointerException x) {
      System.out.println(x.getMessage());
    }
  }
}
