/*
 * verdict: violated
 * kinds: deadlock
 * outcomes: total 5
 * hotspot: not seen
 * why: An actor without a thread of its own: who puts a message into an idle actor's mailbox starts its run on the pool. run empties the mailbox and then says that the actor is idle.
 *      A message that comes between the last empty poll and idle = true finds a busy actor and starts nothing: it stays, the latch is never opened, and main waits.
 */
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

public class ActorMissedMessage {
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
