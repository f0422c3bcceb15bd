// The write is over when main reads only because nothing else happened to run: no join orders the two.
public class Unjoined {
  static class Cell { int value; }

  public static void main(String[] args) throws InterruptedException {
    Cell cell = new Cell();
    Thread writer = new Thread(() -> { cell.value = 1; });
    writer.start();
    if (args.length > 0) writer.join();
    System.out.println(cell.value);
  }
}
