import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N19ForkSubmit {
  static class Sum extends RecursiveTask<Integer> {
    final int a, b; Sum(int a, int b) { this.a = a; this.b = b; }
    protected Integer compute() { if (b - a == 1) return a; int m = (a + b) / 2; Sum l = new Sum(a, m), r = new Sum(m, b); l.fork(); return r.compute() + l.join(); }
  }
  public static void main(String[] args) throws Exception {
    ForkJoinPool p = new ForkJoinPool(2);
    ForkJoinTask<Integer> t = p.submit(new Sum(0, 2));
    System.out.println(t.get());
    p.shutdown(); p.awaitTermination(1, TimeUnit.SECONDS);
  }
}
