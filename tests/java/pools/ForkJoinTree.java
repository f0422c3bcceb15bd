// outcomes: 10
// why: the sum of four leaves does not depend on who computes them
// slow: 25
import java.util.concurrent.*;

public class ForkJoinTree {
  static class Sum extends RecursiveTask<Integer> {
    final int from, to;
    Sum(int from, int to) { this.from = from; this.to = to; }
    @Override
    protected Integer compute() {
      if (to - from == 1) return from;
      int middle = (from + to) / 2;
      Sum left = new Sum(from, middle), right = new Sum(middle, to);
      left.fork();
      return right.compute() + left.join();
    }
  }

  public static void main(String[] args) {
    System.out.println(new ForkJoinPool(2).invoke(new Sum(1, 5)));
  }
}
