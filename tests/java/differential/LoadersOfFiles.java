import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;
import java.util.jar.*;
import java.util.zip.*;

/** URLClassLoader over a folder and over a jar that the program writes itself: classes, resources, services, parents. */
public class LoadersOfFiles {
    public interface Plugin { String name(); }
    public static class Part implements Plugin {
        public String name() { return "part of " + (getClass().getClassLoader() instanceof URLClassLoader ? "an URLClassLoader" : "the class path"); }
    }

    /** Does not ask its parent for the class that is there twice. */
    static class ChildFirst extends URLClassLoader {
        ChildFirst(URL... urls) { super(urls, LoadersOfFiles.class.getClassLoader()); }
        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (!name.equals("LoadersOfFiles$Part")) return super.loadClass(name, resolve);
                Class<?> known = findLoadedClass(name);
                return known != null ? known : findClass(name);
            }
        }
    }

    static byte[] code(String name) throws IOException {
        try (InputStream in = LoadersOfFiles.class.getResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        }
    }

    static void show(String what, URL url) throws Exception {
        try (ChildFirst loader = new ChildFirst(url)) {
            Class<?> k = loader.loadClass("LoadersOfFiles$Part");
            System.out.println(what + ": " + ((Plugin) k.getDeclaredConstructor().newInstance()).name() + " " + (k != Part.class) + " " + (k == loader.loadClass("LoadersOfFiles$Part")));
            for (Plugin p : ServiceLoader.load(Plugin.class, loader)) System.out.println("service " + p.name() + " " + (p.getClass() == k));
            try (InputStream in = loader.getResourceAsStream("data/hello.txt")) {
                System.out.println(new String(in.readAllBytes()));
            }
            System.out.println(loader.findResource("data/none.txt") + " " + loader.getResource("data/hello.txt").getProtocol());
            System.out.println(Collections.list(loader.findResources("data/hello.txt")).size());
            try {
                loader.loadClass("nowhere.Nothing");
            } catch (ClassNotFoundException e) {
                System.out.println(e.getMessage());
            }
            Thread t = new Thread(() -> {
                for (Plugin p : ServiceLoader.load(Plugin.class)) System.out.println("context " + p.name());
            });
            t.setContextClassLoader(loader);
            t.start();
            t.join();
        }
    }

    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("plugins");
        Files.createDirectories(folder.resolve("data"));
        Files.createDirectories(folder.resolve("META-INF/services"));
        Files.write(folder.resolve("LoadersOfFiles$Part.class"), code("LoadersOfFiles$Part"));
        Files.writeString(folder.resolve("data/hello.txt"), "hello from the folder");
        Files.writeString(folder.resolve("META-INF/services/LoadersOfFiles$Plugin"), "# one\nLoadersOfFiles$Part # there\n");
        show("folder", folder.toUri().toURL());

        Path jar = Files.createTempFile("plugins", ".jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_TITLE, "plugins");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new ZipEntry("LoadersOfFiles$Part.class"));
            out.write(code("LoadersOfFiles$Part"));
            out.putNextEntry(new ZipEntry("data/hello.txt"));
            out.write("hello from the jar".getBytes());
            out.putNextEntry(new ZipEntry("META-INF/services/LoadersOfFiles$Plugin"));
            out.write("LoadersOfFiles$Part".getBytes());
        }
        show("jar", jar.toUri().toURL());
        try (JarFile file = new JarFile(jar.toFile())) {
            System.out.println(file.getManifest().getMainAttributes().getValue("Implementation-Title") + " " + file.stream().count());
        }
        try (URLClassLoader empty = URLClassLoader.newInstance(new URL[] {folder.resolve("missing/").toUri().toURL()}, null)) {
            System.out.println(empty.findResource("x"));
            empty.loadClass("LoadersOfFiles");
        } catch (ClassNotFoundException e) {
            System.out.println(e);
        }
    }
}
