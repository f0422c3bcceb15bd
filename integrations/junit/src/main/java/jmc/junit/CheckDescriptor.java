package jmc.junit;

import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;

/** A class that is a test by itself, with the tags of Jupiter: a container (build tools write a report for each) of its checks. */
final class CheckDescriptor extends AbstractTestDescriptor {
  static final String CLASS = "class", CHECK = "check";

  private final Class<?> type;
  private final boolean container;

  private CheckDescriptor(UniqueId id, String name, Class<?> type, TestSource source) {
    super(id, name, source);
    this.type = type;
    container = source instanceof ClassSource;
  }

  /** There is no such method, and nobody looks for it; but build tools name a test without one by its container, and without its package. */
  private static CheckDescriptor check(UniqueId parent, Class<?> type, String name) {
    return new CheckDescriptor(parent.append(CHECK, name), name, type, MethodSource.from(type.getName(), name));
  }

  static CheckDescriptor of(UniqueId parent, Class<?> type) {
    UniqueId id = parent.append(CLASS, type.getName());
    CheckDescriptor out = new CheckDescriptor(id, type.getName().substring(type.getName().lastIndexOf('.') + 1), type, ClassSource.from(type));
    if (type.isAnnotationPresent(Outcomes.class)) out.addChild(check(id, type, "outcomes"));
    if (type.isAnnotationPresent(LinearizabilityTest.class)) out.addChild(check(id, type, "linearizability"));
    return out;
  }

  Class<?> type() {
    return type;
  }

  @Override
  public Type getType() {
    return container ? Type.CONTAINER : Type.TEST;
  }

  @Override
  public Set<TestTag> getTags() {
    Set<TestTag> out = new LinkedHashSet<>();
    for (Tag t : AnnotationSupport.findRepeatableAnnotations(type, Tag.class)) out.add(TestTag.create(t.value()));
    return out;
  }
}
