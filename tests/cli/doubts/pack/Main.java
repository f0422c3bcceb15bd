package pack;

public class Main {
    public static void main(String[] args) {
        System.out.println("main of a package");
    }
}
