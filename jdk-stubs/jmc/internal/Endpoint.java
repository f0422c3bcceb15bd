package jmc.internal;

/**
 * A socket: one that is neither connected nor waits for connections yet, one that waits for connections, or one end of a connection. Also the ends
 * of pipes, and what a selector is waked up by. Only natives read and write it.
 */
final class Endpoint {
    /** A SocketState of natives/sockets/sockets.hpp. Also the location of what is neither a stream nor readiness. */
    int state;
    int flags;
    /** An errno of which whoever comes first is told: who reads, who writes, or who asks how a connection was made. 0: none. */
    int error;

    /** IPv4, and numbers of ports; 0: none yet, or any address. */
    int address, port, peerAddress, peerPort;

    /** What is read and what is written; null where there is no connection. */
    Bytes in, out;
    /** The other end, while it is open. */
    Endpoint peer;
    /** Of one that was accepted, and of the end of a pipe that is written: the other end, for good: its directions are locations of that one. */
    Endpoint owner;

    /** Of one that waits for connections: how many may wait to be accepted, the other ends of these, and those for which there was no room. */
    int backlog;
    Object[] queue, waiting;
    /** Of one that connects, or has connected: the socket at which it was not accepted yet. */
    Endpoint via;

    /** Numbers and values of options, by number. */
    int[] options;
    /** The Watches that it is in. */
    Object[] watches;

    private Endpoint() { }
}
