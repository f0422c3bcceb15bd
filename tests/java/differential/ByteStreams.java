import java.io.*; import java.util.*; import java.util.zip.*; import java.nio.*; import java.nio.charset.*;
/** Streams of bytes and characters, encodings, serialisation, checksums. */
public class ByteStreams {
  static class Node implements Serializable { private static final long serialVersionUID=1; int v; Node next; transient int t=5; List<String> l=new ArrayList<>(List.of("a","b")); Node(int v, Node n){this.v=v;next=n;} }
  record P(int x, String s) implements Serializable {}
  enum E implements Serializable { A, B }
  static void t(String n, Part r) { try { System.out.println(n + ": " + r.compute()); } catch (Throwable e) { System.out.println(n + " threw " + e); } }
  interface Part { Object compute() throws Exception; }
  public static void main(String[] a) throws Exception {
    t("ser", () -> { ByteArrayOutputStream b=new ByteArrayOutputStream(); ObjectOutputStream o=new ObjectOutputStream(b); Node n=new Node(1,new Node(2,null)); o.writeObject(n); o.writeObject(new P(3,"x")); o.writeObject(E.B); o.writeObject(new int[]{1,2}); o.close();
      ObjectInputStream i=new ObjectInputStream(new ByteArrayInputStream(b.toByteArray())); Node m=(Node)i.readObject(); return m.v+" "+m.next.v+" "+m.t+" "+m.l+" "+i.readObject()+" "+i.readObject()+" "+Arrays.toString((int[])i.readObject()); });
    t("data", () -> { ByteArrayOutputStream b=new ByteArrayOutputStream(); DataOutputStream d=new DataOutputStream(b); d.writeInt(5); d.writeUTF("h\u00e4"); d.writeDouble(1.5); DataInputStream i=new DataInputStream(new ByteArrayInputStream(b.toByteArray())); return i.readInt()+i.readUTF()+i.readDouble(); });
    t("crc", () -> { CRC32 c=new CRC32(); c.update("hello".getBytes()); Adler32 d=new Adler32(); d.update("hello".getBytes()); return c.getValue()+" "+d.getValue(); });
    t("crc32c", () -> { CRC32C c=new CRC32C(); c.update("hello".getBytes()); return c.getValue(); });
    t("bytebuffer", () -> { ByteBuffer b=ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN); b.putInt(1).putLong(2L).flip(); return b.getInt()+" "+b.getLong()+" "+b+" "+b.asIntBuffer(); });
    t("charset", () -> new String("h\u00e4\u20ac".getBytes("windows-1252"),"windows-1252")+Arrays.toString("h\u00e4\u20ac".getBytes("ISO-8859-15")));
    t("charset2", () -> Arrays.toString("h\u00e4\u20ac".getBytes("UTF-32")) + Charset.forName("Shift_JIS"));
    t("badcs", () -> Charset.forName("nope"));
    t("decoder", () -> StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(new byte[]{(byte)0xff})));
    t("scanner", () -> { Scanner s=new Scanner("12 abc 3.5 true\nline two"); return s.nextInt()+s.next()+s.nextDouble()+s.nextBoolean()+s.nextLine()+s.nextLine()+s.hasNext(); });
    t("reader", () -> { BufferedReader r=new BufferedReader(new StringReader("a\nb\r\nc")); return r.lines().toList(); });
    t("tok", () -> { StringTokenizer s=new StringTokenizer("a b,c"," ,"); return s.countTokens()+s.nextToken(); });
    t("streamtok", () -> { StreamTokenizer s=new StreamTokenizer(new StringReader("x=1.5")); s.nextToken(); return s.sval; });
    t("pw", () -> { StringWriter w=new StringWriter(); PrintWriter p=new PrintWriter(w); p.printf("%5d|%-5s|%05.1f|%x%n",42,"ab",3.14159,255); p.flush(); return w; });
    t("base64", () -> Base64.getEncoder().encodeToString("hello".getBytes())+new String(Base64.getDecoder().decode("aGVsbG8="))+Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[]{-1,-2}));
    t("base64bad", () -> Base64.getDecoder().decode("a*"));
    t("hex", () -> HexFormat.of().formatHex(new byte[]{1,-1})+HexFormat.ofDelimiter(":").withUpperCase().formatHex(new byte[]{10,11}));
    t("uuid", () -> UUID.nameUUIDFromBytes("x".getBytes())+" "+UUID.fromString("123e4567-e89b-12d3-a456-426614174000").version());
    t("stdin", () -> System.in.read());
    t("console", () -> System.console() == null);
    t("pipe", () -> { PipedInputStream i=new PipedInputStream(); PipedOutputStream o=new PipedOutputStream(i); o.write(65); o.close(); return i.read()+" "+i.read(); });
    t("seq", () -> new String(new SequenceInputStream(new ByteArrayInputStream("a".getBytes()),new ByteArrayInputStream("b".getBytes())).readAllBytes()));
  }
}
