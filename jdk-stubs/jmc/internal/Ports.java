package jmc.internal;

/** Which ports are taken. */
final class Ports {
    /** The Endpoints that were bound, by port and address. */
    Object[] bound;

    Ports() { }
}
