import java.util.ArrayList;
import java.util.List;

/** Specification of a counter that is added to in parts: sum() is between what the sum was when it began and what it is when it returns. */
public class SumsSpec {
  private long sum;
  public void add(long n) { sum += n; }
  public long sumBegins() { return sum; }
  public List<Object> sumResults(long begun) {
    List<Object> between = new ArrayList<>();
    for (long n = begun; n <= sum; ++n) between.add(n);
    return between;
  }
}
