package jmc.junit;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Hands a test method over to jmc where JUnit would call it; its lifecycle methods run there too, and not here. */
final class ModelCheckedExtension implements InvocationInterceptor, ExecutionCondition {
  /** {@code @ModelChecked} makes a method a test, {@code @ParameterizedTest} another: the first is left out, if {@link OnceFilter} did not do it. */
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Optional<Method> method = context.getTestMethod();
    if (isPlain(context.getUniqueId()) && method.isPresent() && isTemplate(method.get()))
      return ConditionEvaluationResult.disabled("each of its invocations is model-checked instead");
    return ConditionEvaluationResult.enabled("model-checked");
  }

  /** Of the test that an annotation like {@code @Test} makes, by its unique id. */
  static boolean isPlain(String uniqueId) {
    return uniqueId.contains("/[method:");
  }

  static boolean isTemplate(Method method) {
    return AnnotationSupport.isAnnotated(method, TestTemplate.class);
  }

  @Override
  public void interceptTestMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> target, ExtensionContext context) throws Throwable {
    check(invocation, target, context);
  }

  @Override
  public void interceptTestTemplateMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> target, ExtensionContext context) throws Throwable {
    check(invocation, target, context);
  }

  @Override
  public void interceptBeforeEachMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> target, ExtensionContext context) {
    invocation.skip();
  }

  @Override
  public void interceptAfterEachMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> target, ExtensionContext context) {
    invocation.skip();
  }

  private static void check(InvocationInterceptor.Invocation<Void> invocation, ReflectiveInvocationContext<Method> target, ExtensionContext context) throws Throwable {
    invocation.skip();
    Settings settings = Settings.of(context);
    List<String> plan = Plan.of(target.getTargetClass(), target.getExecutable(), target.getArguments());
    String name = target.getTargetClass().getName() + "." + target.getExecutable().getName();
    Check check = Check.ofPlan(settings, name, plan);
    try {
      check.run();
    } finally {
      context.publishReportEntry("jmc", check.summary());
    }
  }
}
