package jmc.junit;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What jmc runs of an {@link Outcomes} class, whose name is its argument: an object, a thread for each actor, the arbiters, and the
 * outcome, which is printed; an AssertionError if it is not allowed. What threads do is prepared before they start: only the actors'
 * own steps are interleaved.
 */
public final class Scenario {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private final Class<?> type;
  private final Outcomes outcomes;
  private final List<Method> actors = new ArrayList<>(), arbiters = new ArrayList<>();

  private Scenario(Class<?> type) {
    this.type = type;
    outcomes = type.getAnnotation(Outcomes.class);
    if (outcomes == null) throw new IllegalArgumentException("class " + type.getName() + " has no annotation @Outcomes");
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass())
      for (Method m : c.getDeclaredMethods()) {
        if (m.isSynthetic() || overridden(m)) continue;
        if (m.isAnnotationPresent(Actor.class)) actors.add(m);
        if (m.isAnnotationPresent(Arbiter.class)) arbiters.add(m);
      }
    if (actors.size() < 2) throw new IllegalArgumentException("class " + type.getName() + " has " + actors.size() + " methods with @Actor: two or more make an outcome");
    actors.sort(Comparator.comparing(Method::getName));
    arbiters.sort(Comparator.comparing(Method::getName));
  }

  private boolean overridden(Method m) {
    for (List<Method> known : List.of(actors, arbiters))
      for (Method k : known)
        if (k.getName().equals(m.getName()) && k.getParameterCount() == m.getParameterCount()) return true;
    return false;
  }

  public static void main(String[] arguments) throws Throwable {
    new Scenario(Class.forName(arguments[0])).run();
  }

  private void run() throws Throwable {
    Object subject = instance(type);
    Object shared = shared();
    Call first = null;
    for (int i = actors.size(); i-- > 0; ) first = new Call(actors.get(i), subject, shared, first);
    Call judges = null;
    for (int i = arbiters.size(); i-- > 0; ) judges = new Call(arbiters.get(i), subject, shared, judges);
    for (Call c = first; c != null; c = c.next) c.start();
    for (Call c = first; c != null; c = c.next) c.join();
    for (Call c = judges; c != null; c = c.next) c.run();
    if (shared != null) {
      judge(String.valueOf(shared));
      return;
    }
    List<String> results = new ArrayList<>();
    for (Method m : actors) {
      if (m.getReturnType() != void.class) results.add(String.valueOf(first.returned));
      first = first.next;
    }
    for (Method m : arbiters) {
      if (m.getReturnType() != void.class) results.add(String.valueOf(judges.returned));
      judges = judges.next;
    }
    judge(String.join(", ", results));
  }

  /** The call of an actor, as a thread, or of an arbiter. */
  private static final class Call extends Thread {
    private final Method method;
    private final Object subject;
    private final Object[] arguments;
    final Call next;
    Object returned;

    Call(Method method, Object subject, Object shared, Call next) {
      super(method.getName());
      method.setAccessible(true);
      this.method = method;
      this.subject = subject;
      this.arguments = method.getParameterCount() == 0 ? new Object[0] : new Object[] {shared};
      this.next = next;
    }

    @Override
    public void run() {
      try {
        returned = method.invoke(subject, arguments);
      } catch (InvocationTargetException e) {
        throw Scenario.<RuntimeException>unchecked(e.getCause());
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static Object instance(Class<?> c) throws Throwable {
    if (c.getEnclosingClass() != null && !Modifier.isStatic(c.getModifiers()) && c.isMemberClass())
      throw new IllegalArgumentException("class " + c.getName() + " is an inner class: make it static");
    Constructor<?> constructor;
    try {
      constructor = c.getDeclaredConstructor();
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException("class " + c.getName() + " has no constructor without parameters");
    }
    constructor.setAccessible(true);
    return LOOKUP.unreflectConstructor(constructor).invoke();
  }

  /** The one object that all methods with a parameter get; null: none has one. */
  private Object shared() throws Throwable {
    Class<?> wanted = null;
    for (List<Method> some : List.of(actors, arbiters))
      for (Method m : some) {
        if (m.getParameterCount() == 0) continue;
        Class<?> p = m.getParameterTypes()[0];
        if (m.getParameterCount() > 1 || wanted != null && wanted != p)
          throw new IllegalArgumentException(type.getName() + "." + m.getName() + ": actors and arbiters have no parameter, or one for results, of the same class in all of them");
        wanted = p;
      }
    for (List<Method> some : List.of(actors, arbiters))
      for (Method m : some)
        if (wanted != null && m.getReturnType() != void.class)
          throw new IllegalArgumentException(type.getName() + "." + m.getName() + " returns a result, and other results are written into a parameter: choose one of the two");
    return wanted == null ? null : instance(wanted);
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> T unchecked(Throwable t) throws T {
    throw (T) t;
  }

  private void judge(String outcome) {
    System.out.print(outcome);
    if (contains(outcomes.forbidden(), outcome)) throw new AssertionError("outcome \"" + outcome + "\" is forbidden by @Outcomes of " + type.getName());
    if (outcomes.value().length > 0 && !contains(outcomes.value(), outcome) && !contains(outcomes.interesting(), outcome))
      throw new AssertionError("outcome \"" + outcome + "\" is none that @Outcomes of " + type.getName() + " allows");
  }

  private static boolean contains(String[] some, String wanted) {
    for (String s : some) if (s.equals(wanted)) return true;
    return false;
  }
}
