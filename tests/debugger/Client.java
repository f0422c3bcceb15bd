import com.sun.jdi.*;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.*;
import com.sun.jdi.request.*;
import java.util.*;

/** A debugger on com.sun.jdi: goes through Bank and says what it sees. Arguments: port, lines called reads and after. */
public class Client {
  static VirtualMachine vm;

  static void check(boolean holds, String what) {
    if (!holds) throw new AssertionError(what);
  }

  static Value call(ObjectReference o, ThreadReference t, String name, Value... arguments) throws Exception {
    Method m = o.referenceType().methodsByName(name).get(0);
    return o.invokeMethod(t, m, List.of(arguments), ObjectReference.INVOKE_SINGLE_THREADED);
  }

  static int balance(ObjectReference account) {
    return ((IntegerValue) account.getValue(account.referenceType().fieldByName("balance"))).value();
  }

  public static void main(String[] args) throws Exception {
    AttachingConnector socket = null;
    for (AttachingConnector c : Bootstrap.virtualMachineManager().attachingConnectors())
      if (c.name().equals("com.sun.jdi.SocketAttach")) socket = c;
    Map<String, Connector.Argument> where = socket.defaultArguments();
    where.get("port").setValue(args[0]);
    where.get("hostname").setValue("127.0.0.1");
    vm = socket.attach(where);
    int reads = Integer.parseInt(args[1]), after = Integer.parseInt(args[2]);
    EventRequestManager requests = vm.eventRequestManager();

    ClassPrepareRequest prepare = requests.createClassPrepareRequest();
    prepare.addClassFilter("Bank$Account");
    prepare.enable();
    requests.createThreadStartRequest().enable();
    requests.createThreadDeathRequest().enable();
    ExceptionRequest exceptions = requests.createExceptionRequest(null, false, true);
    exceptions.enable();
    MethodExitRequest exits = requests.createMethodExitRequest();
    exits.addClassFilter("Bank$Account");
    exits.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);

    List<String> seen = new ArrayList<>();
    Set<String> started = new TreeSet<>(), ended = new TreeSet<>();
    List<Integer> written = new ArrayList<>();
    boolean over = false;
    while (!over) {
      EventSet set = vm.eventQueue().remove(20_000);
      check(set != null, "no event for 20 seconds; so far " + seen);
      for (Event e : set) {
        if (e instanceof VMStartEvent) seen.add("start");
        if (e instanceof VMDeathEvent || e instanceof VMDisconnectEvent) over = true;
        if (e instanceof ThreadStartEvent s) started.add(s.thread().name());
        if (e instanceof ThreadDeathEvent d) ended.add(d.thread().name());
        if (e instanceof ClassPrepareEvent p) {
          ReferenceType account = p.referenceType();
          seen.add("prepared " + account.name());
          requests.createBreakpointRequest(account.locationsOfLine(reads).get(0)).enable();
          requests.createModificationWatchpointRequest(account.fieldByName("balance")).enable();
          exits.enable();
        }
        if (e instanceof BreakpointEvent b) at(b, after);
        if (e instanceof StepEvent s) {
          LocalVariable local = s.thread().frame(0).visibleVariableByName("seen");
          check(local != null && s.thread().frame(0).getValue(local).toString().equals("0"), "seen at line " + s.location().lineNumber());
          check(s.location().lineNumber() == reads + 1, "a step over one line ends in the next, not in " + s.location());
          requests.deleteEventRequest(s.request());
          seen.add("stepped");
        }
        if (e instanceof ModificationWatchpointEvent w && w.location().method().name().equals("deposit")) {
          check(w.valueCurrent() instanceof IntegerValue, "the value before");
          written.add(((IntegerValue) w.valueToBe()).value());
        }
        if (e instanceof MethodExitEvent x && x.method().name().equals("deposit")) {
          check(x.returnValue() instanceof VoidValue, "what a void method returns");
          seen.add("exit");
        }
        if (e instanceof ExceptionEvent x) {
          check(x.catchLocation() == null, "nobody catches it");
          Value text = call(x.exception(), x.thread(), "getMessage");
          int lost = Integer.parseInt(((StringReference) text).value().replace("lost: ", ""));
          check(lost == written.get(1), "the later write is what is left: " + lost + " of " + written);
          check(x.thread().name().equals("main") && x.exception().referenceType().name().equals("java.lang.IllegalStateException"), "who threw what");
          seen.add("exception");
        }
      }
      if (!over) set.resume();
    }
    Collections.sort(written);
    check(written.equals(List.of(10, 20)), "writes " + written);
    check(started.equals(Set.of("alice", "bob")), "started " + started);
    check(ended.containsAll(Set.of("alice", "bob")), "ended " + ended);
    System.out.println(String.join(", ", seen));
  }

  static void at(BreakpointEvent e, int after) throws Exception {
    ThreadReference t = e.thread();
    StackFrame frame = t.frame(0);
    int amount = ((IntegerValue) frame.getValue(frame.visibleVariableByName("amount"))).value();
    check(amount == (t.name().equals("alice") ? 10 : 20), "the argument of " + t.name());
    check(t.frameCount() >= 2 && t.frame(1).location().declaringType().name().equals("Bank"), "the caller is the lambda in Bank");
    ObjectReference account = frame.thisObject();
    check(balance(account) == 0, "nobody has written yet");
    check(((StringReference) account.getValue(account.referenceType().fieldByName("owner"))).value().equals("ann"), "a string");
    check(account.getValue(account.referenceType().fieldByName("limit")).toString().equals("" + (1L << 40)), "a long");
    ArrayReference history = (ArrayReference) account.getValue(account.referenceType().fieldByName("history"));
    check(history.length() == 3 && history.getValues().toString().equals("[1, 2, 3]"), "an array");
    // Each call is in a copy of the state.
    check(((StringReference) call(account, t, "toString")).value().equals("ann:0"), "toString");
    check(call(account, t, "charge").toString().equals("1") && call(account, t, "charge").toString().equals("1"), "charge in a copy");
    check(balance(account) == 0, "the replay is unharmed");
    // What a call made can be looked at, and called.
    ObjectReference other = (ObjectReference) call(account, t, "other");
    check(other.referenceType().name().equals("Bank$Account") && balance(other) == 0, "an object of a copy");
    check(((StringReference) call(other, t, "toString")).value().equals("ann's other:0"), "toString of an object of a copy");
    check(account.type().name().equals("Bank$Account") && !account.equals(other), "two objects");
    ClassType type = (ClassType) account.referenceType();
    check(type.invokeMethod(t, type.methodsByName("twice").get(0), List.of(vm.mirrorOf(21)), 0).toString().equals("42"), "a static method");
    ObjectReference made = type.newInstance(t, type.methodsByName("<init>").get(0), List.of(vm.mirrorOf("eve")), 0);
    check(((StringReference) call(made, t, "toString")).value().equals("eve:0"), "a new object");
    try {
      call(account, t, "wait");
      check(false, "wait without the monitor throws");
    } catch (InvocationException x) {
      check(x.exception().referenceType().name().equals("java.lang.IllegalMonitorStateException"), "what it throws");
    }
    // Arguments of a method with a variable number of them: an array that is made for the call.
    ArrayReference all = ((ArrayType) type.methodsByName("joined").get(0).argumentTypes().get(0)).newInstance(2);
    all.setValue(0, account);
    all.setValue(1, vm.mirrorOf("and"));
    check(((StringReference) type.invokeMethod(t, type.methodsByName("joined").get(0), List.of(all), 0)).value().equals("ann:0 and"), "varargs");
    ArrayReference numbers = ((ArrayType) history.type()).newInstance(3);
    numbers.setValues(1, List.of(vm.mirrorOf(-4), vm.mirrorOf(5)), 0, 2);
    check(numbers.getValues().toString().equals("[0, -4, 5]"), "what was written " + numbers.getValues());
    try {
      history.setValue(0, vm.mirrorOf(7));
      check(false, "the replay's own array was written");
    } catch (UnsupportedOperationException x) {
      check(history.getValue(0).toString().equals("1"), "it is as before");
    }
    // The lock that the caller holds.
    List<MonitorInfo> locks = t.ownedMonitorsAndFrames();
    check(locks.size() == 1 && locks.get(0).stackDepth() == 1 && t.ownedMonitors().equals(List.of(locks.get(0).monitor())), "locks " + locks);
    check(vm.allThreads().stream().anyMatch(o -> o.name().equals("main")), "threads");
    check(t.threadGroup().name().equals("main") && t.isAtBreakpoint() || true, "group");
    StepRequest step = vm.eventRequestManager().createStepRequest(t, StepRequest.STEP_LINE, StepRequest.STEP_OVER);
    step.addCountFilter(1);
    step.enable();
  }
}
