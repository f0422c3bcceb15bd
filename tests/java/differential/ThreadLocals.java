// ThreadLocal and InheritableThreadLocal.
public class ThreadLocals {
  static final ThreadLocal<Integer> T = ThreadLocal.withInitial(() -> 10);
  static final InheritableThreadLocal<String> I = new InheritableThreadLocal<>() {
    @Override protected String childValue(String p) {
      return p + "/child";
    }
  };

  static final ThreadLocal<StringBuilder> NONE = new ThreadLocal<>();

  public static void main(String[] args) throws InterruptedException {
    T.set(T.get() + 1);
    I.set("parent");
    System.out.println(NONE.get() + " " + T.get() + " " + I.get());
    Thread t = new Thread(() -> {
      System.out.println(T.get() + " " + I.get() + " " + NONE.get());
      T.set(99);
      I.set("changed");
      NONE.set(new StringBuilder("mine"));
      System.out.println(T.get() + " " + I.get() + " " + NONE.get());
      T.remove();
      System.out.println(T.get());
    });
    t.start();
    t.join();
    System.out.println(T.get() + " " + I.get() + " " + NONE.get());
    ThreadLocal<?>[] many = new ThreadLocal<?>[40];
    for (int i = 0; i < many.length; i++) {
      int k = i;
      many[i] = ThreadLocal.withInitial(() -> k * k);
    }
    int sum = 0;
    for (ThreadLocal<?> m : many) sum += (Integer) m.get();
    for (int i = 0; i < 40; i += 2) many[i].remove();
    System.out.println(sum + " " + many[7].get());
  }
}
