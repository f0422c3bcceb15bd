// outcomes: false | true
// why: assertions are on unless told otherwise; the question may come before or after the loader is told
public class AssertionsAsked {
  static boolean status;
  public static void main(String[] args) throws Exception {
    ClassLoader loader = AssertionsAsked.class.getClassLoader();
    Thread asks = new Thread(() -> status = AssertionsAsked.class.desiredAssertionStatus());
    Thread tells = new Thread(() -> loader.setDefaultAssertionStatus(false));
    asks.start();
    tells.start();
    asks.join();
    tells.join();
    System.out.println(status);
  }
}
