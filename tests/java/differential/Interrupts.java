// Interrupts: flag, interrupted(), sleep, wait, join, park and a thread that is not waiting.
import java.util.concurrent.locks.LockSupport;

public class Interrupts {
  static String sleeper() {
    try {
      while (true) Thread.sleep(100000);
    } catch (InterruptedException e) {
      return "interrupted, flag " + Thread.currentThread().isInterrupted();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread.currentThread().interrupt();
    System.out.println(Thread.currentThread().isInterrupted() + " " + Thread.interrupted() + " " + Thread.interrupted());
    Thread.currentThread().interrupt();
    System.out.println(sleeper());
    Object lock = new Object();
    Thread.currentThread().interrupt();
    try {
      synchronized (lock) {
        lock.wait();
      }
    } catch (InterruptedException e) {
      System.out.println("wait " + Thread.interrupted());
    }
    Thread.currentThread().interrupt();
    try {
      new Thread(() -> {}).join();
      System.out.println("join of a thread not started " + Thread.interrupted());
    } catch (InterruptedException e) {
      System.out.println("join of a thread not started, interrupted " + Thread.interrupted());
    }
    Thread.interrupted();
    String[] out = new String[1];
    Thread t = new Thread(() -> out[0] = sleeper());
    t.start();
    t.interrupt();
    t.join();
    System.out.println(out[0] + " " + t.isInterrupted());
    Thread w = new Thread(() -> {
      synchronized (lock) {
        try {
          while (true) lock.wait();
        } catch (InterruptedException e) {
          out[0] = "wait ended, holds " + Thread.holdsLock(lock);
        }
      }
    });
    w.start();
    w.interrupt();
    w.join();
    System.out.println(out[0]);
    Thread p = new Thread(() -> {
      while (!Thread.currentThread().isInterrupted()) LockSupport.park();
      out[0] = "park returned, flag " + Thread.interrupted();
    });
    p.start();
    p.interrupt();
    p.join();
    System.out.println(out[0]);
    LockSupport.unpark(Thread.currentThread());
    LockSupport.park();
    System.out.println("permit used");
  }
}
