package jmc.junit;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Disabled;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.discovery.UniqueIdSelector;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;
import org.junit.platform.engine.support.discovery.EngineDiscoveryRequestResolver;
import org.junit.platform.engine.support.discovery.SelectorResolver;
import org.opentest4j.TestAbortedException;

/**
 * Runs the classes that are tests by themselves, {@link Outcomes} and {@link LinearizabilityTest}, beside JUnit Jupiter. They are found by
 * class, package, module or class path, as members of a class that is selected, and by their unique identifiers. Where Jupiter runs tests in
 * parallel ({@code junit.jupiter.execution.parallel.enabled}), these run as many at a time as there are processors.
 */
public final class CheckEngine implements TestEngine {
  @Override
  public String getId() {
    return "jmc";
  }

  @Override
  public Optional<String> getGroupId() {
    return Optional.of("jmc");
  }

  @Override
  public Optional<String> getArtifactId() {
    return Optional.of("jmc-junit");
  }

  @Override
  public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId id) {
    EngineDescriptor engine = new EngineDescriptor(id, "jmc");
    EngineDiscoveryRequestResolver.builder()
        .addClassContainerSelectorResolver(CheckEngine::isTest)
        .addSelectorResolver(new Resolver())
        .build()
        .resolve(request, engine);
    return engine;
  }

  private static boolean isTest(Class<?> c) {
    return c.isAnnotationPresent(Outcomes.class) || c.isAnnotationPresent(LinearizabilityTest.class);
  }

  private static final class Resolver implements SelectorResolver {
    @Override
    public Resolution resolve(ClassSelector selector, Context context) {
      Class<?> c = selector.getJavaClass();
      if (isTest(c))
        return context.addToParent(parent -> Optional.of(CheckDescriptor.of(parent.getUniqueId(), c)))
            .map(d -> Resolution.match(Match.exact(d))).orElse(Resolution.unresolved());
      Set<DiscoverySelector> members = new LinkedHashSet<DiscoverySelector>();
      for (Class<?> member : ReflectionSupport.findNestedClasses(c, CheckEngine::isTest)) members.add(DiscoverySelectors.selectClass(member));
      return members.isEmpty() ? Resolution.unresolved() : Resolution.selectors(members);
    }

    @Override
    public Resolution resolve(UniqueIdSelector selector, Context context) {
      for (UniqueId.Segment s : selector.getUniqueId().getSegments())
        if (s.getType().equals(CheckDescriptor.CLASS)) return Resolution.selectors(Set.of(DiscoverySelectors.selectClass(s.getValue())));
      return Resolution.unresolved();
    }
  }

  @Override
  public void execute(ExecutionRequest request) {
    EngineExecutionListener listener = request.getEngineExecutionListener();
    TestDescriptor engine = request.getRootTestDescriptor();
    listener.executionStarted(engine);
    boolean parallel = request.getConfigurationParameters().getBoolean("junit.jupiter.execution.parallel.enabled").orElse(false);
    ExecutorService workers = Executors.newFixedThreadPool(parallel ? Runtime.getRuntime().availableProcessors() : 1);
    try {
      for (TestDescriptor test : engine.getChildren()) workers.execute(() -> run((CheckDescriptor) test, request, listener));
    } finally {
      workers.shutdown();
    }
    try {
      while (!workers.awaitTermination(1, TimeUnit.HOURS)) continue;
      listener.executionFinished(engine, TestExecutionResult.successful());
    } catch (InterruptedException e) {
      workers.shutdownNow();
      Thread.currentThread().interrupt();
      listener.executionFinished(engine, TestExecutionResult.aborted(e));
    }
  }

  private static void run(CheckDescriptor tests, ExecutionRequest request, EngineExecutionListener listener) {
    Optional<Disabled> disabled = AnnotationSupport.findAnnotation(tests.type(), Disabled.class);
    if (disabled.isPresent()) {
      listener.executionSkipped(tests, disabled.get().value());
      return;
    }
    listener.executionStarted(tests);
    for (TestDescriptor test : tests.getChildren()) {
      listener.executionStarted(test);
      TestExecutionResult result;
      try {
        Settings settings = Settings.of(tests.type(), request.getConfigurationParameters()::get);
        check(test.getDisplayName(), tests.type(), settings, entry -> listener.reportingEntryPublished(test, entry));
        result = TestExecutionResult.successful();
      } catch (TestAbortedException e) {
        result = TestExecutionResult.aborted(e);
      } catch (Throwable t) {
        result = TestExecutionResult.failed(t);
      }
      listener.executionFinished(test, result);
    }
    listener.executionFinished(tests, TestExecutionResult.successful());
  }

  private interface Publisher {
    void publish(ReportEntry entry);
  }

  private static void check(String what, Class<?> c, Settings settings, Publisher publisher) throws Throwable {
    if (what.equals("outcomes")) {
      Check check = Check.ofScenario(settings, c);
      run(check, publisher);
      possible(c, check.printed(), publisher);
      return;
    }
    LinearizabilityTest test = c.getAnnotation(LinearizabilityTest.class);
    String subject = test.subject().isEmpty() ? test.value().getName() : test.subject();
    run(Check.ofPrograms(settings, subject, options(test), subject), publisher);
  }

  private static void run(Check check, Publisher publisher) throws Throwable {
    try {
      check.run();
    } finally {
      publisher.publish(ReportEntry.from("jmc", check.summary()));
    }
  }

  /** Of a verified check: all that may come out, and what of it did. */
  private static void possible(Class<?> c, List<String> printed, Publisher publisher) {
    Outcomes outcomes = c.getAnnotation(Outcomes.class);
    String all = String.join("; ", printed);
    publisher.publish(ReportEntry.from("outcomes", all.isBlank() ? "without results" : all));
    List<String> remarkable = new ArrayList<>(List.of(outcomes.interesting()));
    remarkable.retainAll(printed);
    if (!remarkable.isEmpty()) publisher.publish(ReportEntry.from("interesting outcomes", String.join("; ", remarkable)));
    List<String> missing = new ArrayList<>(List.of(outcomes.value()));
    missing.removeAll(printed);
    if (outcomes.all() && !missing.isEmpty())
      throw new ModelCheckedError("no schedule leads to " + missing + ", which @Outcomes(all = true) of " + c.getName() + " asks for; possible: " + printed, null);
  }

  private static List<String> options(LinearizabilityTest test) {
    List<String> out = new ArrayList<>();
    if (test.methods().length > 0) out.add("--methods=" + String.join(",", test.methods()));
    if (test.threads() > 0) out.add("--threads=" + test.threads());
    if (test.calls() > 0) out.add("--calls=" + test.calls());
    if (test.invocations() > 0) out.add("--invocations=" + test.invocations());
    for (String group : test.groups()) out.add("--group=" + group);
    if (!test.program().isEmpty()) out.add("--program=" + test.program());
    if (test.specification() != void.class) out.add("--specification=" + test.specification().getName());
    if (!test.notion().isEmpty()) out.add("--notion=" + test.notion());
    out.addAll(List.of(test.options()));
    return out;
  }
}
