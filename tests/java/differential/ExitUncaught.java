// exit: 1
// An exception that leaves main ends the program with status 1, after its output.
public class ExitUncaught {
  public static void main(String[] args) {
    System.out.println("before");
    try {
      Object o = "x";
      Integer i = (Integer) o;
      System.out.println(i);
    } finally {
      System.out.println("finally runs");
    }
    System.out.println("unreached");
  }
}
