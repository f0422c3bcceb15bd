// Seeded bug: nobody is woken.
public class DeafGate {
  private boolean open;
  public synchronized void open() { open = true; }
  public synchronized void await() throws InterruptedException { while (!open) wait(); }
}
