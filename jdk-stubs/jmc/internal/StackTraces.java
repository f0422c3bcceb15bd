package jmc.internal;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/**
 * What Thread.getAllStackTraces gives: which threads there are is known without a doubt; where one stands that is on its way is not, and that is said when its trace is
 * looked at, not before. The JDK's HashMap would not tell.
 */
final class StackTraces extends AbstractMap<Thread, StackTraceElement[]> {
    private final Map<Thread, Trace> traces;

    private StackTraces(Map<Thread, Trace> traces) {
        this.traces = traces;
    }

    static Map<Thread, StackTraceElement[]> all() {
        Thread[] threads = getThreads();
        boolean[] onTheirWay = new boolean[threads.length];
        StackTraceElement[][] elements = dump(threads, onTheirWay);
        Map<Thread, Trace> traces = new HashMap<>(threads.length);
        for (int i = 0; i < threads.length; i++) {
            if (elements[i] != null) traces.put(threads[i], new Trace(elements[i], onTheirWay[i]));
        }
        return new StackTraces(traces);
    }

    private static native Thread[] getThreads();

    /** As Thread.dumpThreads; says of which threads a JVM may show another place. */
    private static native StackTraceElement[][] dump(Thread[] threads, boolean[] onTheirWay);

    /** The trace of a thread that was on its way is looked at. */
    private static native void looked();

    private static final class Trace {
        private StackTraceElement[] elements;
        private boolean onItsWay;

        Trace(StackTraceElement[] elements, boolean onItsWay) {
            this.elements = elements;
            this.onItsWay = onItsWay;
        }

        StackTraceElement[] look() {
            if (onItsWay) looked();
            return elements;
        }
    }

    /** An entry of the map: its key says nothing about the trace. */
    private static final class Of implements Map.Entry<Thread, StackTraceElement[]> {
        private final Map.Entry<Thread, Trace> entry;

        Of(Map.Entry<Thread, Trace> entry) {
            this.entry = entry;
        }

        @Override public Thread getKey() {
            return entry.getKey();
        }

        @Override public StackTraceElement[] getValue() {
            return entry.getValue().look();
        }

        @Override public StackTraceElement[] setValue(StackTraceElement[] elements) {
            return entry.setValue(new Trace(elements, false)).look();
        }

        @Override public boolean equals(Object other) {
            return other instanceof Map.Entry && new AbstractMap.SimpleEntry<>(getKey(), getValue()).equals(other);
        }

        @Override public int hashCode() {
            return new AbstractMap.SimpleEntry<>(getKey(), getValue()).hashCode();
        }

        @Override public String toString() {
            return getKey() + "=" + getValue();
        }
    }

    @Override public int size() {
        return traces.size();
    }

    @Override public boolean containsKey(Object thread) {
        return traces.containsKey(thread);
    }

    @Override public Set<Thread> keySet() {
        return traces.keySet();
    }

    @Override public StackTraceElement[] get(Object thread) {
        Trace trace = traces.get(thread);
        return trace == null ? null : trace.look();
    }

    @Override public StackTraceElement[] put(Thread thread, StackTraceElement[] elements) {
        Trace trace = traces.put(thread, new Trace(elements, false));
        return trace == null ? null : trace.look();
    }

    @Override public StackTraceElement[] remove(Object thread) {
        Trace trace = traces.remove(thread);
        return trace == null ? null : trace.look();
    }

    @Override public void clear() {
        traces.clear();
    }

    @Override public Set<Map.Entry<Thread, StackTraceElement[]>> entrySet() {
        return new AbstractSet<>() {
            @Override public int size() {
                return traces.size();
            }

            @Override public Iterator<Map.Entry<Thread, StackTraceElement[]>> iterator() {
                Iterator<Map.Entry<Thread, Trace>> inner = traces.entrySet().iterator();
                return new Iterator<>() {
                    @Override public boolean hasNext() {
                        return inner.hasNext();
                    }

                    @Override public Map.Entry<Thread, StackTraceElement[]> next() {
                        return new Of(inner.next());
                    }

                    @Override public void remove() {
                        inner.remove();
                    }
                };
            }
        };
    }
}
