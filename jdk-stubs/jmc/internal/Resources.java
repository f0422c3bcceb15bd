package jmc.internal;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
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
import java.util.Map;
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

    /** The content comes from the VM, what else is asked for from the JDK's own connection to the same place. */
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

        URLConnection jdk() {
            if (jdk == null) {
                try {
                    jdk = url.getProtocol().equals("jrt") ? new OfJdk(this) : new URL(url.toExternalForm()).openConnection();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);  // nothing is opened yet
                }
                jdk.setUseCaches(getUseCaches());
            }
            return jdk;
        }

        @Override public void connect() throws IOException {
            if (content == null) content = Resources.content(path, entry);
            if (content == null) throw new FileNotFoundException(path);
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

        @Override public String getContentType() { return jdk().getContentType(); }
        @Override public long getLastModified() { return jdk().getLastModified(); }
        @Override public String getHeaderField(String name) { return jdk().getHeaderField(name); }
        @Override public String getHeaderField(int n) { return jdk().getHeaderField(n); }
        @Override public String getHeaderFieldKey(int n) { return jdk().getHeaderFieldKey(n); }
        @Override public Map<String, List<String>> getHeaderFields() { return jdk().getHeaderFields(); }
    }

    /** A resource of the JDK is no file. What its connection knows beside the content is a type, by name and content. */
    private static final class OfJdk extends sun.net.www.URLConnection {
        private final Connection resource;

        OfJdk(Connection resource) {
            super(resource.getURL());
            this.resource = resource;
        }

        @Override public void connect() { }

        @Override public InputStream getInputStream() throws IOException {
            return resource.getInputStream();
        }
    }

    /** An entry of a jar. */
    private static final class JarConnection extends JarURLConnection {
        private final Connection same;

        JarConnection(URL url, String path, int entry) throws MalformedURLException {
            super(url);
            same = new Connection(url, path, entry);
        }

        @Override public void setUseCaches(boolean use) {
            super.setUseCaches(use);
            same.setUseCaches(use);
        }

        @Override public JarFile getJarFile() throws IOException {
            return ((JarURLConnection) same.jdk()).getJarFile();
        }

        @Override public void connect() throws IOException {
            same.connect();
            connected = true;
        }

        @Override public InputStream getInputStream() throws IOException {
            connect();
            return same.getInputStream();
        }

        @Override public long getContentLengthLong() { return same.getContentLengthLong(); }
        @Override public String getContentType() { return same.getContentType(); }
        @Override public long getLastModified() { return same.getLastModified(); }
        @Override public String getHeaderField(String name) { return same.getHeaderField(name); }
        @Override public String getHeaderField(int n) { return same.getHeaderField(n); }
        @Override public String getHeaderFieldKey(int n) { return same.getHeaderFieldKey(n); }
        @Override public Map<String, List<String>> getHeaderFields() { return same.getHeaderFields(); }
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
