// outcomes: 42
// why: join waits for both subtasks or throws; their values are 40 and 2
// least: 25
// preview: 25
import java.util.concurrent.*;

public class StructuredPair {
  public static void main(String[] args) throws Exception {
    try (var scope = StructuredTaskScope.open()) {
      StructuredTaskScope.Subtask<Integer> a = scope.fork(() -> 40), b = scope.fork(() -> 2);
      scope.join();
      System.out.println(a.get() + b.get());
    }
  }
}
