import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** A factory of filters can be set before the first stream only; after that it is an IllegalStateException. */
public class SetsFilter {
  public static void main(String[] args) throws Exception {
    ObjectInputFilter.Config.setSerialFilterFactory((current, next) -> next == null ? current : next);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject("read");
    System.out.println(new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject());
  }
}
