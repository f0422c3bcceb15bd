import java.util.concurrent.Callable;

// Helper is missing when this runs.
public class Signatures {
    static void ask(String what, Callable<?> question) {
        try {
            System.out.println(what + ": " + question.call());
        } catch (Throwable e) {
            System.out.println(what + ": " + e + ", cause " + e.getCause());
        }
    }

    static class Sub extends Helper { }

    static class Methods {
        Helper m(Helper h) {
            return h;
        }
    }

    static class Fields {
        Helper[] f;
    }

    static class Throwing {
        Object make() {
            return new Helper();
        }
    }

    public static void main(String[] args) {
        ask("new", () -> new Throwing().make());
        ask("again", () -> new Throwing().make());
        ask("subclass", () -> new Sub());
        ask("subclass by name", () -> Class.forName("Signatures$Sub"));
        ask("subclass by its loader", () -> Signatures.class.getClassLoader().loadClass("Signatures$Sub"));
        ask("array", () -> new Helper[1]);
        ask("static", () -> Helper.one());
        ask("literal", () -> Helper.class);
        ask("instanceof", () -> ((Object) "x") instanceof Helper);
        ask("methods", () -> Methods.class.getDeclaredMethods().length);
        ask("fields", () -> Fields.class.getDeclaredFields().length);
        ask("lambda", () -> ((java.util.function.IntSupplier) Helper::one).getAsInt());
    }
}
