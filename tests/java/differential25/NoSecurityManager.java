// From 24 on a security manager cannot be set: an exception of the JDK's, no refusal of ours.
public class NoSecurityManager {
  @SuppressWarnings("removal")
  public static void main(String[] args) {
    System.out.println(System.getSecurityManager());
    for (SecurityManager m : new SecurityManager[] {null, new SecurityManager()})
      try {
        System.setSecurityManager(m);
        System.out.println("set");
      } catch (UnsupportedOperationException e) {
        System.out.println(e.getMessage());
      }
  }
}
