import java.util.ArrayList;
public class SharedList {
  static ArrayList<Integer> shared;
  public static void main(String[] a) {
    new Thread(() -> { ArrayList<Integer> l = new ArrayList<>(); l.add(7); shared = l; }).start();
    ArrayList<Integer> l = shared;
    assert l == null || l.size() == 1;
  }
}
