package jmc.junit;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** The options of one check: of the method, else of the class or one around it, else of the configuration, else jmc's own. */
final class Settings {
  /** Of jmc's command line, before the class. */
  final List<String> options = new ArrayList<>();
  final List<String> outcomes;
  final boolean allowInconclusive;
  final boolean expectConcurrency;
  final String executable;
  final double timeLimit;

  private final List<ModelChecked> sources = new ArrayList<>();
  private final Function<String, Optional<String>> configuration;

  static Settings of(ExtensionContext context) {
    return new Settings(context.getTestMethod(), context.getRequiredTestClass(), context::getConfigurationParameter);
  }

  /** Of a class that is a test by itself. */
  static Settings of(Class<?> testClass, Function<String, Optional<String>> configuration) {
    return new Settings(Optional.empty(), testClass, configuration);
  }

  /** Of a part of a test: with these options of jmc besides those of the configuration. */
  static Settings of(List<String> options, Function<String, Optional<String>> configuration) {
    Settings settings = new Settings(Optional.empty(), null, configuration);
    settings.options.addAll(options);
    return settings;
  }

  private Settings(Optional<Method> method, Class<?> testClass, Function<String, Optional<String>> configuration) {
    this.configuration = configuration;
    method.flatMap(m -> AnnotationSupport.findAnnotation((AnnotatedElement) m, ModelChecked.class)).ifPresent(sources::add);
    for (Class<?> c = testClass; c != null; c = c.getEnclosingClass())
      AnnotationSupport.findAnnotation(c, ModelCheckedDefaults.class).ifPresent(d -> sources.add(d.value()));
    text("por", ModelChecked::por);
    text("memory", ModelChecked::memory);
    text("races", ModelChecked::races);
    text("memory-limit", ModelChecked::memoryLimit);
    text("timeouts", ModelChecked::timeouts);
    text("accept", ModelChecked::accept);
    text("random", ModelChecked::random);
    text("processors", m -> m.processors() == 0 ? "" : Integer.toString(m.processors()));
    text("visible", m -> String.join(",", m.visible()));
    text("bound", m -> String.join(",", m.bound()));
    String limit = text("time-limit", m -> m.timeLimit() == 0 ? "" : Double.toString(m.timeLimit()));
    timeLimit = limit.isEmpty() ? 0 : seconds(limit);
    List<String> further = first(m -> m.options().length == 0 ? Optional.empty() : Optional.of(List.of(m.options())))
        .or(() -> parameter("options").map(o -> List.of(o.trim().split("\\s+")))).orElse(List.of());
    options.addAll(further);
    outcomes = first(m -> m.outcomes().length == 0 ? Optional.empty() : Optional.of(List.of(m.outcomes()))).orElse(List.of());
    if (!outcomes.isEmpty()) options.add("--keep-going");
    allowInconclusive = choice("allow-inconclusive", ModelChecked::allowInconclusive, false);
    expectConcurrency = choice("expect-concurrency", ModelChecked::expectConcurrency, true);
    executable = configuration.apply("jmc.executable").orElse(null);
  }

  private static double seconds(String limit) {
    try {
      return Double.parseDouble(limit);
    } catch (NumberFormatException e) {
      throw new CheckFailedError("jmc.time-limit: " + limit + " is no number of seconds");
    }
  }

  private <T> Optional<T> first(Function<ModelChecked, Optional<T>> of) {
    return sources.stream().map(of).flatMap(Optional::stream).findFirst();
  }

  private Optional<String> parameter(String name) {
    return configuration.apply("jmc." + name).filter(s -> !s.isBlank());
  }

  private String text(String option, Function<ModelChecked, String> of) {
    String value = first(m -> Optional.of(of.apply(m)).filter(s -> !s.isEmpty())).or(() -> parameter(option)).orElse("");
    if (!value.isEmpty()) options.add("--" + option + "=" + value);
    return value;
  }

  private boolean choice(String name, Function<ModelChecked, ModelChecked.Choice> of, boolean preset) {
    Optional<ModelChecked.Choice> given = first(m -> Optional.of(of.apply(m)).filter(c -> c != ModelChecked.Choice.INHERITED));
    if (given.isPresent()) return given.get() == ModelChecked.Choice.YES;
    Optional<String> configured = parameter(name);
    if (configured.isEmpty()) return preset;
    switch (configured.get().toLowerCase(Locale.ROOT)) {
      case "true": case "yes": return true;
      case "false": case "no": return false;
      default: throw new CheckFailedError("jmc." + name + ": " + configured.get() + " is neither true nor false");
    }
  }
}
