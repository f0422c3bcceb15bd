// The time that a program sees: its timed waits end when the schedule has them end, and the clock agrees with that.
//
// The JVM asks for the address of each native method when it first needs it; those that wait for a time, or tell it,
// get one of this file, which calls the JVM's own. A wait that ends by its time-out in the story takes a moment, and
// the clock is set forward by what it would have taken. One that ends otherwise in the story has no time-out.
#pragma once

#include <jvmti.h>

#include <string>

namespace jmc::force {

class Conductor;

// To be called before the first method is bound. `conductor` outlives the process.
void set_time_of(Conductor* conductor);

// What is to be called instead of the native method at `own`, or null: that one. Names are as in class files.
void* instead_of(const std::string& klass, const std::string& method, const std::string& descriptor, void* own);

// Object.wait, which is bound before any agent is told. The JVM warns of that, unless it is told not to
// (-XX:-PrintWarnings). Once the JVM has begun.
void replace_wait(JNIEnv* jni);

}  // namespace jmc::force
