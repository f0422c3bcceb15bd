#include "check/option_table.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>

#include "check/assume.hpp"

namespace jmc::check {

namespace {

// What to run, what is interleaved, what to explore.
std::vector<OptionRow> search_rows() {
  return {
      {Section::Input, "classpath", "PATH", "", Effect::Found, false, Command::Any,
       "class path of the program, as for java; also -cp"},
      {Section::Input, "jdk", "DIR", "", Effect::Found, false, Command::Any,
       "the JDK whose classes are used (default: JAVA_HOME, else the java on the PATH)"},
      {Section::Input, "enable-preview", "", "", Effect::Found, false, Command::Any,
       "sources (Foo.java) may use preview features of the JDK, as with java"},
      {Section::Input, "each", "", "", Effect::None, false, Command::Check,
       "every word that follows is a client of its own, without arguments: a class, a jar, a folder (each class in it "
       "that has a main), or @FILE, a list with a client a line, with its options before it and its arguments after "
       "it. One answer for all, each with the limits of one check; without --each, what follows the client are its "
       "arguments",
       true},
      {Section::Visible, "visible", "LIST", "", Effect::Told, true, Command::Any,
       "classes (simple or qualified names, globs; separated by commas) whose accesses are scheduling points, nested "
       "classes and their arrays "
       "included; without it, everything that threads share"},
      {Section::Visible, "all-shared", "", "", Effect::Told, false, Command::Any,
       "without a list: every access to data that threads share is a scheduling point, not only to data that they "
       "contend for"},
      {Section::Visible, "assume", "LIST", "all", Effect::Explored, false, Command::Any, assume_help()},
      {Section::Visible, "trust-visible", "", "", Effect::Told, false, Command::Any,
       "say \"verified\" although the list has holes"},
      {Section::Search, "por", "NAME", "dl-s-por", Effect::Told, false, Command::Any,
       "reduction: none, s-por, de-s-por, dl-s-por, o-dpor, dpor, source-dpor, optimal-dpor; dl-s-por needs the least "
       "time over all clients of the evaluation",
       true},
      {Section::Search, "keep-going", "", "", Effect::Told, false, Command::Any,
       "find all violations and all outcomes instead of the first violation", true},
      {Section::Search, "livelock", "WHAT", "report", Effect::Told, false, Command::Any,
       "states from which no end of the program can be reached any more: report (a violation; where states are "
       "recognised), off, "
       "fair (with --por=none: also loops that every thread takes part in, though an end can be reached)",
       true},
      {Section::Search, "order", "ORDER", "", Effect::Told, false, Command::Any,
       "order of threads: sequential, sequential:2,0,1, random or random:SEED", true},
      {Section::Search, "stateless", "", "", Effect::Told, false, Command::Any,
       "do not match states: explore executions", true},
      {Section::Search, "exact-states", "", "", Effect::Told, false, Command::Any,
       "compare whole states instead of 96-bit fingerprints", true},
      {Section::Search, "symmetry", "HOW", "auto", Effect::Explored, false, Command::Check,
       "threads that run the same code may take each other's place: states that differ in nothing else are one: on "
       "(none, "
       "s-por, de-s-por, dl-s-por), off, auto (where main starts threads of one class with the same arguments, and the "
       "other options allow it; not with --por=none)",
       true},
      {Section::Search, "no-safe-sets", "", "", Effect::Told, false, Command::Any,
       "de-s-por and dl-s-por without the static reduction of s-por", true},
      {Section::Search, "dl-retraverse", "", "", Effect::Explored, false, Command::Any,
       "dl-s-por as published: walk the explored graph again at each backtrack (slow; for comparison)", true},
      {Section::Search, "refine", "LIST", "", Effect::Explored, false, Command::Any,
       "refinements that change no answer, separated by commas: NAME switches one on, -NAME off, none all off. On "
       "where they have a meaning: "
       "failing-reads (a CAS or tryLock that fails is a read), same-value-reads (a write of the value that is there is "
       "a read), lock-owners "
       "(de, dl: the owner of a lock stands in for who waits for it), held-back (dl: an action "
       "conflicts with a step only if others can come to it without another step of its thread), ends-apart (dl: the "
       "end "
       "of a program that leaves daemons conflicts with what is printed, not with all operations), lone-runs (s-por, "
       "dl: "
       "where one thread alone can "
       "run, not every state is stored), learnt-order (dl, without --order: first the thread whose "
       "operation has drawn in the fewest others so far). Off: visited-first (de, dl, o-dpor: a transition "
       "into a known state first; fewer "
       "states, more time), safe-unlocks (an unlock is explored alone), fewest-conflicts (de, dl: first the thread "
       "that conflicts with fewest), "
       "sleep-sets (none; s-por has them from 100,000 states on). Under --bound with dpor, on: transitive-reduction, "
       "alternative-thread, "
       "bound-optimisation",
       true},
      {Section::Search, "observers", "", "", Effect::Told, false, Command::Any,
       "with --por=optimal-dpor: two writes conflict only if somebody observes the later one; final contents of "
       "variables that nobody reads do not count",
       true},
      {Section::Search, "bound", "KIND:N", "", Effect::Told, false, Command::Any,
       "explore only what costs at most N: depth (steps), context (switches of threads), preemption, delay, fair "
       "(yields ahead of others), "
       "local-depth, local-context, divergence. KIND:N.. raises the bound until nothing is left out. With --por=s-por "
       "(default), none or dpor; several with commas"},
      {Section::Search, "seal", "METHODS", "", Effect::Told, false, Command::Any,
       "no preemption inside of these: Class or Class.method, names and globs separated by commas. What needs one is "
       "left out"},
      {Section::Search, "search", "HOW", "", Effect::Told, false, Command::Any,
       "draw executions instead of exploring: random[:SEED] (walks), pos[:SEED] (partial-order sampling), "
       "pct[:DEPTH[:SEED]] (probabilistic "
       "concurrency testing for bugs of that depth, 3). Or best-first:KEYS: all executions, best first by preemptions, "
       "backtrack, awake, random, method=NAME, variable=NAME"},
      {Section::Search, "executions", "N", "", Effect::Told, false, Command::Any,
       "how many executions --search draws (default: 10000), or explores best first (default: all)"},
      {Section::Search, "estimate", "S", "", Effect::Told, false, Command::Check,
       "take S seconds to say how much there is to do: where states are matched, how many there are, by beginning the "
       "search (which is an answer if that was enough for all); else how many executions, by drawing them, which "
       "verifies nothing"},
      {Section::Search, "no-sampling", "", "", Effect::None, false, Command::Check,
       "do not draw executions beside a search that takes more than a second, nor search within bounds of preemptions "
       "beside one that takes more than three",
       true},
      {Section::Search, "accept", "WHAT", "", Effect::None, false, Command::Check,
       "what is enough if the search does not end: preemption:N (every schedule with at most N preemptions), samples:N "
       "(drawn executions), pairs:P% (of the pairs of conflicting places, seen in both orders). The answer is "
       "\"accepted\" then, exit code 0, if nothing was found: at a limit, or when that is covered and the search has "
       "gone on for 10 s",
       true},
      {Section::Search, "second-opinion", "N", "", Effect::None, false, Command::Check,
       "after \"verified\", explore the program again with nothing taken for granted, in at most N transitions "
       "(default: "
       "as many as the search took, 200000 to 5000000); 0: do not",
       true},
      {Section::Search, "portfolio", "SPEC", "", Effect::Told, false, Command::Any,
       "several searches side by side; the first answer counts. SPEC is POR[:ORDER], or pos[:SEED], random[:SEED], "
       "pct[:DEPTH[:SEED]], which draw executions, separated by commas, where ORDER is sequential, "
       "sequential:2,0,1, permutations[*N], random[:SEED][*N]; without it " +
           std::string(kDefaultPortfolio)},
      {Section::Search, "jobs", "N", "", Effect::None, false, Command::Test,
       "tests that are checked at a time (default: one per processor)", true},
      {Section::Search, "jobs", "N", "", Effect::None, false, Command::Check,
       "clients (--each) or searches of a portfolio that run at a time (default: one per processor). 1: what is drawn "
       "beside a search takes a twentieth of its time",
       true},
      {Section::Search, "workers", "N", "1", Effect::None, false, Command::Check,
       "processes that search together, each in another order and without what the others have done, with none, s-por, "
       "de-s-por, dl-s-por; auto: one per processor",
       true},
      {Section::Search, "distribute", "", "", Effect::None, false, Command::Check,
       "one search by all ranks of an MPI job (jmc-mpi), each with a part of the states, with none or s-por", true},
      {Section::Search, "deterministic", "", "", Effect::None, false, Command::Check,
       "tell the violation that one worker finds, however many there are, and draw nothing beside the search", true},
      {Section::Search, "compare", "", "", Effect::None, false, Command::Any,
       "run all searches of a portfolio to their end, with --keep-going, and compare their answers: verdicts, kinds of "
       "violations, outcomes. A contradiction is "
       "an error that names the two and the difference"},
  };
}

std::string timeouts_help() {
  return "timed waits time out: both (at any moment, or not), late (only when nothing else can run any more, or the "
         "program has slept past their time), never, always";
}

// The world of the program, limits, what is reported.
std::vector<OptionRow> world_rows() {
  return {
      {Section::World, "points", "HOW", "auto", Effect::Explored, false, Command::Check,
       "without --visible, accesses that are scheduling points: auto (those that are in a data race, and atomic and "
       "volatile ones), contended (all that threads contend for, ordered or not)"},
      {Section::World, "locks", "HOW", "auto", Effect::Told, false, Command::Any,
       "operations of java.util.concurrent.locks, Semaphore and CountDownLatch: atomic (one step each), real (the "
       "bytecode of the "
       "JDK), auto (atomic unless one of them is on the list)"},
      {Section::World, "executors", "HOW", "auto", Effect::Told, false, Command::Any,
       "what executors of the JDK do between two tasks, and where tasks are handed in: atomic (one step), real (each "
       "access is one), auto (atomic, but for --visible, jmc linearizability and jmc progress)"},
      {Section::World, "executor-classes", "LIST", "", Effect::Told, true, Command::Any,
       "classes that are executors, too: names and globs as for --visible"},
      {Section::World, "timeouts", "WHEN", "late", Effect::Told, false, Command::Test, timeouts_help()},
      {Section::World, "timeouts", "WHEN", "both", Effect::Told, false, Command::Any, timeouts_help()},
      {Section::World, "distinguish", "LIST", "", Effect::Explored, false, Command::Any,
       "count as states of their own what is one state otherwise, to measure what that is worth: addresses (order of "
       "allocations), garbage, "
       "dead-slots, initialisers (which thread initialised a class), linkage (resolved constants and call sites), "
       "unread (counters that nobody reads), counters (these, and those of the JDK behind ThreadLocal and "
       "ThreadLocalRandom, with which other numbers are drawn), "
       "spins (rounds that are counted only to give way in some of them), messages (--memory=jmm: older values of "
       "variables that nobody reads), rounds (each round of a loop that polls a bounded number of times), knowers (who "
       "knows of past accesses that a lock "
       "or a field of the object guards)"},
      {Section::World, "swallowed", "HOW", "report", Effect::Explored, false, Command::Any,
       "an AssertionError or other Error that ends in a future or in a handler that catches everything, and that "
       "nobody looks at: report (list it), violation, off"},
      {Section::World, "races", "HOW", "report", Effect::Told, false, Command::Check,
       "data races, two accesses that nothing orders: report (list them; without any the answer holds under the Java "
       "Memory Model), violation, off",
       true},
      {Section::World, "weak-references", "WHEN", "kept", Effect::Told, false, Command::Any,
       "weak and soft references whose object nothing else holds: kept (never cleared), or both (get() also answers "
       "null: a branch; slow)"},
      {Section::World, "initialisations", "HOW", "auto", Effect::Explored, false, Command::Any,
       "told: the initialisation of a class is an operation where jmc finds that its thread or time can be told; all: "
       "of every class of the program; "
       "auto: all with --por=none, else told"},
      {Section::World, "spurious-wakeups", "", "", Effect::Told, false, Command::Any,
       "wait and park may return without a reason"},
      {Section::World, "spurious-failures", "", "", Effect::Told, false, Command::Any,
       "a weakCompareAndSet may fail although the expected value is there"},
      {Section::World, "random", "WHAT", "fixed", Effect::Told, false, Command::Check,
       "random numbers of generators without a seed: fixed (the same in every run), all or all:N (a draw out of at "
       "most N, 16, is a "
       "branch of the search; others stop the run), all:N,fixed (others as with fixed). In loops of the JDK that scan "
       "or retry, the numbers "
       "alternate between two with fixed, so that the loop comes back to a state that it was in; with sequence and all "
       "they are stepped as on a JVM"},
      {Section::World, "warm-up", "WHEN", "auto", Effect::Told, false, Command::Any,
       "the first use of what the JDK makes once for all later ones (data of locales, of calendars, handlers of logs, "
       "classes that are serialised): auto (before main, in programs that format, log, handle dates or serialise), off "
       "(where the program comes to it, in all orders)"},
      {Section::World, "processors", "N", "1", Effect::Told, false, Command::Any, "what availableProcessors() says"},
      {Section::World, "heap", "SIZE", "512M", Effect::Explored, false, Command::Any,
       "live objects of the program before OutOfMemoryError"},
      {Section::World, "stack", "SIZE", "2M", Effect::Explored, false, Command::Any,
       "stack of a thread before StackOverflowError"},
      {Section::World, "define", "key=value", "", Effect::Explored, true, Command::Any,
       "system property, also -Dkey=value"},
      {Section::Limits, "time-limit", "S", "", Effect::None, false, Command::Any, "give up after S seconds", true},
      {Section::Limits, "memory-limit", "SIZE", "", Effect::None, false, Command::Any,
       "give up when jmc itself uses more memory (default: 80% of the machine's)", true},
      {Section::Limits, "checkpoint", "FILE[:SECONDS]", "", Effect::None, false, Command::Check,
       "keep the search in FILE, every SECONDS (60) and when it is stopped by a limit or a signal, so that --resume "
       "can "
       "go on with it; where states are matched",
       true},
      {Section::Limits, "resume", "FILE", "", Effect::None, false, Command::Check,
       "go on with the search in FILE, with the same program and options, and keep it there (or where --checkpoint "
       "says): the answer and all counts are those of a search that was never stopped",
       true},
      {Section::Limits, "step-limit", "N", "", Effect::Explored, false, Command::Any,
       "give up on a step of more than N backward jumps and calls"},
      {Section::Limits, "spin-limit", "N", "1000", Effect::Explored, false, Command::Any,
       "do not follow a thread further that has read N times in a row while nobody else wrote anything, each time in a "
       "new state, and would do so 32 N times more (a loop that counts its turns); 0: no limit"},
      {Section::Limits, "thread-numbers", "N", "64", Effect::Explored, false, Command::Any,
       "up to 1024 threads have numbers of their own; once N have started and half of them are over, the search is "
       "repeated with numbers of threads that have ended given to later ones, which then have no limit together; 0: "
       "never (none, s-por, de-s-por, dl-s-por)",
       true},
      {Section::Output, "json", "FILE", "", Effect::None, false, Command::Any, "write a report for programs"},
      {Section::Output, "witness", "FILE", "", Effect::None, false, Command::Check,
       "write what jmc replay needs to show the violations and one execution for each outcome again; with "
       "--json=NAME.json "
       "and a violation NAME.witness.json, unless --witness=none"},
      {Section::Output, "html", "FILE", "", Effect::None, false, Command::Check,
       "write the result as a page that needs nothing else"},
      {Section::Output, "sarif", "FILE", "", Effect::None, false, Command::Check,
       "write the violations for code hosts and editors (SARIF 2.1.0)"},
      {Section::Output, "junit", "FILE", "", Effect::None, false, Command::Check,
       "write one test case for continuous integration (JUnit XML): green only if verified"},
      {Section::Output, "dot", "FILE", "", Effect::None, false, Command::Check,
       "write the explored graph, up to 2000 states, as a picture (graphviz)"},
      {Section::Output, "baseline", "FILE", "", Effect::None, false, Command::Check,
       "known violations: all are looked for (as with --keep-going), and only those that are not in FILE make the run "
       "fail; those that are gone are told",
       true},
      {Section::Output, "write-baseline", "FILE", "", Effect::None, false, Command::Check,
       "write the violations that are found as known ones, for --baseline; what FILE has of other programs stays",
       true},
      {Section::Output, "coverage", "FILE", "", Effect::None, false, Command::Check,
       "which lines and bytecodes of the program's classes were executed, as LCOV, or with FILE.html as a page that "
       "has "
       "the pairs of lines of different threads that were in conflict, too; adds to what FILE has (slower)",
       true},
      {Section::Output, "coverage-of", "FOLDERS", "", Effect::None, false, Command::Check,
       "with --coverage: count the classes in these folders, those that no run has loaded included (default: all that "
       "were loaded and are not the JDK's; with jmc test: those in the folders of the class path)",
       true},
      {Section::Output, "execution", "N", "1", Effect::None, false, Command::Replay,
       "which execution of the witness: violations come first, then outcomes"},
      {Section::Output, "step", "", "", Effect::None, false, Command::Replay,
       "go forwards and backwards through the execution, by commands on standard input"},
      {Section::Output, "quiet", "", "", Effect::None, false, Command::Any, "print the first line of the answer only"},
      {Section::Output, "github", "", "", Effect::None, false, Command::Check,
       "print violations as annotations too, which the CI of a code host shows beside the source"},
      {Section::Output, "force", "", "", Effect::None, false, Command::Replay,
       "try the schedule though class files, JDK or jmc are not those of the witness, and say where it departs"},
      {Section::Output, "interactive", "", "", Effect::None, false, Command::Replay,
       "(-i) a terminal in the execution: forwards and backwards, objects, threads, other turns, and searches from "
       "there"},
      {Section::Output, "jdwp", "[HOST:]PORT", "", Effect::None, false, Command::Replay,
       "wait for a debugger (jdb -attach PORT, or an IDE) and replay under it, for the next one when it detaches; "
       "alone, "
       "or with port 0: at a free port, which it says"},
      {Section::Output, "story", "HOW", "calls", Effect::None, false, Command::Any,
       "calls of library methods that no other thread's step falls into: calls (a row each), steps (every step of "
       "them)"},
      {Section::Output, "width", "N", "", Effect::None, false, Command::Any,
       "columns of the text (default: COLUMNS, else those of the terminal, else 120)"},
      {Section::Output, "simplify", "S", "", Effect::None, false, Command::Check,
       "look at most S seconds for the simplest schedule of a violation: fewest preemptions, then fewest steps "
       "(default: as long as the search took, 1 to 20 s); 0: tell the one that was found"},
      {Section::Output, "sourcepath", "PATH", "", Effect::None, false, Command::Any,
       "where to find source lines, besides next to the class and in the JDK's src.zip"},
      {Section::Output, "help", "TOPIC", "", Effect::None, false, Command::Any,
       "what people use; all: all options; a topic (input, visible, search, world, limits, reports), or an option"},
      {Section::Output, "version", "", "", Effect::None, false, Command::Any, "version of jmc"},
  };
}

// The memory model.
std::vector<OptionRow> memory_rows() {
  return {
      {Section::World, "memory", "MODEL", "sc", Effect::Told, false, Command::Any,
       "memory model: sc (sequentially consistent), jmm (the Java Memory Model: plain, opaque, acquire and release "
       "accesses may see older values, with none, s-por, dl-s-por; in jmc progress none for ever), jmm-mixed (so may "
       "volatile ones in programs that mix modes)"},
      {Section::World, "tearing", "HOW", "on", Effect::Told, false, Command::Any,
       "with --memory=jmm, plain accesses of long and double that race: on (two of 32 bits each, as Java allows), off "
       "(whole, as on 64-bit JVMs)"},
      {Section::World, "dependent-loads", "HOW", "any", Effect::Told, false, Command::Any,
       "with --memory=jmm, what a thread sees through a reference that it has read by a race: any (what Java allows), "
       "ordered (at least what the writer of the reference had released with it, as on all processors of today)"},
  };
}

std::vector<OptionRow> module_rows() {
  return {
      {Section::World, "leftover", "HOW", "auto", Effect::Explored, false, Command::Check,
       "idle threads of a pool that is never shut down, when main is over: violation (a deadlock), note, auto (note "
       "for "
       "tests, which end the JVM)"},
      {Section::World, "add-exports", "M/P=T,...", "", Effect::Explored, true, Command::Any,
       "as java has it: module M exports its package P to these modules, or to ALL-UNNAMED, where the program is"},
      {Section::World, "add-opens", "M/P=T,...", "", Effect::Explored, true, Command::Any,
       "likewise, and opens it for setAccessible; Add-Exports and Add-Opens in the manifest of a jar that is the "
       "program count, too"},
      {Section::World, "add-reads", "M=T,...", "", Effect::Explored, true, Command::Any,
       "as java has it: module M reads these modules; the program reads all"},
      {Section::World, "add-modules", "M,...", "", Effect::Explored, true, Command::Any,
       "modules of the JDK that the program has besides those that export something to all and what those need; "
       "ALL-SYSTEM: all"},
  };
}

// What is found, on another JVM.
std::vector<OptionRow> jvm_rows() {
  return {
      {Section::Output, "java", "JDK", "", Effect::None, false, Command::Replay,
       "run the program in a JVM that is made to follow the schedule, and say whether the same happens there; alone: "
       "in that of the check's JDK"},
      {Section::Output, "confirm", "", "", Effect::None, false, Command::Check,
       "make a JVM follow the schedule of each violation (at most 30 s each), and say whether it happens there too",
       true},
      {Section::Output, "confirm-outcomes", "", "", Effect::None, false, Command::Check,
       "as --confirm, and likewise for an execution of each outcome; values that are read and written are compared",
       true},
      {Section::Output, "emit-test", "DIR", "", Effect::None, false, Command::Check,
       "write a JUnit test for each violation, which forces its schedule on a JVM (jmc-junit): DIR/java and "
       "DIR/resources, as in src/test",
       true},
  };
}

std::vector<OptionRow> program_rows() {
  return {
      {Section::Programs, "program", "TEXT", "", Effect::Told, false, Command::Linearizability,
       "one program only: '{ put(1,1); size() } || { clear() }'"},
      {Section::Programs, "spec", "FILE", "", Effect::Found, false, Command::Linearizability,
       "description of the class (JSON); default: the one shipped with jmc, or from the class file"},
      {Section::Programs, "derived", "", "", Effect::Explored, false, Command::Linearizability,
       "description from the class file, even if jmc has its own"},
      {Section::Programs, "methods", "a,b", "", Effect::Explored, false, Command::Linearizability,
       "only these methods of the description"},
      {Section::Programs, "specification", "CLASS", "", Effect::Told, false, Command::Linearizability,
       "what calls may return is what this class returns, run by one thread (default: the class itself); where it has "
       "mResults(), a call of m() may return any of these"},
      {Section::Programs, "initial", "CALLS", "", Effect::Told, false, Command::Linearizability,
       "made before the threads begin: 'put(1,1); put(2,2)'"},
      {Section::Programs, "final", "CALLS", "", Effect::Told, false, Command::Linearizability,
       "made when all threads have ended; their results belong to the outcome"},
      {Section::Programs, "invariant", "METHOD", "", Effect::Told, false, Command::Linearizability,
       "called when all threads have ended: false, or an exception, is a violation"},
      {Section::Programs, "group", "a,b:N", "", Effect::Told, true, Command::Linearizability,
       "at most N threads of a program call these methods (one producer, one consumer: --group=offer:1 "
       "--group=poll:1)"},
      {Section::Programs, "threads", "N", "", Effect::Told, false, Command::Linearizability,
       "bound: threads (default: the limit of the description, or 2)"},
      {Section::Programs, "calls", "N", "", Effect::Told, false, Command::Linearizability,
       "bound: calls of each thread (default: the limit of the description, or 3); any: threads call for ever"},
      {Section::Programs, "size", "N", "", Effect::Told, false, Command::Linearizability,
       "with --calls=any: most elements that the object holds (default: no such bound, or 2 where it has no end)"},
      {Section::Programs, "values", "N", "", Effect::Told, false, Command::Linearizability,
       "bound: different values (default: the limit of the description, or 2)"},
      {Section::Programs, "invocations", "N", "", Effect::Told, false, Command::Linearizability,
       "bound: calls in all (default: the limit of the description, or 4; with one of the above: no such bound); with "
       "--calls=any: of the programs that come first (default: as many as cost little)"},
      {Section::Programs, "notion", "NOTION", "outcomes", Effect::Told, false, Command::Linearizability,
       "outcomes: results as in an order of the calls that keeps that of each thread; history: and that of calls which "
       "do not overlap; quiescent: only that of calls between which no call was under way; set, interval: history, and "
       "calls may take effect together in one moment, or in two, as --specification says; visibility: a table of how "
       "much "
       "of what was before them the calls of each method see (weak, basic, monotonic, peer, causal, complete)"},
      {Section::Programs, "engine", "NAME", "", Effect::Explored, false, Command::Linearizability,
       "together: one search explores all programs of a shape, whose threads choose their calls; each: one search for "
       "each program (default: together with two threads, each with more, --random, --bound, and strategies that "
       "compare no states)"},
      {Section::Programs, "random", "N[:SEED]", "", Effect::Told, false, Command::Linearizability,
       "N random programs instead of all"},
      {Section::Programs, "second-opinion", "N", "5", Effect::None, false, Command::Linearizability,
       "after \"verified\", explore N of the programs, drawn by the seed, again with nothing taken for granted; 0: "
       "none"},
      {Section::Programs, "first", "", "", Effect::None, false, Command::Linearizability,
       "stop at the first violation (the smallest, unless programs are drawn); default: the table of all methods"},
      {Section::Programs, "jobs", "N", "", Effect::None, false, Command::Linearizability,
       "processes (default: one per processor)"},
      {Section::Programs, "program-limit", "N", "60", Effect::Explored, false, Command::Linearizability,
       "seconds for one program; 0: none"},
      {Section::Programs, "resume", "FILE", "", Effect::None, false, Command::Linearizability,
       "keep what is done in FILE, and go on from there"},
      {Section::Programs, "emit", "DIR", "", Effect::None, false, Command::Linearizability,
       "violating programs (or the one of --program) as Java clients"},
      {Section::Programs, "html", "FILE", "", Effect::None, false, Command::Linearizability,
       "the table and the traces as a page"},
      {Section::Programs, "progress", "", "", Effect::None, false, Command::Linearizability,
       "progress on stderr every five seconds, even if that is no terminal (else there: a line a minute)"},
      {Section::Programs, "expect", "LIST", "", Effect::Told, false, Command::Progress,
       "what is claimed: wait-free, lock-free or obstruction-free of all methods, or METHOD=wait-free, "
       "separated by commas. A claim that does not hold is a violation; without claims the table is the answer"},
      {Section::Programs, "most-states", "N", "200000", Effect::Explored, false, Command::Progress,
       "give up on a program with more states, and say so"},
  };
}

// Of the server, for all that it is asked for.
std::vector<OptionRow> server_rows() {
  return {
      {Section::Limits, "time-limit", "S", "300", Effect::None, false, Command::Mcp,
       "most seconds that a tool may take; without a number of its own it takes at most 30"},
      {Section::Limits, "memory-limit", "SIZE", "2G", Effect::None, false, Command::Mcp,
       "most memory of a check, its processes taken together"},
      {Section::Limits, "answer-limit", "BYTES", "2048", Effect::None, false, Command::Mcp,
       "bytes of an answer, unless a call asks for more; what is left out has a handle"},
      {Section::Limits, "jobs", "N", "1", Effect::None, false, Command::Mcp, "tools that run at a time; others wait"},
  };
}

std::vector<OptionRow> rows() {
  std::vector<OptionRow> out;
  for (std::vector<OptionRow> part :
       {search_rows(), world_rows(), memory_rows(), module_rows(), jvm_rows(), program_rows(), server_rows()})
    out.insert(out.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  return out;
}

}  // namespace

bool is_report(const OptionRow& row) {
  return row.section == Section::Output && row.value == "FILE" && row.name != "baseline" &&
         row.name != "write-baseline" && row.name != "coverage";
}

namespace {

// A replay takes the rest from the witness.
bool in_replay(const OptionRow& row) {
  if (row.command == Command::Replay) return true;
  if (row.section == Section::Input) return true;
  return row.section == Section::Output && !makes_programs(row.command) && row.name != "witness" && row.name != "dot" &&
         (is_report(row) || row.value != "FILE");
}

// Those of all commands that have a meaning where the whole graph of states is looked at, and of those that make
// programs the ones that say which.
bool in_progress(const OptionRow& row) {
  static constexpr std::string_view kOfOtherSearches[] = {
      "keep-going", "stateless", "no-safe-sets", "dl-retraverse", "refine",           "observers",         "bound",
      "seal",       "search",    "executions",   "portfolio",     "spurious-wakeups", "spurious-failures", "compare"};
  static constexpr std::string_view kOfPrograms[] = {"program", "spec",        "methods",       "threads",  "calls",
                                                     "values",  "invocations", "program-limit", "progress", "group"};
  const auto among = [&](const auto& names) {
    return std::find(std::begin(names), std::end(names), row.name) != std::end(names);
  };
  if (row.command == Command::Linearizability) return among(kOfPrograms);
  return row.command == Command::Progress || (row.command == Command::Any && !among(kOfOtherSearches));
}

// Of the options of a check, those that mean something for each of many.
bool in_test(const OptionRow& row) {
  if (row.command == Command::Test) return true;
  if (row.command == Command::Any)  // those of tests have a default of their own
    return row.name != "portfolio" && row.name != "compare" && row.name != "timeouts";
  return row.command == Command::Check && row.name != "jobs" && row.name != "each" && row.name != "checkpoint" &&
         row.name != "resume" && row.name != "workers" && row.name != "distribute" && row.name != "deterministic" &&
         row.name != "dot";
}

// A server takes what is to be checked, and how, from its client.
bool in_server(const OptionRow& row) {
  return row.command == Command::Mcp || (row.command == Command::Any && (row.name == "classpath" || row.name == "jdk" ||
                                                                         row.name == "help" || row.name == "version"));
}

bool belongs(const OptionRow& row, Command command) {
  if (command == Command::Mcp) return in_server(row);
  if (command == Command::Replay) return in_replay(row);
  if (command == Command::Test) return in_test(row);
  if (command == Command::Progress) return in_progress(row);
  return row.command == Command::Any || row.command == command;
}

std::vector<OptionRow> rows_of(Command command) {
  std::vector<OptionRow> out;
  for (OptionRow& row : rows())
    if (belongs(row, command)) out.push_back(std::move(row));
  return out;
}

}  // namespace

std::string_view section_name(Section section) {
  static constexpr std::array<std::string_view, 7> kNames = {"What to run",
                                                             "What is interleaved",
                                                             "What to explore",
                                                             "The world of the program",
                                                             "Limits",
                                                             "What is reported",
                                                             "Programs of calls (jmc linearizability, jmc progress)"};
  return kNames[static_cast<size_t>(section)];
}

const std::vector<OptionRow>& option_table(Command command) {
  static const std::vector<OptionRow> check = rows_of(Command::Check),
                                      linearizability = rows_of(Command::Linearizability),
                                      progress = rows_of(Command::Progress), replay = rows_of(Command::Replay),
                                      test = rows_of(Command::Test), mcp = rows_of(Command::Mcp);
  switch (command) {
    case Command::Linearizability: return linearizability;
    case Command::Progress: return progress;
    case Command::Replay: return replay;
    case Command::Test: return test;
    case Command::Mcp: return mcp;
    default: return check;
  }
}

const Setting& setting(const Settings& settings, std::string_view name) {
  const auto it =
      std::find_if(settings.begin(), settings.end(), [&](const Setting& s) { return s.option->name == name; });
  if (it == settings.end()) throw std::logic_error("no option --" + std::string(name));
  return *it;
}

std::string choices_text(const Settings& settings) {
  std::string out;
  for (const Setting& s : settings)
    if (s.given && s.option->effect == Effect::Explored)
      out +=
          (out.empty() ? "--" : " --") + std::string(s.option->name) + (s.option->value.empty() ? "" : "=" + s.value);
  return out;
}

}  // namespace jmc::check
