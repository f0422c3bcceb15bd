// A flag that is polled opaquely is seen sooner or later.
// races sc: racy
// outcomes sc: done
// outcomes jmm: done
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class OpaquePoll {
  static boolean stop;
  static final VarHandle STOP;

  static {
    try {
      STOP = MethodHandles.lookup().findStaticVarHandle(OpaquePoll.class, "stop", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread poller = new Thread(() -> {
      while (!(boolean) STOP.getOpaque()) Thread.onSpinWait();
    });
    poller.start();
    stop = true;
    poller.join();
    System.out.println("done");
  }
}
