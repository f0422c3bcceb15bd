import java.io.*;
import java.net.*;
import java.util.*;

/** What a connection to a resource of the class path tells besides its content. */
public class ResourceConnections {
    public static void main(String[] args) throws Exception {
        URL url = ResourceConnections.class.getResource("ResourceConnections.class");
        URLConnection c = url.openConnection();
        System.out.println(c.getContentType() + " " + c.getContentLength() + " " + c.getContentLengthLong() + " " + c.getContentEncoding());
        System.out.println(c.getLastModified() == new File(url.toURI()).lastModified());
        System.out.println(c.getHeaderField("content-type") + " " + c.getHeaderField("content-length") + " " + c.getHeaderField("none"));
        try (InputStream in = c.getInputStream()) {
            System.out.println(in.readAllBytes().length == c.getContentLength());
        }
        System.out.println(c instanceof JarURLConnection);
        for (URL u : new URL[] {Object.class.getResource("Object.class"), url}) {
            c = u.openConnection();
            System.out.println(u.getProtocol() + " " + c.getHeaderFields().keySet() + " " + c.getHeaderFieldKey(0) + " " + (c.getHeaderField(1) != null) + " " + c.getHeaderFieldInt("content-length", -7));
            System.out.println(c.getContentType() + " " + (c.getLastModified() > 0) + " " + c.getDate() + " " + (c.getContentLength() > 0) + " " + c.getHeaderFields().keySet());
            c = u.openConnection();
            c.setUseCaches(false);
            System.out.println((c.getLastModified() > 0) + " " + c.getUseCaches());
        }
        URLConnection none = new URL(url.toExternalForm() + "x").openConnection();
        try {
            none.getInputStream();
        } catch (FileNotFoundException e) {
            System.out.println("not found");
        }
    }
}
