public class NoMain {
  static void other() { }
}
