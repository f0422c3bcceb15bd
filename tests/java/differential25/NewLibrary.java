// Additions to the library since 17: StringBuilder.repeat, Math.clamp, splitWithDelimiters, indexOf ranges, gatherers.
import java.util.*;
import java.util.stream.*;

public class NewLibrary {
  public static void main(String[] args) {
    System.out.println(new StringBuilder("x").repeat("ab", 3).repeat('z', 2).repeat("", 5));
    System.out.println(Math.clamp(15L, 0, 10) + " " + Math.clamp(-1.5, -1.0, 1.0) + " " + Math.ceilDiv(7, 2) + " " + Math.ceilMod(7, 2) + " "
        + Math.unsignedMultiplyHigh(-1L, 2L));
    try {
      Math.clamp(1L, 5, 3);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    System.out.println(Arrays.toString("a1b22c".splitWithDelimiters("\\d+", 0)) + " " + "hello".indexOf('l', 0, 2) + " " + "hello".indexOf("l", 3, 5));
    System.out.println(Character.toString(0x1F600).codePointAt(0) + " " + Character.isEmoji(0x1F600) + " " + "abc".describeConstable().isPresent());
    System.out.println(Stream.of(1, 2, 3, 4, 5).gather(Gatherers.windowFixed(2)).toList() + " " + Stream.of(1, 2, 3).gather(Gatherers.scan(() -> 0, Integer::sum)).toList());
    System.out.println(Stream.of(1, 2, 3, 4).gather(Gatherers.windowSliding(3)).map(List::toString).collect(Collectors.joining("/")));
    System.out.println(Integer.compress(0b101101, 0b111000) + " " + Integer.expand(0b101, 0b111000) + " " + Long.compress(-1L, 0xf0f0L));
    System.out.println(List.of(1, 2, 3).reversed());
  }
}
