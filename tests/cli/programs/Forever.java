public class Forever {
  public static void main(String[] args) throws Exception {
    synchronized (Forever.class) {
      Forever.class.wait();
    }
  }
}
