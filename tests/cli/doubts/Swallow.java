import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicReference;

// An assertion fails; whether anybody gets to know decides.
public class Swallow {
    static int x;
    static boolean verbose;
    static Throwable kept;

    static int fails() {
        assert x == 1 : "x is " + x;
        return x;
    }

    static class Closed implements AutoCloseable {
        @Override
        public void close() { }
    }

    static class Result implements Runnable {
        Throwable failure;
        boolean done;

        @Override
        public void run() {
            try {
                fails();
            } catch (Throwable e) {
                failure = e;
            } finally {
                done = true;
            }
        }
    }

    static void drain(ExecutorService pool) throws InterruptedException {
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.DAYS);
    }

    static int hidden() {
        try {
            return fails();
        } finally {
            return 7;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { });
        switch (args[0]) {
            // Nobody gets to know.
            case "future" -> {
                FutureTask<Integer> f = new FutureTask<>(Swallow::fails);
                t = new Thread(f);
                t.start();
                t.join();
            }
            case "completable" -> CompletableFuture.runAsync(() -> fails(), Runnable::run);
            case "dependent" -> CompletableFuture.completedFuture(1).thenApply(v -> fails()).thenApply(v -> v + 1);
            case "catchall" -> {
                try {
                    fails();
                } catch (Throwable e) {
                }
            }
            case "error" -> {
                try {
                    fails();
                } catch (Error e) {
                    x = 2;
                }
            }
            case "finally" -> System.out.println(hidden());
            case "conditional" -> {
                try {
                    fails();
                } catch (Throwable e) {
                    if (verbose) e.printStackTrace();
                }
            }
            case "handler" -> {
                t.setUncaughtExceptionHandler((thread, e) -> { });
                t = new Thread(Swallow::fails);
                t.setUncaughtExceptionHandler((thread, e) -> System.out.println("a thread has ended"));
                t.start();
                t.join();
            }
            case "wrapper" -> {
                try {
                    try {
                        fails();
                    } catch (Throwable e) {
                        throw new AssertionError("wrapped", e);
                    }
                } catch (Throwable e) {
                }
            }
            case "scheduled" -> {
                ExecutorService pool = Executors.newSingleThreadExecutor();
                pool.submit(Swallow::fails);
                drain(pool);
            }
            case "unlooked" -> {
                // An exception of another kind passes by, and is looked at.
                FutureTask<Integer> f = new FutureTask<>(Swallow::fails);
                f.run();
                try {
                    throw new IllegalStateException("another");
                } catch (Throwable e) {
                    System.out.println(e.getMessage());
                }
                System.out.println(f.isDone());
            }
            case "loop" -> {
                boolean[] stop = new boolean[1];
                t = new Thread(() -> {
                    synchronized (stop) {
                        stop[0] = true;
                    }
                });
                t.start();
                for (boolean over = false; !over;) {
                    try {
                        fails();
                    } catch (Throwable e) {
                    }
                    synchronized (stop) {
                        over = stop[0];
                    }
                }
            }
            case "kept" -> {
                try {
                    fails();
                } catch (Throwable e) {
                    kept = e;
                }
                System.out.println("fine");
            }
            case "kept-in-object" -> {
                Result r = new Result();
                t = new Thread(() -> r.run());
                t.start();
                t.join();
                System.out.println(r.done);
            }
            case "kept-atomically" -> {
                AtomicReference<Throwable> failure = new AtomicReference<>();
                t = new Thread(() -> {
                    try {
                        fails();
                    } catch (Throwable e) {
                        failure.set(e);
                    }
                });
                t.start();
                t.join();
            }
            case "done" -> {
                CompletableFuture<Integer> f = CompletableFuture.supplyAsync(Swallow::fails, Runnable::run);
                System.out.println(f.isDone());
            }
            // Somebody does.
            case "kept-and-asked" -> {
                Result r = new Result();
                t = new Thread(() -> r.run());
                t.start();
                t.join();
                if (r.failure != null) System.out.println("failed");
            }
            case "kept-and-thrown" -> {
                AtomicReference<Throwable> failure = new AtomicReference<>();
                t = new Thread(() -> {
                    try {
                        fails();
                    } catch (Throwable e) {
                        failure.set(e);
                    }
                });
                t.start();
                t.join();
                if (failure.get() != null) System.out.println("failed");
            }
            case "kept-and-reflected" -> {
                Result r = new Result();
                r.run();
                System.out.println(Result.class.getDeclaredField("failure").get(r) == null);
            }
            case "kept-and-handled" -> {
                Result r = new Result();
                r.run();
                var failure = java.lang.invoke.MethodHandles.lookup().findVarHandle(Result.class, "failure", Throwable.class);
                System.out.println((Throwable) failure.getVolatile(r) == null);
            }
            case "completed-exceptionally" -> {
                CompletableFuture<Integer> f = CompletableFuture.supplyAsync(Swallow::fails, Runnable::run);
                System.out.println(f.isCompletedExceptionally());
            }
            case "get" -> {
                FutureTask<Integer> f = new FutureTask<>(Swallow::fails);
                f.run();
                try {
                    f.get();
                } catch (ExecutionException e) {
                    System.out.println(e.getCause());
                }
            }
            case "ignored-get" -> {
                FutureTask<Integer> f = new FutureTask<>(Swallow::fails);
                f.run();
                try {
                    f.get();
                } catch (ExecutionException ignored) {
                }
            }
            case "join" -> {
                try {
                    CompletableFuture.supplyAsync(Swallow::fails, Runnable::run).thenApply(v -> v + 1).join();
                } catch (CompletionException e) {
                    System.out.println("failed");
                }
            }
            case "exceptionally" -> CompletableFuture.supplyAsync(Swallow::fails, Runnable::run).exceptionally(e -> e.getMessage().length());
            case "when" -> CompletableFuture.supplyAsync(Swallow::fails, Runnable::run).handle((v, e) -> e == null ? "fine" : "failed").thenAccept(System.out::println);
            case "printed" -> {
                try {
                    fails();
                } catch (Throwable e) {
                    System.out.println(e);
                }
            }
            case "named" -> {
                try {
                    fails();
                } catch (AssertionError expected) {
                    System.out.println("as expected");
                }
            }
            case "stored" -> {
                try {
                    fails();
                } catch (Throwable e) {
                    kept = e;
                }
                if (kept != null) System.out.println("failed");
            }
            case "rethrown" -> {
                try {
                    try {
                        fails();
                    } catch (Throwable e) {
                        throw e;
                    }
                } catch (AssertionError e) {
                    System.out.println("failed");
                }
            }
            case "collected" -> {
                List<Throwable> failures = new ArrayList<>();
                try {
                    fails();
                } catch (Throwable e) {
                    failures.add(e);
                }
                System.out.println(failures.size());
            }
            case "resource" -> {
                try {
                    try (Closed c = new Closed()) {
                        fails();
                    }
                } catch (AssertionError e) {
                    System.out.println("failed");
                }
            }
            case "after-execute" -> {
                ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.DAYS, new LinkedBlockingQueue<>()) {
                    @Override
                    protected void afterExecute(Runnable r, Throwable thrown) {
                        try {
                            if (r instanceof Future<?> f) f.get();
                        } catch (ExecutionException e) {
                            System.out.println(e.getCause());
                        } catch (InterruptedException e) {
                            System.out.println(e);
                        }
                    }
                };
                pool.submit(Swallow::fails);
                drain(pool);
            }
            case "handled" -> {
                t = new Thread(Swallow::fails);
                t.setUncaughtExceptionHandler((thread, e) -> System.out.println(e.getMessage()));
                t.start();
                t.join();
            }
            case "uncaught" -> {
                t = new Thread(Swallow::fails);
                t.start();
                t.join();
            }
            default -> System.out.println("nothing");
        }
    }
}
