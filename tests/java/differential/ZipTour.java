import java.io.*;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.jar.*;
import java.util.zip.*;
public class ZipTour {
  interface V { Object run() throws Throwable; }
  static void v(V r) { String s; try { s = String.valueOf(r.run()); } catch (Throwable e) { s = e.toString(); } System.out.println(s); }
  static byte[] deflate(Deflater d, byte[] in, int chunk) { d.setInput(in); d.finish(); ByteArrayOutputStream o = new ByteArrayOutputStream(); byte[] b = new byte[chunk]; while (!d.finished()) { int n = d.deflate(b); o.write(b, 0, n); } return o.toByteArray(); }
  static byte[] inflate(Inflater d, byte[] in, int chunk) throws DataFormatException { d.setInput(in); ByteArrayOutputStream o = new ByteArrayOutputStream(); byte[] b = new byte[chunk]; while (!d.finished()) { int n = d.inflate(b); if (n == 0 && (d.needsInput() || d.needsDictionary())) break; o.write(b, 0, n); } return o.toByteArray(); }
  public static void main(String[] x) throws Throwable {
    byte[] text = "the quick brown fox jumps over the lazy dog; the quick brown fox again and again and again".getBytes();
    byte[] noise = new byte[3000]; new Random(5).nextBytes(noise);
    CRC32 c = new CRC32(); c.update(text); c.update(7); System.out.println(c.getValue());
    Adler32 a = new Adler32(); a.update(text, 3, 9); System.out.println(a.getValue());
    CRC32C cc = new CRC32C(); cc.update(text); System.out.println(cc.getValue());
    ByteBuffer db = ByteBuffer.allocateDirect(100); db.put(text).flip(); c.update(db.duplicate()); a.update(db.duplicate()); cc.update(db.duplicate()); System.out.println(c.getValue() + " " + a.getValue() + " " + cc.getValue());
    for (int level : new int[] {-1, 0, 1, 6, 9}) for (boolean raw : new boolean[] {false, true}) for (byte[] in : new byte[][] {text, noise, new byte[0]}) {
      Deflater d = new Deflater(level, raw); byte[] z = deflate(d, in, 64); System.out.println(level + " " + raw + " " + z.length + " " + Arrays.hashCode(z) + " " + d.getTotalIn() + " " + d.getTotalOut() + " " + (raw ? 0 : d.getAdler()));
      Inflater i = new Inflater(raw); System.out.println(Arrays.equals(in, inflate(i, z, 17)) + " " + i.getRemaining() + " " + i.getBytesRead() + " " + i.getBytesWritten()); i.end(); d.end();
    }
    v(() -> { Deflater d = new Deflater(); d.setDictionary("the quick brown".getBytes()); byte[] z = deflate(d, text, 1000); Inflater i = new Inflater(); i.setInput(z); byte[] o = new byte[200]; int n = i.inflate(o); boolean need = i.needsDictionary(); i.setDictionary("the quick brown".getBytes()); int m = i.inflate(o); return z.length + " " + n + need + m + new String(o, 0, m); });
    v(() -> { Inflater i = new Inflater(); i.setInput(new byte[] {1, 2, 3, 4}); return i.inflate(new byte[10]); });
    v(() -> { Inflater i = new Inflater(); byte[] z = deflate(new Deflater(), text, 1000); z[10] ^= 0x55; i.setInput(z); return i.inflate(new byte[1000]); });
    v(() -> { Inflater i = new Inflater(); i.end(); return i.inflate(new byte[10]); }); v(() -> { Inflater i = new Inflater(); i.setDictionary(text); return 0; });
    v(() -> { Deflater d = new Deflater(); d.setInput(text); byte[] b = new byte[200]; int n = d.deflate(b, 0, 200, Deflater.SYNC_FLUSH); d.setLevel(9); d.setStrategy(Deflater.HUFFMAN_ONLY); d.setInput(text); int m = d.deflate(b, n, 200 - n, Deflater.FULL_FLUSH); d.finish(); int k = d.deflate(b, n + m, 200 - n - m); int h = Arrays.hashCode(b); d.reset(); byte[] again = deflate(d, text, 33); return n + " " + m + " " + k + " " + h + " " + Arrays.hashCode(again) + d.finished(); });
    v(() -> { Deflater d = new Deflater(); ByteBuffer in = ByteBuffer.allocateDirect(text.length).put(text).flip(), out = ByteBuffer.allocateDirect(200); d.setInput(in); d.finish(); int n = d.deflate(out); out.flip(); Inflater i = new Inflater(); i.setInput(out); ByteBuffer back = ByteBuffer.allocate(200); int m = i.inflate(back); return n + " " + m + in.remaining() + new String(back.array(), 0, m); });
    ByteArrayOutputStream bo = new ByteArrayOutputStream(); try (GZIPOutputStream g = new GZIPOutputStream(bo)) { g.write(text); } System.out.println(bo.size());
    v(() -> new String(new GZIPInputStream(new ByteArrayInputStream(bo.toByteArray())).readAllBytes())); v(() -> { byte[] z = bo.toByteArray(); z[z.length - 5] ^= 1; return new GZIPInputStream(new ByteArrayInputStream(z)).readAllBytes(); }); v(() -> new GZIPInputStream(new ByteArrayInputStream(text)));
    ByteArrayOutputStream zo = new ByteArrayOutputStream(); try (ZipOutputStream z = new ZipOutputStream(zo)) { z.setComment("hi"); ZipEntry e = new ZipEntry("a/b.txt"); e.setTime(1600000000000L); z.putNextEntry(e); z.write(text); z.closeEntry(); e = new ZipEntry("stored"); e.setTime(1600000000000L); e.setMethod(ZipEntry.STORED); e.setSize(text.length); CRC32 k = new CRC32(); k.update(text); e.setCrc(k.getValue()); z.putNextEntry(e); z.write(text); }
    System.out.println(zo.size() + " " + Arrays.hashCode(zo.toByteArray()));
    v(() -> { StringBuilder s = new StringBuilder(); try (ZipInputStream z = new ZipInputStream(new ByteArrayInputStream(zo.toByteArray()))) { for (ZipEntry e; (e = z.getNextEntry()) != null;) s.append(e.getName()).append(new String(z.readAllBytes()).length()); } return s; });
    Path f = Files.createTempFile("zip", ".zip"); Files.write(f, zo.toByteArray());
    v(() -> { StringBuilder s = new StringBuilder(); try (ZipFile z = new ZipFile(f.toFile())) { s.append(z.size()).append(z.getComment()); for (Enumeration<? extends ZipEntry> e = z.entries(); e.hasMoreElements();) { ZipEntry n = e.nextElement(); s.append(n.getName()).append(n.getSize()).append(' ').append(n.getCompressedSize()).append(new String(z.getInputStream(n).readAllBytes()).hashCode()); } s.append(z.getEntry("none")); } return s; });
    v(() -> { try (JarOutputStream j = new JarOutputStream(Files.newOutputStream(f), new Manifest(new ByteArrayInputStream("Manifest-Version: 1.0\nMain-Class: X\n".getBytes())))) { JarEntry e = new JarEntry("x"); j.putNextEntry(e); j.write(1); } try (JarFile j = new JarFile(f.toFile())) { return j.getManifest().getMainAttributes().getValue("Main-Class") + j.stream().count() + j.getInputStream(j.getEntry("x")).read(); } });
    v(() -> { ByteArrayOutputStream o = new ByteArrayOutputStream(); try (DeflaterOutputStream d = new DeflaterOutputStream(o, true)) { d.write(text); d.flush(); d.write(1); } return o.size() + new String(new InflaterInputStream(new ByteArrayInputStream(o.toByteArray())).readAllBytes()); });
    v(() -> { CheckedInputStream s = new CheckedInputStream(new ByteArrayInputStream(text), new Adler32()); s.readAllBytes(); return s.getChecksum().getValue(); });
    Files.delete(f);
    v(() -> { try { return new ZipFile(f.toFile()); } catch (IOException e) { return e.getClass(); } });
  }
}
