import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Lists the public methods of the classes that are its arguments, sorted, a line each: class, "static" or "", result, name, erased types of the parameters. tests/run-pairs calls them. */
public class Methods {
  public static void main(String[] names) throws Exception {
    List<String> lines = new ArrayList<>();
    for (String name : names) {
      Class<?> type;
      try {
        type = Class.forName(name);
      } catch (ClassNotFoundException e) {
        continue;  // a class of later releases
      }
      for (Method m : type.getMethods()) {
        if (m.isBridge() || m.isSynthetic()) continue;
        if (Modifier.isStatic(m.getModifiers()) && m.getDeclaringClass() != type) continue;
        StringBuilder line = new StringBuilder(name + "\t" + (Modifier.isStatic(m.getModifiers()) ? "static" : "") + "\t" + m.getReturnType().getCanonicalName() + "\t" + m.getName());
        for (Class<?> p : m.getParameterTypes()) line.append("\t").append(p.getCanonicalName());
        lines.add(line.toString());
      }
    }
    Collections.sort(lines);
    lines.forEach(System.out::println);
  }
}
