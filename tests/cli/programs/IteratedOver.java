// The adding is locked, the iteration is not.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class IteratedOver {
  public static void main(String[] args) {
    List<String> list = Collections.synchronizedList(new ArrayList<>(List.of("a", "b")));
    new Thread(() -> list.add("c")).start();
    for (String s : list)
      System.out.println(s);
  }
}
