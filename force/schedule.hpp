// The schedule that the agent forces, as jmc has written it (check/confirm/schedule.cpp): lines of fields that are
// separated by tabs.
//
//   jmc-force  1
//   limit      MILLISECONDS                of all; the JVM is given up then
//   expect     exception|swallowed|deadlock|endless|exit|end  THREAD  CLASS   what the schedule leads to, and of whom
//   thread     INDEX  STARTER  N  NAME     started by thread STARTER as its N-th; 0 is main, and has no starter (-)
//   stop       THREAD  STEP  HOW  COUNT  CLASS  METHOD  DESCRIPTOR  BCI  OPCODE  CHAIN
//   answer     THREAD  STEP  VALUE         of the stop before: what the method that is called there returns, which does
//   not run
//   times      THREAD  STEP                of the stop before: its operation ends by its time-out
//   within     THREAD  STEP  CLASS         of the stop before: it is in the initialisation of this class of the JDK,
//   which a JVM may have done before it begins watch      THREAD  STEP  field|returns  CLASS  FIELD  DESCRIPTOR   of
//   the stop before: the value of the field that is read or written there, or what the call there returns, is told
//   static     CLASS  FIELD  DESCRIPTOR  VALUE   what a number of the JDK that each JVM draws anew is to be
//   end
//
// Stops are in the order of the steps (from 1 on); those of step 0 come last: where a thread is held when the schedule
// is over. HOW: "at" the COUNT-th time, from the thread's last stop on, that it comes to this instruction with CHAIN,
// the frames of the program's own code, below it; "in" the operation of its last stop, which has to wait there; "out",
// at its end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jmc::force {

enum class How : uint8_t { At, In, Out };
enum class Watch : uint8_t { Nothing, Field, Returned };

struct Stop {
  int step = 0;
  How how = How::At;
  int count = 1;
  std::string klass, method, descriptor;  // "java/lang/Object"
  int64_t bci = 0;
  int opcode = 0;  // of the instruction there
  std::string chain;
  bool answers = false;
  int64_t answer = 0;
  bool by_time = false;
  std::string within;  // empty: in none
  Watch watch = Watch::Nothing;
  std::string holder, field, type;  // of the field that is watched
};

struct ScheduledThread {
  int starter = -1, nth = 0;
  std::string name;
  std::vector<Stop> stops;
};

enum class Expected : uint8_t { Exception, Swallowed, Deadlock, Endless, Exit, End };

struct Drawn {
  std::string klass, field, type;
  int64_t value = 0;
};

struct Schedule {
  int limit = 0;
  Expected expected = Expected::End;
  int of_thread = -1;
  std::string exception;                  // class, with dots
  bool answers = false;                   // some stop does
  bool fields = false, returned = false;  // some stop watches such a thing
  bool times = false;                     // some stop is by_time
  bool patient = false;                   // a JVM that has left the schedule has until the limit to come to its end
  std::vector<ScheduledThread> threads;
  std::vector<Drawn> drawn;
  struct Step {
    int number, thread;
    size_t stop;  // of that thread
  };
  std::vector<Step> steps;
};

// False: `error` says what is wrong with the file, and where.
bool read_schedule(const std::string& file, Schedule& schedule, std::string& error);

}  // namespace jmc::force
