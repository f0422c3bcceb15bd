package jmc.junit;

/** Places for results that {@link Actor} and {@link Arbiter} methods share: the outcome is those up to the last that was written. */
public class Results {
  public Object r1, r2, r3, r4, r5, r6, r7, r8;

  @Override
  public String toString() {
    Object[] all = {r1, r2, r3, r4, r5, r6, r7, r8};
    int used = all.length;
    while (used > 1 && all[used - 1] == null) used--;
    StringBuilder out = new StringBuilder().append(all[0]);
    for (int i = 1; i < used; i++) out.append(", ").append(all[i]);
    return out.toString();
  }
}
