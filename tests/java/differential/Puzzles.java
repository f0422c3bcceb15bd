// Small searches: queens, permutations, shortest paths, edit distance, game of life, sudoku-like propagation.
import java.util.*;

public class Puzzles {
  static int queens(int n, int row, int cols, int d1, int d2) {
    if (row == n) return 1;
    int count = 0;
    for (int c = 0; c < n; c++) {
      int a = 1 << c, b = 1 << (row + c), e = 1 << (row - c + n);
      if ((cols & a) == 0 && (d1 & b) == 0 && (d2 & e) == 0) count += queens(n, row + 1, cols | a, d1 | b, d2 | e);
    }
    return count;
  }

  static void permute(String done, String rest, List<String> out) {
    if (rest.isEmpty()) out.add(done);
    for (int i = 0; i < rest.length(); i++) permute(done + rest.charAt(i), rest.substring(0, i) + rest.substring(i + 1), out);
  }

  static int edit(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++)
      for (int j = 0; j <= b.length(); j++)
        d[i][j] = i == 0 ? j : j == 0 ? i : Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1));
    return d[a.length()][b.length()];
  }

  static Map<String, Integer> dijkstra(Map<String, Map<String, Integer>> g, String from) {
    Map<String, Integer> dist = new TreeMap<>();
    PriorityQueue<Map.Entry<String, Integer>> q = new PriorityQueue<>(Map.Entry.comparingByValue());
    q.add(Map.entry(from, 0));
    while (!q.isEmpty()) {
      Map.Entry<String, Integer> e = q.poll();
      if (dist.putIfAbsent(e.getKey(), e.getValue()) != null) continue;
      g.getOrDefault(e.getKey(), Map.of()).forEach((to, w) -> q.add(Map.entry(to, e.getValue() + w)));
    }
    return dist;
  }

  public static void main(String[] args) {
    System.out.println(queens(6, 0, 0, 0, 0) + " " + queens(7, 0, 0, 0, 0));
    List<String> ps = new ArrayList<>();
    permute("", "abcd", ps);
    System.out.println(ps);
    System.out.println(edit("kitten", "sitting") + " " + edit("", "abc") + " " + edit("intention", "execution"));
    System.out.println(dijkstra(Map.of("a", Map.of("b", 7, "c", 3), "b", Map.of("d", 2), "c", Map.of("b", 1, "d", 8), "d", Map.of()), "a"));
    boolean[][] w = new boolean[8][8];
    for (int[] p : new int[][] {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}}) w[p[0]][p[1]] = true;
    for (int g = 0; g < 12; g++) {
      boolean[][] n = new boolean[8][8];
      for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
          int k = 0;
          for (int x = -1; x <= 1; x++) for (int y = -1; y <= 1; y++) if ((x != 0 || y != 0) && w[(i + x + 8) % 8][(j + y + 8) % 8]) k++;
          n[i][j] = k == 3 || w[i][j] && k == 2;
        }
      w = n;
    }
    for (boolean[] r : w) {
      for (boolean c : r) System.out.print(c ? '#' : '.');
      System.out.println();
    }
    StringBuilder hanoi = new StringBuilder();
    new Object() {
      void move(int n, char a, char b, char c) {
        if (n == 0) return;
        move(n - 1, a, c, b);
        hanoi.append(a).append(c).append(' ');
        move(n - 1, b, a, c);
      }
    }.move(4, 'A', 'B', 'C');
    System.out.println(hanoi);
  }
}
