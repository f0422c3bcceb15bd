package java.lang.invoke;

/** What LambdaMetafactory, StringConcatFactory and call sites do for a program that calls them itself; the call sites of compiled code are linked by the VM. */
final class Factories {
    private static final int SERIALIZABLE = 1, MARKERS = 2, BRIDGES = 4;

    private Factories() {}

    /** CallSite.dynamicInvoker: asks the site for its target in each call. */
    static MethodHandle dynamicInvoker(final CallSite site) {
        return new MethodHandle(site.type()) {
            @Override Object call(Object[] args) throws Throwable {
                return site.getTarget().call(args);
            }
        };
    }

    static CallSite lambda(MethodHandles.Lookup caller, String name, MethodType factory, MethodType method, MethodHandle target, MethodType dynamic)
            throws LambdaConversionException {
        return make(caller, name, factory, method, target, dynamic, false, new Class<?>[0], new MethodType[0]);
    }

    static CallSite alternative(MethodHandles.Lookup caller, String name, MethodType factory, Object[] arguments) throws LambdaConversionException {
        int at = 3;
        int flags = (Integer) arguments[at++];
        Class<?>[] markers = {};
        MethodType[] bridges = {};
        if ((flags & MARKERS) != 0) {
            markers = new Class<?>[(Integer) arguments[at++]];
            for (int i = 0; i < markers.length; i++) markers[i] = (Class<?>) arguments[at++];
        }
        if ((flags & BRIDGES) != 0) {
            bridges = new MethodType[(Integer) arguments[at++]];
            for (int i = 0; i < bridges.length; i++) bridges[i] = (MethodType) arguments[at++];
        }
        if (at < arguments.length) throw new IllegalArgumentException("too many arguments");
        boolean serializable = (flags & SERIALIZABLE) != 0;
        if (serializable && !java.io.Serializable.class.isAssignableFrom(factory.returnType())) {
            markers = java.util.Arrays.copyOf(markers, markers.length + 1);
            markers[markers.length - 1] = java.io.Serializable.class;
        }
        return make(caller, name, factory, (MethodType) arguments[0], (MethodHandle) arguments[1], (MethodType) arguments[2], serializable, markers, bridges);
    }

    static Object classData(MethodHandles.Lookup caller, String name, Class<?> type) throws IllegalAccessException {
        java.util.Objects.requireNonNull(caller);
        java.util.Objects.requireNonNull(type);
        if (!java.util.Objects.requireNonNull(name).equals("_")) throw new IllegalArgumentException("name must be \"_\": " + name);
        if ((caller.lookupModes() & MethodHandles.Lookup.ORIGINAL) == 0) throw new IllegalAccessException(caller + " does not have ORIGINAL access");
        Object data = Member.classData(caller.lookupClass());
        return data == null ? null : Conversions.convert(data, Object.class, type, false);
    }

    static Object classDataAt(MethodHandles.Lookup caller, String name, Class<?> type, int index) throws IllegalAccessException {
        java.util.List<?> data = (java.util.List<?>) classData(caller, name, java.util.List.class);
        return data == null ? null : Conversions.convert(data.get(index), Object.class, type, false);
    }

    /** What a bootstrap method has returned: the call of the method fails if it is something else. */
    static CallSite castSite(Object result) {
        return CallSite.class.cast(result);
    }

    /** ... and for a call site of this type. */
    static CallSite siteOf(CallSite site, MethodType type) {
        if (site == null) throw new ClassCastException("CallSite bootstrap method failed to produce an instance of CallSite");
        if (!site.type().equals(type)) throw new WrongMethodTypeException(site.getTarget() + " should be of type " + type);
        return site;
    }

    private static CallSite make(MethodHandles.Lookup caller, String name, MethodType factory, MethodType method, MethodHandle target, MethodType dynamic,
                                 boolean serializable, Class<?>[] markers, MethodType[] bridges) throws LambdaConversionException {
        if (!caller.hasFullPrivilegeAccess()) throw new LambdaConversionException("Invalid caller: " + caller.lookupClass().getName());
        Member member = target.member();
        if (member == null || member.methodType == null) throw new LambdaConversionException(target + " is not direct or cannot be cracked");
        Class<?> type = factory.returnType();
        if (!type.isInterface()) throw new LambdaConversionException(type.getName() + " is not an interface");
        for (Class<?> marker : markers) {
            if (!marker.isInterface()) throw new LambdaConversionException(marker.getName() + " is not an interface");
        }
        int captured = factory.parameterCount();
        if (target.type().parameterCount() != captured + dynamic.parameterCount() || method.parameterCount() != dynamic.parameterCount()) {
            throw new LambdaConversionException("Incorrect number of parameters for " + (member.is(Member.STATIC) ? "static" : "instance") + " method " +
                Member.kindName(member.referenceKind) + " " + member.refc.getName() + "." + member.name + ":" + member.methodType + "; " + captured +
                " captured parameters, " + method.parameterCount() + " functional interface method parameters, " + target.type().parameterCount() + " implementation parameters");
        }
        Class<?> spun = spin(caller.lookupClass(), name, factory.toMethodDescriptorString(), method.toMethodDescriptorString(), dynamic.toMethodDescriptorString(),
            member.referenceKind, member.refc, member.name, member.methodType.toMethodDescriptorString(), serializable, markers, descriptors(bridges));
        try {
            MethodHandle make = MethodHandles.Lookup.IMPL_LOOKUP.findStatic(spun, "make$", factory);
            if (captured > 0) return new ConstantCallSite(make);
            return new ConstantCallSite(MethodHandles.constant(type, make.call(new Object[0])));
        } catch (Throwable e) {
            throw new LambdaConversionException("Exception instantiating lambda object", e);
        }
    }

    private static String[] descriptors(MethodType[] types) {
        String[] result = new String[types.length];
        for (int i = 0; i < types.length; i++) result[i] = types[i].toMethodDescriptorString();
        return result;
    }

    private static native Class<?> spin(Class<?> caller, String name, String factory, String method, String dynamic, int kind, Class<?> owner, String target,
                                        String descriptor, boolean serializable, Class<?>[] markers, String[] bridges);

    // --- StringConcatFactory ---------------------------------------------------------------------------------------

    static CallSite concat(MethodHandles.Lookup caller, String name, MethodType type) throws StringConcatException {
        StringBuilder recipe = new StringBuilder();
        for (int i = 0; i < type.parameterCount(); i++) recipe.append('\1');
        return concat(caller, name, type, recipe.toString(), new Object[0]);
    }

    static CallSite concat(MethodHandles.Lookup caller, String name, MethodType type, String recipe, Object[] constants) throws StringConcatException {
        if ((caller.lookupModes() & MethodHandles.Lookup.PRIVATE) == 0) throw new StringConcatException("Invalid caller: " + caller.lookupClass().getName());
        int arguments = 0, used = 0;
        for (int i = 0; i < recipe.length(); i++) {
            if (recipe.charAt(i) == '\1') arguments++;
            if (recipe.charAt(i) == '\2') used++;
        }
        if (arguments != type.parameterCount()) {
            throw new StringConcatException("Mismatched number of concat arguments: recipe wants " + arguments + " arguments, but signature provides " + type.parameterCount());
        }
        if (used != constants.length) {
            throw new StringConcatException("Mismatched number of concat constants: recipe wants " + used + " constants, but only " + constants.length + " are passed");
        }
        if (!type.returnType().isAssignableFrom(String.class)) {
            throw new StringConcatException("The return type should be compatible with String, but it is " + type.returnType());
        }
        return new ConstantCallSite(new Concat(type, recipe, constants.clone()));
    }

    private static final class Concat extends MethodHandle {
        private final String recipe;
        private final Object[] constants;

        Concat(MethodType type, String recipe, Object[] constants) {
            super(type);
            this.recipe = recipe;
            this.constants = constants;
        }

        @Override Object call(Object[] args) {
            StringBuilder text = new StringBuilder();
            int argument = 0, constant = 0;
            for (int i = 0; i < recipe.length(); i++) {
                char c = recipe.charAt(i);
                if (c == '\1') text.append(args[argument++]);
                else if (c == '\2') text.append(constants[constant++]);
                else text.append(c);
            }
            return text.toString();
        }
    }
}
