/** A message that a code host's CI would take for a command, and a name with a control character; the file's name is none of a URI. */
public class Log$Lines {
  static int n;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> n++, "bell \u0007");
    t.start();
    n++;
    t.join();
    if (n == 1) throw new IllegalStateException("first\n::error::second");
  }
}
