import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class V30Scope {
  public static void main(String[] args) throws Exception {
    try (var s = StructuredTaskScope.open(StructuredTaskScope.Joiner.<Integer>allSuccessfulOrThrow())) {
      s.fork(() -> 1); s.fork(() -> 2);
      System.out.println(s.join().mapToInt(t -> t.get()).sum());
    }
  }
}
