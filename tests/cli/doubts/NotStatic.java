public class NotStatic {
    void main() {
        System.out.println("an instance main");
    }
}
