package only;

import static org.junit.Assert.assertEquals;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import org.junit.Test;
import org.mockito.exceptions.base.MockitoException;

/** Mockito cannot change classes inside of jmc. */
public class MocksTest {
  /** What it says of a final class where mocks are subclasses is no failure of the test. */
  @Test
  public void ofFinalClass() {
    throw new MockitoException("\nCannot mock/spy class only.Final\nMockito cannot mock/spy because :\n - final class");
  }

  /** What it says of calls is. */
  @Test
  public void notCalled() {
    throw new MockitoException("\nWanted but not invoked");
  }

  /** The first one that there is decides, for Mockito. */
  @Test
  public void bySubclasses() throws Exception {
    try (BufferedReader in = new BufferedReader(new InputStreamReader(ClassLoader.getSystemResourceAsStream("mockito-extensions/org.mockito.plugins.MockMaker")))) {
      assertEquals("org.mockito.internal.creation.bytebuddy.ByteBuddyMockMaker", in.readLine());
    }
  }
}
