package jmc.junit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads jmc's report: JSON as maps, lists, strings, doubles, booleans and null. Here because the artifact depends on JUnit
 * alone. Throws IllegalArgumentException with the position for what is no JSON.
 */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static Object parse(String text) {
    Json reader = new Json(text);
    Object value = reader.value();
    reader.space();
    if (reader.at != text.length()) throw reader.fault("the end");
    return value;
  }

  private Object value() {
    space();
    if (at == text.length()) throw fault("a value");
    switch (text.charAt(at)) {
      case '{': return object();
      case '[': return list();
      case '"': return string();
      case 't': return word("true", true);
      case 'f': return word("false", false);
      case 'n': return word("null", null);
      default: return number();
    }
  }

  private Map<String, Object> object() {
    Map<String, Object> members = new LinkedHashMap<>();
    at++;
    if (next('}')) return members;
    do {
      space();
      String name = string();
      if (!next(':')) throw fault("':'");
      members.put(name, value());
    } while (next(','));
    if (!next('}')) throw fault("'}'");
    return members;
  }

  private List<Object> list() {
    List<Object> elements = new ArrayList<>();
    at++;
    if (next(']')) return elements;
    do elements.add(value());
    while (next(','));
    if (!next(']')) throw fault("']'");
    return elements;
  }

  private String string() {
    if (at == text.length() || text.charAt(at) != '"') throw fault("a string");
    StringBuilder out = new StringBuilder();
    for (at++; ; at++) {
      if (at >= text.length()) throw fault("'\"'");
      char c = text.charAt(at);
      if (c == '"') break;
      out.append(c == '\\' ? escaped() : c);
    }
    at++;
    return out.toString();
  }

  private char escaped() {
    if (++at >= text.length()) throw fault("an escape");
    char c = text.charAt(at);
    switch (c) {
      case 'n': return '\n';
      case 't': return '\t';
      case 'r': return '\r';
      case 'b': return '\b';
      case 'f': return '\f';
      case 'u':
        if (at + 4 >= text.length()) throw fault("four hexadecimal digits");
        try {
          char code = (char) Integer.parseInt(text.substring(at + 1, at + 5), 16);
          at += 4;
          return code;
        } catch (NumberFormatException e) {
          throw fault("four hexadecimal digits");
        }
      default: return c;
    }
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) throw fault("a value");
    at += word.length();
    return value;
  }

  private Double number() {
    int begin = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
    try {
      return Double.valueOf(text.substring(begin, at));
    } catch (NumberFormatException e) {
      throw fault("a value");
    }
  }

  private boolean next(char c) {
    space();
    if (at == text.length() || text.charAt(at) != c) return false;
    at++;
    return true;
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  private IllegalArgumentException fault(String expected) {
    return new IllegalArgumentException("character " + at + ": expected " + expected);
  }
}
