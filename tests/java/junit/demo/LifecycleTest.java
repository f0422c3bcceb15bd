package demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.atomic.AtomicInteger;
import jmc.junit.ModelChecked;
import jmc.junit.ModelCheckedDefaults;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Defaults of a class, one instance for all methods, and failures before and after. */
@ModelCheckedDefaults(@ModelChecked(expectConcurrency = ModelChecked.Choice.NO))
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LifecycleTest {
  final AtomicInteger calls = new AtomicInteger();

  @BeforeAll
  void first() {
    calls.set(10);
  }

  @AfterEach
  void after() {
    if (calls.incrementAndGet() == 20) fail("after the method");
  }

  @AfterAll
  void last() {
    if (calls.get() == 30) fail("at the end");
  }

  @ModelChecked
  void beforeAllOfTheInstance() {
    assertEquals(10, calls.get());
  }

  @ModelChecked
  void failsAfter() {
    calls.set(19);
  }

  @ModelChecked
  void failsAtTheEnd() {
    calls.set(29);
  }

  @ModelChecked
  void failsTwice() {
    calls.set(19);
    fail("in the method");
  }
}
