package only;

import junit.framework.TestCase;

/** A test of JUnit 3 whose constructor takes its name. */
public class ThreeTest extends TestCase {
  private boolean prepared;

  public ThreeTest(String name) {
    super(name);
  }

  @Override
  protected void setUp() {
    prepared = true;
  }

  public void testNamed() {
    assertTrue(prepared);
    assertEquals("testNamed", getName());
  }
}
