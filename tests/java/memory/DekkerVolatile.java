// The entry of Dekker's algorithm: never both, with volatile flags.
// races sc: free
// outcomes sc: false false | true false | false true
// outcomes jmm: false false | true false | false true
public class DekkerVolatile {
  static volatile boolean wantA, wantB;
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
    Thread a = new Thread(DekkerVolatile::first), b = new Thread(DekkerVolatile::second);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(inA + " " + inB);
  }
}
