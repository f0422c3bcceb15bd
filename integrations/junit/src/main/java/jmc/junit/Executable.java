package jmc.junit;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Where jmc is: the configuration parameter {@code jmc.executable}, {@code JMC_HOME}, the artifact jmc-native on the class path
 * (unpacked once into a cache named by its digest), the PATH; in this order. Nothing is ever downloaded.
 */
final class Executable {
  private Executable() {}

  static Path find(String configured) {
    if (configured != null && !configured.isBlank()) return usable(Path.of(configured), "the configuration parameter jmc.executable");
    String home = System.getenv("JMC_HOME");
    if (home != null && !home.isBlank()) {
      Path inBin = Path.of(home, "bin", "jmc");
      return usable(Files.exists(inBin) ? inBin : Path.of(home, "jmc"), "JMC_HOME");
    }
    Path unpacked = fromClassPath();
    if (unpacked != null) return unpacked;
    String path = System.getenv("PATH");
    for (String folder : (path == null ? "" : path).split(File.pathSeparator)) {
      if (folder.isEmpty()) continue;
      Path candidate = Path.of(folder, "jmc");
      if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) return candidate;
    }
    throw new CheckFailedError("no jmc executable was found for " + platform() + ", so nothing was checked: put the artifact jmc-native for this platform"
        + " on the class path of the tests, or jmc on the PATH, or set JMC_HOME or the configuration parameter jmc.executable");
  }

  /** As the classifier of jmc-native has it: linux-x86_64. */
  static String platform() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    os = os.startsWith("mac") ? "macos" : os.startsWith("windows") ? "windows" : os;
    return os + "-" + (arch.equals("amd64") ? "x86_64" : arch);
  }

  private static Path usable(Path file, String source) {
    if (!Files.isRegularFile(file)) throw new CheckFailedError("there is no jmc executable " + file + " (from " + source + "), so nothing was checked");
    if (!Files.isExecutable(file)) throw new CheckFailedError(file + " (from " + source + ") may not be executed, so nothing was checked: chmod +x");
    return file;
  }

  /** The archive of an installed jmc (bin/jmc, share/jmc/...) as a resource. */
  private static Path fromClassPath() {
    String resource = "/jmc/native/" + platform() + ".zip";
    try (InputStream archive = Executable.class.getResourceAsStream(resource)) {
      if (archive == null) return null;
      byte[] bytes = archive.readAllBytes();
      String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
      Path cache = cache().resolve(digest.substring(0, 32));
      if (!intact(cache, digest)) unpack(bytes, cache, digest);
      return usable(cache.resolve("bin").resolve("jmc"), "the artifact jmc-native");
    } catch (IOException e) {
      throw new CheckFailedError("the executable of the artifact jmc-native could not be unpacked: " + e);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static Path cache() {
    String xdg = System.getenv("XDG_CACHE_HOME");
    Path base = xdg != null && !xdg.isBlank() ? Path.of(xdg) : Path.of(System.getProperty("user.home"), ".cache");
    return base.resolve("jmc");
  }

  /** The marker is written last, and has the digest of the executable: a cache that was cut off or changed is not used. */
  private static boolean intact(Path cache, String digest) throws IOException {
    Path marker = cache.resolve("unpacked");
    Path executable = cache.resolve("bin").resolve("jmc");
    if (!Files.exists(marker) || !Files.exists(executable)) return false;
    return Files.readString(marker).equals(digest + " " + digestOf(executable));
  }

  private static String digestOf(Path file) throws IOException {
    try (DigestInputStream in = new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
      in.transferTo(java.io.OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(in.getMessageDigest().digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /** Into a folder of its own first: another process that unpacks at the same time never sees half of it. */
  private static void unpack(byte[] archive, Path cache, String digest) throws IOException {
    Files.createDirectories(cache.getParent());
    Path fresh = Files.createTempDirectory(cache.getParent(), "unpacking");
    try (ZipInputStream zip = new ZipInputStream(new java.io.ByteArrayInputStream(archive))) {
      for (ZipEntry entry; (entry = zip.getNextEntry()) != null; ) {
        Path target = fresh.resolve(entry.getName()).normalize();
        if (!target.startsWith(fresh)) throw new IOException("an entry outside of the archive: " + entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(target);
          continue;
        }
        Files.createDirectories(target.getParent());
        Files.copy(zip, target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Path executable = fresh.resolve("bin").resolve("jmc");
    Files.setPosixFilePermissions(executable, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(fresh.resolve("unpacked"), digest + " " + digestOf(executable));
    try {
      Files.move(fresh, cache, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) { // which of its classes stands for "there is something" depends on the platform
      if (!Files.exists(cache)) throw e;
      if (intact(cache, digest)) {
        remove(fresh);
        return;
      }
      remove(cache);
      Files.move(fresh, cache, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private static void remove(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path p : files.sorted(java.util.Comparator.reverseOrder()).toList()) Files.deleteIfExists(p);
    }
  }
}
