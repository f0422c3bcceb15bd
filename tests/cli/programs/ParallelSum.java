import java.util.stream.IntStream;

// A sum that the workers of a parallel stream add to.
public class ParallelSum {
  static int sum;

  public static void main(String[] args) {
    IntStream.range(0, 4).parallel().forEach(i -> sum += i);
    if (sum != 6) throw new IllegalStateException("sum " + sum);
  }
}
