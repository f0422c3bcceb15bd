package java.lang.invoke;

/** A handle to a method, a constructor or a field. */
final class DirectHandle extends MethodHandle {
    private static final Object[] NONE = {};

    private final Member member;
    private final VarHandle variable;    // of a field, else null

    DirectHandle(Member member, MethodType type) {
        super(type);
        this.member = member;
        this.variable = null;
    }

    DirectHandle(Member member, VarHandle variable) {
        super(variable.accessModeType(isSetter(member) ? VarHandle.AccessMode.SET : VarHandle.AccessMode.GET));
        this.member = member;
        this.variable = variable;
    }

    private static boolean isSetter(Member member) {
        return member.referenceKind == MethodHandleInfo.REF_putField || member.referenceKind == MethodHandleInfo.REF_putStatic;
    }

    /** The access is the one that bytecode makes of the field (for VarHandle, get and set are plain, whatever the field is). */
    private String accessMode() {
        if (member.is(Member.VOLATILE)) {
            return isSetter(member) ? "setVolatile" : "getVolatile";
        }
        return isSetter(member) ? "set" : "get";
    }

    @Override Member member() {
        return member;
    }

    @Override Object call(Object[] args) throws Throwable {
        if (variable != null) {
            return variable.access(accessMode(), args);
        }
        switch (member.referenceKind) {
            case MethodHandleInfo.REF_invokeStatic:
            case MethodHandleInfo.REF_newInvokeSpecial:
                return member.invoke(null, args);
            default:
                if (args[0] == null) {
                    throw new NullPointerException();
                }
                Object[] rest = args.length == 1 ? NONE : new Object[args.length - 1];
                System.arraycopy(args, 1, rest, 0, rest.length);
                return member.invoke(args[0], rest);
        }
    }

    /** What Lookup.revealDirect tells. */
    static final class Info implements MethodHandleInfo {
        private final Member member;

        Info(Member member) {
            this.member = member;
        }

        @Override public int getReferenceKind() {
            return member.referenceKind;
        }

        @Override public Class<?> getDeclaringClass() {
            return member.declaring();
        }

        @Override public String getName() {
            return member.name;
        }

        @Override public MethodType getMethodType() {
            if (member.methodType != null) {
                return member.methodType;
            }
            return isSetter(member) ? MethodType.methodType(void.class, member.fieldType) : MethodType.methodType(member.fieldType);
        }

        @Override public <T extends java.lang.reflect.Member> T reflectAs(Class<T> expected, MethodHandles.Lookup lookup) {
            return MethodHandles.reflectAs(expected, new DirectHandle(member, getMethodType()));
        }

        @Override public int getModifiers() {
            return member.flags();
        }

        @Override public String toString() {
            return Member.kindName(member.referenceKind) + " " + member.declaring().getName() + "." + member.name + ":" + getMethodType();
        }
    }
}
