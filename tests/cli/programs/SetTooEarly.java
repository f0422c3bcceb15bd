// The flag says that the value is there, and is set before it.
public class SetTooEarly {
  boolean ready;
  String value;

  void set() {
    ready = true;
    value = "here";
  }

  void use() {
    if (ready) value.length();
  }

  public static void main(String[] args) {
    SetTooEarly s = new SetTooEarly();
    new Thread(s::set).start();
    new Thread(s::use).start();
  }
}
