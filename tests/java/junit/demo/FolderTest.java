package demo;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jmc.junit.ModelChecked;
import org.junit.jupiter.api.io.TempDir;

class FolderTest {
  @TempDir Path folder;

  @ModelChecked
  void writes() throws Exception {
    Thread t = new Thread(() -> {
      try {
        Files.writeString(folder.resolve("a"), "x");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
    t.start();
    t.join();
    assertTrue(Files.exists(folder.resolve("a")));
  }
}
