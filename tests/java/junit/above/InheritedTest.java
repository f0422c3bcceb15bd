package above;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests and lifecycle methods that come from above, for jmc test: what is overridden runs as what overrides it, once. */
class InheritedTest extends Middle implements Contract {
  @Override
  public StringBuffer log() {
    return log;
  }

  @BeforeEach
  void last() {
    log.append("class ");
  }

  @Override
  @Test
  public void replacedByClass() {}

  @Test
  private void isPrivate() {
    throw new AssertionError("JUnit leaves it out");
  }

  @Test
  static void isStatic() {
    throw new AssertionError("JUnit leaves it out");
  }

  @AfterEach
  void done() {
    log.append("done ");
  }
}

/** What each implementation has to keep. */
interface Contract {
  StringBuffer log();

  @BeforeEach
  default void begin() {
    log().append("interface ");
  }

  @Test
  default void ofInterface() throws Exception {
    Thread t = new Thread(() -> log().append("thread "));
    t.start();
    t.join();
    assertEquals("super interface class thread ", log().toString());
  }

  @Test
  default void replacedByClass() {
    throw new AssertionError("the interface's");
  }

  @Test
  default void fails() {
    throw new AssertionError("after " + log());
  }

  @AfterEach
  default void end() {
    assertEquals(true, log().toString().endsWith("done "));
  }
}

abstract class Base {
  final StringBuffer log = new StringBuffer();

  @BeforeEach
  void first() {
    log.append("super ");
  }

  @Test
  void replaced() {
    throw new AssertionError("the superclass's");
  }

  @Test
  void noTestAnyMore() {
    throw new AssertionError("the superclass's");
  }
}

abstract class Middle extends Base {
  @Test
  @Override
  void replaced() {}

  @Override
  void noTestAnyMore() {}
}
