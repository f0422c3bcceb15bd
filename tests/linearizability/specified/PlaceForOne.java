import java.util.concurrent.ArrayBlockingQueue;

/** Said to hand over, but it has a place: put returns before anybody takes. */
public class PlaceForOne {
  private final ArrayBlockingQueue<Object> place = new ArrayBlockingQueue<>(1);
  public void put(Object x) throws InterruptedException { place.put(x); }
  public Object take() throws InterruptedException { return place.take(); }
}
