package jmc.internal;

/** What a selector has asked the operating system to watch: descriptors, the events asked for, and what the descriptors stand for. */
final class Watch {
    int[] numbers, events;
    Object[] endpoints;

    private Watch() { }
}
