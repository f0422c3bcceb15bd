// Arrays made by reflection have at most 255 dimensions, like those that instructions make.
import java.lang.reflect.Array;

public class ArrayDimensions {
    static String made(Class<?> element, int... lengths) {
        try {
            Object array = lengths.length == 1 ? Array.newInstance(element, lengths[0]) : Array.newInstance(element, lengths);
            return array.getClass().getName().length() + " characters, length " + Array.getLength(array);
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    public static void main(String[] args) {
        Class<?> c = int.class;
        for (int i = 0; i < 254; i++) c = Array.newInstance(c, 0).getClass();
        System.out.println(made(c, 3));
        System.out.println(made(c, 3, 2));
        c = Array.newInstance(c, 1).getClass();
        System.out.println(made(c, 0));
        System.out.println(made(c, 0, 0));
        System.out.println(made(c, -1));
        System.out.println(made(String.class, new int[254]));
        System.out.println(made(String.class, new int[256]));
        System.out.println(made(String[].class, 2, 0, 3));
        System.out.println(made(String.class, 0, -5));
        System.out.println(made(String.class, 2, -5));
        System.out.println(made(void.class, 1));
        System.out.println(made(void.class, 1, 1));
        System.out.println(((int[][]) Array.newInstance(int.class, 2, 3))[1].length);
    }
}
