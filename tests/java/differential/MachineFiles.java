import java.io.*;
import java.nio.file.*;
import java.util.*;

/** Files that the kernel writes when they are read, and whose length says nothing. */
public class MachineFiles {
    static void show(String name) throws IOException {
        Path path = Paths.get(name);
        if (!Files.isReadable(path)) {
            System.out.println(name + " is not there");
            return;
        }
        System.out.println(name + " " + Files.isRegularFile(path) + " " + Files.size(path) + " " + new File(name).length());
        try (BufferedReader r = new BufferedReader(new FileReader(name))) {
            System.out.println(r.readLine() + " " + r.readLine());
        }
        System.out.println(Files.readAllLines(path));
        try (InputStream in = new FileInputStream(name)) {
            System.out.println(in.available() + " " + in.readAllBytes().length + " " + in.read());
        }
        try (InputStream in = Files.newInputStream(path)) {
            System.out.println(in.readAllBytes().length);
        }
        try (RandomAccessFile f = new RandomAccessFile(name, "r")) {  // byte by byte
            System.out.println(f.length() + " " + f.readLine() + " " + f.getFilePointer() + " " + f.read());
        }
        try (Scanner s = new Scanner(path)) {
            System.out.println(s.next());
        }
    }

    public static void main(String[] args) throws Exception {
        for (String name : new String[] {"/proc/sys/kernel/ostype", "/proc/sys/net/core/somaxconn", "/sys/devices/system/cpu/possible",
                                         "/sys/devices/system/cpu/cpu0/cache/index0/level", "/sys/kernel/none"})
            show(name);
    }
}
