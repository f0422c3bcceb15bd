import java.security.MessageDigest;
import java.security.Security;
import java.security.Signature;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.HexFormat;

/** The process itself, and cryptography from the JDK's own bytecode. */
public class Cryptography {
  public static void main(String[] args) throws Exception {
    ProcessHandle self = ProcessHandle.current();
    System.out.println((self.pid() > 0) + " " + self.isAlive() + " " + self.equals(ProcessHandle.current()) + " " + (self.pid() == ProcessHandle.current().pid()));
    for (String name : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256"}) {
      System.out.println(HexFormat.of().formatHex(MessageDigest.getInstance(name).digest("abc".getBytes())));
    }
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(512);
    KeyPair pair = generator.generateKeyPair();
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(pair.getPrivate());
    signature.update(new byte[3]);
    byte[] signed = signature.sign();
    signature.initVerify(pair.getPublic());
    signature.update(new byte[3]);
    System.out.println(signature.verify(signed));
    System.out.println(Security.getProvider("SUN").getName() + " " + (Security.getProvider("none") == null));
    try {
      MessageDigest.getInstance("none");
    } catch (java.security.NoSuchAlgorithmException e) {
      System.out.println(e.getMessage());
    }
  }
}
