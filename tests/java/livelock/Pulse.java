// where: Pulse.java:10
// hotspot: hang
// outcomes: seen
// sometimes
/** A flag is set and cleared before the spinner looks. */
public class Pulse {
  static volatile int pulses;
  public static void main(String[] args) throws Exception {
    boolean right = args.length > 0;
    Thread looker = new Thread(() -> { while (pulses == 0) Thread.onSpinWait(); }, "looker");
    Thread pulse = new Thread(() -> { pulses++; if (!right) pulses--; }, "pulse");
    looker.start();
    pulse.start();
    looker.join();
    pulse.join();
    System.out.println("seen");
  }
}
