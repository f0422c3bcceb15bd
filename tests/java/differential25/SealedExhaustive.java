// Exhaustive switches over sealed hierarchies with generics, and yields from nested switches.
import java.util.function.Function;

public class SealedExhaustive {
  sealed interface Result<T> {
    record Ok<T>(T value) implements Result<T> {}
    record Err<T>(String message, int code) implements Result<T> {}

    default <R> Result<R> map(Function<? super T, ? extends R> f) {
      return switch (this) {
        case Ok<T>(T v) -> new Ok<>(f.apply(v));
        case Err<T>(String m, int c) -> new Err<>(m, c);
      };
    }
  }

  sealed static abstract class Tree permits Leaf, Fork {}
  static final class Leaf extends Tree {
    final int v;

    Leaf(int v) {
      this.v = v;
    }
  }

  static final class Fork extends Tree {
    final Tree l, r;

    Fork(Tree l, Tree r) {
      this.l = l;
      this.r = r;
    }
  }

  static int sum(Tree t) {
    return switch (t) {
      case Leaf l -> l.v;
      case Fork f -> sum(f.l) + sum(f.r);
    };
  }

  public static void main(String[] args) {
    System.out.println(new Result.Ok<>(5).map(x -> x * 2).map(Object::toString));
    System.out.println(new Result.Err<Integer>("bad", 3).map(x -> x + 1));
    System.out.println(sum(new Fork(new Leaf(1), new Fork(new Leaf(2), new Leaf(3)))));
    for (Object o : new Object[] {1, 2L, "s"}) {
      int r = switch (o) {
        case Integer i -> switch (i) {
          case 1 -> {
            int q = 10;
            yield q + i;
          }
          default -> 0;
        };
        case Long l when l > 1 -> (int) (l * 100);
        default -> -1;
      };
      System.out.println(r);
    }
  }
}
