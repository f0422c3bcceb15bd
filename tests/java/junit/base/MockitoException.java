package org.mockito.exceptions.base;

/** In the place of Mockito's, whose jar the tests do not have. */
public class MockitoException extends RuntimeException {
  public MockitoException(String message) {
    super(message);
  }
}
