import java.util.List;

/** Specification of a rendezvous for one value: who gives begins and, once somebody has taken in one moment, returns. */
public class GiveMoments {
  private int given, taken;
  public void giveBegins(Object x) { ++given; }
  public List<Object> giveResults(Object x) { return taken > 0 ? List.of("_") : List.of(); }
  public void giveReturns(Object x, Object result) { --taken; }
  public List<Object> takeResults() { return given > 0 ? List.of(1) : List.of(); }
  public void takeReturns(Object result) { --given; ++taken; }
}
