package jmc.internal;

/** A file or folder: one of the real file system, as it was when the program first asked for it, and what the program has made of it since. */
final class Inode {
    /** As stat() gives it: the kind and the permissions. */
    int mode;
    int links;
    long number;
    long size;
    /** Nanoseconds since 1970. */
    long modified;

    /** A file that was written: its content in the first bytes. Null: as in the real file system. */
    byte[] data;

    /** A folder: the names, in order, that are not as in the real file system, and what they name; null where a name is gone. */
    Object[] names, nodes;

    /** A symbolic link: what it says. */
    String target;

    /** Of "/" only; never written. The location that stands for all folders and links. */
    int tree;

    /** Those that exist before the initial state hang together. */
    Inode next;

    private Inode() { }
}
