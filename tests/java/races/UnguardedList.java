// A list that two threads fill: its fields race in its own code, called by the program.
// races: java.util.ArrayList.size java.util.AbstractList.modCount elements_of_java.lang.Object[]
import java.util.ArrayList;
import java.util.List;

public class UnguardedList {
  public static void main(String[] args) throws Exception {
    List<Integer> list = new ArrayList<>(10);
    Thread t = new Thread(() -> list.add(1));
    t.start();
    list.add(2);
    t.join();
  }
}
