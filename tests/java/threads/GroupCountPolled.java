// outcomes: 2
// stateless: no
// why: when only main is left in its group the others have done their work
public class GroupCountPolled {
  static int n;

  static synchronized void inc() { n++; }

  public static void main(String[] args) throws Exception {
    new Thread(GroupCountPolled::inc).start();
    new Thread(GroupCountPolled::inc).start();
    while (Thread.activeCount() > 1) Thread.yield();
    System.out.println(n);
  }
}
