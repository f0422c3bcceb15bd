// A seqlock with a volatile counter and no fences. Wrong: the reads of the data could be delayed behind the second read
// of the counter, and the writes of the data made ahead of its first write: nothing that happens before anything else
// says otherwise. Seen by the second search, in which volatile reads may use older values.
// races sc: racy
// outcomes sc: none | 0 0 | 1 1
// outcomes jmm: none | 0 0 | 0 1 | 1 0 | 1 1
// message jmm: by volatile reads that do not see the newest value
public class SeqlockVolatile {
  static int first, second;
  static volatile int counter;

  public static void main(String[] args) throws InterruptedException {
    Thread writer =
        new Thread(
            () -> {
              counter = 1;
              first = 1;
              second = 1;
              counter = 2;
            });
    writer.start();
    int before = counter, one = first, two = second;
    boolean valid = before % 2 == 0 && counter == before;
    writer.join();
    System.out.println(valid ? one + " " + two : "none");
  }
}
