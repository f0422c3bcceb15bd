import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N20ForkAction {
  public static void main(String[] args) throws Exception {
    int[] a = {3, 1, 2};
    ForkJoinPool p = new ForkJoinPool(2);
    p.invoke(new RecursiveAction() { protected void compute() {
      invokeAll(ForkJoinTask.adapt(() -> { a[0]++; }), ForkJoinTask.adapt(() -> { a[2]++; })); } });
    p.shutdown();
    System.out.println(Arrays.toString(a));
  }
}
