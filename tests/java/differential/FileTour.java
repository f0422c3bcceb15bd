import java.io.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.stream.*;
public class FileTour {
  interface V { Object run() throws Throwable; }
  static void v(V r) { String s; try { s = String.valueOf(r.run()); } catch (Throwable e) { s = e.toString(); } System.out.println(s.replace(base, "BASE")); }
  static String base = "";
  public static void main(String[] x) throws Throwable {
    Path dir = Files.createTempDirectory("jmct");
    base = dir.toString();
    Path f = dir.resolve("a.txt");
    v(() -> Files.exists(f)); v(() -> Files.readString(f)); v(() -> new FileReader(f.toFile()));
    v(() -> Files.writeString(f, "one\ntwo\nthree\u00e9\n").equals(f));
    v(() -> Files.readString(f)); v(() -> Files.readAllLines(f)); v(() -> { try (Stream<String> s = Files.lines(f)) { return s.map(String::toUpperCase).collect(Collectors.toList()); } });
    v(() -> Files.size(f)); v(() -> Files.exists(f) + " " + Files.isDirectory(f) + " " + Files.isRegularFile(f) + " " + Files.isReadable(f) + " " + Files.isWritable(f) + " " + Files.isSymbolicLink(f) + " " + Files.isHidden(f));
    v(() -> { try (BufferedReader r = new BufferedReader(new FileReader(f.toFile(), StandardCharsets.UTF_8))) { return r.readLine() + r.readLine() + r.readLine() + r.readLine(); } });
    v(() -> { try (Scanner s = new Scanner(f.toFile(), "UTF-8")) { return s.next() + s.next() + s.hasNextInt(); } });
    v(() -> { try (FileInputStream in = new FileInputStream(f.toFile())) { return in.read() + " " + in.available() + " " + in.skip(3) + " " + in.read() + " " + new String(in.readAllBytes(), "UTF-8") + in.read(); } });
    v(() -> { try (FileOutputStream o = new FileOutputStream(f.toFile(), true)) { o.write(65); o.write("bcd".getBytes(), 1, 2); } return Files.readString(f); });
    v(() -> { try (PrintWriter o = new PrintWriter(new FileWriter(f.toFile()))) { o.println("new"); o.printf("%d%n", 7); } return Files.readString(f); });
    v(() -> { try (RandomAccessFile r = new RandomAccessFile(f.toFile(), "rw")) { r.seek(10); r.writeInt(0x41424344); r.seek(0); r.write(88); long p = r.getFilePointer(); r.setLength(12); r.seek(11); int b = r.read(), e = r.read(); return p + " " + r.length() + " " + b + " " + e + " " + r.getFilePointer(); } });
    v(() -> Arrays.toString(Files.readAllBytes(f)));
    v(() -> new RandomAccessFile(dir.resolve("none").toFile(), "r")); v(() -> { try (RandomAccessFile r = new RandomAccessFile(f.toFile(), "r")) { r.write(1); return 1; } });
    v(() -> { try (FileChannel c = FileChannel.open(f, StandardOpenOption.READ)) { ByteBuffer b = ByteBuffer.allocate(4); int n = c.read(b); ByteBuffer d = ByteBuffer.allocateDirect(5); int m = c.read(d, 1); b.flip(); d.flip(); return n + " " + m + " " + (char) b.get() + (char) d.get() + " " + c.position() + " " + c.size() + " " + c.read(ByteBuffer.allocate(3), 100); } });
    v(() -> { try (FileChannel c = FileChannel.open(dir.resolve("b"), StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ)) { int n = c.write(ByteBuffer.wrap("hello world".getBytes())); c.write(new ByteBuffer[] {ByteBuffer.wrap("a".getBytes()), ByteBuffer.wrap("bc".getBytes())}); c.write(ByteBuffer.wrap("XY".getBytes()), 2); c.truncate(12); c.force(true); ByteBuffer p = ByteBuffer.allocate(4), q = ByteBuffer.allocate(20); c.position(0); long m = c.read(new ByteBuffer[] {p, q}); FileLock l = c.lock(); boolean lv = l.isValid(); l.release(); return n + " " + m + new String(p.array()) + new String(q.array(), 0, 8) + c.position() + lv; } });
    v(() -> { try (FileChannel c = FileChannel.open(f, StandardOpenOption.READ)) { return c.write(ByteBuffer.allocate(1)); } });
    v(() -> FileChannel.open(dir.resolve("b"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    v(() -> { try (FileChannel a = FileChannel.open(f); FileChannel b = FileChannel.open(dir.resolve("c"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) { return a.transferTo(0, 5, b) + " " + b.transferFrom(a, 1, 3) + " " + Files.size(dir.resolve("c")); } });
    v(() -> Files.createDirectory(dir.resolve("d")).getFileName()); v(() -> Files.createDirectory(dir.resolve("d"))); v(() -> Files.createDirectories(dir.resolve("d/e/f")).getFileName());
    v(() -> Files.copy(f, dir.resolve("d/copy")).getFileName()); v(() -> Files.copy(f, dir.resolve("d/copy"))); v(() -> Files.copy(f, dir.resolve("d/copy"), StandardCopyOption.REPLACE_EXISTING).getFileName());
    v(() -> Files.move(dir.resolve("b"), dir.resolve("d/moved")).getFileName()); v(() -> Files.exists(dir.resolve("b"))); v(() -> Files.readString(dir.resolve("d/moved")));
    v(() -> { try (Stream<Path> s = Files.list(dir)) { return s.map(p -> p.getFileName().toString()).sorted().collect(Collectors.toList()); } });
    v(() -> { try (Stream<Path> s = Files.walk(dir)) { return s.map(p -> dir.relativize(p).toString()).sorted().collect(Collectors.toList()); } });
    v(() -> { String[] l = dir.toFile().list(); Arrays.sort(l); return Arrays.toString(l); });
    v(() -> Files.deleteIfExists(dir.resolve("zz"))); v(() -> { Files.delete(dir.resolve("zz")); return 0; }); v(() -> { Files.delete(dir.resolve("c")); return Files.exists(dir.resolve("c")); });
    v(() -> Files.createSymbolicLink(dir.resolve("ln"), Path.of("d/moved")).getFileName()); v(() -> Files.readSymbolicLink(dir.resolve("ln"))); v(() -> Files.readString(dir.resolve("ln"))); v(() -> dir.resolve("ln").toRealPath()); v(() -> dir.resolve("ln").toFile().getCanonicalPath());
    v(() -> Files.isSameFile(dir.resolve("ln"), dir.resolve("d/moved"))); v(() -> Files.isSameFile(dir.resolve("ln"), f));
    v(() -> { Files.createLink(dir.resolve("hard"), f); Files.writeString(dir.resolve("hard"), "through"); return Files.readString(f) + Files.getAttribute(f, "unix:nlink"); });
    v(() -> { BasicFileAttributes a = Files.readAttributes(f, BasicFileAttributes.class); return a.size() + " " + a.isRegularFile() + a.isDirectory() + a.isSymbolicLink() + a.isOther(); });
    v(() -> { Files.setLastModifiedTime(f, FileTime.fromMillis(123456789)); return Files.getLastModifiedTime(f) + " " + f.toFile().lastModified(); });
    v(() -> { Files.setPosixFilePermissions(f, PosixFilePermissions.fromString("rw-r-----")); return PosixFilePermissions.toString(Files.getPosixFilePermissions(f)) + Files.getOwner(f).getName().isEmpty(); });
    File g = dir.resolve("g").toFile();
    v(() -> g.createNewFile() + " " + g.createNewFile() + " " + g.length() + " " + g.isFile() + " " + g.delete() + " " + g.delete() + " " + g.exists() + " " + g.mkdir() + " " + g.isDirectory() + " " + new File(g, "h/i").mkdirs() + " " + g.delete() + " " + g.renameTo(new File(dir.toFile(), "gg")) + " " + g.exists() + new File(dir.toFile(), "gg/h/i").isDirectory());
    v(() -> { try (ObjectOutputStream o = new ObjectOutputStream(Files.newOutputStream(dir.resolve("o")))) { o.writeObject(List.of("x", 1)); } try (ObjectInputStream o = new ObjectInputStream(Files.newInputStream(dir.resolve("o")))) { return o.readObject(); } });
    v(() -> { try (BufferedWriter w = Files.newBufferedWriter(f, StandardOpenOption.APPEND)) { w.write("!"); } return Files.readString(f); });
    v(() -> Files.write(f, List.of("p", "q"), StandardOpenOption.TRUNCATE_EXISTING).getFileName() + "" + Files.readAllLines(f)); v(() -> Files.mismatch(f, dir.resolve("o")));
    v(() -> Files.newByteChannel(dir, StandardOpenOption.WRITE)); v(() -> new FileOutputStream(dir.toFile())); v(() -> new FileInputStream(dir.toFile())); v(() -> Files.readString(f.resolve("x"))); v(() -> new FileInputStream(f + "/x")); v(() -> Files.list(f)); v(() -> Files.readString(dir));
    v(() -> { FileInputStream in = new FileInputStream(f.toFile()); in.close(); in.close(); return in.read(); });
    v(() -> { FileChannel c = FileChannel.open(f); c.close(); return c.size(); });
    v(() -> { File t = File.createTempFile("pre", ".suf", dir.toFile()); return t.exists() + " " + t.getName().startsWith("pre") + t.getName().endsWith(".suf"); });
    v(() -> { Path t = Files.createTempFile(dir, null, null); return Files.size(t) + " " + PosixFilePermissions.toString(Files.getPosixFilePermissions(t)) + Files.deleteIfExists(t); });
    v(() -> new File(base + "/no/../such/./file/..").getCanonicalPath()); v(() -> new File("no/such/../x").getCanonicalPath().endsWith("/no/x")); v(() -> new File(base + "/ln/../q").getCanonicalPath()); v(() -> new File("/..//").getCanonicalPath());
    v(() -> { Properties p = new Properties(); p.setProperty("k", "v"); try (Writer w = new FileWriter(f.toFile())) { p.store(w, null); } Properties q = new Properties(); try (Reader r = new FileReader(f.toFile())) { q.load(r); } return q; });
    try (Stream<Path> s = Files.walk(dir)) { s.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete()); }
    v(() -> Files.exists(dir));
  }
}
