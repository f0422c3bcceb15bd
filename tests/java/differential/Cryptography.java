import java.security.MessageDigest;
import java.security.Security;
import java.security.Signature;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** The process itself, and cryptography from the JDK's own bytecode. */
public class Cryptography {
  public static void main(String[] args) throws Exception {
    ProcessHandle self = ProcessHandle.current();
    System.out.println((self.pid() > 0) + " " + self.isAlive() + " " + self.equals(ProcessHandle.current()) + " " + (self.pid() == ProcessHandle.current().pid()));
    for (String name : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256"}) {
      System.out.println(HexFormat.of().formatHex(MessageDigest.getInstance(name).digest("abc".getBytes())));
    }
    SecretKeySpec aes = new SecretKeySpec(new byte[16], "AES");
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec("key".getBytes(), "HmacSHA256"));
    System.out.println(Base64.getEncoder().encodeToString(mac.doFinal("abc".getBytes())));
    Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
    cipher.init(Cipher.ENCRYPT_MODE, aes, new IvParameterSpec(new byte[16]));
    System.out.println(HexFormat.of().formatHex(cipher.doFinal("hello".getBytes())));
    KeyGenerator keys = KeyGenerator.getInstance("AES");
    keys.init(128);
    System.out.println(keys.generateKey().getEncoded().length);
    SecretKeyFactory factory = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256");
    System.out.println(HexFormat.of().formatHex(factory.generateSecret(new PBEKeySpec("pw".toCharArray(), new byte[8], 3, 128)).getEncoded()));
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
