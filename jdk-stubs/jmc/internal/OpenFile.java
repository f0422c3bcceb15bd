package jmc.internal;

/** What a file descriptor stands for. */
final class OpenFile {
    /** Null once it is closed. */
    Inode file;
    long position;
    /** Of open(). */
    int flags;
    /** A folder that is read: the names that are in it. */
    Object[] listing;

    /** What it was opened as, for stories. */
    String name;

    private OpenFile() { }
}
