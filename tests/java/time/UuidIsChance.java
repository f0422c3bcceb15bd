// verdict: error
// options: --random=all
// answer: called at UuidIsChance.main(UuidIsChance.java:9)
import java.util.UUID;

/** 122 random bits are too many to explore, and all of them were asked for. */
public class UuidIsChance {
    public static void main(String[] args) {
        System.out.println(UUID.randomUUID().version());
    }
}
