package jmc.junit;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The class path of the tests: with what a jar that has nothing but a manifest names (build tools make one for long class paths), and of modules. */
final class ClassPath {
  private final Set<String> elements = new LinkedHashSet<>();

  static String ofTests() {
    ClassPath path = new ClassPath();
    // Surefire says here what it hid in a jar or behind a class loader of its own.
    for (String property : List.of("surefire.test.class.path", "java.class.path", "jdk.module.path"))
      for (String element : System.getProperty(property, "").split(File.pathSeparator)) path.add(element);
    for (Class<?> own : List.of(Launch.class, org.junit.jupiter.api.Test.class, org.opentest4j.AssertionFailedError.class)) {
      var source = own.getProtectionDomain().getCodeSource();
      if (source == null) continue;
      try {
        path.add(Path.of(source.getLocation().toURI()).toString());
      } catch (URISyntaxException | IllegalArgumentException e) {
        throw new CheckFailedError("the tests come from " + source.getLocation() + ", which is no file that jmc can read");
      }
    }
    return String.join(File.pathSeparator, path.elements);
  }

  private void add(String element) {
    if (element.isEmpty() || !Files.exists(Path.of(element))) return;
    if (!elements.add(Path.of(element).toAbsolutePath().normalize().toString()) || !element.endsWith(".jar")) return;
    try (JarFile jar = new JarFile(element)) {
      Manifest manifest = jar.getManifest();
      String more = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      if (more == null) return;
      List<String> found = new ArrayList<>();
      for (String entry : more.split(" ")) {
        if (entry.isBlank()) continue;
        URI uri = Path.of(element).toAbsolutePath().toUri().resolve(entry);
        if ("file".equals(uri.getScheme())) found.add(Path.of(uri).toString());
      }
      found.forEach(this::add);
    } catch (IOException e) {
      throw new CheckFailedError("the class path of the tests: " + element + ": " + e.getMessage());
    }
  }
}
