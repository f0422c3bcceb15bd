// Peterson's algorithm with volatile variables: a counter that it guards is right.
// races sc: free
// outcomes sc: 2
// outcomes jmm: 2
public class PetersonVolatile {
  static volatile boolean wantA, wantB;
  static volatile int turn;
  static int count;

  static void first() {
    wantA = true;
    turn = 2;
    while (wantB && turn == 2) Thread.onSpinWait();
    count++;
    wantA = false;
  }

  static void second() {
    wantB = true;
    turn = 1;
    while (wantA && turn == 1) Thread.onSpinWait();
    count++;
    wantB = false;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(PetersonVolatile::first), b = new Thread(PetersonVolatile::second);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(count);
  }
}
