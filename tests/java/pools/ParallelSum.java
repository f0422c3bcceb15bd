// outcomes: 6
// why: the sum of 0 to 3, however the range is split
// options: --processors=2
import java.util.stream.*;

public class ParallelSum {
  public static void main(String[] args) {
    System.out.println(IntStream.range(0, 4).parallel().sum());
  }
}
