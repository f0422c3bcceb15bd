package four;

import static org.junit.Assert.assertEquals;
import static org.junit.Assume.assumeTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.After;
import org.junit.Before;
import org.junit.Ignore;
import org.junit.Test;

/** JUnit 4, for jmc test. */
public class OldTest extends OldBase {
  AtomicInteger atomic;
  int plain;

  @Before
  public void setUp() {
    atomic = new AtomicInteger(order); // what the superclass sets up, comes first
  }

  @After
  public void tearDown() {
    assertEquals(5, order);
  }

  @Test
  public void right() throws Exception {
    both(() -> atomic.incrementAndGet());
    assertEquals(7, atomic.get());
  }

  @Test
  public void racy() throws Exception {
    both(() -> plain++);
    assertEquals(2, plain);
  }

  @Test(expected = IllegalStateException.class)
  public void throwsAsExpected() {
    throw new IllegalStateException();
  }

  @Test(expected = IllegalStateException.class)
  public void throwsNothing() {}

  @Test
  public void failsAfter() {
    order = 6;
  }

  @Test
  public void assumption() {
    assumeTrue(order == 6);
  }

  @Ignore
  @Test
  public void ignored() {
    throw new AssertionError();
  }
}
