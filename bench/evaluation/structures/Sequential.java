import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.TreeSet;

/**
 * Prints the outcomes of all sequential interleavings of the calls of generated clients: for each class named, a line with
 * its name, then its outcomes, sorted, each behind a blank.
 */
final class Sequential {
  private final int[] shape, first, schedule;
  private final MethodHandle run;
  private final TreeSet<String> outcomes = new TreeSet<>();

  private Sequential(Class<?> client) throws ReflectiveOperationException {
    shape = (int[]) client.getDeclaredField("SHAPE").get(null);
    run = MethodHandles.lookup().unreflect(client.getDeclaredMethod("run", int[].class));
    first = new int[shape.length];
    int calls = 0;
    for (int t = 0; t < shape.length; t++) {
      first[t] = calls;
      calls += shape[t];
    }
    schedule = new int[calls];
  }

  /** Extends the schedule, of the given length so far, by each thread that has calls left. */
  private void extend(int[] done, int length) throws Throwable {
    if (length == schedule.length) {
      outcomes.add((String) run.invokeExact(schedule));
      return;
    }
    for (int t = 0; t < shape.length; t++) {
      if (done[t] == shape[t]) continue;
      schedule[length] = first[t] + done[t]++;
      extend(done, length + 1);
      done[t]--;
    }
  }

  public static void main(String[] args) throws Throwable {
    for (String name : args) {
      Sequential all = new Sequential(Class.forName(name));
      all.extend(new int[all.shape.length], 0);
      System.out.println(name);
      for (String outcome : all.outcomes) System.out.println(" " + outcome);
    }
  }
}
