package jmc.junit;

import java.io.Serializable;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks a piece of an ordinary test under every schedule: {@code Jmc.check(() -> { ... })}.
 *
 * <p>The body runs inside of jmc and not in this JVM. What it captures is handed over as a copy: primitives, strings, enums, classes and
 * serializable objects. Static fields begin anew there, and what the body changes is not seen here afterwards. A body that uses
 * {@code this} is refused, and so is a variable that cannot be handed over, by its name.
 *
 * <p>Options come from the configuration ({@code -Djmc.time-limit=60}) and from {@link #with}.
 */
public final class Jmc {
  /** What is checked. It is serializable so that its method and the values that it captures can be found out. */
  @FunctionalInterface
  public interface Body extends Serializable {
    void run() throws Throwable;
  }

  private final List<String> options;

  private Jmc(List<String> options) {
    this.options = options;
  }

  /** Returns if no schedule of the body fails; otherwise throws {@link ModelCheckedError} with the story of one. */
  public static void check(Body body) throws Throwable {
    with().run(body);
  }

  /** With further options of jmc's command line: {@code Jmc.with("--memory=jmm").run(() -> { ... })}. */
  public static Jmc with(String... options) {
    return new Jmc(List.of(options));
  }

  /** As {@link #check}, with these options. A body whose answer stays open is a {@link CheckFailedError}, or skips the test: see {@link ModelChecked#allowInconclusive}. */
  public void run(Body body) throws Throwable {
    if (System.getProperty("java.vm.name").equals("jmc")) {
      body.run(); // by `jmc test`: the whole test is checked
      return;
    }
    SerializedLambda lambda = described(body);
    Settings settings = Settings.of(options, name -> Optional.ofNullable(System.getProperty(name)));
    String owner = lambda.getImplClass().replace('/', '.');
    try {
      Check.ofPlan(settings, owner + "." + lambda.getImplMethodName(), plan(lambda, owner)).run();
    } catch (ModelCheckedError e) {
      e.setStackTrace(calledFromHere(e.getStackTrace()));
      throw e;
    }
  }

  /** Who runs tests: what stands below a test in its stack says nothing of the test. */
  private static final List<String> RUNNERS = List.of("java.", "jdk.", "sun.", "org.junit.", "junit.", "org.apache.maven.", "org.gradle.", "worker.org.gradle.", "com.intellij.", "org.eclipse.");

  /**
   * The stack trace that it had inside of jmc, and then that of the test that had the body checked, down to the test's own method: build tools and IDEs look
   * for the test in it.
   */
  private static StackTraceElement[] calledFromHere(StackTraceElement[] inside) {
    List<StackTraceElement> outside = new ArrayList<>();
    for (StackTraceElement e : new Throwable().getStackTrace())
      if (!outside.isEmpty() || !e.getClassName().equals(Jmc.class.getName())) outside.add(e);
    int end = outside.size();
    while (end > 1 && RUNNERS.stream().anyMatch(outside.get(end - 1).getClassName()::startsWith)) end--;
    List<StackTraceElement> all = new ArrayList<>(List.of(inside));
    all.addAll(outside.subList(0, end));
    return all.toArray(new StackTraceElement[0]);
  }

  private static SerializedLambda described(Body body) {
    try {
      Method replace = body.getClass().getDeclaredMethod("writeReplace");
      replace.setAccessible(true);
      if (replace.invoke(body) instanceof SerializedLambda lambda) return lambda;
    } catch (ReflectiveOperationException e) {
      // no lambda expression
    }
    throw new CheckFailedError("Jmc.check: the body is a " + body.getClass().getName() + "; expected a lambda expression or a reference to a static method");
  }

  private static List<String> plan(SerializedLambda lambda, String owner) throws ClassNotFoundException {
    if (lambda.getImplMethodKind() != MethodHandleInfo.REF_invokeStatic && !lambda.getImplMethodName().startsWith("lambda$"))
      throw new CheckFailedError("Jmc.check: the body is a reference to " + lambda.getImplMethodName() + " of an object of " + owner + ", which is not known inside of jmc: expected a lambda expression or a reference to a static method");
    if (lambda.getImplMethodKind() != MethodHandleInfo.REF_invokeStatic)
      throw new CheckFailedError("Jmc.check: the body uses \"this\" (a field or a method of " + owner + "), which is not known inside of jmc: use local variables or static members");
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    List<Class<?>> types = MethodType.fromMethodDescriptorString(lambda.getImplMethodSignature(), loader).parameterList();
    List<String> plan = new ArrayList<>(List.of("-static", owner, lambda.getImplMethodName(), Integer.toString(types.size())));
    for (int i = 0; i < types.size(); i++) {
      int index = i;
      plan.add(types.get(i).getName());
      plan.add(Plan.text(lambda.getCapturedArg(i), () -> "the variable " + VariableNames.of(lambda, index, loader) + " of the body"));
    }
    return plan;
  }
}
