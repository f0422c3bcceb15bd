// A StackOverflowError is an ordinary error of the program: caught, finally blocks run, and it can happen again.
public class StackOverflow {
  static int depth;
  static int finals;

  static int dive(int n) {
    depth++;
    return dive(n + 1) + 1;
  }

  static void withFinally(int n) {
    try {
      if (n > 0) withFinally(n - 1);
      else dive(0);
    } finally {
      finals++;
    }
  }

  static class Node {
    Node next;

    @Override public String toString() {
      return "n" + next;
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      depth = 0;
      try {
        dive(0);
        System.out.println("no");
      } catch (StackOverflowError e) {
        System.out.println("caught " + e.getMessage() + " " + (depth > 500) + " " + e.getStackTrace()[0].getMethodName());
      }
    }
    try {
      withFinally(20);
    } catch (StackOverflowError e) {
      System.out.println("finals " + finals);
    }
    Node n = new Node();
    n.next = n;
    try {
      n.toString();
    } catch (StackOverflowError e) {
      System.out.println("cyclic toString");
    }
    System.out.println(new StackOverflowError() instanceof VirtualMachineError);
  }
}
