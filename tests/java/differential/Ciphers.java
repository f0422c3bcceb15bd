import java.nio.charset.StandardCharsets;
import java.security.*;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.*;
import javax.crypto.*;
import javax.crypto.spec.*;

/** Ciphers, codes and keys of javax.crypto, from the JDK's bytecode. */
public class Ciphers {
    static final byte[] KEY = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    static String hex(byte[] bytes) { return HexFormat.of().formatHex(bytes); }

    static byte[] text(int length) {
        byte[] out = new byte[length];
        for (int i = 0; i < length; i++) out[i] = (byte) (i * 7);
        return out;
    }

    static void cipher(String transformation, String algorithm, int keyLength, java.security.spec.AlgorithmParameterSpec p) throws Exception {
        SecretKey key = new SecretKeySpec(Arrays.copyOf(KEY, keyLength), algorithm);
        Cipher c = Cipher.getInstance(transformation);
        c.init(Cipher.ENCRYPT_MODE, key, p);
        byte[] first = c.update(text(20)), rest = c.doFinal(text(11));
        c.init(Cipher.DECRYPT_MODE, key, p);
        c.update(first == null ? new byte[0] : first);
        byte[] all = new byte[(first == null ? 0 : first.length) + rest.length];
        if (first != null) System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(rest, 0, all, all.length - rest.length, rest.length);
        c.init(Cipher.DECRYPT_MODE, key, p);
        System.out.println(transformation + " " + hex(all) + " " + hex(c.doFinal(all)));
    }

    public static void main(String[] args) throws Exception {
        cipher("AES/CBC/PKCS5Padding", "AES", 16, new IvParameterSpec(KEY));
        cipher("AES/ECB/PKCS5Padding", "AES", 16, null);
        cipher("AES/CTR/NoPadding", "AES", 16, new IvParameterSpec(KEY));
        cipher("AES/GCM/NoPadding", "AES", 16, new GCMParameterSpec(128, new byte[12]));
        cipher("DES/CBC/PKCS5Padding", "DES", 8, new IvParameterSpec(new byte[8]));
        for (String name : new String[] {"HmacSHA256", "HmacMD5", "HmacSHA1"}) {
            Mac mac = Mac.getInstance(name);
            mac.init(new SecretKeySpec(KEY, name));
            System.out.println(name + " " + hex(mac.doFinal(text(50))));
        }
        SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
        random.setSeed(42);
        KeyGenerator keys = KeyGenerator.getInstance("AES");
        keys.init(128, random);
        System.out.println(hex(keys.generateKey().getEncoded()) + " " + random.nextInt(1000));
        SecretKeyFactory factory = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256");
        System.out.println(hex(factory.generateSecret(new PBEKeySpec("word".toCharArray(), KEY, 3, 128)).getEncoded()));
        try {
            Cipher.getInstance("AES/CBC/PKCS5Padding").doFinal(KEY);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            Cipher c = Cipher.getInstance("AES/CBC/PKCS5Padding");
            c.init(Cipher.DECRYPT_MODE, new SecretKeySpec(KEY, "AES"), new IvParameterSpec(KEY));
            c.doFinal(KEY);
        } catch (BadPaddingException e) {
            System.out.println(e.getClass().getName());
        }
        try {
            Cipher.getInstance("Rot13");
        } catch (NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new SecureRandom().getAlgorithm() + " " + SecureRandom.getInstance("SHA1PRNG").getAlgorithm());
    }
}
