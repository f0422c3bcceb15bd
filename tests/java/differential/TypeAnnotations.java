import java.io.IOException;
import java.io.Serializable;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Annotations of types: of fields, methods, constructors, classes, records and their parts. */
public class TypeAnnotations {
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER})
  @interface Mark { int value(); }

  static class Base<T> { }

  static class Sub<@Mark(1) T extends @Mark(2) Comparable<T>> extends @Mark(3) Base<@Mark(4) T> implements @Mark(5) Serializable {
    @Mark(6) int @Mark(7) [] array;
    Map<@Mark(8) String, ? extends @Mark(9) Number> map;
    String plain;

    @Mark(10) Sub() { }

    @Mark(11) String method(@Mark(12) Sub<T> this, @Mark(13) String text) throws @Mark(14) IOException { return text; }

    <@Mark(15) U> void generic(List<@Mark(16) U> list) { }
  }

  record Pair(@Mark(17) String left, List<@Mark(18) Integer> right, int bare) { }

  static void show(String what, AnnotatedElement e) {
    Mark m = e.getAnnotation(Mark.class);
    System.out.println(what + ": " + (m == null ? "none" : m.value()) + " of " + e.getAnnotations().length);
  }

  public static void main(String[] args) throws Exception {
    Class<?> c = Sub.class;
    show("parameter", c.getTypeParameters()[0]);
    show("bound", c.getTypeParameters()[0].getAnnotatedBounds()[0]);
    show("superclass", c.getAnnotatedSuperclass());
    show("its argument", ((AnnotatedParameterizedType) c.getAnnotatedSuperclass()).getAnnotatedActualTypeArguments()[0]);
    show("interface", c.getAnnotatedInterfaces()[0]);
    AnnotatedArrayType array = (AnnotatedArrayType) c.getDeclaredField("array").getAnnotatedType();
    show("array", array);
    show("element", array.getAnnotatedGenericComponentType());
    AnnotatedParameterizedType map = (AnnotatedParameterizedType) c.getDeclaredField("map").getAnnotatedType();
    show("map", map);
    show("key", map.getAnnotatedActualTypeArguments()[0]);
    show("value", ((AnnotatedWildcardType) map.getAnnotatedActualTypeArguments()[1]).getAnnotatedUpperBounds()[0]);
    show("plain", c.getDeclaredField("plain").getAnnotatedType());
    show("constructor", c.getDeclaredConstructor().getAnnotatedReturnType());
    Method m = c.getDeclaredMethod("method", String.class);
    show("result", m.getAnnotatedReturnType());
    show("receiver", m.getAnnotatedReceiverType());
    show("text", m.getAnnotatedParameterTypes()[0]);
    show("thrown", m.getAnnotatedExceptionTypes()[0]);
    Method g = c.getDeclaredMethod("generic", List.class);
    show("parameter", g.getTypeParameters()[0]);
    show("list", ((AnnotatedParameterizedType) g.getAnnotatedParameterTypes()[0]).getAnnotatedActualTypeArguments()[0]);
    show("left", Pair.class.getRecordComponents()[0].getAnnotatedType());
    show("right", ((AnnotatedParameterizedType) Pair.class.getRecordComponents()[1].getAnnotatedType()).getAnnotatedActualTypeArguments()[0]);
    show("bare", Pair.class.getRecordComponents()[2].getAnnotatedType());
    show("accessor", Pair.class.getDeclaredMethod("left").getAnnotatedReturnType());
    show("of the JDK", ArrayList.class.getAnnotatedSuperclass());
    show("none", String.class.getMethod("length").getAnnotatedReturnType());
    System.out.println(int[].class.getAnnotatedInterfaces().length + " " + (Object.class.getAnnotatedSuperclass() == null));
  }
}
