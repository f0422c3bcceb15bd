/*
 * verdict: verified
 * outcomes: gzip 2
 * why: Codec does not need the Registry, so initialisation goes one way only, from Registry to Gzip to Codec, and whoever waits for a class waits for a thread that will finish it.
 */
import java.util.LinkedHashMap;
import java.util.Map;

public class CodecRegistry {
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
