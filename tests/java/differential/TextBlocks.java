// Text blocks, escapes, var, and constants folded by the compiler.
import java.util.ArrayList;
import java.util.HashMap;

public class TextBlocks {
  public static void main(String[] args) {
    String a = """
        Hello,
          "World" \""" and \\ and \t tab
        line \
        continued
        trailing\s\s
        """;
    System.out.print(a);
    String b = """
      no newline at the end""";
    System.out.println(b + "|" + b.length());
    System.out.println("""

        empty line above
      and less indentation
      """.lines().count());
    var list = new ArrayList<HashMap<String, int[]>>();
    list.add(new HashMap<>());
    var m = list.get(0);
    m.put("k", new int[] {1, 2});
    for (var en : m.entrySet()) {
      var arr = en.getValue();
      var sum = 0L;
      for (var v : arr) sum += v;
      System.out.println(en.getKey() + sum);
    }
    var anon = new Object() {
      int hidden = 5;

      int twice() {
        return hidden * 2;
      }
    };
    anon.hidden++;
    System.out.println(anon.twice());
    java.util.function.BiFunction<Integer, Integer, Integer> f = (var x, var y) -> x * y;
    System.out.println(f.apply(6, 7));
    final String part = "con";
    System.out.println((part + "stant") == "constant");
    String np = "con";
    System.out.println((np + "stant") == "constant");
    System.out.println("%s is %d".formatted("text", 5) + " a\tb".translateEscapes() + "x\\ty".translateEscapes());
    System.out.println("  in\n    dent\n".indent(2) + "  a\n b\n".stripIndent());
  }
}
