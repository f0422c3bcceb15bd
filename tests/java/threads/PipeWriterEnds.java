// outcomes: x/Pipe broken | x/Write end dead
// why: a reader of an empty pipe asks whether the last writer is alive: before it waits ("Write end dead"), and after each wait for the writer, which ends meanwhile ("Pipe broken")
// stateless: no
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;

public class PipeWriterEnds {
  public static void main(String[] args) throws Exception {
    PipedInputStream in = new PipedInputStream();
    PipedOutputStream out = new PipedOutputStream(in);
    Thread writer = new Thread(() -> {
      try {
        out.write('x');
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    });
    writer.start();
    System.out.println((char) in.read());
    try {
      System.out.println(in.read());
    } catch (IOException e) {
      System.out.println(e.getMessage());
    }
    writer.join();
  }
}
