package jmc.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A class whose {@link Actor} methods run at the same time on one object of it, under every schedule: the test passes only if nothing
 * but the outcomes listed here is possible.
 *
 * <p>The outcome of an execution is made of results, with ", " between them: those that actors and then {@link Arbiter} methods return,
 * in the order of the methods' names; or, where they take a parameter, the text of the one object that they all get. Its class is
 * {@link Results} or one with a {@code toString} of its own.
 *
 * <pre>{@code
 * @Outcomes({"0, 1", "1, 0", "1, 1"})
 * class StoreBuffering {
 *   volatile int x, y;
 *   @Actor int left() { x = 1; return y; }
 *   @Actor int right() { y = 1; return x; }
 * }
 * }</pre>
 *
 * <p>Such a class is a test of the JUnit Platform by itself (the engine is {@code jmc}); {@code jmc test} finds it, too. Options come
 * from {@link ModelCheckedDefaults} on the class and from the configuration, as those of {@link ModelChecked} do.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Outcomes {
  /** What may come out. None: anything that is not {@link #forbidden}. */
  String[] value() default {};

  /** What may come out though it is remarkable: it is allowed, and named in the report where it was possible. */
  String[] interesting() default {};

  /** What must not come out. */
  String[] forbidden() default {};

  /** Each of {@link #value} has to be possible: one that no schedule leads to fails the test. */
  boolean all() default false;
}
