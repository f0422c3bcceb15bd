// The programs whose state counts are known, and small programs on which the printed algorithms lose states.
#pragma once

#include "tests/por/toy_system.hpp"

namespace jmc::por::toy {

Program readers(int n);           // one writer of x, n readers of x; what they read is kept
Program last_zero(int n);         // a scan for the last zero against n increments
Program indexer(int threads);     // four insertions each into one hash table of 128 slots
Program filesystem(int threads);  // blocks allocated to 32 inodes, a lock for each inode and each of 26 blocks
Program opposite_locks();         // lock a; lock b | lock b; lock a, then both released
Program overwritten();            // x=1; x=2 | y=1; x=3
Program writers(int n);           // n writers of one variable; another thread joins them all and reads it
Program treiber(int threads, bool collect, bool keep_locals);
Program michael_scott(int threads, bool collect);

// Counterexamples.
Program reader_behind_flag();  // r=x | r=x; y=1 | if (y) x=1
Program two_lockers();         // lock m | lock m, never released
Program disabled_leftover();   // r=x; lock m1 | lock m0; cas x | lock m1 | lock m0; x=1; unlock m0
Program spin_on_flag();        // while (x==0); | x=1
Program silent_loop();         // L: goto L | x=1
Program renamed_object();      // an object that is number 0 on one path and number 1 on another

}  // namespace jmc::por::toy
