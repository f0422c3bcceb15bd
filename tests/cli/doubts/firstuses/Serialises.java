import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;

public class Serialises {
  public static void main(String[] args) throws Exception {
    BothAtOnce.run(() -> {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      new ObjectOutputStream(bytes).writeObject(new ArrayList<>(List.of("a", 2)));
      return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    });
  }
}
