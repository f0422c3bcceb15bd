"""Mistakes for tests/run-planted: each leaves out one thing that an answer rests on, in one file, so that a wrong answer comes of it. name, file, what is there, what is there instead (or several of both);
`pairs`: the operations among which it must show, a regular expression for run-pairs --method."""

N, V = "natives/", "vm/"
MISTAKES = [
    # What a native reads or writes of what threads share, and does not announce.
    ("park does not announce that it takes a permit", N + "threads/park.cpp", "  pending.add(kThreadLocation + c.thread, kThreadPermit, true);\n", "", r"arkTwice|parkClear|OTHER\.interrupt\(|LockSupport\.(park|unpark)\("),
    ("park does not announce that it sees an interrupt", N + "threads/park.cpp", "  pending.add(kThreadLocation + c.thread, kThreadInterrupt, false);\n", "", r"parkClear|parkTwice|OTHER\.interrupt\("),
    ("unpark does not see that a thread starts", V + "operation/threads.cpp", "{ return part_of_thread(vm, p, kThreadPermit, true); }", "{\n  Touched out = part_of_thread(vm, p, kThreadPermit, true);\n  if (vm.thread_of(p.object) == por::kNoThread) out.count = 0;\n  return out;\n}", r"arkTwice|LockSupport\.(park|unpark)\(OTHER|LockSupport\.park\(\)|unparkUnstarted|startParks"),
    ("isAlive does not announce the end", V + "operation/threads.cpp", "{ return part_of_thread(vm, p, kThreadEnd, false); }", "{\n  Touched out = part_of_thread(vm, p, kThreadEnd, false);\n  if (vm.thread_of(p.object) != por::kNoThread) out.list[0] = out.list[--out.count];\n  return out;\n}", "isAlive"),
    ("interrupt is announced as a read", V + "operation/threads.cpp", "part_of_thread(vm, p, kThreadInterrupt, true, true)", "part_of_thread(vm, p, kThreadInterrupt, false, true)", r"interrupt\(|nterrupted\("),
    ("isInterrupted announces nothing", V + "operation/threads.cpp", "    --out.count;\n  return out;\n", "    --out.count;\n  return {};\n", r"OTHER\.(interrupt|isInterrupted)\(|Thread\.interrupted"),
    ("getState is announced as nothing", N + "threads/threads.cpp", "  if (!vm.multi() || t == c.thread || (t == por::kNoThread && !is_shared(vm, c.ref(0)))) return false;\n  p.add(kExitLocation, 0, true);", "  return false;\n  p.add(kExitLocation, 0, true);", "getState|stateOf"),
    ("activeCount announces nothing", N + "threads/thread_groups.cpp", "  p.add(kExitLocation, 0, true);\n  return true;\n}\n\nNativeStatus active_count", "  return false;\n}\n\nNativeStatus active_count", "activeCount|enumerate"),
    ("sleep does not announce that it sees an interrupt", N + "threads/blocking.cpp", "  p.add(kThreadLocation + c.thread, kThreadInterrupt, true);\n  if (c.i64(0) && !endless)", "  if (c.i64(0) && !endless)", r"Thread\.sleep\(|OTHER\.interrupt\("),
    ("a join does not announce the end that it waits for", V + "operation/threads.cpp", "    out.add(kThreadLocation + target, kThreadEnd, false);\n", "", r"OTHER\.join\(java|plain|throws"),
    ("the clock is read without an operation", N + "world/clock.cpp", "  if (asked != Asked::Clock || !vm.clock.holds_operation()) return false;", "  return false;", r"elapsed(Micro)?$|sleepOne|sleepThen|instant"),
    ("a wait for a time begins without an operation", N + "world/clock.cpp", "  if (!clock.holds_operation() || clock.begun(c.thread)) return false;\n  p.kind = PendingKind::Read;", "  return false;\n  p.kind = PendingKind::Read;", r"^elapsedMicro|^sleepOne|^sleepThen"),
    ("output is announced for another stream", N + "files/io.cpp", "  p.add(kOutputLocation, static_cast<uint32_t>(fd), c.vm.output.tells(fd));", "  p.add(kOutputLocation, static_cast<uint32_t>(fd), false);", r"System\.out\.print|printsTwice|startDaemon"),
    ("exit is no operation", N + "world/system.cpp", "  p.add(vm::kExitLocation, 0, true);\n", "  return false;\n", "exit|halt"),
    ("an atomic update is announced as a read", N + "memory/atomics.cpp", "  add_cell_accesses(vm, cell, is_write(op), pending);", "  add_cell_accesses(vm, cell, false, pending);", "aAtomic"),
    ("getAndAdd counts as a CAS that may fail", N + "memory/atomics.cpp", "      pending.kind = PendingKind::Cas;\n      pending.width = 0;\n", "      pending.kind = PendingKind::Cas;\n", "aAtomic"),
    ("an atomic lock is announced as a read", N + "locks/locks.cpp", "  p.add(sync, kLockField, write);", "  p.add(sync, kLockField, false);", r"^(rlock|fair)\.(lock|tryLock|unlock)|^lockAndWrite|^(one|none)\.(acquire|tryAcquire|release|availablePermits)"),
    ("countDown is announced as a read", N + "locks/locks_operations.cpp", "sync_of(c), true, Verb::CountDown", "sync_of(c), false, Verb::CountDown", "latch"),
    ("drainPermits announces nothing", N + "locks/locks_operations.cpp", "Verb::ReducePermits);\n  return is_shared(c.vm, c.ref(0));", "Verb::ReducePermits);\n  return false;", "drainPermits|acquire"),
    ("questions about locks announce nothing", N + "locks/locks_queries.cpp", "  return is_shared(c.vm, sync);", "  return false;", r"(rlock|none|latch|one)\.(isLocked|availablePermits|getCount|lock|acquire|release|countDown)\("),
    # What was found wrong, and is not told.
    ("an adder that is read is not told", N + "memory/adders.cpp", "  if (left_out(c.vm)) c.vm.rules.met(vm::kAddersRead);\n", "", "adder"),
    ("questions for queues of locks are not told", N + "locks/locks_queries.cpp", "!lock_use(vm).queues) vm.rules.met(kAsksLockQueues);", "!lock_use(vm).queues) return lock.queue();", r"^lockAnd|^rlock.lock\("),
    ("a write after a read is no conflict", V + "visibility/visibility.cpp", "    if (wrote || (write && a.read_epoch > seen)) conflict", "    if (wrote) conflict", "plain"),
    ("a read after a write is no conflict", V + "visibility/visibility.cpp", "    if (wrote || (write && a.read_epoch > seen)) conflict", "    if (write && (wrote || a.read_epoch > seen)) conflict", "plain"),
    ("a guard that does not hold is not told", V + "visibility/visibility.cpp", "  if (!vm_.races.ordered(current, object, offset, write)) found_contended(object, offset);", "  vm_.races.ordered(current, object, offset, write);", "lockAndWrite|plain"),
    ("a write of what threads have read is not told", V + "visibility/visibility.cpp", "  if (write) readers.writes(variable);\n", "", r"^plain|lement"),
    ("who has read what is written is not recorded", V + "visibility/visibility.cpp", "vm.thread(vm.current()).s.initialising || !readers.leave_out(variable);", "vm.thread(vm.current()).s.initialising;", r"^plain|lement"),
    ("elements that threads contend for are not told", V + "visibility/visibility.cpp", "  if (k->is_array()) contended(k);\n  else if (const Field* f = vm_.field_at(object, offset)) contended(f);", "  if (k->is_array()) return;\n  else if (const Field* f = vm_.field_at(object, offset)) contended(f);", "lement"),
    ("what a thread looks at of another's own fields is not told", V + "visibility/visibility.cpp", "    if (!mine) contended(f);\n", "", r"lockerOf|etBlocker|etCurrentBlocker|LockSupport\.park\("),
    ("fields that executors share with others are not told", V + "visibility/sections.cpp", "    else fields_.emplace_back(const_cast<Field*>(vm_.field_at(a.object, a.field)), marks.shift);", "    else continue;", r"^askShutdown|^pool\.shutdown"),
    ("locks that executors share with others are not told", V + "visibility/sections.cpp", "        locks_outside_ = true;", "        (void)locks_outside_;", r"^queue(Removed|Put|Add)$"),
    ("that threads are interrupted is not told", V + "visibility/program_rules.cpp", "  else interrupt_found_ = true;", "  else (void)0;", r"^interruptMainByName|^plainSet|^throws"),
    ("that there are daemons is not told", V + "visibility/program_rules.cpp", "  else daemon_found_ = true;", "  else (void)0;", r"^startDaemonByName|^plainSet|^runAsync|^timer\.schedule"),
    ("a feature that is used late is not told", V + "visibility/program_rules.cpp", "  if (vm_.relied_on()) met(feature);\n  else foresee(feature);", "  if (!vm_.relied_on()) foresee(feature);", r"HandlerByName|^throws|^plainSet|OTHER\.(wait|notify)"),
    ("an initialiser found in progress is not told", V + "class/initialisation.cpp", '      tell_initialiser(k, "was found in progress by another thread", true);\n', "", r"^init"),
    ("what an initialiser shows is not told", V + "class/initialisation.cpp", "  for_each_initialiser(current_, [&](Klass* k) {\n    tell_initialiser(k, why, always);", "  for_each_initialiser(current_, [&](Klass*) {", r"^init|^plain(Set|Read)"),
    ("the clock does not repeat the search", V + "thread/clock.cpp", ("  if (moved_ && !shared()) vm_.rules.met(kSharedClock);\n", "  if (read_ && !shared()) vm_.rules.met(kSharedClock);\n"), ("", ""), r"elapsed(Micro|Wait)?$|sleepOne|sleepThen|instant"),
    # Labels and dependencies.
    ("a CAS always only reads", V + "operation/operation.cpp", "  if (p.kind == PendingKind::Cas) return !vm.holds_now(p, p.expected);", "  if (p.kind == PendingKind::Cas) return true;", "compareAnd"),
    ("a torn copy is not noticed", V + "jvm_system.cpp", "          vm_.visibility.torn_copy(vm_.klass_of(a.object));", "          continue;", "lement|arraycopy"),
    ("the seed of a generator is set without its monitor", N + "world/chance.cpp", "set_seed, describe_synchronized);", "set_seed);", r"Seed|^random\\."),
    # Canonical forms.
    ("the form leaves out permits", V + "thread/thread_table.cpp", "uint32_t{s.permit || (parks && s.permit_of_interrupt)} << 3", "uint32_t{0} << 3", r"arkTwice|parkClear|ark\w*Written|park\w*Write"),
    ("the form leaves out objects of the image that were written", V + "state/components.cpp", "    if (!(heap_.header(r)->flags & (kProgram | kNamesNumbered))) dirty_.push_back(r);", "    if (!(heap_.header(r)->flags & (kProgram | kNamesNumbered | kBase))) dirty_.push_back(r);", r"System\.(set|get|clear)Property|integerProperty|booleanProperty|properties\.(put|get|set|remove)"),
    ("time that has passed is not in the clock", V + "thread/clock.cpp", "  if (until > now) vm_.set_counter(kPresent, static_cast<uint64_t>(until));", "  if (until > now && shared()) return;", r"^elapsedMicro|^sleepOne|^sleepThen"),
]
