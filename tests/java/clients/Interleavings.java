import java.lang.reflect.Method;
import java.util.TreeSet;

/**
 * Prints the outcomes of all sequential interleavings of the calls of generated clients: for each class named, a line
 * with its name, then its outcomes, sorted, each behind a blank.
 */
public class Interleavings {
  private final Method make, op;
  private final int[] shape, first;
  private final String[] results;
  private final TreeSet<String> outcomes = new TreeSet<>();

  private Interleavings(Class<?> client) throws ReflectiveOperationException {
    make = client.getMethod("make");
    shape = (int[]) client.getField("SHAPE").get(null);
    op = client.getMethod("op", int.class, make.getReturnType());
    first = new int[shape.length];
    int calls = 0;
    for (int t = 0; t < shape.length; t++) {
      first[t] = calls;
      calls += shape[t];
    }
    results = new String[calls];
  }

  /** Extends the schedule (the calls made so far, in order) by each thread that has calls left. */
  private void extend(int[] done, int[] schedule, int length) throws ReflectiveOperationException {
    if (length == schedule.length) {
      Object o = make.invoke(null);
      for (int call : schedule) results[call] = (String) op.invoke(null, call, o);
      outcomes.add(String.join(", ", results));
      return;
    }
    for (int t = 0; t < shape.length; t++) {
      if (done[t] == shape[t]) continue;
      schedule[length] = first[t] + done[t]++;
      extend(done, schedule, length + 1);
      done[t]--;
    }
  }

  public static void main(String[] args) throws ReflectiveOperationException {
    for (String name : args) {
      Interleavings all = new Interleavings(Class.forName(name));
      all.extend(new int[all.shape.length], new int[all.results.length], 0);
      System.out.println(name);
      for (String outcome : all.outcomes) System.out.println(" " + outcome);
    }
  }
}
