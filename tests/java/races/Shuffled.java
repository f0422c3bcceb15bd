import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

// Collections.shuffle keeps its generator in a static field that nothing guards: a variable of the JDK, which no caller can order. The lists are apart.
// races: none
// inside: java.util.Collections.r
public class Shuffled {
  public static void main(String[] args) throws Exception {
    List<Integer> first = new ArrayList<>(List.of(1, 2)), second = new ArrayList<>(List.of(3, 4));
    Thread t = new Thread(() -> Collections.shuffle(first));
    t.start();
    Collections.shuffle(second);
    t.join();
  }
}
