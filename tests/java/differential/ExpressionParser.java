// A recursive-descent parser and evaluator: classes, recursion, exceptions and maps together.
import java.util.*;

public class ExpressionParser {
  interface Node { double eval(Map<String, Double> env); }

  private final String s;
  private int at;

  ExpressionParser(String s) { this.s = s; }

  static class SyntaxError extends RuntimeException {
    SyntaxError(String m, int at) { super(m + " at " + at); }
  }

  private char peek() {
    while (at < s.length() && s.charAt(at) == ' ') at++;
    return at < s.length() ? s.charAt(at) : '\0';
  }

  private boolean eat(char c) {
    if (peek() != c) return false;
    at++;
    return true;
  }

  Node parse() {
    Node n = sum();
    if (peek() != '\0') throw new SyntaxError("unexpected '" + peek() + "'", at);
    return n;
  }

  private Node sum() {
    Node l = product();
    while (true) {
      Node a = l;
      if (eat('+')) { Node b = product(); l = e -> a.eval(e) + b.eval(e); }
      else if (eat('-')) { Node b = product(); l = e -> a.eval(e) - b.eval(e); }
      else return l;
    }
  }

  private Node product() {
    Node l = power();
    while (true) {
      Node a = l;
      if (eat('*')) { Node b = power(); l = e -> a.eval(e) * b.eval(e); }
      else if (eat('/')) { Node b = power(); l = e -> a.eval(e) / b.eval(e); }
      else return l;
    }
  }

  private Node power() {
    Node a = unary();
    if (!eat('^')) return a;
    Node b = power();
    return e -> {
      double r = 1, x = a.eval(e);
      for (int i = (int) b.eval(e); i > 0; i--) r *= x;
      return r;
    };
  }

  private Node unary() {
    if (eat('-')) { Node n = unary(); return e -> -n.eval(e); }
    if (eat('(')) {
      Node n = sum();
      if (!eat(')')) throw new SyntaxError("missing )", at);
      return n;
    }
    int start = at;
    if (Character.isDigit(peek())) {
      start = at;
      while (at < s.length() && (Character.isDigit(s.charAt(at)) || s.charAt(at) == '.')) at++;
      double v = Double.parseDouble(s.substring(start, at));
      return e -> v;
    }
    if (Character.isLetter(peek())) {
      start = at;
      while (at < s.length() && Character.isLetterOrDigit(s.charAt(at))) at++;
      String name = s.substring(start, at);
      return e -> {
        Double v = e.get(name);
        if (v == null) throw new NoSuchElementException("no variable " + name);
        return v;
      };
    }
    throw new SyntaxError("operand expected", at);
  }

  public static void main(String[] args) {
    Map<String, Double> env = new HashMap<>(Map.of("x", 3.0, "pi", 3.25));
    for (String t : new String[] {"1+2*3", "(1+2)*3", "2^3^2", "-x^2", "x*x - 4/(x-1)", "pi*2", "1/0", "1+", "(2", "y+1", "3 $ 4", "10-4-3", "--5", "0.5*0.25"}) {
      try {
        System.out.println(t + " = " + new ExpressionParser(t).parse().eval(env));
      } catch (SyntaxError e) {
        System.out.println(t + ": syntax error: " + e.getMessage());
      } catch (NoSuchElementException e) {
        System.out.println(t + ": " + e.getMessage());
      }
    }
  }
}
