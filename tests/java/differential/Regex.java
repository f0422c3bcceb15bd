// java.util.regex: groups, quantifiers, look-around, back references, flags, replacement with functions.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

public class Regex {
  public static void main(String[] args) {
    Matcher m = Pattern.compile("(\\w+)@(\\w+)\\.(com|org)").matcher("mail bob@site.com and eve@other.org now");
    while (m.find()) System.out.println(m.group() + " " + m.group(1) + " " + m.group(3) + " " + m.start() + "-" + m.end(2));
    System.out.println("2024-01-31".replaceAll("(\\d+)-(\\d+)-(\\d+)", "$3/$2/$1"));
    Matcher d = Pattern.compile("(?<year>\\d{4})-(?<month>\\d{2})").matcher("on 1999-12 or so");
    System.out.println(d.find() + " " + d.group("year") + d.group("month") + " " + d.groupCount());
    System.out.println(Pattern.matches("a*?b+", "aaabb") + " " + Pattern.matches("(ab|cd){2,3}", "abcdab") + " "
        + Pattern.matches("[^x-z&&[a-z]]+", "abc") + " " + Pattern.matches("\\p{Upper}\\p{Lower}*", "Hello"));
    System.out.println("aXbxc".split("(?i)x").length + " " + Arrays.toString(Pattern.compile("\\s*,\\s*").split("a , b,c ,d")));
    System.out.println("foobar foobaz".replaceAll("foo(?=baz)", "X") + " " + "foobar foobaz".replaceAll("foo(?!baz)", "X") + " "
        + "price $5 cost 7".replaceAll("(?<=\\$)\\d", "#") + " " + "abab cdcd abcd".replaceAll("(\\w\\w)\\1", "<$1>"));
    StringBuilder sb = new StringBuilder();
    Matcher r = Pattern.compile("\\d+").matcher("a1b22c333");
    while (r.find()) r.appendReplacement(sb, String.valueOf(Integer.parseInt(r.group()) * 2));
    r.appendTail(sb);
    System.out.println(sb + " " + Pattern.compile("[a-z]").matcher("x1y2").replaceAll(x -> x.group().toUpperCase()));
    System.out.println(Pattern.compile("^\\w+$", Pattern.MULTILINE).matcher("one\ntwo three\nfour").results()
        .map(x -> x.group()).collect(Collectors.joining("|")));
    System.out.println(Pattern.compile("a.b", Pattern.DOTALL).matcher("a\nb").matches() + " "
        + Pattern.compile("caf\u00e9", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE).matcher("CAF\u00c9").matches() + " "
        + Pattern.compile("a b # comment", Pattern.COMMENTS).matcher("ab").matches());
    System.out.println(Pattern.quote("a.b") + " " + "xa.by".replaceAll(Pattern.quote("a.b"), Matcher.quoteReplacement("$\\")));
    System.out.println("aaaa".replaceAll("a{2}", "b") + "aaa".replaceAll("a*", "x") + "aaab".replaceAll("a++b", "y") + " "
        + Pattern.compile("x*").matcher("aaxxa").replaceAll("-"));
    try {
      Pattern.compile("a(b");
    } catch (PatternSyntaxException e) {
      System.out.println(e.getDescription() + " " + e.getIndex() + " " + e.getPattern());
    }
    try {
      "x".replaceAll("x", "$2");
    } catch (IndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
    Matcher look = Pattern.compile("b+").matcher("abbb");
    System.out.println(look.lookingAt() + " " + look.find(2) + " " + look.hitEnd() + " " + look.reset("bb").matches());
    List<String> l = new ArrayList<>(List.of("apple", "bob", "avocado"));
    System.out.println(l.stream().filter(Pattern.compile("^a").asPredicate()).collect(Collectors.toList()));
    System.out.println("a\tb  c".replaceAll("\\s+", " ") + " " + "\u4e2d\u6587 x".replaceAll("\\p{IsHan}", "H")
        + " " + "A\ud83d\ude00B".replaceAll(".", "c"));
  }
}
