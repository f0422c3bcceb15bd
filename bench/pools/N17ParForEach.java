import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N17ParForEach {
  public static void main(String[] args) throws Exception {
    ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();
    List.of(1, 2, 3).parallelStream().forEach(q::add);
    System.out.println(q.size());
  }
}
