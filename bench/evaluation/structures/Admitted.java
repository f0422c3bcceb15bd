/** Whether an outcome is among those admitted: sorted, all equally long, one after the other in texts of many. */
final class Admitted {
  private Admitted() {}

  static boolean contains(String[] texts, String outcome) {
    int length = outcome.length();
    for (String text : texts) {
      int low = 0, high = text.length() / length - 1;
      while (low <= high) {
        int middle = (low + high) >>> 1;
        int order = outcome.compareTo(text.substring(middle * length, (middle + 1) * length));
        if (order == 0) return true;
        if (order < 0) high = middle - 1;
        else low = middle + 1;
      }
    }
    return false;
  }

  static char digit(boolean result) {
    return result ? '1' : '0';
  }

  static char digit(Integer result) {
    return result == null ? '-' : (char) ('0' + result);
  }
}
