// The functions that StrictMath is defined by: those of FDLIBM 5.3 (the documentation of java.lang.StrictMath), bit for
// bit. JDKs before 21 have them as native code, so no class file says what they compute. Later JDKs have bytecode.
//
// Written from the published method of each function: how its argument is reduced, and which polynomial follows with
// which coefficients. The order of operations is part of the method, since each of them rounds. So a compiler must not
// contract a product and a sum into one (-ffp-contract=off, CMakeLists.txt).
//
// Arguments and results are as Java has them: NaN for what has no value, infinities, signed zeros. Nothing throws.
#pragma once

namespace jmc::natives::strict {

double sin(double x);
double cos(double x);
double tan(double x);
double asin(double x);
double acos(double x);
double atan(double x);
double atan2(double y, double x);
double exp(double x);
double expm1(double x);
double log(double x);
double log10(double x);
double log1p(double x);
double sinh(double x);
double cosh(double x);
double tanh(double x);

}  // namespace jmc::natives::strict
