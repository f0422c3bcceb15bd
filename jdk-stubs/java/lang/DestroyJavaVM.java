package java.lang;

/** The thread that ends the program: jmc starts it after the last thread that is no daemon, if there are shutdown hooks. */
final class DestroyJavaVM extends Thread {
    DestroyJavaVM(ThreadGroup group) { super(group, "DestroyJavaVM"); }

    @Override public void run() { Shutdown.shutdown(); }
}
