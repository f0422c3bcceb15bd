package jmc.internal;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.security.CodeSource;
import java.security.PermissionCollection;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarFile;

/** URLs of what jmc's own class path finds. They read as under `java`; their content comes from the VM. */
final class Resources {
    private Resources() { }

    /** How an entry's content is had: `entry` counts those of the class path; -1 is the JDK. */
    private static final class Handler extends URLStreamHandler {
        private final String path;
        private final int entry;

        Handler(String path, int entry) {
            this.path = path;
            this.entry = entry;
        }

        @Override protected URLConnection openConnection(URL url) throws MalformedURLException {
            return url.getProtocol().equals("jar") ? new JarConnection(url, path, entry) : new Connection(url, path, entry);
        }
    }

    private static byte[] read(String path, int entry) throws IOException {
        byte[] content = content(path, entry);
        if (content == null) throw new FileNotFoundException(path);
        return content;
    }

    /** The JDK's own connection to the same file: it knows of times, types and what else is asked for. */
    private static URLConnection jdk(URLConnection c) throws IOException {
        URLConnection same = new URL(c.getURL().toExternalForm()).openConnection();
        same.setUseCaches(c.getUseCaches());
        return same;
    }

    private static final class Connection extends URLConnection {
        private final String path;
        private final int entry;
        private byte[] content;
        private URLConnection jdk;

        Connection(URL url, String path, int entry) {
            super(url);
            this.path = path;
            this.entry = entry;
        }

        /** Null where the JDK has no such file, as for its own resources. */
        private URLConnection jdk() {
            if (!url.getProtocol().equals("file")) return null;
            try {
                if (jdk == null) jdk = Resources.jdk(this);
            } catch (IOException e) {
                return null;
            }
            return jdk;
        }

        @Override public String getHeaderField(String name) {
            return jdk() == null ? null : jdk().getHeaderField(name);
        }

        @Override public String getContentType() {
            return jdk() == null ? super.getContentType() : jdk().getContentType();
        }

        @Override public long getLastModified() {
            return jdk() == null ? 0 : jdk().getLastModified();
        }

        @Override public void connect() throws IOException {
            if (connected) return;
            content = read(path, entry);
            connected = true;
        }

        @Override public InputStream getInputStream() throws IOException {
            connect();
            return new ByteArrayInputStream(content);
        }

        @Override public long getContentLengthLong() {
            try {
                connect();
            } catch (IOException e) {
                return -1;
            }
            return content.length;
        }

        @Override public int getContentLength() {
            return (int) getContentLengthLong();
        }
    }

    /** An entry of a jar. Its content comes from the VM, what else is asked for from the JDK's connection to it. */
    private static final class JarConnection extends JarURLConnection {
        private final String path;
        private final int entry;
        private byte[] content;
        private JarURLConnection jdk;

        JarConnection(URL url, String path, int entry) throws MalformedURLException {
            super(url);
            this.path = path;
            this.entry = entry;
        }

        private JarURLConnection jdk() throws IOException {
            if (jdk == null) jdk = (JarURLConnection) Resources.jdk(this);
            return jdk;
        }

        @Override public void connect() throws IOException {
            if (connected) return;
            content = read(path, entry);
            connected = true;
        }

        @Override public InputStream getInputStream() throws IOException {
            connect();
            return new ByteArrayInputStream(content);
        }

        @Override public JarFile getJarFile() throws IOException {
            return jdk().getJarFile();
        }

        @Override public long getContentLengthLong() {
            try {
                connect();
            } catch (IOException e) {
                return -1;
            }
            return content.length;
        }

        @Override public int getContentLength() {
            return (int) getContentLengthLong();
        }

        @Override public String getContentType() {
            try {
                return jdk().getContentType();
            } catch (IOException e) {
                return null;
            }
        }

        @Override public String getHeaderField(String name) {
            try {
                return jdk().getHeaderField(name);
            } catch (IOException e) {
                return null;
            }
        }
    }

    static URL url(String path) throws MalformedURLException {
        int count = places(path);
        return count == 0 ? null : make(path, 0);
    }

    static Enumeration<URL> urls(String path) throws MalformedURLException {
        List<URL> found = new ArrayList<>();
        int count = places(path);
        for (int i = 0; i < count; i++) found.add(make(path, i));
        return Collections.enumeration(found);
    }

    /** The URL in the JDK, or null. */
    static URL system(String path) throws MalformedURLException {
        String text = location(path, -1);
        return text == null ? null : new URL(null, text, new Handler(path, -1));
    }

    static Enumeration<URL> systems(String path) throws MalformedURLException {
        URL url = system(path);
        return url == null ? Collections.<URL>emptyEnumeration() : Collections.enumeration(Collections.singletonList(url));
    }

    private static URL make(String path, int number) throws MalformedURLException {
        int entry = place(path, number);
        return new URL(null, location(path, entry), new Handler(path, entry));
    }

    static ProtectionDomain domain(ClassLoader loader, String location) throws MalformedURLException {
        CodeSource source = new CodeSource(new URL(location), (Certificate[]) null);
        return new ProtectionDomain(source, (PermissionCollection) null, loader, null);
    }

    /** In how many places the class path, or else the JDK, has it; the number of the entry of each; its URL. */
    private static native int places(String path);
    private static native int place(String path, int number);
    private static native String location(String path, int entry);
    private static native byte[] content(String path, int entry);
}
