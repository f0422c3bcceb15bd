package jmc.internal;

import jdk.internal.misc.Signal;

/** What is installed for each signal, as HotSpot has it on Linux: a handler can be set, and is told what it replaces. No signal arrives. */
final class Signals {
    private static final String[] NAMES = {null, "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM", "TERM", "STKFLT",
        "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "POLL", "PWR", "SYS"};

    private static final long IGNORED = 1, REFUSED = -1;

    /** An address, of a handler that HotSpot has for itself. */
    private static final long OF_THE_VM = 0x7f0000005160L;

    private static final long[] handlers = new long[NAMES.length];

    // What HotSpot does before main: its own handlers, and those by which it ends in order.
    static {
        for (String name : new String[] {"BUS", "USR2", "PIPE", "XFSZ"}) handlers[find(name)] = OF_THE_VM;
        Signal.Handler ends = new Signal.Handler() {
            @Override
            public void handle(Signal signal) {
                Runtime.getRuntime().exit(signal.getNumber() + 128);
            }
        };
        for (String name : new String[] {"HUP", "INT", "TERM"}) Signal.handle(new Signal(name), ends);
    }

    private Signals() { }

    /** -1: there is none of that name. */
    static int find(String name) {
        if (name.equals("CLD")) return find("CHLD");
        if (name.equals("IO")) return find("POLL");
        for (int i = 1; i < NAMES.length; i++) if (NAMES[i].equals(name)) return i;
        return -1;
    }

    /** What was installed. Those that the VM uses, and that nobody can handle, are refused; an interrupt that is ignored stays so. */
    static long handle(int signal, long handler) {
        switch (NAMES[signal]) {
            case "QUIT": case "ILL": case "FPE": case "SEGV": case "KILL": case "STOP":
                return REFUSED;
            case "HUP": case "INT": case "TERM":
                if (handlers[signal] == IGNORED) return IGNORED;
                break;
            default:
        }
        long old = handlers[signal];
        handlers[signal] = handler;
        return old;
    }
}
