package jmc.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test method that is checked under every schedule of its threads instead of being run once.
 *
 * <p>The method, its lifecycle methods and what they call run inside jmc, on the class path and the JDK of the tests. The
 * test passes only if jmc says <em>verified</em>. On a test method alone it is a {@code @Test}; together with
 * {@code @ParameterizedTest} or {@code @RepeatedTest} each invocation is checked.
 *
 * <p>An attribute that is not given here is taken from {@link ModelCheckedDefaults} of the test class or of a class around
 * it, then from the configuration parameter {@code jmc.NAME} (in {@code junit-platform.properties} or as a system property;
 * {@code jmc.time-limit} for {@link #timeLimit}), then from jmc.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Test
@ExtendWith(ModelCheckedExtension.class)
public @interface ModelChecked {
  /** Classes whose accesses are scheduling points (simple or qualified names, globs); none: jmc decides. */
  String[] visible() default {};

  /** The reduction, as {@code --por} has it: {@code "dl-s-por"}, {@code "none"}, {@code "optimal-dpor"}, ... */
  String por() default "";

  /** The memory model: {@code "sc"} or {@code "jmm"}. */
  String memory() default "";

  /** What a data race is: {@code "report"}, {@code "violation"} or {@code "off"}. */
  String races() default "";

  /** Seconds after which the check gives up: inconclusive. 0: none given. */
  double timeLimit() default 0;

  /** Memory of jmc itself: {@code "2G"}. */
  String memoryLimit() default "";

  /** Bounds, as {@code --bound} has them: {@code "preemption:2"}. */
  String[] bound() default {};

  /** Timed waits time out: {@code "late"} (the default: only when nothing else can run any more), {@code "both"} (at any moment, or not), {@code "never"}, {@code "always"}. */
  String timeouts() default "";

  /** What is enough where the check has no end, as {@code --accept} has it: {@code "preemption:2"}, {@code "samples:100000"}, {@code "pairs:90%"}. */
  String accept() default "";

  /** Random numbers: {@code "fixed"}, {@code "all"}, {@code "all:N"}. */
  String random() default "";

  /** What {@code availableProcessors()} says; 0: none given. */
  int processors() default 0;

  /** Further options of jmc as its command line has them: {@code "--spurious-wakeups"}. */
  String[] options() default {};

  /** What the test may print; anything else fails it. None: not looked at. */
  String[] outcomes() default {};

  /** A check that reaches a bound or limit before its end is no failure but a skipped test that says so. */
  Choice allowInconclusive() default Choice.INHERITED;

  /** The test has to start a thread: without one there are no schedules, and a green test would say nothing. */
  Choice expectConcurrency() default Choice.INHERITED;

  /** A yes or no that may be left to the class and the configuration. */
  enum Choice {
    /** As the class or the configuration says. */
    INHERITED,
    YES,
    NO
  }
}
