package java.lang.invoke;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteOrder;
import java.util.List;

/** Lookups, and the entry points of the combinators in {@link Combinators} and {@link Loops}. */
public class MethodHandles {
    private MethodHandles() {}

    public static Lookup lookup() { return new Lookup(Member.callerClass()); }

    public static Lookup publicLookup() { return Lookup.PUBLIC_LOOKUP; }

    public static Lookup privateLookupIn(Class<?> targetClass, Lookup caller) throws IllegalAccessException {
        if (targetClass.isPrimitive()) {
            throw new IllegalArgumentException(targetClass + " is a primitive class");
        }
        if (targetClass.isArray()) {
            throw new IllegalArgumentException(targetClass + " is an array class");
        }
        if (caller.modes != Lookup.TRUSTED) {
            if (!caller.hasFullPrivilegeAccess()) {
                throw new IllegalAccessException("caller does not have PRIVATE and MODULE lookup mode");
            }
            if (Member.release() >= Member.MODULES_CHECKED && targetClass.getModule() != caller.lookupClass.getModule()) {
                Module from = caller.lookupClass.getModule();
                Module to = targetClass.getModule();
                if (!from.canRead(to)) {
                    throw new IllegalAccessException(from + " does not read " + to);
                }
                if (to.isNamed() && !to.isOpen(targetClass.getPackageName(), from)) {
                    throw new IllegalAccessException(to + " does not open " + targetClass.getPackageName() + " to " + from);
                }
                return new Lookup(targetClass, Lookup.FULL & ~Lookup.MODULE, caller.lookupClass);
            }
        }
        return new Lookup(targetClass, Lookup.FULL);
    }

    public static <T extends java.lang.reflect.Member> T reflectAs(Class<T> expected, MethodHandle target) {
        Member member = target.member();
        if (member == null) {
            throw new IllegalArgumentException("not a direct method handle");
        }
        try {
            Class<?> declaring = member.declaring();
            Object reflected;
            if (member.methodType == null) {
                reflected = declaring.getDeclaredField(member.name);
            } else if (member.name.equals("<init>")) {
                reflected = declaring.getDeclaredConstructor(member.methodType.parameterArray());
            } else {
                reflected = declaring.getDeclaredMethod(member.name, member.methodType.parameterArray());
            }
            return expected.cast(reflected);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** What the VM calls for a MethodHandle constant of a class file. */
    static MethodHandle constantHandle(int kind, Class<?> refc, String name, String descriptor, Class<?> caller) throws Throwable {
        Lookup lookup = new Lookup(caller);
        if (kind <= MethodHandleInfo.REF_putStatic) {
            return lookup.fieldHandle((byte) kind, refc, name, Member.methodType("()" + descriptor).returnType());
        }
        MethodType type = Member.methodType(descriptor);
        switch (kind) {
            case MethodHandleInfo.REF_invokeStatic: return lookup.findStatic(refc, name, type);
            case MethodHandleInfo.REF_newInvokeSpecial: return lookup.findConstructor(refc, type);
            case MethodHandleInfo.REF_invokeSpecial: return lookup.findSpecial(refc, name, type, caller);
            default: return lookup.findVirtual(refc, name, type);
        }
    }

    public static final class Lookup {
        public static final int PUBLIC = Modifier.PUBLIC;
        public static final int PRIVATE = Modifier.PRIVATE;
        public static final int PROTECTED = Modifier.PROTECTED;
        public static final int PACKAGE = Modifier.STATIC;
        public static final int MODULE = PACKAGE << 1;
        public static final int UNCONDITIONAL = PACKAGE << 2;
        public static final int ORIGINAL = PACKAGE << 3;
        static final int FULL = PUBLIC | PRIVATE | PROTECTED | PACKAGE | MODULE;
        static final int TRUSTED = -1;

        static final Lookup IMPL_LOOKUP = new Lookup(Object.class, TRUSTED);
        static final Lookup PUBLIC_LOOKUP = new Lookup(Object.class, UNCONDITIONAL);

        private final Class<?> lookupClass;
        private final int modes;
        private final Class<?> previous;     // where a lookup that went to another module came from

        Lookup(Class<?> lookupClass) {
            this(lookupClass, FULL | ORIGINAL);
        }

        Lookup(Class<?> lookupClass, int modes) {
            this(lookupClass, modes, null);
        }

        private Lookup(Class<?> lookupClass, int modes, Class<?> previous) {
            this.lookupClass = lookupClass;
            this.modes = modes;
            this.previous = previous;
        }

        public Class<?> lookupClass() { return lookupClass; }

        public Class<?> previousLookupClass() { return previous; }

        public int lookupModes() {
            return modes == TRUSTED ? FULL | ORIGINAL : modes;
        }

        public boolean hasPrivateAccess() { return hasFullPrivilegeAccess(); }

        public boolean hasFullPrivilegeAccess() {
            return (modes & (PRIVATE | MODULE)) == (PRIVATE | MODULE);
        }

        public Lookup in(Class<?> requested) {
            if (requested == lookupClass || modes == TRUSTED) {
                return new Lookup(requested, modes == TRUSTED ? FULL : modes);
            }
            if (modes == UNCONDITIONAL) {
                return new Lookup(requested, modes);
            }
            int kept = modes & ~ORIGINAL;
            Class<?> from = previous;
            if (requested.getModule() != lookupClass.getModule()) {
                // Back to where it came from, but not to a third module.
                kept = previous != null && previous.getModule() != requested.getModule() ? 0 : kept & PUBLIC;
                from = lookupClass;
            }
            if (!Member.samePackage(lookupClass, requested)) {
                kept &= ~(PACKAGE | PRIVATE | PROTECTED);
            }
            if (!Member.sameNest(lookupClass, requested)) {
                kept &= ~(PRIVATE | PROTECTED);
            }
            return new Lookup(requested, mayName(requested) ? kept : 0, from);
        }

        public Lookup dropLookupMode(int mode) {
            int kept = Reach.without(modes, mode);
            return kept == modes ? this : new Lookup(lookupClass, kept, previous);
        }

        @Override public String toString() { return Reach.words(lookupClass, modes, previous); }

        public Class<?> defineClass(byte[] bytes) throws IllegalAccessException {
            if ((modes & PACKAGE) == 0) {
                throw new IllegalAccessException("Lookup does not have PACKAGE access");
            }
            return Member.defineClass(lookupClass, bytes.clone(), false, true, null);
        }

        public enum ClassOption { NESTMATE, STRONG }

        public Lookup defineHiddenClass(byte[] bytes, boolean initialize, ClassOption... options) throws IllegalAccessException {
            return defineHidden(bytes, null, initialize, options);
        }

        public Lookup defineHiddenClassWithClassData(byte[] bytes, Object data, boolean initialize, ClassOption... options) throws IllegalAccessException {
            return defineHidden(bytes, java.util.Objects.requireNonNull(data), initialize, options);
        }

        private Lookup defineHidden(byte[] bytes, Object data, boolean initialize, ClassOption... options) throws IllegalAccessException {
            byte[] copy = bytes.clone();
            boolean nestMate = java.util.Arrays.asList(options).contains(ClassOption.NESTMATE);
            if (!hasFullPrivilegeAccess()) {
                throw new IllegalAccessException(this + " does not have full privilege access");
            }
            Class<?> hidden = Member.defineClass(lookupClass, copy, true, nestMate, data);
            if (initialize) {
                Member.initialize(hidden);
            }
            return new Lookup(hidden);
        }

        public Class<?> findClass(String targetName) throws ClassNotFoundException, IllegalAccessException {
            return accessClass(Class.forName(targetName, false, lookupClass.getClassLoader()));
        }

        public Class<?> accessClass(Class<?> targetClass) throws IllegalAccessException {
            if (!mayName(targetClass)) {
                throw new IllegalAccessException("access violation: " + targetClass + from());
            }
            return targetClass;
        }

        private boolean mayName(Class<?> named) { return Reach.named(named, lookupClass, modes, previous); }

        public Class<?> ensureInitialized(Class<?> targetClass) throws IllegalAccessException {
            accessClass(targetClass);
            Member.initialize(targetClass);
            return targetClass;
        }

        // --- methods ---------------------------------------------------------------------------------------------

        public MethodHandle findStatic(Class<?> refc, String name, MethodType type) throws NoSuchMethodException, IllegalAccessException {
            return direct(resolve(MethodHandleInfo.REF_invokeStatic, refc, name, type));
        }

        public MethodHandle findVirtual(Class<?> refc, String name, MethodType type) throws NoSuchMethodException, IllegalAccessException {
            if (refc == MethodHandle.class && (name.equals("invoke") || name.equals("invokeExact"))) {
                return name.equals("invoke") ? invoker(type) : exactInvoker(type);
            }
            byte kind = refc.isInterface() ? (byte) MethodHandleInfo.REF_invokeInterface : (byte) MethodHandleInfo.REF_invokeVirtual;
            return direct(resolve(kind, refc, name, type));
        }

        public MethodHandle findConstructor(Class<?> refc, MethodType type) throws NoSuchMethodException, IllegalAccessException {
            if (refc.isArray()) {
                throw new NoSuchMethodException("no constructor for array class: " + refc.getName());
            }
            return direct(resolve(MethodHandleInfo.REF_newInvokeSpecial, refc, "<init>", type));
        }

        public MethodHandle findSpecial(Class<?> refc, String name, MethodType type, Class<?> specialCaller)
                throws NoSuchMethodException, IllegalAccessException {
            if (modes != TRUSTED && (specialCaller != lookupClass || !hasFullPrivilegeAccess())) {
                throw new IllegalAccessException("no private access for invokespecial: " + specialCaller + from());
            }
            Member member = resolve(MethodHandleInfo.REF_invokeSpecial, refc, name, type);
            return new DirectHandle(member, type.insertParameterTypes(0, specialCaller)).withVarargs(member.is(Member.VARARGS));
        }

        public MethodHandle bind(Object receiver, String name, MethodType type) throws NoSuchMethodException, IllegalAccessException {
            MethodHandle handle = findVirtual(receiver.getClass(), name, type);
            return handle.bindTo(receiver).withVarargs(handle.isVarargsCollector());
        }

        public MethodHandle unreflect(Method m) throws IllegalAccessException {
            MethodType type = MethodType.methodType(m.getReturnType(), m.getParameterTypes());
            Class<?> refc = m.getDeclaringClass();
            boolean isStatic = Modifier.isStatic(m.getModifiers());
            int kind = isStatic ? MethodHandleInfo.REF_invokeStatic
                    : refc.isInterface() ? MethodHandleInfo.REF_invokeInterface : MethodHandleInfo.REF_invokeVirtual;
            return unreflected(kind, refc, m.getName(), type, m.isAccessible());
        }

        public MethodHandle unreflectSpecial(Method m, Class<?> specialCaller) throws IllegalAccessException {
            try {
                MethodType type = MethodType.methodType(m.getReturnType(), m.getParameterTypes());
                return findSpecial(m.getDeclaringClass(), m.getName(), type, specialCaller);
            } catch (NoSuchMethodException e) {
                throw new IllegalAccessException(e.getMessage());
            }
        }

        public MethodHandle unreflectConstructor(Constructor<?> c) throws IllegalAccessException {
            MethodType type = MethodType.methodType(void.class, c.getParameterTypes());
            return unreflected(MethodHandleInfo.REF_newInvokeSpecial, c.getDeclaringClass(), "<init>", type, c.isAccessible());
        }

        private MethodHandle unreflected(int kind, Class<?> refc, String name, MethodType type, boolean accessible) throws IllegalAccessException {
            try {
                return (accessible ? IMPL_LOOKUP : this).direct((accessible ? IMPL_LOOKUP : this).resolve(kind, refc, name, type));
            } catch (NoSuchMethodException e) {
                throw new IllegalAccessException(e.getMessage());
            }
        }

        private MethodHandle direct(Member member) {
            MethodType type = member.methodType;
            if (member.referenceKind == MethodHandleInfo.REF_newInvokeSpecial) {
                type = type.changeReturnType(member.refc);
            } else if (member.referenceKind != MethodHandleInfo.REF_invokeStatic) {
                type = type.insertParameterTypes(0, receiverType(member));
            }
            return new DirectHandle(member, type).withVarargs(member.is(Member.VARARGS));
        }

        // A protected member of a superclass in another package may only be used on objects of the lookup class.
        private Class<?> receiverType(Member member) {
            boolean narrow = member.is(Member.PROTECTED) && modes != TRUSTED && !Member.samePackage(lookupClass, member.declaring())
                    && member.refc.isAssignableFrom(lookupClass);
            return narrow ? lookupClass : member.refc;
        }

        private Member resolve(int kind, Class<?> refc, String name, MethodType type) throws NoSuchMethodException, IllegalAccessException {
            if (name.startsWith("<") && kind != MethodHandleInfo.REF_newInvokeSpecial) {
                throw new NoSuchMethodException("illegal method name: " + name);
            }
            Member member = new Member((byte) kind, refc, name, type, null);
            if (!member.resolve() || (kind == MethodHandleInfo.REF_newInvokeSpecial && member.declaring() != refc)) {
                throw Member.because(new NoSuchMethodException(member.noSuch()), member.missing());
            }
            if (member.is(Member.STATIC) != (kind == MethodHandleInfo.REF_invokeStatic)) {
                throw Member.because(new IllegalAccessException(member.noSuch()), member.otherKind());
            }
            check(member);
            return member;
        }

        private void check(Member member) throws IllegalAccessException {
            if (modes == TRUSTED) {
                return;
            }
            if (!mayName(member.refc)) {
                throw new IllegalAccessException("symbolic reference class is not accessible: " + member.refc + from());
            }
            String refusal = member.refusal(lookupClass, modes);
            if (refusal != null) {
                if (member.fieldType != null) {
                    throw new IllegalAccessException(refusal + ": " + member + from());
                }
                String words = member.callRefusal(lookupClass);
                throw Member.because(new IllegalAccessException(member.noSuch()), words == null ? null : new IllegalAccessError(words));
            }
        }

        private String from() {
            if (modes == UNCONDITIONAL) {
                return ", from public Lookup";
            }
            return ", from " + lookupClass + " (" + lookupClass.getModule() + ")"
                    + (previous == null ? "" : ", previous lookup " + previous.getName() + " (" + previous.getModule() + ")");
        }

        // --- fields ----------------------------------------------------------------------------------------------

        public MethodHandle findGetter(Class<?> refc, String name, Class<?> type) throws NoSuchFieldException, IllegalAccessException {
            return fieldHandle((byte) MethodHandleInfo.REF_getField, refc, name, type);
        }

        public MethodHandle findSetter(Class<?> refc, String name, Class<?> type) throws NoSuchFieldException, IllegalAccessException {
            return fieldHandle((byte) MethodHandleInfo.REF_putField, refc, name, type);
        }

        public MethodHandle findStaticGetter(Class<?> refc, String name, Class<?> type) throws NoSuchFieldException, IllegalAccessException {
            return fieldHandle((byte) MethodHandleInfo.REF_getStatic, refc, name, type);
        }

        public MethodHandle findStaticSetter(Class<?> refc, String name, Class<?> type) throws NoSuchFieldException, IllegalAccessException {
            return fieldHandle((byte) MethodHandleInfo.REF_putStatic, refc, name, type);
        }

        public VarHandle findVarHandle(Class<?> recv, String name, Class<?> type) throws NoSuchFieldException, IllegalAccessException {
            return variable(resolveField((byte) MethodHandleInfo.REF_getField, recv, name, type), false);
        }

        public VarHandle findStaticVarHandle(Class<?> decl, String name, Class<?> type) throws NoSuchFieldException, IllegalAccessException {
            VarHandle handle = variable(resolveField((byte) MethodHandleInfo.REF_getStatic, decl, name, type), false);
            if (Member.release() < Member.LAZY_VARIABLES) Member.initialize(decl);
            return handle;
        }

        public MethodHandle unreflectGetter(Field f) throws IllegalAccessException { return unreflectedField(f, false); }

        public MethodHandle unreflectSetter(Field f) throws IllegalAccessException { return unreflectedField(f, true); }

        public VarHandle unreflectVarHandle(Field f) throws IllegalAccessException {
            boolean isStatic = Modifier.isStatic(f.getModifiers());
            try {
                return isStatic ? findStaticVarHandle(f.getDeclaringClass(), f.getName(), f.getType())
                        : findVarHandle(f.getDeclaringClass(), f.getName(), f.getType());
            } catch (NoSuchFieldException e) {
                throw new IllegalAccessException(e.getMessage());
            }
        }

        private MethodHandle unreflectedField(Field f, boolean set) throws IllegalAccessException {
            boolean isStatic = Modifier.isStatic(f.getModifiers());
            int kind = isStatic ? set ? MethodHandleInfo.REF_putStatic : MethodHandleInfo.REF_getStatic
                    : set ? MethodHandleInfo.REF_putField : MethodHandleInfo.REF_getField;
            Lookup lookup = f.isAccessible() ? IMPL_LOOKUP : this;
            try {
                if (set && f.isAccessible() && !isStatic) {
                    // setAccessible(true) opens final instance fields too.
                    Member member = lookup.resolveField((byte) kind, f.getDeclaringClass(), f.getName(), f.getType());
                    return new DirectHandle(member, lookup.variable(member, true));
                }
                return lookup.fieldHandle((byte) kind, f.getDeclaringClass(), f.getName(), f.getType());
            } catch (NoSuchFieldException e) {
                throw new IllegalAccessException(e.getMessage());
            }
        }

        MethodHandle fieldHandle(byte kind, Class<?> refc, String name, Class<?> type) throws NoSuchFieldException, IllegalAccessException {
            Member member = resolveField(kind, refc, name, type);
            if (kind >= MethodHandleInfo.REF_putField && member.is(Member.FINAL)) {
                throw new IllegalAccessException("unexpected set of a final field: " + member + from());
            }
            return new DirectHandle(member, variable(member, false));
        }

        private Member resolveField(byte kind, Class<?> refc, String name, Class<?> type) throws NoSuchFieldException, IllegalAccessException {
            boolean wantStatic = kind == MethodHandleInfo.REF_getStatic || kind == MethodHandleInfo.REF_putStatic;
            Member member = new Member(kind, refc, name, null, type);
            if (!member.resolve()) {
                throw Member.because(new NoSuchFieldException("no such field: " + member), member.missing());
            }
            if (member.is(Member.STATIC) != wantStatic) {
                member = new Member((byte) (wantStatic ? kind - 1 : kind + 1), refc, name, null, type);
                throw new IllegalAccessException("expected a " + (wantStatic ? "static" : "non-static") + " field: " + member + from());
            }
            check(member);
            return member;
        }

        private VarHandle variable(Member member, boolean writeFinal) {
            boolean isStatic = member.is(Member.STATIC);
            boolean readOnly = member.is(Member.FINAL) && !writeFinal;
            return new VarHandle(isStatic ? VarHandle.STATIC_FIELD : VarHandle.INSTANCE_FIELD, isStatic ? member.declaring() : member.refc,
                    member.fieldType, member.offset(), readOnly, false, false);
        }

        public MethodHandleInfo revealDirect(MethodHandle target) {
            Member member = target.member();
            if (member == null) {
                throw new IllegalArgumentException("not a direct method handle");
            }
            return new DirectHandle.Info(member);
        }
    }

    // --- arrays --------------------------------------------------------------------------------------------------

    public static VarHandle arrayElementVarHandle(Class<?> arrayClass) {
        if (!arrayClass.isArray()) {
            throw new IllegalArgumentException("not an array: " + arrayClass);
        }
        return new VarHandle(VarHandle.ARRAY_ELEMENT, arrayClass, arrayClass.getComponentType(), 0, false, false, false);
    }

    public static VarHandle byteArrayViewVarHandle(Class<?> viewArrayClass, ByteOrder byteOrder) {
        return view(VarHandle.BYTE_ARRAY_VIEW, byte[].class, viewArrayClass, byteOrder);
    }

    public static VarHandle byteBufferViewVarHandle(Class<?> viewArrayClass, ByteOrder byteOrder) {
        return view(VarHandle.BYTE_BUFFER_VIEW, java.nio.ByteBuffer.class, viewArrayClass, byteOrder);
    }

    private static VarHandle view(int kind, Class<?> of, Class<?> viewArrayClass, ByteOrder byteOrder) {
        if (!viewArrayClass.isArray()) {
            throw new IllegalArgumentException("not an array: " + viewArrayClass);
        }
        Class<?> type = viewArrayClass.getComponentType();
        if (!type.isPrimitive() || type == boolean.class || type == byte.class) {
            throw new UnsupportedOperationException();
        }
        boolean swap = byteOrder != ByteOrder.nativeOrder();
        return new VarHandle(kind, of, type, 0, false, swap, false);
    }

    public static VarHandle filterValue(VarHandle target, MethodHandle toTarget, MethodHandle fromTarget) {
        throw Member.unsupported("MethodHandles.filterValue of a VarHandle");
    }

    public static VarHandle filterCoordinates(VarHandle target, int pos, MethodHandle... filters) {
        throw Member.unsupported("MethodHandles.filterCoordinates of a VarHandle");
    }

    public static VarHandle insertCoordinates(VarHandle target, int pos, Object... values) {
        throw Member.unsupported("MethodHandles.insertCoordinates of a VarHandle");
    }

    public static VarHandle permuteCoordinates(VarHandle target, List<Class<?>> newCoordinates, int... reorder) {
        throw Member.unsupported("MethodHandles.permuteCoordinates of a VarHandle");
    }

    public static VarHandle collectCoordinates(VarHandle target, int pos, MethodHandle filter) {
        throw Member.unsupported("MethodHandles.collectCoordinates of a VarHandle");
    }

    public static VarHandle dropCoordinates(VarHandle target, int pos, Class<?>... valueTypes) {
        throw Member.unsupported("MethodHandles.dropCoordinates of a VarHandle");
    }

    public static MethodHandle arrayConstructor(Class<?> arrayClass) { return Combinators.arrayConstructor(arrayClass); }

    public static MethodHandle arrayLength(Class<?> arrayClass) { return Combinators.arrayLength(arrayClass); }

    public static MethodHandle arrayElementGetter(Class<?> arrayClass) { return Combinators.arrayElement(arrayClass, VarHandle.AccessMode.GET); }

    public static MethodHandle arrayElementSetter(Class<?> arrayClass) { return Combinators.arrayElement(arrayClass, VarHandle.AccessMode.SET); }

    public static Object classData(Lookup caller, String name, Class<?> type) throws IllegalAccessException { return Factories.classData(caller, name, type); }

    public static Object classDataAt(Lookup caller, String name, Class<?> type, int index) throws IllegalAccessException { return Factories.classDataAt(caller, name, type, index); }

    // --- combinators ---------------------------------------------------------------------------------------------

    public static MethodHandle spreadInvoker(MethodType type, int leadingArgCount) {
        return invoker(type).asSpreader(Object[].class, type.parameterCount() - leadingArgCount);
    }

    public static MethodHandle exactInvoker(MethodType type) { return Combinators.invoker(type, true); }

    public static MethodHandle invoker(MethodType type) { return Combinators.invoker(type, false); }

    public static MethodHandle varHandleExactInvoker(VarHandle.AccessMode accessMode, MethodType type) {
        return Combinators.varHandleInvoker(accessMode, type, true);
    }

    public static MethodHandle varHandleInvoker(VarHandle.AccessMode accessMode, MethodType type) {
        return Combinators.varHandleInvoker(accessMode, type, false);
    }

    public static MethodHandle explicitCastArguments(MethodHandle target, MethodType newType) { return Combinators.explicitCast(target, newType); }

    public static MethodHandle permuteArguments(MethodHandle target, MethodType newType, int... reorder) {
        return Combinators.permute(target, newType, reorder.clone());
    }

    public static MethodHandle constant(Class<?> type, Object value) { return Combinators.constant(type, value); }

    public static MethodHandle identity(Class<?> type) { return Combinators.identity(type); }

    public static MethodHandle zero(Class<?> type) { return Combinators.empty(MethodType.methodType(type)); }

    public static MethodHandle empty(MethodType type) { return Combinators.empty(type); }

    public static MethodHandle insertArguments(MethodHandle target, int pos, Object... values) {
        return Combinators.insert(target, pos, values.clone());
    }

    public static MethodHandle dropArguments(MethodHandle target, int pos, List<Class<?>> valueTypes) {
        return Combinators.drop(target, pos, valueTypes.toArray(new Class<?>[0]));
    }

    public static MethodHandle dropArguments(MethodHandle target, int pos, Class<?>... valueTypes) {
        return Combinators.drop(target, pos, valueTypes.clone());
    }

    public static MethodHandle dropArgumentsToMatch(MethodHandle target, int skip, List<Class<?>> newTypes, int pos) {
        return Combinators.dropToMatch(target, skip, newTypes, pos);
    }

    public static MethodHandle dropReturn(MethodHandle target) {
        return target.type().returnType() == void.class ? target : new MethodHandle.Converted(target, target.type().changeReturnType(void.class), false);
    }

    public static MethodHandle filterArguments(MethodHandle target, int pos, MethodHandle... filters) {
        return Combinators.filter(target, pos, filters.clone());
    }

    public static MethodHandle collectArguments(MethodHandle target, int pos, MethodHandle filter) { return Combinators.collect(target, pos, filter); }

    public static MethodHandle filterReturnValue(MethodHandle target, MethodHandle filter) { return Combinators.filterReturn(target, filter); }

    public static MethodHandle foldArguments(MethodHandle target, MethodHandle combiner) { return Combinators.fold(target, 0, combiner); }

    public static MethodHandle foldArguments(MethodHandle target, int pos, MethodHandle combiner) { return Combinators.fold(target, pos, combiner); }

    public static MethodHandle guardWithTest(MethodHandle test, MethodHandle target, MethodHandle fallback) {
        return Combinators.guard(test, target, fallback);
    }

    public static MethodHandle catchException(MethodHandle target, Class<? extends Throwable> exType, MethodHandle handler) {
        return Combinators.catching(target, exType, handler);
    }

    public static MethodHandle throwException(Class<?> returnType, Class<? extends Throwable> exType) {
        return Combinators.thrower(returnType, exType);
    }

    static MethodHandle throwing(MethodType type, RuntimeException exception) {
        return Combinators.throwing(type, exception);
    }

    public static MethodHandle tryFinally(MethodHandle target, MethodHandle cleanup) { return Combinators.tryFinally(target, cleanup); }

    public static MethodHandle tableSwitch(MethodHandle fallback, MethodHandle... targets) {
        return Combinators.tableSwitch(fallback, targets.clone());
    }

    public static MethodHandle loop(MethodHandle[]... clauses) {
        return Loops.loop(clauses);
    }

    public static MethodHandle whileLoop(MethodHandle init, MethodHandle pred, MethodHandle body) {
        return Loops.conditional(init, pred, body, true);
    }

    public static MethodHandle doWhileLoop(MethodHandle init, MethodHandle body, MethodHandle pred) {
        return Loops.conditional(init, pred, body, false);
    }

    public static MethodHandle countedLoop(MethodHandle iterations, MethodHandle init, MethodHandle body) {
        return Loops.counted(null, iterations, init, body);
    }

    public static MethodHandle countedLoop(MethodHandle start, MethodHandle end, MethodHandle init, MethodHandle body) {
        return Loops.counted(start, end, init, body);
    }

    public static MethodHandle iteratedLoop(MethodHandle iterator, MethodHandle init, MethodHandle body) {
        return Loops.iterated(iterator, init, body);
    }
}
