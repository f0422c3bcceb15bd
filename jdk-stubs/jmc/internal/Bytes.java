package jmc.internal;

/** One direction of a connection, or a pipe. */
final class Bytes {
    /** What was written and not read yet; null: nothing. */
    byte[] data;
    /** Nothing more will be written. */
    boolean ended;
    /** Nobody will read it. */
    boolean unread;

    private Bytes() { }
}
