// Every method of System.out: print, println, write, append, char arrays, flush, redirection, error state.
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;

public class Printing {
  public static void main(String[] args) throws IOException {
    System.out.print(true);
    System.out.print('c');
    System.out.print(1);
    System.out.print(2L);
    System.out.print(3f);
    System.out.print(4d);
    System.out.print(new char[] {'x', 'y'});
    System.out.print("s");
    System.out.print((String) null);
    System.out.print((Object) null);
    System.out.print(new StringBuilder("obj"));
    System.out.println();
    System.out.println(false);
    System.out.println('d');
    System.out.println(-1);
    System.out.println(-2L);
    System.out.println(-3.5f);
    System.out.println(-4.5);
    System.out.println(new char[] {'p', 'q'});
    System.out.println("text");
    System.out.println((Object) "object");
    System.out.println((String) null);
    System.out.append('a').append("bc").append("defg", 1, 3).append(null).append('\n');
    System.out.write('w');
    System.out.write('\n');
    System.out.write(new byte[] {'b', 'y', 't', 'e', 's', '\n'}, 0, 6);
    System.out.write(new byte[] {'z', '\n'});
    System.out.flush();
    try {
      System.out.print((char[]) null);
    } catch (NullPointerException e) {
      System.out.println("null array");
    }
    System.out.println(System.out.checkError());
    System.err.println("this is not compared");
    PrintStream old = System.out;
    ByteArrayOutputStream buf = new ByteArrayOutputStream();
    System.setOut(new PrintStream(buf));
    System.out.println("captured");
    System.out.print(7);
    System.out.flush();
    System.setOut(old);
    System.out.println(buf.size() + " " + buf.toString().trim().replace("\n", "/"));
    System.out.println(System.lineSeparator().length() + System.getProperty("line.separator").replace("\n", "LF")
        + System.getProperty("file.separator") + System.getProperty("no.such") + System.getProperty("no.such", "dflt"));
    System.out.print("no newline at the end");
  }
}
