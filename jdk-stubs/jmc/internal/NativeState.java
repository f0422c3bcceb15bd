package jmc.internal;

/**
 * What a program has outside of its heap, as objects: so it is part of a state, goes back with it, and is compared with it. Only natives read and
 * write it. Everything is by thread, so that what one thread gets does not depend on what others did before.
 */
final class NativeState {
    static final int THREADS = 64;

    /** By thread: the blocks of memory that it has allocated, in the order of their addresses, in the first elements of an array. */
    static final Object[] blocks = new Object[THREADS];

    /** By thread: what its next block is at, counted from the start of its addresses. */
    static final long[] next = new long[THREADS];

    /** By thread: what its file descriptors stand for. */
    static final Object[] files = new Object[THREADS];

    /** By thread: how many files it has made. */
    static final long[] made = new long[THREADS];

    /** By thread: how many ports it was given that it did not ask for by number. */
    static final long[] given = new long[THREADS];

    /** The same of later threads, as many at a time: blocks, next, files, made and given, once one of them has any. */
    static final Object[] late = new Object[15];

    /** The files of the real file system that were asked for before the initial state. */
    static Inode known;

    static final Ports ports = new Ports();

    private NativeState() { }
}
