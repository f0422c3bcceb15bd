// Inner, local and anonymous classes: outer references, captured variables, shadowing, qualified this and new.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

public class InnerClasses implements Iterable<Integer> {
  private int v = 1;
  private static int made;

  class Inner {
    int v = 2;

    class Deep {
      int v = 3;

      String all() {
        return v + " " + this.v + " " + Inner.this.v + " " + InnerClasses.this.v;
      }

      void bump() {
        InnerClasses.this.v += 10;
        Inner.this.v *= 2;
      }
    }
  }

  static class Nested {
    private int hidden = 99;

    private Nested() {
      made++;
    }
  }

  @Override public Iterator<Integer> iterator() {
    int limit = v + 3;
    return new Iterator<>() {
      int at = v;

      @Override public boolean hasNext() {
        return at < limit;
      }

      @Override public Integer next() {
        return at++;
      }
    };
  }

  class Base2 {
    String s;

    Base2(String s) {
      this.s = s + v;
    }
  }

  static class FarSub extends Base2 {
    FarSub(InnerClasses outer) {
      outer.super("far");
    }
  }

  public static void main(String[] args) {
    InnerClasses o = new InnerClasses();
    InnerClasses.Inner i = o.new Inner();
    InnerClasses.Inner.Deep d = i.new Deep();
    System.out.println(d.all());
    d.bump();
    System.out.println(d.all());
    Nested n = new Nested();
    System.out.println(n.hidden + " " + made);
    for (int x : o) System.out.print(x + " ");
    System.out.println();
    System.out.println(new FarSub(o).s);
    int base = 100;
    String text = "captured";
    class Local {
      int f;

      Local(int f) {
        this.f = f + base;
      }

      Local twice() {
        return new Local(f * 2);
      }

      @Override public String toString() {
        return text + f;
      }
    }
    System.out.println(new Local(1).twice());
    List<Runnable> rs = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      int kk = k;
      rs.add(new Runnable() {
        int count = kk * 10;

        {
          count += 5;
        }

        @Override public void run() {
          System.out.print(count++ + base + " ");
        }
      });
    }
    for (Runnable r : rs) {
      r.run();
      r.run();
    }
    System.out.println();
    System.out.println(new Local(0).getClass().getName() + " " + rs.get(0).getClass().getName() + " "
        + d.getClass().getName() + " " + d.getClass().getSimpleName() + " " + rs.get(0).getClass().isAnonymousClass());
    InnerClasses nul = null;
    try {
      nul.new Inner();
    } catch (NullPointerException e) {
      System.out.println("null outer");
    }
  }
}
