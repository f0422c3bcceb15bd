/*
 * verdict: verified
 * outcomes: sum 10
 * why: Fork and join: halves are summed by tasks of a pool; addition does not depend on who is first. 1+2+3+4.
 */
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class SumTree extends RecursiveTask<Integer> {
  private final int[] numbers;
  private final int from, to;

  SumTree(int[] numbers, int from, int to) {
    this.numbers = numbers;
    this.from = from;
    this.to = to;
  }

  @Override
  protected Integer compute() {
    if (to - from <= 2) {
      int sum = 0;
      for (int i = from; i < to; i++) sum += numbers[i];
      return sum;
    }
    int middle = (from + to) >>> 1;
    SumTree left = new SumTree(numbers, from, middle);
    left.fork();
    return new SumTree(numbers, middle, to).compute() + left.join();
  }

  public static void main(String[] args) {
    ForkJoinPool pool = new ForkJoinPool(1);
    try {
      System.out.println("sum " + pool.invoke(new SumTree(new int[] {1, 2, 3, 4}, 0, 4)));
    } finally {
      pool.shutdown();
    }
  }
}
