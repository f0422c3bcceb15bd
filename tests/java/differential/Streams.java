// Streams: lazy and stateful operations, collectors, primitive streams, iterators and spliterators.
import java.util.*;
import java.util.function.Function;
import java.util.stream.*;

public class Streams {
  record Person(String name, int age, String city) {}

  static void show(Object o) {
    System.out.println(o);
  }

  public static void main(String[] args) {
    List<Person> ps = List.of(new Person("ann", 30, "Oslo"), new Person("bob", 25, "Rome"), new Person("cid", 35, "Oslo"),
        new Person("dee", 25, "Bonn"), new Person("eve", 41, "Rome"));
    show(ps.stream().filter(p -> p.age() > 26).map(Person::name).collect(Collectors.toList()));
    show(ps.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.mapping(Person::name, Collectors.joining("+")))));
    show(ps.stream().collect(Collectors.partitioningBy(p -> p.age() >= 30, Collectors.counting())));
    show(ps.stream().sorted(Comparator.comparingInt(Person::age).thenComparing(Person::name, Comparator.reverseOrder())).map(Person::name).toList());
    show(ps.stream().mapToInt(Person::age).summaryStatistics());
    show(ps.stream().collect(Collectors.averagingInt(Person::age)) + " " + ps.stream().collect(Collectors.summingLong(Person::age)));
    show(ps.stream().collect(Collectors.toMap(Person::city, Person::age, Integer::sum, TreeMap::new)));
    try {
      ps.stream().collect(Collectors.toMap(Person::city, Function.identity()));
    } catch (IllegalStateException e) {
      show(e.getMessage());
    }
    show(IntStream.rangeClosed(1, 5).mapToObj(i -> "x".repeat(i)).collect(Collectors.joining(",", "<", ">")));
    show(Stream.iterate(1, x -> x * 2).limit(10).reduce(0, Integer::sum) + " "
        + Stream.iterate(1, x -> x < 100, x -> x * 3).map(String::valueOf).toList());
    show(Stream.of("a,b", "c", "d,e,f").flatMap(s -> Arrays.stream(s.split(","))).skip(1).peek(s -> System.out.print("." + s)).count());
    show(Stream.of(5, 3, 5, 1, 3).distinct().sorted().map(Object::toString).collect(Collectors.joining()));
    StringBuilder order = new StringBuilder();
    Optional<Integer> first = Stream.of(1, 2, 3, 4, 5).peek(i -> order.append("p").append(i)).filter(i -> i > 2).peek(i -> order.append("f").append(i)).findFirst();
    show(first.get() + " " + order);
    show(Stream.of(1, 2, 3).anyMatch(i -> i > 2) + " " + Stream.of(1).allMatch(i -> i > 2) + " " + Stream.empty().noneMatch(x -> true));
    show(Stream.of("bb", "a", "ccc").max(Comparator.comparing(String::length)).get() + Stream.of(3, 1).min(Comparator.naturalOrder()).get());
    show(IntStream.of(3, 1, 2).sorted().boxed().collect(Collectors.toCollection(ArrayDeque::new)) + " "
        + IntStream.range(0, 5).average().getAsDouble() + " " + LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b) + " "
        + DoubleStream.of(1.5, 2.5).sum() + " " + IntStream.empty().max().isPresent());
    show(Stream.of(1, 2, 3, 4, 5, 6).takeWhile(i -> i < 4).toList() + "" + Stream.of(1, 2, 3, 4).dropWhile(i -> i < 3).toList());
    show(Stream.concat(Stream.of(1), Stream.of(2)).toList() + Arrays.toString(Stream.of("q").toArray(String[]::new)));
    show(Stream.of(1, 2, 3, 4).collect(Collectors.teeing(Collectors.summingInt(i -> i), Collectors.counting(), (s, n) -> s + "/" + n)));
    show(Stream.of(1, 2, 3, 4).collect(Collectors.collectingAndThen(Collectors.reducing(0, i -> i * i, Integer::sum), i -> "=" + i)));
    show(Stream.of(1, 2).<Object>mapMulti((i, sink) -> { sink.accept(i); sink.accept("m" + i); }).toList());
    show(Stream.of("x", "y").reduce("", (a, b) -> b + a) + Stream.of(1, 2, 3).reduce(0, (a, b) -> a + b, Integer::sum));
    show("hello".chars().mapToObj(c -> (char) c).collect(Collectors.groupingBy(c -> c, LinkedHashMap::new, Collectors.counting())));
    Iterator<Integer> it = IntStream.range(0, 3).iterator();
    while (it.hasNext()) System.out.print(it.next() + " ");
    Spliterator<Integer> sp = List.of(1, 2, 3, 4).spliterator();
    Spliterator<Integer> half = sp.trySplit();
    half.forEachRemaining(x -> System.out.print("h" + x));
    sp.tryAdvance(x -> show("s" + x + " " + sp.estimateSize()));
    Stream<Integer> used = Stream.of(1);
    used.count();
    try {
      used.count();
    } catch (IllegalStateException e) {
      show(e.getMessage());
    }
    try (Stream<String> closing = Stream.of("c").onClose(() -> show("closed"))) {
      closing.forEachOrdered(Streams::show);
    }
    show(IntStream.iterate(1, i -> i + 1).filter(i -> i % 7 == 0).mapToLong(i -> i).limit(3).boxed().toList()
        + " " + Stream.generate(() -> "g").limit(2).toList() + IntStream.rangeClosed('a', 'e').mapToObj(Character::toString).toList());
  }
}
