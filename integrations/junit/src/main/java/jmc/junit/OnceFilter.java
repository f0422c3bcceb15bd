package jmc.junit;

import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * A method with {@code @ModelChecked} and {@code @ParameterizedTest} is found twice: its invocations are the tests, and the method
 * alone, which is none, is taken out of what runs. So nobody counts it as skipped. The platform's launcher makes it.
 */
public final class OnceFilter implements PostDiscoveryFilter {
  @Override
  public FilterResult apply(TestDescriptor test) {
    if (!test.isTest() || !ModelCheckedExtension.isPlain(test.getUniqueId().toString())) return FilterResult.included(null);
    return test.getSource().filter(MethodSource.class::isInstance).map(MethodSource.class::cast).map(MethodSource::getJavaMethod)
        .filter(method -> AnnotationSupport.isAnnotated(method, ModelChecked.class) && ModelCheckedExtension.isTemplate(method))
        .map(method -> FilterResult.excluded("each of its invocations is model-checked instead")).orElse(FilterResult.included(null));
  }
}
