// Which classes have assertions, by what their class loader was told.
public class AssertionStatus {
    static class A { static boolean on() { boolean r = false; assert r = true; return r; } }
    static class B { static boolean on() { boolean r = false; assert r = true; return r; } }
    static class C {
        static boolean on() { boolean r = false; assert r = true; return r; }
        static class In { static boolean on() { boolean r = false; assert r = true; return r; } }
    }
    static class D { static boolean on() { boolean r = false; assert r = true; return r; } }
    static class E { static boolean on() { boolean r = false; assert r = true; return r; } }

    public static void main(String[] args) throws Exception {
        ClassLoader loader = AssertionStatus.class.getClassLoader();
        System.out.println(A.on() + " " + A.class.desiredAssertionStatus() + " " + String.class.desiredAssertionStatus());
        loader.setDefaultAssertionStatus(false);
        System.out.println(A.on() + " " + A.class.desiredAssertionStatus() + " " + B.on());
        loader.setClassAssertionStatus("AssertionStatus$C", true);
        System.out.println(C.on() + " " + C.class.desiredAssertionStatus() + " " + C.In.class.desiredAssertionStatus() + " " + C.In.on() + " " + D.class.desiredAssertionStatus());
        loader.clearAssertionStatus();
        System.out.println(D.class.desiredAssertionStatus());
        loader.setPackageAssertionStatus(null, true);
        System.out.println(D.class.desiredAssertionStatus() + " " + D.on());
        loader.setDefaultAssertionStatus(true);
        System.out.println(D.class.desiredAssertionStatus());
        ClassLoader.getPlatformClassLoader().setDefaultAssertionStatus(false);
        System.out.println(int.class.desiredAssertionStatus() + " " + int[].class.desiredAssertionStatus() + " " + A[].class.desiredAssertionStatus());
        loader.setDefaultAssertionStatus(false);
        Thread t = new Thread(() -> System.out.println("in a thread " + E.on()));
        t.start();
        t.join();
    }
}
