import com.sun.jdi.*;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.*;
import com.sun.jdi.request.*;
import java.util.*;

/**
 * Two debuggers on com.sun.jdi, one after the other, at a replay that another one has left at a line of Bank$Account: port, line. The first takes one step and
 * detaches; the other lets the program run to its end.
 */
public class Next {
  static void check(boolean holds, String what) {
    if (!holds) throw new AssertionError(what);
  }

  static VirtualMachine attach(String port) throws Exception {
    AttachingConnector socket = null;
    for (AttachingConnector c : Bootstrap.virtualMachineManager().attachingConnectors())
      if (c.name().equals("com.sun.jdi.SocketAttach")) socket = c;
    Map<String, Connector.Argument> where = socket.defaultArguments();
    where.get("port").setValue(port);
    where.get("hostname").setValue("127.0.0.1");
    return socket.attach(where);
  }

  static EventSet next(VirtualMachine vm) throws Exception {
    EventSet set = vm.eventQueue().remove(20_000);
    check(set != null, "no event for 20 seconds");
    return set;
  }

  /** The thread that comes next, which stands in deposit at this line. */
  static ThreadReference started(VirtualMachine vm, int line) throws Exception {
    EventSet set = next(vm);
    check(set.size() == 1 && set.eventIterator().next() instanceof VMStartEvent && set.suspendPolicy() == EventRequest.SUSPEND_ALL, "a start, not " + set);
    ThreadReference t = ((VMStartEvent) set.eventIterator().next()).thread();
    check(Set.of("alice", "bob").contains(t.name()), "who comes next: " + t.name());
    for (ThreadReference each : vm.allThreads()) check(each.isSuspended() && each.suspendCount() == 1, each.name() + " is suspended, once");
    Location at = t.frame(0).location();
    check(at.method().name().equals("deposit") && at.lineNumber() == line, "where it stands: " + at);
    return t;
  }

  public static void main(String[] args) throws Exception {
    int line = Integer.parseInt(args[1]);
    List<String> seen = new ArrayList<>();
    VirtualMachine vm = attach(args[0]);
    ThreadReference t = started(vm, line);
    seen.add("start");
    StepRequest step = vm.eventRequestManager().createStepRequest(t, StepRequest.STEP_LINE, StepRequest.STEP_OVER);
    step.enable();
    vm.resume();
    // The breakpoint that the earlier debugger had here, and its watchpoint, are gone.
    EventSet set = next(vm);
    check(set.size() == 1 && set.eventIterator().next() instanceof StepEvent, "a step, not " + set);
    seen.add("stepped");
    vm.dispose();
    vm = attach(args[0]);
    started(vm, line + 1);
    seen.add("start");
    vm.resume();
    for (boolean over = false; !over; )
      for (Event e : next(vm)) {
        check(e instanceof VMDeathEvent || e instanceof VMDisconnectEvent, "the end, not " + e);
        over = true;
      }
    seen.add("end");
    System.out.println(String.join(", ", seen));
  }
}
