#include "check/options/option_table.hpp"

#include <iterator>

#include "check/options/assume.hpp"

namespace jmc::check {

namespace {

using enum Column;

// What to run, what is interleaved, what to explore.
std::vector<OptionRow> search_rows() {
  return {
      {Section::Input, "classpath", "PATH", "", Effect::Found, false, Command::Any, Anew | NotOfAgent | OfServer,
       "class path of the program, as for java; also -cp"},
      {Section::Input, "jdk", "DIR", "", Effect::Found, false, Command::Any, NotOfAgent | OfServer,
       "the JDK whose classes are used (default: JAVA_HOME, else the java on the PATH)"},
      {Section::Input, "enable-preview", "", "", Effect::Found, false, Command::Any, Plain,
       "sources (Foo.java) may use preview features of the JDK, as with java"},
      {Section::Input, "list", "", "", Effect::None, false, Command::Test, Whole | NotOfAgent,
       "say which tests there are, one a line, with the reason where one would not be checked, and check none"},
      {Section::Input, "each", "", "", Effect::None, false, Command::Check,
       Whole | OfSearch | OfFirstSearch | NotOfAgent | NotInTest,
       "every word that follows is a client of its own, without arguments: a class, a jar, a folder (each class in it "
       "that has a main), or @FILE, a list with a client a line, with its options before it and its arguments after "
       "it. One answer for all, each with the limits of one check; without --each, what follows the client are its "
       "arguments"},
      {Section::Visible, "visible", "LIST", "", Effect::Told, true, Command::Any, IfUntrusted,
       "classes (simple or qualified names, globs; separated by commas) whose accesses are scheduling points, nested "
       "classes and their arrays "
       "included; without it, everything that threads share"},
      {Section::Visible, "all-shared", "", "", Effect::Told, false, Command::Any, OfFirstSearch,
       "without a list: every access to data that threads share is a scheduling point, not only to data that they "
       "contend for"},
      {Section::Visible, "assume", "LIST", "all", Effect::Explored, false, Command::Any, OfFirstSearch, assume_help()},
      {Section::Visible, "trust-visible", "", "", Effect::Told, false, Command::Any, IfUntrusted,
       "say \"verified\" although the list has holes"},
      {Section::Search, "por", "NAME", "dl-s-por", Effect::Told, false, Command::Any,
       OfSearch | OfFirstSearch | OfStrategy | OfMembers | ChoosesSearch,
       "reduction: none, s-por, de-s-por, dl-s-por, o-dpor, dpor, source-dpor, optimal-dpor; dl-s-por needs the least "
       "time over all clients of the evaluation"},
      {Section::Search, "keep-going", "", "", Effect::Told, false, Command::Any,
       OfSearch | OfPortfolio | NotInProgress | NotEndless | NotVisibility,
       "find all violations and all outcomes instead of the first violation"},
      {Section::Search, "livelock", "WHAT", "report", Effect::Told, false, Command::Any, OfSearch,
       "states from which no end of the program can be reached any more: report (a violation; where states are "
       "recognised), off, "
       "fair (with --por=none: also loops that every thread takes part in, though an end can be reached)"},
      {Section::Search, "order", "ORDER", "", Effect::Told, false, Command::Any,
       OfSearch | OfFirstSearch | OfMembers | Exhaustive,
       "order of threads: sequential, sequential:2,0,1, random or random:SEED"},
      {Section::Search, "stateless", "", "", Effect::Told, false, Command::Any,
       OfSearch | OfFirstSearch | OfStrategy | NotInProgress, "do not match states: explore executions"},
      {Section::Search, "exact-states", "", "", Effect::Told, false, Command::Any, OfSearch | Exhaustive,
       "compare whole states instead of 96-bit fingerprints"},
      {Section::Search, "transitions", "HOW", "run", Effect::None, false, Command::Any, OfSearch,
       "where transitions come from: run (the interpreter computes each) is the only way"},
      {Section::Search, "symmetry", "HOW", "auto", Effect::Explored, false, Command::Check, OfSearch | OfFirstSearch,
       "threads that run the same code may take each other's place: states that differ in nothing else are one: on "
       "(none, s-por, de-s-por, dl-s-por), off, auto (where main starts threads of one class with the same arguments, "
       "and the other options allow it; not with --por=none)"},
      {Section::Search, "no-safe-sets", "", "", Effect::Told, false, Command::Any,
       OfSearch | OfFirstSearch | OfStrategy | Exhaustive | NotInProgress,
       "de-s-por and dl-s-por without the static reduction of s-por"},
      {Section::Search, "dl-retraverse", "", "", Effect::Explored, false, Command::Any,
       OfSearch | OfFirstSearch | OfStrategy | Exhaustive | NotInProgress,
       "dl-s-por as published: walk the explored graph again at each backtrack (slow; for comparison)"},
      {Section::Search, "refine", "LIST", "", Effect::Explored, false, Command::Any,
       OfSearch | OfFirstSearch | OfStrategy | Exhaustive | NotInProgress,
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
       "bound-optimisation"},
      {Section::Search, "observers", "", "", Effect::Told, false, Command::Any,
       OfFirstSearch | OfStrategy | NotEstimated | NotInProgress,
       "with --por=optimal-dpor: two writes conflict only if somebody observes the later one; final contents of "
       "variables that nobody reads do not count"},
      {Section::Search, "bound", "KIND:N", "", Effect::Told, false, Command::Any,
       ChoosesSearch | NotEstimated | NotAccepted | NotInProgress,
       "explore only what costs at most N: depth (steps), context (switches of threads), preemption, delay, fair "
       "(yields ahead of others), "
       "local-depth, local-context, divergence. KIND:N.. raises the bound until nothing is left out. With --por=s-por "
       "(default), none or dpor; several with commas"},
      {Section::Search, "seal", "METHODS", "", Effect::Told, false, Command::Any,
       ChoosesSearch | NotEstimated | NotInProgress,
       "no preemption inside of these: Class or Class.method, names and globs separated by commas. What needs one is "
       "left out"},
      {Section::Search, "search", "HOW", "", Effect::Told, false, Command::Any,
       ChoosesSearch | NotEstimated | NotAccepted | NotInProgress,
       "draw executions instead of exploring: random[:SEED], pos[:SEED], surw[:SEED], feedback[:SEED], "
       "pct[:DEPTH[:SEED]]. They are walks, partial-order sampling, walks uniform over the accesses to one variable, "
       "draws that vary what has shown a new order of accesses, and probabilistic concurrency testing for bugs of that "
       "depth (3). Or best-first:KEYS: all executions, best first by preemptions, "
       "backtrack, awake, random, method=NAME, variable=NAME"},
      {Section::Search, "executions", "N", "", Effect::Told, false, Command::Any, NotInProgress,
       "how many executions --search draws (default: 10000), or explores best first (default: all)"},
      {Section::Search, "estimate", "S", "", Effect::Told, false, Command::Check,
       ChoosesSearch | NotAccepted | NotOfAgent,
       "take S seconds to say how much there is to do: where states are matched, how many there are, by beginning the "
       "search (which is an answer if that was enough for all); else how many executions, by drawing them, which "
       "verifies nothing"},
      {Section::Search, "no-sampling", "", "", Effect::None, false, Command::Check,
       OfSearch | OfFirstSearch | NotAccepted,
       "do not draw executions beside a search that takes more than a second, nor search within bounds of preemptions "
       "beside one that takes more than three"},
      {Section::Search, "accept", "WHAT", "", Effect::None, false, Command::Check, OfSearch | OfFirstSearch,
       "what is enough if the search does not end: preemption:N (every schedule with at most N preemptions), samples:N "
       "(drawn executions), pairs:P% (of the pairs of conflicting places, seen in both orders). The answer is "
       "\"accepted\" then, exit code 0, if nothing was found: at a limit, or when that is covered and the search has "
       "gone on for 10 s"},
      {Section::Search, "second-opinion", "N", "", Effect::None, false, Command::Check, OfSearch | OfFirstSearch,
       "after \"verified\", explore the program again with nothing taken for granted, in at most N transitions "
       "(default: "
       "as many as the search took, 200000 to 5000000); 0: do not"},
      {Section::Search, "portfolio", "SPEC", "", Effect::Told, false, Command::Any,
       OneClient | OfPortfolio | ChoosesSearch | NotEstimated | NotAccepted | NotInProgress | NotOfAgent,
       "several searches side by side; the first answer counts. SPEC is POR[:ORDER], or pos[:SEED], random[:SEED], "
       "surw[:SEED], feedback[:SEED], pct[:DEPTH[:SEED]], which draw executions, separated by commas, where ORDER is "
       "sequential, "
       "sequential:2,0,1, permutations[*N], random[:SEED][*N]; without it " +
           std::string(kDefaultPortfolio),
       "default"},
      {Section::Search, "jobs", "N", "", Effect::None, false, Command::Test,
       Whole | OfSearch | OfFirstSearch | OfPortfolio | NotOfAgent,
       "tests that are checked at a time (default: one per processor)"},
      {Section::Search, "jobs", "N", "", Effect::None, false, Command::Check,
       Whole | OfSearch | OfFirstSearch | OfPortfolio | NotOfAgent,
       "clients (--each) or searches of a portfolio that run at a time (default: one per processor). 1: what is drawn "
       "beside a search takes a twentieth of its time"},
      {Section::Search, "workers", "N", "1", Effect::None, false, Command::Check, OfSearch | OfFirstSearch | NotInTest,
       "processes that search together, each in another order and without what the others have done, with none, s-por, "
       "de-s-por, dl-s-por; auto: one per processor"},
      {Section::Search, "distribute", "", "", Effect::None, false, Command::Check,
       OfSearch | OfFirstSearch | NotInTest | NotAccepted | NotOfAgent,
       "one search by all ranks of an MPI job (jmc-mpi), each with a part of the states, with none or s-por"},
      {Section::Search, "deterministic", "", "", Effect::None, false, Command::Check,
       OfSearch | OfFirstSearch | NotInTest | NotOfRanks,
       "tell the violation that one worker finds, however many there are, and draw nothing beside the search"},
      {Section::Search, "compare", "", "", Effect::None, false, Command::Any,
       OfPortfolio | NotInProgress | NotInTest | NotOfAgent,
       "run all searches of a portfolio to their end, with --keep-going, and compare their answers: verdicts, kinds of "
       "violations, outcomes. A contradiction is "
       "an error that names the two and the difference"},
  };
}

std::string timeouts_help() {
  return "timed waits time out: both (at any moment, or not), late (only when nothing else can run any more, or the "
         "program has slept past their time), never, always";
}

// The world of the program.
std::vector<OptionRow> world_rows() {
  return {
      {Section::World, "points", "HOW", "auto", Effect::Explored, false, Command::Check, OfFirstSearch,
       "without --visible, accesses that are scheduling points: auto (those that are in a data race, and atomic and "
       "volatile ones), contended (all that threads contend for, ordered or not)"},
      {Section::World, "locks", "HOW", "auto", Effect::Told, false, Command::Any, OfFirstSearch,
       "operations of java.util.concurrent.locks, Semaphore and CountDownLatch: atomic (one step each), real (the "
       "bytecode of the "
       "JDK), auto (atomic unless one of them is on the list)"},
      {Section::World, "executors", "HOW", "auto", Effect::Told, false, Command::Any, OfFirstSearch,
       "what executors of the JDK do between two tasks, and where tasks are handed in: atomic (one step), real (each "
       "access is one), auto (atomic, but for --visible, jmc linearizability and jmc progress)"},
      {Section::World, "executor-classes", "LIST", "", Effect::Told, true, Command::Any, OfFirstSearch,
       "classes that are executors, too: names and globs as for --visible"},
      {Section::World, "timeouts", "WHEN", "late", Effect::Told, false, Command::Test, Plain, timeouts_help()},
      {Section::World, "timeouts", "WHEN", "both", Effect::Told, false, Command::Any, Plain, timeouts_help()},
      {Section::World, "distinguish", "LIST", "", Effect::Explored, false, Command::Any, OfFirstSearch,
       "count as states of their own what is one state otherwise, to measure what that is worth: addresses (order of "
       "allocations), garbage, "
       "dead-slots, initialisers (which thread initialised a class), linkage (resolved constants and call sites), "
       "unread (counters that nobody reads), counters (these, and those of the JDK behind ThreadLocal and "
       "ThreadLocalRandom, with which other numbers are drawn), "
       "spins (rounds that are counted only to give way in some of them), messages (--memory=jmm: older values of "
       "variables that nobody reads), rounds (each round of a loop that polls a bounded number of times), knowers (who "
       "knows of past accesses that a lock "
       "or a field of the object guards)"},
      {Section::World, "swallowed", "HOW", "report", Effect::Explored, false, Command::Any, Plain,
       "an AssertionError or other Error that ends in a future or in a handler that catches everything, and that "
       "nobody looks at: report (list it), violation, off"},
      {Section::World, "races", "HOW", "report", Effect::Told, false, Command::Check, OfSearch | OfFirstSearch,
       "data races, two accesses that nothing orders: report (list them; without any the answer holds under the Java "
       "Memory Model), violation, off"},
      {Section::World, "weak-references", "WHEN", "kept", Effect::Told, false, Command::Any, Plain,
       "weak and soft references whose object nothing else holds: kept (never cleared), or both (get() also answers "
       "null: a branch; slow)"},
      {Section::World, "initialisations", "HOW", "auto", Effect::Explored, false, Command::Any, OfFirstSearch,
       "told: the initialisation of a class is an operation where jmc finds that its thread or time can be told; all: "
       "of every class of the program; "
       "auto: all with --por=none, else told"},
      {Section::World, "spurious-wakeups", "", "", Effect::Told, false, Command::Any, NotInProgress,
       "wait and park may return without a reason"},
      {Section::World, "spurious-failures", "", "", Effect::Told, false, Command::Any, NotInProgress,
       "a weakCompareAndSet may fail although the expected value is there"},
      {Section::World, "random", "WHAT", "fixed", Effect::Told, false, Command::Check, Plain,
       "random numbers of generators without a seed: fixed (the same in every run), all or all:N (a draw out of at "
       "most N, 16, is a "
       "branch of the search; others stop the run), all:N,fixed (others as with fixed). In loops of the JDK that scan "
       "or retry, the numbers "
       "alternate between two with fixed, so that the loop comes back to a state that it was in; with sequence and all "
       "they are stepped as on a JVM"},
      {Section::World, "warm-up", "WHEN", "auto", Effect::Told, false, Command::Any, Plain,
       "the first use of what the JDK makes once for all later ones (data of locales, of calendars, handlers of logs, "
       "classes that are serialised): auto (before main, in programs that format, log, handle dates or serialise), off "
       "(where the program comes to it, in all orders)"},
      {Section::World, "processors", "N", "1", Effect::Told, false, Command::Any, Plain,
       "what availableProcessors() says"},
      {Section::World, "heap", "SIZE", "512M", Effect::Explored, false, Command::Any, Plain,
       "live objects of the program before OutOfMemoryError"},
      {Section::World, "stack", "SIZE", "2M", Effect::Explored, false, Command::Any, Plain,
       "stack of a thread before StackOverflowError"},
      {Section::World, "define", "key=value", "", Effect::Explored, true, Command::Any, Plain,
       "system property, also -Dkey=value"},
  };
}

// When it is given up, and what is reported.
std::vector<OptionRow> report_rows() {
  return {
      {Section::Limits, "time-limit", "S", "", Effect::None, false, Command::Any,
       OfSearch | OfStarter | NotOfRanks | NotOfAgent, "give up after S seconds"},
      {Section::Limits, "total-time-limit", "S", "", Effect::None, false, Command::Test, Whole | NotOfAgent,
       "end after S seconds in all, with what was found until then; --time-limit holds for each test"},
      {Section::Limits, "memory-limit", "SIZE", "", Effect::None, false, Command::Any, OfSearch | NotOfAgent,
       "give up when jmc itself uses more memory (default: 80% of the machine's)"},
      {Section::Limits, "checkpoint", "FILE[:SECONDS]", "", Effect::None, false, Command::Check,
       File::Kept | OneClient | OfSearch | OfFirstSearch | NotEstimated,
       "keep the search in FILE, every SECONDS (60) and when it is stopped by a limit or a signal, so that --resume "
       "can "
       "go on with it; where states are matched"},
      {Section::Limits, "resume", "FILE", "", Effect::None, false, Command::Check,
       File::Read | OneClient | OfSearch | OfFirstSearch | NotEstimated,
       "go on with the search in FILE, with the same program and options, and keep it there (or where --checkpoint "
       "says): the answer and all counts are those of a search that was never stopped"},
      {Section::Limits, "step-limit", "N", "", Effect::Explored, false, Command::Any, Plain,
       "give up on a step of more than N backward jumps and calls"},
      {Section::Limits, "spin-limit", "N", "1000", Effect::Explored, false, Command::Any, Plain,
       "do not follow a thread further that has read N times in a row while nobody else wrote anything, each time in a "
       "new state, and would do so 32 N times more (a loop that counts its turns); 0: no limit"},
      {Section::Limits, "outcomes", "N", "", Effect::Explored, false, Command::Any, Plain,
       "how many texts that the program prints are told apart; with more, the search is repeated with states that "
       "differ in their output alone as one (default: 10000, with --keep-going all); all: however many there are"},
      {Section::Limits, "thread-numbers", "N", "64", Effect::Explored, false, Command::Any, OfSearch | OfFirstSearch,
       "up to 1024 threads have numbers of their own; once N have started and half of them are over, the search is "
       "repeated with numbers of threads that have ended given to later ones, which then have no limit together; 0: "
       "never (none, s-por, de-s-por, dl-s-por)"},
      {Section::Output, "json", "FILE", "", Effect::None, false, Command::Any, File::Report,
       "write a report for programs"},
      {Section::Output, "witness", "FILE", "", Effect::None, false, Command::Check, File::Report | NotInReplay,
       "write what jmc replay needs to show the violations and one execution for each outcome again; with "
       "--json=NAME.json "
       "and a violation NAME.witness.json, unless --witness=none"},
      {Section::Output, "html", "FILE", "", Effect::None, false, Command::Check, File::Report,
       "write the result as a page that needs nothing else"},
      {Section::Output, "sarif", "FILE", "", Effect::None, false, Command::Check, File::Report,
       "write the violations for code hosts and editors (SARIF 2.1.0)"},
      {Section::Output, "junit", "FILE", "", Effect::None, false, Command::Check, File::Report,
       "write one test case for continuous integration (JUnit XML): green only if verified"},
      {Section::Output, "dot", "FILE", "", Effect::None, false, Command::Check, File::Report | OneClient | NotInReplay,
       "write the explored graph, up to 2000 states, as a picture (graphviz)"},
      {Section::Output, "baseline", "FILE", "", Effect::None, false, Command::Check,
       File::Read | Whole | OfSearch | OfFirstSearch | EveryViolation | NotOfRanks | NotInReplay,
       "known violations: all are looked for (as with --keep-going), and only those that are not in FILE make the run "
       "fail; those that are gone are told"},
      {Section::Output, "write-baseline", "FILE", "", Effect::None, false, Command::Check,
       File::Added | Whole | OfSearch | OfFirstSearch | EveryViolation | NotOfRanks | NotInReplay,
       "write the violations that are found as known ones, for --baseline; what FILE has of other programs stays"},
      {Section::Output, "coverage", "FILE", "", Effect::None, false, Command::Check,
       File::Added | OfAllClients | OfSearch | OfFirstSearch | OfPortfolio | NotInReplay,
       "which lines and bytecodes of the program's classes were executed, as LCOV, or with FILE.html as a page that "
       "has "
       "the pairs of lines of different threads that were in conflict, too; adds to what FILE has (slower)"},
      {Section::Output, "coverage-of", "FOLDERS", "", Effect::None, false, Command::Check,
       OfAllClients | OfSearch | OfFirstSearch | OfPortfolio | NotOfAgent,
       "with --coverage: count the classes in these folders, those that no run has loaded included (default: all that "
       "were loaded and are not the JDK's; with jmc test: those in the folders of the class path)"},
      {Section::Output, "execution", "N", "1", Effect::None, false, Command::Replay, Plain,
       "which execution of the witness: violations come first, then outcomes"},
      {Section::Output, "step", "", "", Effect::None, false, Command::Replay, LeadsReplay,
       "go forwards and backwards through the execution, by commands on standard input"},
      {Section::Output, "quiet", "", "", Effect::None, false, Command::Any, Whole | NotOfAgent,
       "print the first line of the answer only"},
      {Section::Output, "github", "", "", Effect::None, false, Command::Check, Whole | NotOfAgent,
       "print violations as annotations too, which the CI of a code host shows beside the source"},
      {Section::Output, "force", "", "", Effect::None, false, Command::Replay, Plain,
       "try the schedule though class files, JDK or jmc are not those of the witness, and say where it departs"},
      {Section::Output, "interactive", "", "", Effect::None, false, Command::Replay, LeadsReplay,
       "(-i) a terminal in the execution: forwards and backwards, objects, threads, other turns, and searches from "
       "there"},
      {Section::Output, "jdwp", "[HOST:]PORT", "", Effect::None, false, Command::Replay, LeadsReplay,
       "wait for a debugger (jdb -attach PORT, or an IDE) and replay under it, for the next one when it detaches; "
       "alone, "
       "or with port 0: at a free port, which it says",
       "0"},
      {Section::Output, "story", "HOW", "calls", Effect::None, false, Command::Any, Plain,
       "steps in library methods that no other thread's step falls between: calls (one row), steps (a row each)"},
      {Section::Output, "explain", "HOW", "cause", Effect::None, false, Command::Check, NotInReplay,
       "what is said of why a schedule fails: cause (who saw what, which was so no more), diff (and how the nearest "
       "schedule that does not fail differs)"},
      {Section::Output, "width", "N", "", Effect::None, false, Command::Any, OfAllClients | NotOfAgent,
       "columns of the text (default: COLUMNS, else those of the terminal, else 120)"},
      {Section::Output, "simplify", "S", "", Effect::None, false, Command::Check, OfFirstSearch,
       "look at most S seconds for the simplest schedule of a violation: fewest preemptions, then fewest steps "
       "(default: as many steps as the search took, 50,000 to 4,000,000); 0: tell the one that was found"},
      {Section::Output, "sourcepath", "PATH", "", Effect::None, false, Command::Any, OfRecipe | NotOfAgent,
       "where to find source lines, besides next to the class and in the JDK's src.zip"},
      {Section::Output, "help", "TOPIC", "", Effect::None, false, Command::Any, OfAllClients | NotOfAgent | OfServer,
       "what people use; all: all options; a topic (input, visible, search, world, limits, reports), or an option",
       "short"},
      {Section::Output, "version", "", "", Effect::None, false, Command::Any, OfAllClients | NotOfAgent | OfServer,
       "version of jmc"},
  };
}

// The memory model.
std::vector<OptionRow> memory_rows() {
  return {
      {Section::World, "memory", "MODEL", "sc", Effect::Told, false, Command::Any, Plain,
       "memory model: sc (sequentially consistent), jmm (the Java Memory Model: plain, opaque, acquire and release "
       "accesses may see older values, with none, s-por, dl-s-por; in jmc progress none for ever), jmm-mixed (so may "
       "volatile ones in programs that mix modes)"},
      {Section::World, "tearing", "HOW", "on", Effect::Told, false, Command::Any, Plain,
       "with --memory=jmm, plain accesses of long and double that race: on (two of 32 bits each, as Java allows), off "
       "(whole, as on 64-bit JVMs)"},
      {Section::World, "volatile-reads", "HOW", "newest", Effect::Told, false, Command::Any, Plain,
       "with --memory=jmm, what a volatile read sees: newest (the newest value; a second search looks for more), any "
       "(whatever Java allows)"},
      {Section::World, "load-buffering", "HOW", "auto", Effect::Told, false, Command::Check, OfFirstSearch,
       "with --memory=jmm, loads that are delayed behind later stores of their thread: auto (a further search where "
       "the "
       "program could show it), on (in the search itself, with --por=none or s-por), off"},
      {Section::World, "dependent-loads", "HOW", "any", Effect::Told, false, Command::Any, Plain,
       "with --memory=jmm, what a thread sees through a reference that it has read by a race: any (what Java allows), "
       "ordered (at least what the writer of the reference had released with it, as on all processors of today)"},
  };
}

std::vector<OptionRow> module_rows() {
  return {
      {Section::World, "leftover", "HOW", "auto", Effect::Explored, false, Command::Check, Plain,
       "idle threads of a pool that is never shut down, when main is over: violation (a deadlock), note, auto (note "
       "for "
       "tests, which end the JVM)"},
      {Section::World, "add-exports", "M/P=T,...", "", Effect::Explored, true, Command::Any, Plain,
       "as java has it: module M exports its package P to these modules, or to ALL-UNNAMED, where the program is"},
      {Section::World, "add-opens", "M/P=T,...", "", Effect::Explored, true, Command::Any, Plain,
       "likewise, and opens it for setAccessible; Add-Exports and Add-Opens in the manifest of a jar that is the "
       "program count, too"},
      {Section::World, "add-reads", "M=T,...", "", Effect::Explored, true, Command::Any, Plain,
       "as java has it: module M reads these modules; the program reads all"},
      {Section::World, "add-modules", "M,...", "", Effect::Explored, true, Command::Any, Plain,
       "modules of the JDK that the program has besides those that export something to all and what those need; "
       "ALL-SYSTEM: all"},
  };
}

// What is found, on another JVM.
std::vector<OptionRow> jvm_rows() {
  return {
      {Section::Output, "java", "JDK", "", Effect::None, false, Command::Replay, LeadsReplay,
       "run the program in a JVM that is made to follow the schedule, and say whether the same happens there; alone: "
       "in that of the check's JDK",
       "same"},
      {Section::Output, "confirm", "", "", Effect::None, false, Command::Check, OfAllClients | OfSearch,
       "make a JVM follow the schedule of each violation (at most 30 s each), and say whether it happens there too"},
      {Section::Output, "confirm-outcomes", "", "", Effect::None, false, Command::Check, OfAllClients | OfSearch,
       "as --confirm, and likewise for an execution of each outcome; values that are read and written are compared"},
      {Section::Output, "emit-test", "DIR", "", Effect::None, false, Command::Check, OfAllClients | OfSearch,
       "write a JUnit test for each violation, which forces its schedule on a JVM (jmc-junit): DIR/java and "
       "DIR/resources, as in src/test"},
  };
}

std::vector<OptionRow> program_rows() {
  return {
      {Section::Programs, "program", "TEXT", "", Effect::Told, false, Command::Linearizability,
       AlsoInProgress | NotVisibility, "one program only: '{ put(1,1); size() } || { clear() }'"},
      {Section::Programs, "spec", "FILE", "", Effect::Found, false, Command::Linearizability,
       File::Read | ManyPrograms | AlsoInProgress,
       "description of the class (JSON); default: the one shipped with jmc, or from the class file"},
      {Section::Programs, "derived", "", "", Effect::Explored, false, Command::Linearizability, ManyPrograms,
       "description from the class file, even if jmc has its own"},
      {Section::Programs, "methods", "a,b", "", Effect::Explored, false, Command::Linearizability,
       ManyPrograms | AlsoInProgress, "only these methods of the description"},
      {Section::Programs, "specification", "CLASS", "", Effect::Told, false, Command::Linearizability, Plain,
       "what calls may return is what this class returns, run by one thread (default: the class itself); where it has "
       "mResults(), a call of m() may return any of these"},
      {Section::Programs, "initial", "CALLS", "", Effect::Told, false, Command::Linearizability, Plain,
       "made before the threads begin: 'put(1,1); put(2,2)'"},
      {Section::Programs, "final", "CALLS", "", Effect::Told, false, Command::Linearizability, Plain,
       "made when all threads have ended; their results belong to the outcome"},
      {Section::Programs, "invariant", "METHOD", "", Effect::Told, false, Command::Linearizability, NotVisibility,
       "called when all threads have ended: false, or an exception, is a violation"},
      {Section::Programs, "group", "a,b:N", "", Effect::Told, true, Command::Linearizability,
       ManyPrograms | AlsoInProgress | NotVisibility,
       "at most N threads of a program call these methods (one producer, one consumer: --group=offer:1 "
       "--group=poll:1)"},
      {Section::Programs, "threads", "N", "", Effect::Told, false, Command::Linearizability,
       ManyPrograms | AlsoInProgress, "bound: threads (default: the limit of the description, or 2)"},
      {Section::Programs, "calls", "N", "", Effect::Told, false, Command::Linearizability,
       ManyPrograms | AlsoInProgress,
       "bound: calls of each thread (default: the limit of the description, or 3); any: threads call for ever"},
      {Section::Programs, "size", "N", "", Effect::Told, false, Command::Linearizability, AlsoInProgress,
       "with --calls=any: most elements that the object holds (default: no such bound, or 2 where it has no end)"},
      {Section::Programs, "draws", "N", "1", Effect::Told, false, Command::Linearizability, AlsoInProgress,
       "with --calls=any: of the upper bits of a number that the JDK draws for itself, most that are set (levels of a "
       "skip list); up to 16"},
      {Section::Programs, "values", "N", "", Effect::Told, false, Command::Linearizability,
       ManyPrograms | AlsoInProgress, "bound: different values (default: the limit of the description, or 2)"},
      {Section::Programs, "invocations", "N", "", Effect::Told, false, Command::Linearizability,
       ManyPrograms | AlsoInProgress,
       "bound: calls in all (default: the limit of the description, or 4; with one of the above: no such bound); with "
       "--calls=any: of the programs that come first (default: as many as cost little)"},
      {Section::Programs, "notion", "NOTION", "outcomes", Effect::Told, false, Command::Linearizability, Plain,
       "outcomes: results as in an order of the calls that keeps that of each thread; history: and that of calls which "
       "do not overlap; quiescent: only that of calls between which no call was under way; set, interval: history, and "
       "calls may take effect together in one moment, or in two, as --specification says; visibility: a table of how "
       "much "
       "of what was before them the calls of each method see (weak, basic, monotonic, peer, causal, complete)"},
      {Section::Programs, "engine", "NAME", "", Effect::Explored, false, Command::Linearizability,
       OfFirstSearch | ManyPrograms | NotEndless | NotVisibility,
       "together: one search explores all programs of a shape, whose threads choose their calls; each: one search for "
       "each program (default: together with two threads, each with more, --random, --bound, and strategies that "
       "compare no states)"},
      {Section::Programs, "random", "N[:SEED]", "", Effect::Told, false, Command::Linearizability,
       ManyPrograms | NotEndless | NotVisibility, "N random programs instead of all"},
      {Section::Programs, "second-opinion", "N", "5", Effect::None, false, Command::Linearizability,
       OfFirstSearch | NotEndless,
       "after \"verified\", explore N of the programs, drawn by the seed, again with nothing taken for granted; 0: "
       "none"},
      {Section::Programs, "first", "", "", Effect::None, false, Command::Linearizability,
       ManyPrograms | NotEndless | NotVisibility,
       "stop at the first violation (the smallest, unless programs are drawn); default: the table of all methods"},
      {Section::Programs, "jobs", "N", "", Effect::None, false, Command::Linearizability, Whole | NotOfAgent,
       "processes (default: one per processor)"},
      {Section::Programs, "program-limit", "N", "", Effect::Explored, false, Command::Linearizability, AlsoInProgress,
       "seconds for one program; 0: none (default: 12,000,000 steps, about a minute)"},
      {Section::Programs, "resume", "FILE", "", Effect::None, false, Command::Linearizability,
       File::ReadAndWritten | Whole | ManyPrograms | NotEndless | NotVisibility,
       "keep what is done in FILE, and go on from there"},
      {Section::Programs, "emit", "DIR", "", Effect::None, false, Command::Linearizability,
       Whole | NotEndless | NotVisibility | NotOfAgent, "violating programs (or the one of --program) as Java clients"},
      {Section::Programs, "html", "FILE", "", Effect::None, false, Command::Linearizability,
       File::Written | Whole | ManyPrograms | NotEndless | NotVisibility | AlsoInProgress,
       "the table and the traces as a page"},
      {Section::Programs, "progress", "", "", Effect::None, false, Command::Linearizability,
       Whole | AlsoInProgress | NotOfAgent,
       "progress on stderr every five seconds, even if that is no terminal (else there: a line a minute)"},
      {Section::Programs, "expect", "LIST", "", Effect::Told, false, Command::Progress, Plain,
       "what is claimed: wait-free, lock-free or obstruction-free of all methods, or METHOD=wait-free, "
       "separated by commas. A claim that does not hold is a violation; without claims the table is the answer"},
      {Section::Programs, "most-states", "N", "200000", Effect::Explored, false, Command::Progress, Plain,
       "give up on a program with more states, and say so"},
  };
}

// Of the server, for all that it is asked for.
std::vector<OptionRow> server_rows() {
  return {
      {Section::Limits, "time-limit", "S", "300", Effect::None, false, Command::Mcp, Plain,
       "most seconds that a tool may take; without a number of its own it takes at most 30"},
      {Section::Limits, "memory-limit", "SIZE", "2G", Effect::None, false, Command::Mcp, Plain,
       "most memory of a check, its processes taken together"},
      {Section::Limits, "answer-limit", "BYTES", "2048", Effect::None, false, Command::Mcp, Plain,
       "bytes of an answer, unless a call asks for more; what is left out has a handle"},
      {Section::Limits, "jobs", "N", "1", Effect::None, false, Command::Mcp, Plain,
       "tools that run at a time; others wait"},
  };
}

std::vector<OptionRow> hidden_rows() {
  return {
      {Section::Search, "no-glue", "", "", Effect::Explored, false, Command::Any, OfFirstSearch,
       "every access is a step of its own: -glue of --assume"},
      {Section::Input, "sources", "FILE", "", Effect::Found, true, Command::Any, Plain, "what was compiled"},
      {Section::Input, "compiled", "FOLDER", "", Effect::None, false, Command::Any, Plain,
       "where the classes of it are"},
      {Section::Output, "called", "NAME", "", Effect::Found, false, Command::Any, Plain,
       "what reports call the program"},
      {Section::Search, "member", "FD,WIDTH,PAIRS", "", Effect::None, false, Command::Any, OfSearch | OfFirstSearch,
       "this is a process of a portfolio, or beside a search"},
      {Section::Search, "whole", "", "", Effect::None, false, Command::Any, OfSearch | OfFirstSearch,
       "with --member: it is a check of its own all the same"},
      {Section::Visible, "force-wrong", "NAME:N", "", Effect::Explored, false, Command::Any, Plain,
       "for tests: what is taken for granted is found wrong after N steps"},
      {Section::Search, "reload", "N", "", Effect::None, false, Command::Any, OfFirstSearch,
       "for tests: every N-th marked state is made again from its form"},
  };
}

}  // namespace

std::vector<OptionRow> option_rows() {
  std::vector<OptionRow> out;
  for (std::vector<OptionRow> part : {search_rows(), world_rows(), memory_rows(), report_rows(), module_rows(),
                                      jvm_rows(), program_rows(), server_rows()})
    out.insert(out.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  return out;
}

std::span<const OptionRow> hidden_options() {
  static const std::vector<OptionRow> rows = hidden_rows();
  return rows;
}

}  // namespace jmc::check
