/** One place, under a monitor. put() and take() wait by design, offer() only for the monitor; peek() reads. */
public class Cell {
    private volatile Object item;

    public synchronized void put(Object o) throws InterruptedException {
        while (item != null) wait();
        item = o;
        notifyAll();
    }

    public synchronized Object take() throws InterruptedException {
        while (item == null) wait();
        Object o = item;
        item = null;
        notifyAll();
        return o;
    }

    public synchronized boolean offer(Object o) {
        if (item != null) return false;
        item = o;
        notifyAll();
        return true;
    }

    public Object peek() { return item; }
}
