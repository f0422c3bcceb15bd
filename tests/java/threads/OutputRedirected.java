// outcomes:  kept | x printed
// why: whether the thread fetches System.out before or after main has set it nobody orders
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

public class OutputRedirected {
  public static void main(String[] args) throws Exception {
    PrintStream console = System.out;
    ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    Thread t = new Thread(() -> System.out.print("x"));
    t.start();
    System.setOut(new PrintStream(buffer));
    t.join();
    console.println(buffer.size() == 0 ? " printed" : "kept");
  }
}
