package above;

import junit.framework.TestCase;

/** JUnit 3, for jmc test. */
public class OldestTest extends TestCase {
  private int plain;
  private boolean up;

  @Override
  protected void setUp() {
    up = true;
  }

  @Override
  protected void tearDown() {
    assertTrue(up);
  }

  public void testRight() throws Exception {
    Thread t = new Thread(() -> plain++);
    t.start();
    t.join();
    assertEquals(up ? 1 : 0, plain);
  }

  public void testRacy() throws Exception {
    Thread t = new Thread(() -> plain++);
    t.start();
    plain++;
    t.join();
    assertEquals(2, plain);
  }

  void testNothing() {
    fail();
  }
}
