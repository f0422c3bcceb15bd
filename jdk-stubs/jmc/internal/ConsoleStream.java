package jmc.internal;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Formatter;
import java.util.Locale;

/**
 * System.out and System.err. Each call is one output step of the program: text is made first, outside of any lock, and
 * then handed over whole. The real class would take locks and copy through three buffers on the way, and every one of
 * these steps would be a scheduling point.
 */
public final class ConsoleStream extends PrintStream {
    private final int fd;
    // Known to the VM by name: a high surrogate that still waits for its other half, and what close() and checkError() are about.
    private char dangling;
    private boolean closed;
    private boolean trouble;

    public ConsoleStream(int fd) {
        super(new Nothing());
        this.fd = fd;
    }

    /** Appends the text, encoded, to what the program has written so far. */
    private native void emit(String text);

    private native void emitBytes(byte[] bytes, int offset, int length);

    static final class Nothing extends OutputStream {
        @Override public void write(int b) {}
    }

    @Override public void flush() {}

    /** From here on the stream swallows what it is given. */
    @Override public native void close();

    @Override public native boolean checkError();

    @Override protected void setError() {
        trouble = true;
    }

    @Override protected void clearError() {
        trouble = false;
    }

    @Override public void write(int b) {
        emitBytes(new byte[] {(byte) b}, 0, 1);
    }

    @Override public void write(byte[] buffer) {
        emitBytes(buffer, 0, buffer.length);
    }

    @Override public void write(byte[] buffer, int offset, int length) {
        byte[] copy = new byte[Math.max(length, 0)];
        System.arraycopy(buffer, offset, copy, 0, length);      // complains about a bad range as the real stream does
        emitBytes(copy, 0, length);
    }

    // Overrides PrintStream's from JDK 14 on.
    public void writeBytes(byte[] buffer) {
        emitBytes(buffer, 0, buffer.length);
    }

    @Override public void print(boolean value) {
        emit(value ? "true" : "false");
    }

    @Override public void print(char value) {
        emit(String.valueOf(value));
    }

    @Override public void print(int value) {
        emit(String.valueOf(value));
    }

    @Override public void print(long value) {
        emit(String.valueOf(value));
    }

    @Override public void print(float value) {
        emit(String.valueOf(value));
    }

    @Override public void print(double value) {
        emit(String.valueOf(value));
    }

    @Override public void print(char[] value) {
        emit(String.valueOf(value));
    }

    @Override public void print(String value) {
        emit(String.valueOf(value));
    }

    @Override public void print(Object value) {
        String text = String.valueOf(value);
        if (text == null) {      // toString() said so; println(Object) prints "null" instead
            throw new NullPointerException("Cannot invoke \"String.length()\" because \"str\" is null");
        }
        emit(text);
    }

    @Override public void println() {
        emit("\n");
    }

    @Override public void println(boolean value) {
        emit(value ? "true\n" : "false\n");
    }

    @Override public void println(char value) {
        line(String.valueOf(value));
    }

    @Override public void println(int value) {
        line(String.valueOf(value));
    }

    @Override public void println(long value) {
        line(String.valueOf(value));
    }

    @Override public void println(float value) {
        line(String.valueOf(value));
    }

    @Override public void println(double value) {
        line(String.valueOf(value));
    }

    @Override public void println(char[] value) {
        line(String.valueOf(value));
    }

    @Override public void println(String value) {
        line(String.valueOf(value));
    }

    @Override public void println(Object value) {
        line(String.valueOf((Object) String.valueOf(value)));
    }

    @Override public PrintStream printf(String format, Object... args) {
        return format(format, args);
    }

    @Override public PrintStream printf(Locale locale, String format, Object... args) {
        return format(locale, format, args);
    }

    @Override public PrintStream format(String format, Object... args) {
        return format(Locale.getDefault(Locale.Category.FORMAT), format, args);
    }

    @Override public PrintStream format(Locale locale, String format, Object... args) {
        StringBuilder text = new StringBuilder();
        try {
            new Formatter(text).format(locale, format, args);
        } finally {
            // A bad conversion throws after what stands before it has been printed.
            if (text.length() > 0) {
                emit(text.toString());
            }
        }
        return this;
    }

    @Override public PrintStream append(CharSequence text) {
        print(String.valueOf(text));
        return this;
    }

    @Override public PrintStream append(CharSequence text, int start, int end) {
        print(String.valueOf((text == null ? "null" : text).subSequence(start, end)));
        return this;
    }

    @Override public PrintStream append(char value) {
        print(value);
        return this;
    }

    private void line(String text) {
        emit(text.concat("\n"));
    }
}
