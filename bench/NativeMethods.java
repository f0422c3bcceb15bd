import java.io.*;
import java.net.URI;
import java.nio.file.*;
import java.util.*;

/** Prints the native methods of the JDK that runs it, from its run-time image: module, class, name and descriptor. For bench/natives. */
public class NativeMethods {
  public static void main(String[] args) throws Exception {
    Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
    try (var all = Files.walk(root)) {
      for (Path p : (Iterable<Path>) all.filter(x -> x.toString().endsWith(".class"))::iterator) read(p);
    }
    System.out.flush();
  }

  static void read(Path p) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(p)));
    in.readInt();
    in.readInt();
    int n = in.readUnsignedShort();
    String[] utf = new String[n];
    int[] cls = new int[n];
    for (int i = 1; i < n; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> utf[i] = in.readUTF();
        case 7 -> cls[i] = in.readUnsignedShort();
        case 8, 16, 19, 20 -> in.readUnsignedShort();
        case 15 -> {
          in.readUnsignedByte();
          in.readUnsignedShort();
        }
        case 5, 6 -> {
          in.readLong();
          i++;
        }
        default -> in.readInt();
      }
    }
    in.readUnsignedShort();
    int self = in.readUnsignedShort();
    in.readUnsignedShort();
    for (int i = in.readUnsignedShort(); i > 0; i--) in.readUnsignedShort();
    for (int kind = 0; kind < 2; kind++)  // fields, methods
      for (int i = in.readUnsignedShort(); i > 0; i--) {
        int flags = in.readUnsignedShort();
        String name = utf[in.readUnsignedShort()], desc = utf[in.readUnsignedShort()];
        if (kind == 1 && (flags & 0x100) != 0)
          System.out.println(p.getName(1) + "\t" + utf[cls[self]] + "\t" + name + desc);
        for (int a = in.readUnsignedShort(); a > 0; a--) {
          in.readUnsignedShort();
          in.skipNBytes(in.readInt());
        }
      }
  }
}
