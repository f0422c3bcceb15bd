package jmc.junit;

import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;

/** A class that is a test by itself, with the tags of Jupiter: a container (build tools write a report for each) of its checks. */
final class CheckDescriptor extends AbstractTestDescriptor {
  static final String CLASS = "class", CHECK = "check";

  private final Class<?> type;
  private final boolean container;

  private CheckDescriptor(UniqueId id, String name, Class<?> type, ClassSource source) {
    super(id, name, source);
    this.type = type;
    container = source != null;
  }

  static CheckDescriptor of(UniqueId parent, Class<?> type) {
    UniqueId id = parent.append(CLASS, type.getName());
    CheckDescriptor out = new CheckDescriptor(id, type.getName().substring(type.getName().lastIndexOf('.') + 1), type, ClassSource.from(type));
    if (type.isAnnotationPresent(Outcomes.class)) out.addChild(new CheckDescriptor(id.append(CHECK, "outcomes"), "outcomes", type, null));
    if (type.isAnnotationPresent(LinearizabilityTest.class)) out.addChild(new CheckDescriptor(id.append(CHECK, "linearizability"), "linearizability", type, null));
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
