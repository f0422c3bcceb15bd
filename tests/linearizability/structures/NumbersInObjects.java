// Neither: gives the same number twice, in objects whose text shows it or does not.
public class NumbersInObjects {
  static class Named {
    final int number;

    Named(int number) {
      this.number = number;
    }

    @Override
    public String toString() {
      return super.toString();
    }
  }

  static class NamedTwice extends Named {
    NamedTwice(int number) {
      super(number);
    }

    @Override
    public String toString() {
      return "<" + super.toString() + ">";
    }
  }

  static class Told extends Named {
    Told(int number) {
      super(number);
    }

    @Override
    public String toString() {
      return "number " + number;
    }
  }

  static class Hashed extends Named {
    Hashed(int number) {
      super(number);
    }

    @Override
    public String toString() {
      return "hashed " + Integer.toHexString(hashCode());
    }
  }

  static class HashedByValue extends Hashed {
    HashedByValue(int number) {
      super(number);
    }

    @Override
    public int hashCode() {
      return number;
    }

    @Override
    public String toString() {
      return "hashed " + Integer.toHexString(hashCode());
    }
  }

  static class LikeIdentity extends Named {
    LikeIdentity(int number) {
      super(number);
    }

    @Override
    public String toString() {
      return "NumbersInObjects$LikeIdentity@" + number;
    }
  }

  private volatile int last;

  private int next() {
    int next = last + 1;
    last = next;
    return next;
  }

  public NamedTwice named() {
    return new NamedTwice(next());
  }

  public Hashed hashed() {
    return new Hashed(next());
  }

  public HashedByValue hashedByValue() {
    return new HashedByValue(next());
  }

  public LikeIdentity likeIdentity() {
    return new LikeIdentity(next());
  }

  public Told told() {
    return new Told(next());
  }
}
