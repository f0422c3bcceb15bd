// An interpreter inside the interpreter: a stack machine that computes primes.
import java.util.ArrayDeque;
import java.util.Deque;

public class TinyMachine {
  enum Op { PUSH, LOAD, STORE, ADD, MOD, LESS, JZ, JMP, PRINT, HALT }

  record Ins(Op op, int arg) {
    Ins(Op op) { this(op, 0); }
  }

  public static void main(String[] args) {
    Ins[] code = {
      new Ins(Op.PUSH, 2), new Ins(Op.STORE, 0),                                               // n = 2
      new Ins(Op.LOAD, 0), new Ins(Op.PUSH, 60), new Ins(Op.LESS), new Ins(Op.JZ, 25),         // while n < 60
      new Ins(Op.PUSH, 2), new Ins(Op.STORE, 1),                                               // d = 2
      new Ins(Op.LOAD, 1), new Ins(Op.LOAD, 0), new Ins(Op.LESS), new Ins(Op.JZ, 18),          // while d < n
      new Ins(Op.LOAD, 0), new Ins(Op.LOAD, 1), new Ins(Op.MOD), new Ins(Op.JZ, 20),           // if n % d == 0 next n
      new Ins(Op.JMP, 26), new Ins(Op.HALT),
      new Ins(Op.LOAD, 0), new Ins(Op.PRINT),                                                  // print n
      new Ins(Op.LOAD, 0), new Ins(Op.PUSH, 1), new Ins(Op.ADD), new Ins(Op.STORE, 0), new Ins(Op.JMP, 2),
      new Ins(Op.HALT),
      new Ins(Op.LOAD, 1), new Ins(Op.PUSH, 1), new Ins(Op.ADD), new Ins(Op.STORE, 1), new Ins(Op.JMP, 8),
    };
    Deque<Integer> st = new ArrayDeque<>();
    int[] mem = new int[2];
    int pc = 0;
    long steps = 0;
    run:
    while (true) {
      steps++;
      Ins i = code[pc++];
      switch (i.op()) {
        case PUSH -> st.push(i.arg());
        case LOAD -> st.push(mem[i.arg()]);
        case STORE -> mem[i.arg()] = st.pop();
        case ADD -> st.push(st.pop() + st.pop());
        case MOD -> {
          int b = st.pop(), a = st.pop();
          st.push(a % b);
        }
        case LESS -> {
          int b = st.pop(), a = st.pop();
          st.push(a < b ? 1 : 0);
        }
        case JZ -> {
          if (st.pop() == 0) pc = i.arg();
        }
        case JMP -> pc = i.arg();
        case PRINT -> System.out.print(st.pop() + " ");
        case HALT -> {
          break run;
        }
      }
    }
    System.out.println("\n" + steps + " steps, stack " + st);
  }
}
