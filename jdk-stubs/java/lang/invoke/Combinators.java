package java.lang.invoke;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What MethodHandles builds from other handles, loops excepted. */
final class Combinators {
    private Combinators() {}

    private static Object[] copyOfRange(Object[] args, int from, int to) {
        return Arrays.copyOfRange(args, from, to, Object[].class);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    static MethodHandle constant(Class<?> type, final Object value) {
        require(type != void.class, "void type");
        final Object converted = type.isPrimitive()
                ? Conversions.convert(value, value == null ? type : Conversions.primitive(value.getClass()), type, false) : type.cast(value);
        return new MethodHandle(MethodType.methodType(type)) {
            @Override Object call(Object[] args) {
                return converted;
            }
        };
    }

    static MethodHandle identity(Class<?> type) {
        require(type != void.class, "void type");
        return new MethodHandle(MethodType.methodType(type, type)) {
            @Override Object call(Object[] args) {
                return args[0];
            }
        };
    }

    static MethodHandle empty(MethodType type) {
        final Object zero = Conversions.zero(type.returnType());
        return new MethodHandle(type) {
            @Override Object call(Object[] args) {
                return zero;
            }
        };
    }

    static MethodHandle throwing(MethodType type, final RuntimeException exception) {
        return new MethodHandle(type) {
            @Override Object call(Object[] args) {
                throw exception;
            }
        };
    }

    static MethodHandle thrower(Class<?> returnType, Class<? extends Throwable> exType) {
        return new MethodHandle(MethodType.methodType(returnType, exType)) {
            @Override Object call(Object[] args) throws Throwable {
                throw (Throwable) args[0];
            }
        };
    }

    static MethodHandle arrayConstructor(Class<?> arrayClass) {
        require(arrayClass.isArray(), "not an array class: " + arrayClass.getName());
        final Class<?> element = arrayClass.getComponentType();
        return new MethodHandle(MethodType.methodType(arrayClass, int.class)) {
            @Override Object call(Object[] args) {
                return Array.newInstance(element, (Integer) args[0]);
            }
        };
    }

    static MethodHandle arrayLength(Class<?> arrayClass) {
        require(arrayClass.isArray(), "not an array class: " + arrayClass.getName());
        return new MethodHandle(MethodType.methodType(int.class, arrayClass)) {
            @Override Object call(Object[] args) {
                if (args[0] == null) throw new NullPointerException("Cannot read the array length because \"a\" is null");
                return Array.getLength(args[0]);
            }
        };
    }

    /** An access to an element, whose words for an array that is null are those of the JDK's own method. */
    static MethodHandle arrayElement(Class<?> arrayClass, VarHandle.AccessMode mode) {
        final MethodHandle access = MethodHandles.arrayElementVarHandle(arrayClass).toMethodHandle(mode);
        final String verb = mode == VarHandle.AccessMode.GET ? "load from " : "store to ";
        final Class<?> element = arrayClass.getComponentType();
        return new MethodHandle(access.type()) {
            @Override Object call(Object[] args) throws Throwable {
                if (args[0] != null) return access.call(args);
                String kind = !element.isPrimitive() ? "object" : element == boolean.class ? "byte/boolean" : element.getName();
                throw new NullPointerException("Cannot " + verb + kind + " array because \"a\" is null");
            }
        };
    }

    static MethodHandle invoker(final MethodType type, final boolean exact) {
        return new MethodHandle(type.insertParameterTypes(0, MethodHandle.class)) {
            @Override Object call(Object[] args) throws Throwable {
                return ((MethodHandle) args[0]).jmcInvoke(type.toMethodDescriptorString(), exact, copyOfRange(args, 1, args.length));
            }
        };
    }

    static MethodHandle varHandleInvoker(final VarHandle.AccessMode mode, final MethodType type, final boolean exact) {
        return new MethodHandle(type.insertParameterTypes(0, VarHandle.class)) {
            @Override Object call(Object[] args) throws Throwable {
                return ((VarHandle) args[0]).toMethodHandle(mode).jmcInvoke(type.toMethodDescriptorString(), exact, copyOfRange(args, 1, args.length));
            }
        };
    }

    static MethodHandle explicitCast(MethodHandle target, MethodType newType) {
        if (newType.equals(target.type())) {
            return target;
        }
        if (newType.parameterCount() != target.type().parameterCount()) {
            throw new WrongMethodTypeException("cannot explicitly cast " + target + " to " + newType);
        }
        return new MethodHandle.Converted(target, newType, true);
    }

    static MethodHandle permute(final MethodHandle target, MethodType newType, final int[] reorder) {
        MethodType type = target.type();
        require(reorder.length == type.parameterCount() && newType.returnType() == type.returnType(), "bad reorder array: " + Arrays.toString(reorder));
        for (int i = 0; i < reorder.length; i++) {
            require(reorder[i] >= 0 && reorder[i] < newType.parameterCount(),
                    "index is out of bounds for new type: " + reorder[i] + ", " + newType);
            require(newType.parameterType(reorder[i]) == type.parameterType(i),
                    "parameter types do not match after reorder: " + type + ", " + newType);
        }
        return new MethodHandle(newType) {
            @Override Object call(Object[] args) throws Throwable {
                Object[] permuted = new Object[reorder.length];
                for (int i = 0; i < reorder.length; i++) {
                    permuted[i] = args[reorder[i]];
                }
                return target.call(permuted);
            }
        };
    }

    static MethodHandle insert(final MethodHandle target, final int pos, final Object[] values) {
        MethodType type = target.type();
        require(values.length <= type.parameterCount(), "too many values to insert");
        require(pos >= 0 && pos <= type.parameterCount() - values.length, "no argument type to append");
        for (int i = 0; i < values.length; i++) {
            Class<?> to = type.parameterType(pos + i);
            if (to.isPrimitive()) {
                values[i] = Conversions.convert(Conversions.wrapper(to).cast(values[i]), Object.class, to, false);
            } else {
                values[i] = to.cast(values[i]);
            }
        }
        return new MethodHandle(type.dropParameterTypes(pos, pos + values.length)) {
            @Override Object call(Object[] args) throws Throwable {
                Object[] all = new Object[args.length + values.length];
                System.arraycopy(args, 0, all, 0, pos);
                System.arraycopy(values, 0, all, pos, values.length);
                System.arraycopy(args, pos, all, pos + values.length, args.length - pos);
                return target.call(all);
            }
        };
    }

    static MethodHandle drop(final MethodHandle target, final int pos, Class<?>[] types) {
        require(pos >= 0 && pos <= target.type().parameterCount(), "no argument type to append");
        if (types.length == 0) {
            return target;
        }
        final int count = types.length;
        return new MethodHandle(target.type().insertParameterTypes(pos, types)) {
            @Override Object call(Object[] args) throws Throwable {
                Object[] kept = new Object[args.length - count];
                System.arraycopy(args, 0, kept, 0, pos);
                System.arraycopy(args, pos + count, kept, pos, kept.length - pos);
                return target.call(kept);
            }
        };
    }

    static MethodHandle dropToMatch(MethodHandle target, int skip, List<Class<?>> newTypes, int pos) {
        List<Class<?>> own = target.type().parameterList();
        require(skip >= 0 && skip <= own.size(), "illegal skip");
        List<Class<?>> matched = own.subList(skip, own.size());
        require(pos >= 0 && pos + matched.size() <= newTypes.size() && newTypes.subList(pos, pos + matched.size()).equals(matched),
                "argument lists do not match: " + own + ", " + newTypes);
        MethodHandle adapted = drop(target, own.size(), newTypes.subList(pos + matched.size(), newTypes.size()).toArray(new Class<?>[0]));
        return drop(adapted, skip, newTypes.subList(0, pos).toArray(new Class<?>[0]));
    }

    static MethodHandle filter(final MethodHandle target, final int pos, final MethodHandle[] filters) {
        MethodType type = target.type();
        require(pos >= 0 && pos + filters.length <= type.parameterCount(), "too many filters");
        for (int i = 0; i < filters.length; i++) {
            if (filters[i] == null) {
                continue;
            }
            MethodType filterType = filters[i].type();
            require(filterType.parameterCount() == 1 && filterType.returnType() == type.parameterType(pos + i),
                    "target and filter types do not match: " + type + ", " + filterType);
            type = type.changeParameterType(pos + i, filterType.parameterType(0));
        }
        return new MethodHandle(type) {
            @Override Object call(Object[] args) throws Throwable {
                Object[] filtered = args.clone();
                for (int i = 0; i < filters.length; i++) {
                    if (filters[i] != null) {
                        filtered[pos + i] = filters[i].call(new Object[] {args[pos + i]});
                    }
                }
                return target.call(filtered);
            }
        };
    }

    static MethodHandle collect(final MethodHandle target, final int pos, final MethodHandle filter) {
        MethodType filterType = filter.type();
        final boolean isVoid = filterType.returnType() == void.class;
        MethodType type = target.type();
        if (!isVoid) {
            require(pos >= 0 && pos < type.parameterCount() && type.parameterType(pos) == filterType.returnType(),
                    "target and filter types do not match: " + type + ", " + filterType);
            type = type.dropParameterTypes(pos, pos + 1);
        }
        final int count = filterType.parameterCount();
        return new MethodHandle(type.insertParameterTypes(pos, filterType.parameterList())) {
            @Override Object call(Object[] args) throws Throwable {
                Object value = filter.call(copyOfRange(args, pos, pos + count));
                int extra = isVoid ? 0 : 1;
                Object[] rest = new Object[args.length - count + extra];
                System.arraycopy(args, 0, rest, 0, pos);
                if (!isVoid) {
                    rest[pos] = value;
                }
                System.arraycopy(args, pos + count, rest, pos + extra, args.length - pos - count);
                return target.call(rest);
            }
        };
    }

    static MethodHandle filterReturn(final MethodHandle target, final MethodHandle filter) {
        MethodType type = target.type();
        MethodType filterType = filter.type();
        final boolean isVoid = type.returnType() == void.class;
        require(isVoid ? filterType.parameterCount() == 0 : filterType.parameterCount() == 1 && filterType.parameterType(0) == type.returnType(),
                "target and filter types do not match: " + type + ", " + filterType);
        return new MethodHandle(type.changeReturnType(filterType.returnType())) {
            @Override Object call(Object[] args) throws Throwable {
                Object result = target.call(args);
                return filter.call(isVoid ? new Object[0] : new Object[] {result});
            }
        };
    }

    static MethodHandle fold(final MethodHandle target, final int pos, final MethodHandle combiner) {
        MethodType type = target.type();
        MethodType combinerType = combiner.type();
        final boolean isVoid = combinerType.returnType() == void.class;
        final int extra = isVoid ? 0 : 1;
        final int count = combinerType.parameterCount();
        require(pos >= 0 && pos + extra + count <= type.parameterCount()
                && (isVoid || type.parameterType(pos) == combinerType.returnType())
                && type.parameterList().subList(pos + extra, pos + extra + count).equals(combinerType.parameterList()),
                "target and combiner types must match: " + type + " != " + combinerType);
        return new MethodHandle(isVoid ? type : type.dropParameterTypes(pos, pos + 1)) {
            @Override Object call(Object[] args) throws Throwable {
                Object value = combiner.call(copyOfRange(args, pos, pos + count));
                if (isVoid) {
                    return target.call(args);
                }
                Object[] all = new Object[args.length + 1];
                System.arraycopy(args, 0, all, 0, pos);
                all[pos] = value;
                System.arraycopy(args, pos, all, pos + 1, args.length - pos);
                return target.call(all);
            }
        };
    }

    static MethodHandle guard(final MethodHandle test, final MethodHandle target, final MethodHandle fallback) {
        MethodType type = target.type();
        final int count = test.type().parameterCount();
        require(type.equals(fallback.type()), "target and fallback types must match: " + type + " != " + fallback.type());
        require(test.type().returnType() == boolean.class, "guard type is not a predicate " + test.type());
        require(count <= type.parameterCount() && type.parameterList().subList(0, count).equals(test.type().parameterList()),
                "target and test types must match: " + type + " != " + test.type());
        return new MethodHandle(type) {
            @Override Object call(Object[] args) throws Throwable {
                return (Boolean) test.call(copyOfRange(args, 0, count)) ? target.call(args) : fallback.call(args);
            }
        };
    }

    static MethodHandle catching(final MethodHandle target, final Class<? extends Throwable> exType, final MethodHandle handler) {
        MethodType type = target.type();
        MethodType handlerType = handler.type();
        final int count = handlerType.parameterCount() - 1;
        require(count >= 0 && handlerType.parameterType(0).isAssignableFrom(exType), "handler does not accept exception type " + exType);
        require(handlerType.returnType() == type.returnType(), "target and handler return types must match: " + type + " != " + handlerType);
        require(count <= type.parameterCount() && handlerType.parameterList().subList(1, count + 1).equals(type.parameterList().subList(0, count)),
                "target and handler types must match: " + type + " != " + handlerType);
        return new MethodHandle(type) {
            @Override Object call(Object[] args) throws Throwable {
                try {
                    return target.call(args);
                } catch (Throwable t) {
                    if (!exType.isInstance(t)) {
                        throw t;
                    }
                    Object[] handled = new Object[count + 1];
                    handled[0] = t;
                    System.arraycopy(args, 0, handled, 1, count);
                    return handler.call(handled);
                }
            }
        };
    }

    static MethodHandle tryFinally(final MethodHandle target, final MethodHandle cleanup) {
        MethodType type = target.type();
        MethodType cleanupType = cleanup.type();
        final boolean isVoid = type.returnType() == void.class;
        final int leading = isVoid ? 1 : 2;
        final int count = cleanupType.parameterCount() - leading;
        require(cleanupType.returnType() == type.returnType(), "target and return types must match: " + cleanupType.returnType() + " != " + type.returnType());
        require(count >= 0 && count <= type.parameterCount()
                && cleanupType.parameterList().subList(leading, leading + count).equals(type.parameterList().subList(0, count)),
                "cleanup parameters after (Throwable,result) and target parameter list prefix must match: " + cleanupType + " != " + type);
        return new MethodHandle(type) {
            private Object clean(Throwable t, Object result, Object[] args) throws Throwable {
                List<Object> all = new ArrayList<>();
                all.add(t);
                if (!isVoid) {
                    all.add(result);
                }
                all.addAll(Arrays.asList(args).subList(0, count));
                return cleanup.call(all.toArray());
            }

            @Override Object call(Object[] args) throws Throwable {
                Object result;
                try {
                    result = target.call(args);
                } catch (Throwable t) {
                    clean(t, Conversions.zero(type().returnType()), args);
                    throw t;
                }
                return clean(null, result, args);
            }
        };
    }

    static MethodHandle tableSwitch(final MethodHandle fallback, final MethodHandle[] targets) {
        MethodType type = fallback.type();
        require(type.parameterCount() > 0 && type.parameterType(0) == int.class, "Case actions must have int as leading parameter: " + fallback);
        for (MethodHandle target : targets) {
            require(target.type().equals(type), "Case actions must have the same type: " + Arrays.toString(targets));
        }
        return new MethodHandle(type) {
            @Override Object call(Object[] args) throws Throwable {
                int selector = (Integer) args[0];
                return (selector >= 0 && selector < targets.length ? targets[selector] : fallback).call(args);
            }
        };
    }
}
