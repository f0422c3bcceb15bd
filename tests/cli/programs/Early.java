public class Early {
  public static void main(String[] args) {
    System.out.println("first");
    throw new IllegalStateException("arguments: " + String.join(",", args));
  }
}
