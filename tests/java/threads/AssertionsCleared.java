// outcomes: false/on | false/off | true/on | true/off
// why: setClassAssertionStatus may come before or after clearAssertionStatus, and each before or after a class that asks when it is initialised
public class AssertionsCleared {
  static class Late {
    static final String assertions;
    static {
      boolean on = false;
      assert on = true;
      assertions = on ? "on" : "off";
    }
  }
  static String seen;
  public static void main(String[] args) throws Exception {
    ClassLoader loader = AssertionsCleared.class.getClassLoader();
    Thread tells = new Thread(() -> loader.setClassAssertionStatus("AssertionsCleared$Late", true));
    Thread clears = new Thread(loader::clearAssertionStatus);
    Thread initialises = new Thread(() -> seen = Late.assertions);
    tells.start();
    clears.start();
    initialises.start();
    tells.join();
    clears.join();
    initialises.join();
    System.out.println(Late.class.desiredAssertionStatus());
    System.out.println(seen);
  }
}
