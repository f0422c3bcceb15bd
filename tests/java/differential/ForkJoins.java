// A fork-join task that runs in a pool with one worker.
import java.util.concurrent.*;

public class ForkJoins {
  static class Sum extends RecursiveTask<Integer> {
    final int lo, hi;

    Sum(int lo, int hi) {
      this.lo = lo;
      this.hi = hi;
    }

    @Override protected Integer compute() {
      if (hi - lo <= 4) {
        int s = 0;
        for (int i = lo; i < hi; i++) s += i;
        return s;
      }
      int mid = (lo + hi) >>> 1;
      Sum left = new Sum(lo, mid), right = new Sum(mid, hi);
      left.fork();
      return right.compute() + left.join();
    }
  }

  public static void main(String[] args) {
    System.out.println(new Sum(0, 4).invoke());
    ForkJoinPool p = new ForkJoinPool(1);
    System.out.println(p.invoke(new Sum(0, 8)));
    p.shutdown();
  }
}
