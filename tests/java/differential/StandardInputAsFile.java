// Standard input, which is empty, read as the file that it is.
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;

public class StandardInputAsFile {
    public static void main(String[] args) throws IOException {
        FileInputStream in = new FileInputStream(FileDescriptor.in);
        System.out.println(in.readAllBytes().length);
        System.out.println(in.readNBytes(5).length);
        System.out.println(in.read());
        System.out.println(System.in.readAllBytes().length);
    }
}
