/*
 * verdict: verified
 * outcomes: total 5
 * why: After it has said that it is idle the actor looks into the mailbox again, so a message is seen by the run that ends or by the one that its sender starts; idle is taken by one of them.
 *      Both additions happen in runs that follow each other (idle is set after one and taken before the next), and main prints after both.
 */
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

public class Actor {
  static class Recipient<M> implements Runnable {
    private final ConcurrentLinkedQueue<M> mailbox = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean idle = new AtomicBoolean(true);
    private final Executor pool;
    private final Consumer<M> behaviour;

    Recipient(Executor pool, Consumer<M> behaviour) {
      this.pool = pool;
      this.behaviour = behaviour;
    }

    void tell(M message) {
      mailbox.add(message);
      wakeUp();
    }

    private void wakeUp() {
      if (idle.compareAndSet(true, false)) pool.execute(this);
    }

    @Override
    public void run() {
      M message;
      while ((message = mailbox.poll()) != null) behaviour.accept(message);
      idle.set(true);
      if (!mailbox.isEmpty()) wakeUp();
    }
  }

  static int total;

  public static void main(String[] args) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(2);
    Recipient<Integer> adder = new Recipient<>(task -> new Thread(task, "worker").start(), n -> {
      total += n;
      done.countDown();
    });
    adder.tell(2);
    adder.tell(3);
    done.await();
    System.out.println("total " + total);
  }
}
