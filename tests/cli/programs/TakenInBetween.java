import java.util.List;
import java.util.Vector;

/** Each call is atomic, a question and what follows from it are not. */
public class TakenInBetween {
  public static void main(String[] args) {
    Vector<String> list = new Vector<>(List.of("a"));
    new Thread(() -> {
      list.add("b");
      list.clear();
    }, "other").start();
    if (!list.isEmpty()) {
      list.remove(0);
    }
  }
}
