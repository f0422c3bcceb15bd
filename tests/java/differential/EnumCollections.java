// EnumMap and EnumSet, also of an enum with more than 64 constants.
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

public class EnumCollections {
  enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

  enum Big {
    A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, B0, B1, B2, B3, B4, B5, B6, B7, B8, B9, C0, C1, C2, C3, C4, C5, C6, C7, C8, C9,
    D0, D1, D2, D3, D4, D5, D6, D7, D8, D9, E0, E1, E2, E3, E4, E5, E6, E7, E8, E9, F0, F1, F2, F3, F4, F5, F6, F7, F8, F9,
    G0, G1, G2, G3, G4, G5, G6, G7, G8, G9
  }

  public static void main(String[] args) {
    EnumMap<Day, String> m = new EnumMap<>(Day.class);
    m.put(Day.SUN, "s");
    m.put(Day.MON, "m");
    m.put(Day.WED, null);
    System.out.println(m + " " + m.size() + " " + m.containsKey(Day.WED) + " " + m.get(Day.TUE));
    m.remove(Day.MON);
    m.merge(Day.SUN, "+", String::concat);
    for (Map.Entry<Day, String> e : m.entrySet()) System.out.print(e.getKey() + "=" + e.getValue() + ";");
    System.out.println(m.keySet() + "" + m.values());
    EnumSet<Day> week = EnumSet.range(Day.MON, Day.FRI);
    EnumSet<Day> end = EnumSet.complementOf(week);
    System.out.println(week + " " + end + " " + EnumSet.allOf(Day.class).size() + EnumSet.noneOf(Day.class));
    week.removeIf(d -> d.name().startsWith("T"));
    week.addAll(end);
    week.retainAll(EnumSet.of(Day.MON, Day.SUN, Day.TUE));
    System.out.println(week + " " + week.contains(Day.SUN) + " " + week.equals(EnumSet.of(Day.SUN, Day.MON)));
    EnumSet<Big> b = EnumSet.range(Big.F8, Big.G3);
    b.add(Big.A0);
    System.out.println(b + " " + EnumSet.complementOf(b).size());
    b.remove(Big.G0);
    System.out.println(b.contains(Big.G0) + " " + b.size() + " " + b.clone());
    EnumMap<Big, Integer> bm = new EnumMap<>(Big.class);
    for (Big x : Big.values()) bm.merge(Big.values()[x.ordinal() % 7], 1, Integer::sum);
    System.out.println(bm + " " + bm.equals(new EnumMap<>(bm)));
  }
}
