package only;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.File;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.ExpectedException;
import org.junit.rules.ExternalResource;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.TestName;
import org.junit.rules.Timeout;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/** What only JUnit 4 knows: rules, runners. */
public class FourTest {
  @Rule public TemporaryFolder folder = new TemporaryFolder();
  @Rule public TestName name = new TestName();
  @Rule public ExpectedException thrown = ExpectedException.none();
  private int resource;
  private int plain;

  @Rule
  public ExternalResource resource() {
    return new ExternalResource() {
      @Override
      protected void before() {
        resource = 5;
      }
    };
  }

  private static void both(Runnable body) throws InterruptedException {
    Thread t = new Thread(body);
    t.start();
    body.run();
    t.join();
  }

  @Test
  public void ruled() throws Exception {
    File file = folder.newFile("a");
    assertTrue(file.exists());
    assertEquals("ruled", name.getMethodName());
    assertEquals(5, resource);
    AtomicInteger count = new AtomicInteger();
    both(count::incrementAndGet);
    assertEquals(2, count.get());
  }

  /** Under one schedule nothing is thrown, and the rule says that something was expected. */
  @Test
  public void expectsRace() throws Exception {
    thrown.expect(IllegalStateException.class);
    both(() -> plain++);
    if (plain == 2) throw new IllegalStateException();
  }

  @Test
  public void assumes() {
    assumeTrue(resource == 6);
  }

  /** The rule's time is over where nothing else can run. */
  public static class LateTest {
    @Rule public Timeout timeout = new Timeout(10, TimeUnit.SECONDS);

    @Test
    public void sleeps() throws Exception {
      Thread.sleep(20_000);
    }
  }

  /** All parameters count: one increment is right, two race. */
  @RunWith(Parameterized.class)
  public static class EachTest {
    private final int threads;
    private int plain;

    public EachTest(int threads) {
      this.threads = threads;
    }

    @Parameterized.Parameters(name = "{0} threads")
    public static List<Integer> data() {
      return List.of(1, 2);
    }

    @Test
    public void increments() throws Exception {
      Thread[] all = new Thread[threads];
      for (int i = 0; i < threads; i++) (all[i] = new Thread(() -> plain++)).start();
      for (Thread t : all) t.join();
      assertEquals(threads, plain);
    }

    @Test
    public void counts() {
      assertTrue(threads > 0);
    }
  }
}
