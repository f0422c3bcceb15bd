// Properties, Locale.ROOT, Currency-free text utilities, ResourceBundle-free.
import java.io.*;
import java.text.MessageFormat;
import java.util.*;

public class PropertiesUse {
  public static void main(String[] args) throws IOException {
    Properties p = new Properties();
    p.load(new StringReader("# comment\nkey = value\nlong: a\\\n   b\nuni=\\u0041\n empty\n!x\nsp\\ ace=1"));
    System.out.println(new TreeMap<>(p) + " " + p.getProperty("none", "default") + " " + p.getProperty("empty").isEmpty());
    p.setProperty("z", "\u00e9\n");
    StringWriter w = new StringWriter();
    p.store(w, null);
    String[] lines = w.toString().split("\n");
    Arrays.sort(lines, 1, lines.length);
    for (int i = 1; i < lines.length; i++) System.out.println(lines[i]);
    Properties child = new Properties(p);
    child.setProperty("key", "over");
    System.out.println(child.getProperty("key") + child.getProperty("uni") + new TreeSet<>(child.stringPropertyNames()));
    System.out.println(Locale.ROOT.toString().isEmpty() + " " + Locale.US + " " + Locale.forLanguageTag("de-CH").getCountry() + " " + "TITLE".toLowerCase(Locale.ROOT));
    System.out.println(new MessageFormat("{1} and {0}", Locale.ROOT).format(new Object[] {"a", "b"}));
    System.setProperty("own.key", "set");
    System.out.println(System.getProperty("own.key") + System.clearProperty("own.key") + System.getProperty("own.key") + Boolean.getBoolean("own.key"));
  }
}
