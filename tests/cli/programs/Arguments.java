import java.lang.management.ManagementFactory;

// Prints with which arguments its virtual machine was started.
public class Arguments {
  public static void main(String[] args) {
    System.out.println(ManagementFactory.getRuntimeMXBean().getInputArguments());
  }
}
