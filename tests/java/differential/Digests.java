// Base64, checksums, message digests, name-based UUIDs, hexadecimal.
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

public class Digests {
  public static void main(String[] args) throws Exception {
    byte[] data = "The quick brown fox jumps over the lazy dog \u00e9".getBytes(StandardCharsets.UTF_8);
    String b64 = Base64.getEncoder().encodeToString(data);
    System.out.println(b64 + " " + new String(Base64.getDecoder().decode(b64), StandardCharsets.UTF_8).length());
    System.out.println(Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[] {-1, -2, -3, -4}) + " "
        + Base64.getMimeEncoder(20, new byte[] {'|'}).encodeToString(data));
    try {
      Base64.getDecoder().decode("a$b=");
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    CRC32 crc = new CRC32();
    crc.update(data);
    System.out.println(Long.toHexString(crc.getValue()));
    crc.update(5);
    crc.update(data, 3, 9);
    System.out.println(Long.toHexString(crc.getValue()));
    crc.reset();
    System.out.println(crc.getValue());
    Adler32 ad = new Adler32();
    ad.update(data);
    System.out.println(ad.getValue());
    CRC32C c = new CRC32C();
    c.update(data, 0, data.length);
    System.out.println(c.getValue());
    for (String alg : new String[] {"MD5", "SHA-1", "SHA-256"})
      System.out.println(alg + " " + HexFormat.of().formatHex(MessageDigest.getInstance(alg).digest(data)));
    System.out.println(UUID.nameUUIDFromBytes(data) + " " + UUID.fromString("00000000-0000-002a-0000-00000000000b").getMostSignificantBits()
        + " " + new UUID(1L << 60, -5).toString() + " " + new UUID(1, 2).compareTo(new UUID(1, 3)) + " " + new UUID(3, 4).hashCode());
    System.out.println(HexFormat.ofDelimiter(":").withUpperCase().formatHex(new byte[] {1, (byte) 0xab}) + " "
        + HexFormat.of().parseHex("ff00").length);
  }
}
