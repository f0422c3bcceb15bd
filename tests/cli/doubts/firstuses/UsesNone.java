public class UsesNone {
  public static void main(String[] args) throws Exception {
    BothAtOnce.run(() -> "a" + 2.5 + " ".repeat(3).length());
  }
}
