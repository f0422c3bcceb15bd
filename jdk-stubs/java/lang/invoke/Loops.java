package java.lang.invoke;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/** MethodHandles.loop and the loops with a fixed form. A handle takes as many of the loop's values as its type has parameters. */
final class Loops {
    private Loops() {}

    private static Object callPrefix(MethodHandle handle, List<Object> values) throws Throwable {
        return handle.call(values.subList(0, handle.type().parameterCount()).toArray());
    }

    private static List<Class<?>> longer(List<Class<?>> a, List<Class<?>> b) {
        return a.size() >= b.size() ? a : b;
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    static MethodHandle loop(MethodHandle[]... clauseArrays) {
        require(clauseArrays != null && clauseArrays.length > 0, "null or no clauses passed");
        final List<MethodHandle[]> clauses = new ArrayList<>();
        for (MethodHandle[] clause : clauseArrays) {
            require(clause != null && clause.length <= 4, "null clauses or clauses longer than four");
            clauses.add(Arrays.copyOf(clause, 4));
        }
        final List<Class<?>> variables = new ArrayList<>();
        List<Class<?>> outer = Collections.emptyList();
        Class<?> result = null;
        for (MethodHandle[] clause : clauses) {
            Class<?> variable = clause[1] != null ? clause[1].type().returnType() : clause[0] != null ? clause[0].type().returnType() : void.class;
            if (variable != void.class) {
                variables.add(variable);
            }
            if (clause[0] != null) {
                outer = longer(outer, clause[0].type().parameterList());
            }
            if (clause[2] != null && result == null) {
                result = clause[3] == null ? void.class : clause[3].type().returnType();
            }
        }
        require(result != null, "no predicate found");
        for (MethodHandle[] clause : clauses) {
            for (int i = 1; i < 4; i++) {
                if (clause[i] != null && clause[i].type().parameterCount() > variables.size()) {
                    List<Class<?>> all = clause[i].type().parameterList();
                    outer = longer(outer, all.subList(variables.size(), all.size()));
                }
            }
        }
        return new MethodHandle(MethodType.methodType(result, outer)) {
            @Override Object call(Object[] args) throws Throwable {
                return run(clauses, args);
            }
        };
    }

    private static Class<?> variableOf(MethodHandle[] clause) {
        return clause[1] != null ? clause[1].type().returnType() : clause[0] != null ? clause[0].type().returnType() : void.class;
    }

    private static Object run(List<MethodHandle[]> clauses, Object[] args) throws Throwable {
        List<Object> arguments = Arrays.asList(args);
        List<Object> values = new ArrayList<>();
        for (MethodHandle[] clause : clauses) {
            Object value = clause[0] != null ? callPrefix(clause[0], arguments) : Conversions.zero(variableOf(clause));
            if (variableOf(clause) != void.class) {
                values.add(value);
            }
        }
        values.addAll(arguments);
        while (true) {
            int variable = 0;
            for (MethodHandle[] clause : clauses) {
                boolean stored = variableOf(clause) != void.class;
                if (clause[1] != null) {
                    Object value = callPrefix(clause[1], values);
                    if (stored) {
                        values.set(variable, value);
                    }
                }
                if (stored) {
                    variable++;
                }
                if (clause[2] != null && !(Boolean) callPrefix(clause[2], values)) {
                    return clause[3] == null ? null : callPrefix(clause[3], values);
                }
            }
        }
    }

    private static MethodHandle resultOf(Class<?> type) {
        return type == void.class ? null : Combinators.identity(type);
    }

    static MethodHandle conditional(MethodHandle init, MethodHandle pred, MethodHandle body, boolean testFirst) {
        MethodHandle result = resultOf(body.type().returnType());
        MethodHandle[] test = {null, null, pred, result};
        MethodHandle[] step = {init, body};
        return testFirst ? loop(test, step) : loop(new MethodHandle[] {init, body, pred, result});
    }

    /** The type of a loop's outer arguments: what is left of the body's parameters after its own values, or what another part names. */
    private static List<Class<?>> outerOf(MethodHandle body, int own, MethodHandle other) {
        List<Class<?>> all = body.type().parameterList();
        List<Class<?>> rest = all.size() > own ? all.subList(own, all.size()) : Collections.<Class<?>>emptyList();
        return other == null ? rest : longer(rest, other.type().parameterList());
    }

    /** start (null: 0) up to end, exclusive; the body takes the result so far (if there is one), the counter and the outer arguments. */
    static MethodHandle counted(final MethodHandle start, final MethodHandle end, final MethodHandle init, final MethodHandle body) {
        final Class<?> result = body.type().returnType();
        final int own = result == void.class ? 1 : 2;
        return new MethodHandle(MethodType.methodType(result, outerOf(body, own, end))) {
            @Override Object call(Object[] args) throws Throwable {
                List<Object> arguments = Arrays.asList(args);
                int from = start == null ? 0 : (Integer) callPrefix(start, arguments);
                int to = (Integer) callPrefix(end, arguments);
                Object value = init == null ? Conversions.zero(result) : callPrefix(init, arguments);
                for (int i = from; i < to; i++) {
                    value = callPrefix(body, step(result, value, i, arguments));
                }
                return value;
            }
        };
    }

    static MethodHandle iterated(final MethodHandle iterator, final MethodHandle init, final MethodHandle body) {
        final Class<?> result = body.type().returnType();
        final int own = result == void.class ? 1 : 2;
        final Class<?> element = body.type().parameterType(own - 1);
        List<Class<?>> outer = outerOf(body, own, iterator);
        if (iterator == null && outer.isEmpty()) {
            outer = Collections.<Class<?>>singletonList(Iterable.class);
        }
        return new MethodHandle(MethodType.methodType(result, outer)) {
            @Override Object call(Object[] args) throws Throwable {
                List<Object> arguments = Arrays.asList(args);
                Iterator<?> it = iterator == null ? ((Iterable<?>) args[0]).iterator() : (Iterator<?>) callPrefix(iterator, arguments);
                Object value = init == null ? Conversions.zero(result) : callPrefix(init, arguments);
                while (it.hasNext()) {
                    Object next = Conversions.convert(it.next(), Object.class, element, false);
                    value = callPrefix(body, step(result, value, next, arguments));
                }
                return value;
            }
        };
    }

    private static List<Object> step(Class<?> result, Object value, Object current, List<Object> arguments) {
        List<Object> all = new ArrayList<>();
        if (result != void.class) {
            all.add(value);
        }
        all.add(current);
        all.addAll(arguments);
        return all;
    }
}
