package differential.own;

// A program in a package of its own, with package-private members and an import of its own nested class.
import differential.own.OwnPackage.Part.Deep;
import static differential.own.OwnPackage.Part.helper;

public class OwnPackage {
  static class Part {
    static String helper() { return "static import"; }

    static class Deep {
      @Override public String toString() { return getClass().getName(); }
    }
  }

  public static void main(String[] args) throws Exception {
    System.out.println(new Deep() + " " + helper() + " " + OwnPackage.class.getPackageName() + " " + OwnPackage.class.getPackage().getName());
    System.out.println(Class.forName("differential.own.OwnPackage$Part").getSimpleName() + " " + Deep.class.getCanonicalName() + " " + args.length);
    try {
      throw new IllegalStateException("with a package");
    } catch (IllegalStateException e) {
      System.out.println(e.getStackTrace()[0]);
    }
  }
}
