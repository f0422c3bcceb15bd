import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N15ParReduce {
  public static void main(String[] args) throws Exception {
    System.out.println(IntStream.rangeClosed(1, 6).parallel().reduce(1, (a, b) -> a * b));
  }
}
