import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N16ParCollect {
  public static void main(String[] args) throws Exception {
    System.out.println(Stream.of("x", "y", "z").parallel().collect(Collectors.joining("-")));
  }
}
