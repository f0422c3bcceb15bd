/** A hash table with chains under one monitor, that of the table itself. It doubles when it has more entries than chains. */
public class CoarseHashMap {
  private static final class Entry {
    final int key;
    int value;
    Entry next;

    Entry(int key, int value, Entry next) {
      this.key = key;
      this.value = value;
      this.next = next;
    }
  }

  private Entry[] table = new Entry[2];
  private int size;

  private Entry find(int key) {
    Entry entry = table[key & table.length - 1];
    while (entry != null && entry.key != key) entry = entry.next;
    return entry;
  }

  public synchronized Integer get(int key) {
    Entry entry = find(key);
    return entry == null ? null : entry.value;
  }

  public synchronized Integer put(int key, int value) {
    Entry entry = find(key);
    if (entry != null) {
      int old = entry.value;
      entry.value = value;
      return old;
    }
    if (size == table.length) grow();
    int i = key & table.length - 1;
    table[i] = new Entry(key, value, table[i]);
    size++;
    return null;
  }

  public synchronized Integer remove(int key) {
    int i = key & table.length - 1;
    Entry pred = null;
    for (Entry entry = table[i]; entry != null; pred = entry, entry = entry.next) {
      if (entry.key != key) continue;
      if (pred == null) table[i] = entry.next;
      else pred.next = entry.next;
      size--;
      return entry.value;
    }
    return null;
  }

  private void grow() {
    Entry[] old = table;
    table = new Entry[2 * old.length];
    for (Entry chain : old) {
      while (chain != null) {
        Entry next = chain.next;
        int i = chain.key & table.length - 1;
        chain.next = table[i];
        table[i] = chain;
        chain = next;
      }
    }
  }
}
