import java.io.File;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.FileStore;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Collectors;

/** Natives that ordinary programs meet seldom: owners, disks, packages, processes, classes in buffers. Prints what is the same on every machine. */
public class NativeTour {
    public interface Greeter {
        String greet();
    }

    public static class English implements Greeter {
        @Override public String greet() {
            return "hello from " + getClass().getName();
        }
    }

    static final class Buffers extends ClassLoader {
        Buffers() {
            super(NativeTour.class.getClassLoader());
        }

        Class<?> define(String name, ByteBuffer bytes) {
            return defineClass(name, bytes, null);
        }
    }

    public static void main(String[] args) throws Exception {
        files();
        links();
        frames(3, new String[0]);
        disks();
        classes();
        System.out.println(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}).isReachable(1000));
        System.out.println(System.inheritedChannel());
        System.out.println(ProcessHandle.current().info() != null);
        ManagementFactory.getMemoryMXBean().setVerbose(false);
        ManagementFactory.getClassLoadingMXBean().setVerbose(false);
        System.out.println(ManagementFactory.getMemoryMXBean().isVerbose());
        System.out.println(ManagementFactory.getClassLoadingMXBean().getUnloadedClassCount());
    }

    private static void files() throws Exception {
        Path a = Files.createTempFile("tour", ".txt");
        Path b = a.resolveSibling(a.getFileName() + ".copy");
        Files.writeString(a, "text");
        Files.copy(a, b, StandardCopyOption.COPY_ATTRIBUTES);
        Files.copy(a, b, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        Files.setOwner(b, Files.getOwner(a));
        System.out.println(Files.readString(b) + " " + Files.getOwner(a).equals(Files.getOwner(b)));
        Files.delete(a);
        try {
            Files.setOwner(a, Files.getOwner(b));
        } catch (java.nio.file.NoSuchFileException e) {
            System.out.println("no such file");
        }
        Files.delete(b);
    }

    private static void links() throws Exception {
        Path file = Files.createTempFile("tour", ".txt");
        Path link = Files.createSymbolicLink(file.resolveSibling(file.getFileName() + ".link"), file);
        BasicFileAttributeView times = Files.getFileAttributeView(link, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        times.setTimes(FileTime.fromMillis(86_400_000), null, null);
        System.out.println(Files.getLastModifiedTime(link, LinkOption.NOFOLLOW_LINKS));
        System.out.println(Files.getLastModifiedTime(file).toMillis() > 86_400_000);
        Path other = file.resolveSibling(file.getFileName() + ".other");
        Files.copy(link, other, LinkOption.NOFOLLOW_LINKS, StandardCopyOption.COPY_ATTRIBUTES);
        System.out.println(Files.isSymbolicLink(other));
        for (Path made : new Path[] {other, link, file}) Files.delete(made);
    }

    private static void frames(int n, String[] texts) {
        StackWalker walker = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
        List<String> found = walker.walk(s -> s.map(f -> f.getMethodName() + f.getDescriptor() + " " + f.getMethodType()).collect(Collectors.toList()));
        System.out.println(found);
        try {
            StackWalker.getInstance().forEach(f -> System.out.println(f.getDescriptor() + " " + f.getMethodType()));
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
    }

    private static void disks() throws Exception {
        File folder = new File("/tmp");
        System.out.println(folder.getTotalSpace() >= folder.getFreeSpace() && folder.getFreeSpace() >= folder.getUsableSpace());
        System.out.println(folder.getUsableSpace() > 0);
        System.out.println(new File("/no/such/folder").getTotalSpace());
        FileStore store = Files.getFileStore(Path.of("/tmp"));
        System.out.println(store.getTotalSpace() >= store.getUnallocatedSpace() && store.getUsableSpace() > 0);
        System.out.println(store.getBlockSize() > 0);
        System.out.println(store.isReadOnly() + " " + store.supportsFileAttributeView("basic") + " " + store.supportsFileAttributeView("posix"));
        System.out.println(FileSystems.getDefault().getFileStores().iterator().hasNext());
        try {
            Files.getFileStore(Path.of("/no/such/folder"));
        } catch (java.nio.file.NoSuchFileException e) {
            System.out.println("no such folder");
        }
    }

    private static void classes() throws Exception {
        byte[] bytes;
        try (InputStream in = NativeTour.class.getResourceAsStream("NativeTour$English.class")) {
            bytes = in.readAllBytes();
        }
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 7);
        direct.position(7);
        direct.put(bytes).position(7);
        Class<?> defined = new Buffers().define("NativeTour$English", direct);
        System.out.println(((Greeter) defined.getDeclaredConstructor().newInstance()).greet() + " " + (defined != English.class));
        System.out.println(direct.position());
        try {
            new Buffers().define("NativeTour$Other", direct);
        } catch (NoClassDefFoundError e) {
            System.out.println(e.getMessage());
        }
        boolean util = false;
        for (Package p : Package.getPackages()) util |= p.getName().equals("java.util");
        System.out.println(util);
    }
}
