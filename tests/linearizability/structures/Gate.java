// Correct: await() blocks until open() has been called.
public class Gate {
  private boolean open;
  public synchronized void open() { open = true; notifyAll(); }
  public synchronized void await() throws InterruptedException { while (!open) wait(); }
}
