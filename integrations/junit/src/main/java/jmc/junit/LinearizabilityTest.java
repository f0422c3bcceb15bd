package jmc.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Every small program of calls of a class is checked against its calls made one after another, as {@code jmc linearizability} does: the
 * test passes only if each outcome of each program is one of some order of the calls.
 *
 * <p>The class that has this annotation is a test of the JUnit Platform by itself (the engine is {@code jmc}). What is 0 or empty here is
 * left to jmc. After 120 seconds there is no answer, unless {@code jmc.time-limit} says otherwise. Further options come from {@link ModelCheckedDefaults} on the class and from the configuration.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface LinearizabilityTest {
  /** The class under test: public, with a constructor without parameters, unless {@link #subject} says how one is made. */
  Class<?> value();

  /** How an object of the class is made, if not by its constructor without parameters: {@code "pkg.Ring(2)"}, a factory's call. */
  String subject() default "";

  /** Only these methods: {@code "offer"}, {@code "poll"}. None: all that can be described. */
  String[] methods() default {};

  /** Bound: threads of a program. */
  int threads() default 0;

  /** Bound: calls of each thread. */
  int calls() default 0;

  /** Bound: calls of a program in all. */
  int invocations() default 0;

  /** Methods that at most so many threads of a program call: {@code "offer:1"}, {@code "poll,peek:1"} for one producer and one consumer. */
  String[] groups() default {};

  /** This one program instead of all small ones: {@code "{ push(1); pop() } || { push(2) }"}. */
  String program() default "";

  /** A plain class with the same methods that says what is right; {@code void}: the class itself, called sequentially. */
  Class<?> specification() default void.class;

  /** What the outcomes are compared with; see {@code jmc linearizability --help}. */
  String notion() default "";

  /** Further options of {@code jmc linearizability}. */
  String[] options() default {};
}
