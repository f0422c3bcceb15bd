// Local slots that hold values of different types in turn, variables that live on only through handlers, loops and branches.
public class LocalSlots {
  static int calls;

  static int mayFail(int k) {
    calls++;
    if (k % 3 == 0) throw new IllegalStateException("k" + k);
    return k;
  }

  static String scopes(int n) {
    StringBuilder out = new StringBuilder();
    {
      int a = n;
      String s = "s" + a;
      out.append(s);
    }
    {
      long a = n * 10000000000L;
      out.append(a);
    }
    {
      Object a = new int[] {n};
      double d = n / 2.0;
      out.append(((int[]) a)[0]).append(d);
    }
    for (int i = 0; i < 2; i++) {
      float f = i + 0.5f;
      out.append(f);
    }
    for (String s : new String[] {"x", "y"}) out.append(s);
    return out.toString();
  }

  static int handlers(int n) {
    int done = 0, last = -1;
    long weight = 1;
    Object holder = "start";
    for (int i = 0; i < n; i++) {
      int before = last;
      try {
        last = i;
        holder = i;
        done += mayFail(i);
        weight *= 3;
      } catch (IllegalStateException e) {
        done += 100 * (last - before);
        holder = e.getMessage() + holder;
      }
    }
    System.out.println(done + " " + last + " " + weight + " " + holder);
    return done;
  }

  static Object pick(boolean early, int n) {
    Object result;
    int[] big = new int[n];
    if (early) {
      result = big;
    } else {
      String text = "late";
      result = text;
      for (int i = 0; i < n; i++) big[i] = text.length() * i;
      int sum = 0;
      for (int v : big) sum += v;
      result = result + "" + sum;
    }
    return result;
  }

  static long swap(long a, double b, int c, Object d) {
    long t = a;
    a = c;
    c = (int) t;
    double u = b;
    b = a;
    a = (long) u;
    d = d + "!" + b;
    return a * 1000 + c + d.toString().length();
  }

  static int unreachedUse(int k) {
    int x;
    switch (k) {
      case 0: x = 10; break;
      case 1: x = 20; break;
      default: return -1;
    }
    do {
      x--;
      if (x % 7 == 0) continue;
      if (x % 5 == 0) break;
    } while (x > 0);
    return x;
  }

  public static void main(String[] args) {
    System.out.println(scopes(3) + " " + scopes(4));
    handlers(10);
    System.out.println(((int[]) pick(true, 4)).length + " " + pick(false, 4) + " " + calls);
    System.out.println(swap(5, 7.9, 6, "d"));
    System.out.println(unreachedUse(0) + " " + unreachedUse(1) + " " + unreachedUse(2));
  }
}
