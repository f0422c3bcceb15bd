// outcomes: 3
// why: the task of the pool returns the sum of what its two leaves return
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class TwoLeaves {
  static class Leaf extends RecursiveTask<Integer> {
    final int value;

    Leaf(int value) {
      this.value = value;
    }

    @Override
    protected Integer compute() {
      return value;
    }
  }

  static class Both extends RecursiveTask<Integer> {
    @Override
    protected Integer compute() {
      Leaf one = new Leaf(1), two = new Leaf(2);
      one.fork();
      two.fork();
      return one.join() + two.join();
    }
  }

  public static void main(String[] args) {
    ForkJoinPool pool = new ForkJoinPool(2);
    int sum = pool.invoke(new Both());
    pool.shutdown();
    System.out.println(sum);
  }
}
