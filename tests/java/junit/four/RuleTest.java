package four;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** A rule is applied by JUnit only. */
public class RuleTest {
  @Rule
  public TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void withRule() {}
}
