/*
 * verdict: violated
 * kinds: deadlock
 * outcomes: gzip 2
 * hotspot: hang
 * needs: --initialisations
 * why: The initialiser of Registry creates a Gzip codec, and that of Codec, Gzip's superclass, asks the Registry for the default. One thread begins with Registry and the other with
 *      Gzip (so Codec): each waits for the class that the other one is initialising (JLS 12.4.2). If one of them is through before the other begins, the class that is in progress by
 *      the same thread is simply used, and all ends. Registry has two entries.
 */
import java.util.LinkedHashMap;
import java.util.Map;

public class CodecRegistryInit {
  static class Registry {
    static final Map<String, Codec> codecs = new LinkedHashMap<>();

    static {
      codecs.put("gzip", new Gzip());
      codecs.put("plain", new Codec("plain"));
    }

    static int size() {
      return codecs.size();
    }
  }

  static class Codec {
    static final int KNOWN = Registry.size();
    final String name;

    Codec(String name) {
      this.name = name;
    }
  }

  static class Gzip extends Codec {
    Gzip() {
      super("gzip");
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int[] known = new int[1];
    String[] name = new String[1];
    Thread reader = new Thread(() -> known[0] = Registry.size(), "reader");
    Thread writer = new Thread(() -> name[0] = new Gzip().name, "writer");
    reader.start();
    writer.start();
    reader.join();
    writer.join();
    System.out.println(name[0] + " " + known[0]);
  }
}
