package jmc.junit;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;

/** What the source calls the variables that a lambda expression captures: in its class file, if it was compiled with {@code -g}. */
final class VariableNames {
  private final DataInputStream in;
  private String[] texts;

  private VariableNames(InputStream in) {
    this.in = new DataInputStream(in);
  }

  /** In quotes; "number 2" where the class file does not say. */
  static String of(SerializedLambda lambda, int captured, ClassLoader loader) {
    int slot = 0;
    for (Class<?> type : MethodType.fromMethodDescriptorString(lambda.getImplMethodSignature(), loader).parameterList().subList(0, captured))
      slot += type == long.class || type == double.class ? 2 : 1;
    String name = null;
    try (InputStream file = loader.getResourceAsStream(lambda.getImplClass() + ".class")) {
      if (file != null) name = new VariableNames(file).find(lambda.getImplMethodName(), lambda.getImplMethodSignature(), slot);
    } catch (IOException e) {
      // then it has no name here
    }
    return name == null ? "number " + (captured + 1) : "\"" + name + "\"";
  }

  private String find(String method, String descriptor, int slot) throws IOException {
    in.skipNBytes(8);
    constants();
    in.skipNBytes(6);
    in.skipNBytes(2L * in.readUnsignedShort()); // interfaces
    for (int i = in.readUnsignedShort(); i > 0; i--) member("", "", -1);
    for (int i = in.readUnsignedShort(); i > 0; i--) {
      String found = member(method, descriptor, slot);
      if (found != null) return found;
    }
    return null;
  }

  private void constants() throws IOException {
    texts = new String[in.readUnsignedShort()];
    for (int i = 1; i < texts.length; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> texts[i] = in.readUTF();
        case 5, 6 -> {
          in.skipNBytes(8);
          i++; // takes two places
        }
        case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
        case 15 -> in.skipNBytes(3);
        default -> in.skipNBytes(4);
      }
    }
  }

  private String member(String name, String descriptor, int slot) throws IOException {
    in.skipNBytes(2);
    boolean wanted = name.equals(texts[in.readUnsignedShort()]) & descriptor.equals(texts[in.readUnsignedShort()]);
    String found = null;
    for (int i = in.readUnsignedShort(); i > 0; i--) {
      boolean code = texts[in.readUnsignedShort()].equals("Code");
      long length = Integer.toUnsignedLong(in.readInt());
      if (wanted && code) found = code(slot);
      else in.skipNBytes(length);
    }
    return found;
  }

  private String code(int slot) throws IOException {
    in.skipNBytes(4);
    in.skipNBytes(Integer.toUnsignedLong(in.readInt()));
    in.skipNBytes(8L * in.readUnsignedShort()); // handlers
    String found = null;
    for (int i = in.readUnsignedShort(); i > 0; i--) {
      boolean variables = texts[in.readUnsignedShort()].equals("LocalVariableTable");
      long length = Integer.toUnsignedLong(in.readInt());
      if (!variables) {
        in.skipNBytes(length);
        continue;
      }
      for (int k = in.readUnsignedShort(); k > 0; k--) {
        int start = in.readUnsignedShort();
        in.skipNBytes(2);
        String name = texts[in.readUnsignedShort()];
        in.skipNBytes(2);
        if (in.readUnsignedShort() == slot && start == 0) found = name; // a parameter
      }
    }
    return found;
  }
}
