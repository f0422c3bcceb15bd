// Streams, readers and writers in memory; Scanner; buffers.
import java.io.*;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import java.util.StringTokenizer;

public class InputOutput {
  public static void main(String[] args) throws IOException {
    ByteArrayOutputStream bo = new ByteArrayOutputStream();
    try (DataOutputStream d = new DataOutputStream(bo)) {
      d.writeInt(-5);
      d.writeLong(1L << 40);
      d.writeDouble(2.5);
      d.writeUTF("\u00e9\0x");
      d.writeBoolean(true);
      d.writeChars("ab");
    }
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bo.toByteArray()));
    System.out.println(bo.size() + " " + in.readInt() + " " + in.readLong() + " " + in.readDouble() + " " + in.readUTF().length() + " " + in.readBoolean()
        + " " + in.readChar() + in.readChar() + " " + in.read());
    try {
      in.readInt();
    } catch (EOFException e) {
      System.out.println("EOF");
    }
    BufferedReader r = new BufferedReader(new StringReader("line 1\nline 2\r\nlast"));
    String s;
    while ((s = r.readLine()) != null) System.out.print("<" + s + ">");
    System.out.println(r.read());
    StringWriter w = new StringWriter();
    try (PrintWriter p = new PrintWriter(w)) {
      p.printf("%d-%s", 3, "x");
      p.println('c');
      p.print(2.5f);
    }
    System.out.println(w.toString().replace("\n", "/"));
    Scanner sc = new Scanner("12 word 3.5 rest of line\nsecond 7");
    System.out.println(sc.nextInt() + sc.next() + sc.nextLine() + "|" + sc.hasNextInt() + sc.next() + sc.nextInt() + sc.hasNext());
    StringTokenizer st = new StringTokenizer("a b,c", " ,", true);
    while (st.hasMoreTokens()) System.out.print("[" + st.nextToken() + "]");
    System.out.println();
    ByteBuffer b = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    b.putInt(1).putShort((short) -2).put((byte) 3).putLong(0, 5L);
    b.flip();
    System.out.println(b.remaining() + " " + b.get() + " " + b.order(ByteOrder.BIG_ENDIAN).getShort() + " " + b.slice().limit() + " " + b.position());
    System.out.println(StandardCharsets.UTF_8.decode(StandardCharsets.UTF_8.encode("\u4e2d\ud83d\ude00x")).length() + " " + CharBuffer.wrap("abc").subSequence(1, 3));
    InputStreamReader isr = new InputStreamReader(new ByteArrayInputStream(new byte[] {(byte) 0xc3, (byte) 0xa9, 'z'}), StandardCharsets.UTF_8);
    System.out.println(isr.read() + " " + (char) isr.read() + " " + isr.read());
    File f = new File("dir", "file.txt");
    System.out.println(f.getName() + " " + f.getParent() + " " + f.getPath() + " " + new File("/a/../b").isAbsolute());
    System.out.println(new String(new ByteArrayInputStream("all".getBytes()).readAllBytes()) + new UncheckedIOException(new IOException("io")).getMessage());
  }
}
