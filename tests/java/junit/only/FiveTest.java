package only;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What only JUnit 5 knows: parameters, extensions, conditions. */
class FiveTest {
  static int prepared;
  private int plain;

  static class Prepares implements BeforeEachCallback {
    @Override
    public void beforeEach(ExtensionContext context) {
      prepared = 7;
    }
  }

  static class Resolves implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == StringBuilder.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return new StringBuilder("resolved");
    }
  }

  @Retention(RetentionPolicy.RUNTIME)
  @ExtendWith(Prepares.class)
  @interface Prepared {}

  private static void both(Runnable body) throws InterruptedException {
    Thread t = new Thread(body);
    t.start();
    body.run();
    t.join();
  }

  /** The second invocation races. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void values(boolean locked) throws Exception {
    both(() -> {
      if (locked) {
        synchronized (this) {
          plain++;
        }
      } else {
        plain++;
      }
    });
    assertEquals(2, plain);
  }

  @ParameterizedTest
  @CsvSource({"a, 1", "bb, 2"})
  void table(String text, int length) {
    assertEquals(length, text.length());
  }

  static Stream<Integer> numbers() {
    return Stream.of(1, 2, 3);
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void ofMethod(int number) {
    assertTrue(number < 4);
  }

  @RepeatedTest(3)
  void repeated(RepetitionInfo info) {
    assertEquals(3, info.getTotalRepetitions());
  }

  @Test
  void informed(TestInfo info, @TempDir Path folder) {
    assertEquals("informed", info.getTestMethod().get().getName());
    assertTrue(folder.toFile().isDirectory());
  }

  @Test
  @Prepared
  void prepares() {
    assertEquals(7, prepared);
  }

  @Test
  @ExtendWith(Resolves.class)
  void resolved(StringBuilder builder) {
    assertEquals("resolved", builder.toString());
  }

  @Test
  @DisabledOnOs(OS.LINUX)
  void elsewhere() {
    fail("not here");
  }

  static class Registered {
    @RegisterExtension final Prepares own = new Prepares();

    @Test
    void registered() {
      assertEquals(7, prepared);
    }

    @Nested
    class Inner {
      String text;

      @BeforeEach
      void before(TestInfo info) {
        text = info.getDisplayName();
      }

      @Test
      void nested() {
        assertNotNull(text);
      }
    }
  }

  class Forgotten {
    @Test
    void neverRun() {
      fail("no @Nested");
    }
  }
}
