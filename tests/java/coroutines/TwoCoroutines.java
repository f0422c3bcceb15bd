// outcomes: 3
// why: runBlocking returns when what was launched in its scope has ended; each coroutine adds its number once
// slow: a minute
import java.util.concurrent.atomic.AtomicInteger;
import kotlin.Unit;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Dispatchers;

public class TwoCoroutines {
  public static void main(String[] args) throws InterruptedException {
    AtomicInteger sum = new AtomicInteger();
    BuildersKt.runBlocking(EmptyCoroutineContext.INSTANCE, (scope, end) -> {
      BuildersKt.launch(scope, Dispatchers.getDefault(), CoroutineStart.DEFAULT, (s, c) -> { sum.addAndGet(1); return Unit.INSTANCE; });
      BuildersKt.launch(scope, Dispatchers.getDefault(), CoroutineStart.DEFAULT, (s, c) -> { sum.addAndGet(2); return Unit.INSTANCE; });
      return Unit.INSTANCE;
    });
    System.out.println(sum.get());
  }
}
