/** An update is lost; the text of the assertion reads more than the assertion. */
public class LostToldAtLength {
  static int done;
  static String first, last, all;

  static void work(String name) {
    if (first == null) first = name;
    last = name;
    all = all == null ? name : all + name;
    done = done + 1;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> work("t")), u = new Thread(() -> work("u"));
    t.start();
    u.start();
    t.join();
    u.join();
    assert done == 2 : "done " + done + " from " + first + " to " + last + ": " + all;
  }
}
