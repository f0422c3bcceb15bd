// The entry of Dekker's algorithm with plain flags: both go in.
// races sc: racy
// outcomes sc: false false | true false | false true
// outcomes jmm: false false | true false | false true | true true
public class DekkerPlain {
  static boolean wantA, wantB;
  static boolean inA, inB;

  static void first() {
    wantA = true;
    inA = !wantB;
  }

  static void second() {
    wantB = true;
    inB = !wantA;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(DekkerPlain::first), b = new Thread(DekkerPlain::second);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(inA + " " + inB);
  }
}
