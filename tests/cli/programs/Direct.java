public class Direct {
  public static void main(String[] args) {
    System.out.println(java.nio.ByteBuffer.allocateDirect(8).capacity());
  }
}
