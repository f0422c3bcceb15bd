package java.lang.invoke;

/** A method, constructor or field as the VM has resolved it. */
final class Member {
    static final int PUBLIC = 1;
    static final int PRIVATE = 2;
    static final int PROTECTED = 4;
    static final int STATIC = 8;
    static final int FINAL = 0x10;
    static final int VOLATILE = 0x40;
    static final int VARARGS = 0x80;
    static final int INTERFACE = 0x200;
    static final int ABSTRACT = 0x400;

    static final int MODULES_CHECKED = 16;  // from this release on modules are closed to code on the class path
    static final int LAZY_VARIABLES = 22;   // from this release on a handle to a static variable initialises its class when it is used

    final Class<?> refc;          // the class that was named
    final String name;            // "<init>" for a constructor
    final MethodType methodType;  // without the receiver; null for a field
    final Class<?> fieldType;     // null for a method
    final byte referenceKind;     // as of MethodHandleInfo

    // Set by the natives that resolve.
    private Class<?> declaring;
    private int flags;
    private int number;           // of a method in the VM, or offset of a field

    Member(byte referenceKind, Class<?> refc, String name, MethodType methodType, Class<?> fieldType) {
        this.referenceKind = referenceKind;
        this.refc = refc;
        this.name = name;
        this.methodType = methodType;
        this.fieldType = fieldType;
    }

    Class<?> declaring() {
        return declaring;
    }

    int flags() {
        return flags;
    }

    int offset() {
        return number;
    }

    boolean is(int flag) {
        return (flags & flag) != 0;
    }

    /** Looks the member up and fills it in; false if there is none. */
    boolean resolve() {
        return methodType == null ? resolveField(refc, name, fieldType) : resolveMethod(refc, name, methodType.toMethodDescriptorString());
    }

    private native boolean resolveField(Class<?> refc, String name, Class<?> type);

    private native boolean resolveMethod(Class<?> refc, String name, String descriptor);

    /** Null if a lookup of these modes may use the member, else what stands in the way ("member is private"). */
    native String refusal(Class<?> lookupClass, int modes);

    /** What a call of this method from the class would fail with, in words; null for what it may call. */
    native String callRefusal(Class<?> from);

    String noSuch() {
        return (referenceKind == MethodHandleInfo.REF_newInvokeSpecial ? "no such constructor: " : "no such method: ") + this;
    }

    /** The exception, with a cause unless that is null. */
    static <T extends Exception> T because(T exception, Throwable cause) {
        if (cause != null) exception.initCause(cause);
        return exception;
    }

    /** The error behind the exception of a lookup: a method that is not there, or is of another kind. */
    LinkageError missing() {
        if (methodType == null) {
            boolean sentence = release() >= 21;
            return new NoSuchFieldError(sentence ? "Class " + refc.getName() + " does not have member field '" + fieldType.getTypeName() + " " + name + "'" : name);
        }
        return new NoSuchMethodError("'" + signature() + "'");
    }

    LinkageError otherKind() {
        boolean wanted = referenceKind == MethodHandleInfo.REF_invokeStatic;
        return new IncompatibleClassChangeError((wanted ? "Expected static method '" : "Expecting non-static method '") + signature() + "'");
    }

    /** "void pkg.C.m(int, java.lang.String[])" */
    private String signature() {
        StringBuilder text = new StringBuilder(methodType.returnType().getTypeName() + " " + refc.getName() + "." + name + "(");
        for (int i = 0; i < methodType.parameterCount(); i++) {
            text.append(i == 0 ? "" : ", ").append(methodType.parameterType(i).getTypeName());
        }
        return text.append(")").toString();
    }

    /** May a lookup of these modes name the class? */
    static native boolean accessible(Class<?> type, Class<?> lookupClass, int modes);

    /** Calls the method as its kind says; a constructor returns the new object. Arguments and result are boxed. */
    Object invoke(Object receiver, Object[] args) throws Throwable {
        if (referenceKind != MethodHandleInfo.REF_invokeSpecial) {
            return invokeDirect(number, receiver, args);
        }
        Class<?> result = methodType.returnType();
        if (result == void.class) {
            specialVoid(number, receiver, args);
            return null;
        }
        if (!result.isPrimitive()) return specialObject(number, receiver, args);
        if (result == long.class) return specialLong(number, receiver, args);
        if (result == double.class) return specialDouble(number, receiver, args);
        if (result == float.class) return specialFloat(number, receiver, args);
        return Conversions.convert(specialInt(number, receiver, args), int.class, result, true);
    }

    private static native Object invokeDirect(int method, Object receiver, Object[] args) throws Throwable;

    // The method itself, whatever overrides it. One native per kind of result, since the callee's result becomes the native's.
    private static native void specialVoid(int method, Object receiver, Object[] args) throws Throwable;

    private static native Object specialObject(int method, Object receiver, Object[] args) throws Throwable;

    private static native int specialInt(int method, Object receiver, Object[] args) throws Throwable;

    private static native long specialLong(int method, Object receiver, Object[] args) throws Throwable;

    private static native float specialFloat(int method, Object receiver, Object[] args) throws Throwable;

    private static native double specialDouble(int method, Object receiver, Object[] args) throws Throwable;

    /** "java.lang.String.length()int/invokeVirtual", as error messages show a member. */
    @Override public String toString() {
        String type = methodType == null ? "/" + fieldType.getName() : methodType.toString();
        return refc.getName() + "." + name + type + "/" + kindName(referenceKind);
    }

    static String kindName(int kind) {
        switch (kind) {
            case MethodHandleInfo.REF_getField: return "getField";
            case MethodHandleInfo.REF_getStatic: return "getStatic";
            case MethodHandleInfo.REF_putField: return "putField";
            case MethodHandleInfo.REF_putStatic: return "putStatic";
            case MethodHandleInfo.REF_invokeVirtual: return "invokeVirtual";
            case MethodHandleInfo.REF_invokeStatic: return "invokeStatic";
            case MethodHandleInfo.REF_invokeSpecial: return "invokeSpecial";
            case MethodHandleInfo.REF_newInvokeSpecial: return "newInvokeSpecial";
            default: return "invokeInterface";
        }
    }

    /** The type that a method descriptor spells, its classes found as the VM finds all classes. */
    static MethodType methodType(String descriptor) {
        Class<?>[] classes = classesOf(descriptor);
        Class<?>[] parameters = new Class<?>[classes.length - 1];
        System.arraycopy(classes, 0, parameters, 0, parameters.length);
        return MethodType.methodType(classes[parameters.length], parameters);
    }

    private static native Class<?>[] classesOf(String descriptor);

    static native Class<?> callerClass();

    /** Feature release of the JDK whose classes run. */
    static native int release();

    static native boolean samePackage(Class<?> a, Class<?> b);

    static native boolean sameNest(Class<?> a, Class<?> b);

    static native void initialize(Class<?> type);

    /** In the package of `host`; `data` is what the class finds as its class data, or null. */
    static native Class<?> defineClass(Class<?> host, byte[] bytes, boolean hidden, boolean nestMate, Object data);

    static native Object classData(Class<?> type);

    /** Stops the run: jmc does not support this. */
    static native RuntimeException unsupported(String what);
}
