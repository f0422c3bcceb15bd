package jmc.internal;

/** What a file descriptor stands for. */
final class OpenFile {
    /** Null once it is closed, and of what is no file. */
    Inode file;
    /** An Endpoint or a Watch, once it is closed null. */
    Object socket;
    long position;
    /** Of open(). */
    int flags;
    /** A folder that is read: the names that are in it. */
    Object[] listing;

    /** What it was opened as, for stories. */
    String name;

    private OpenFile() { }
}
