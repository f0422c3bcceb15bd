// Bit patterns of floating-point numbers, and the functions of Math and StrictMath that a JVM supplies.
//
// HotSpot answers Math.sin and its like with its own code, not with the JDK's bytecode; the C library is as close to it
// as the specification asks (one ulp), and mostly the same. StrictMath is defined to the bit (strict_math.hpp). Where C
// and Java differ in special cases, Java's rule is written out.
#include <cmath>

#include "natives/objects/strict_math.hpp"
#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

NativeStatus float_bits(NativeCall& c) { return c.result(c.args[0]); }
NativeStatus double_bits(NativeCall& c) { return c.result(c.i64(0)); }
NativeStatus float_bits_one_nan(NativeCall& c) { return c.result(std::isnan(c.f32(0)) ? 0x7fc00000u : c.args[0]); }
NativeStatus double_bits_one_nan(NativeCall& c) {
  return c.result(std::isnan(c.f64(0)) ? int64_t{0x7ff8000000000000} : c.i64(0));
}

double java_pow(double x, double y) {
  if (std::isnan(y) || (std::fabs(x) == 1.0 && std::isinf(y))) return NAN;
  return std::pow(x, y);
}

template <double (*F)(double)>
NativeStatus unary(NativeCall& c) {
  return c.result(F(c.f64(0)));
}
template <double (*F)(double, double)>
NativeStatus binary(NativeCall& c) {
  return c.result(F(c.f64(0), c.f64(2)));
}

NativeStatus fma_double(NativeCall& c) { return c.result(std::fma(c.f64(0), c.f64(2), c.f64(4))); }
NativeStatus fma_float(NativeCall& c) { return c.result(std::fma(c.f32(0), c.f32(1), c.f32(2))); }

constexpr Entry kNumbersNatives[] = {
    {"java/lang/Float.floatToRawIntBits(F)I", float_bits},
    {"java/lang/Float.intBitsToFloat(I)F", float_bits},
    {"java/lang/Float.floatToIntBits(F)I", float_bits_one_nan},
    {"java/lang/Double.doubleToRawLongBits(D)J", double_bits},
    {"java/lang/Double.longBitsToDouble(J)D", double_bits},
    {"java/lang/Double.doubleToLongBits(D)J", double_bits_one_nan},

    {"java/lang/StrictMath.sin(D)D", unary<strict::sin>},
    {"java/lang/StrictMath.cos(D)D", unary<strict::cos>},
    {"java/lang/StrictMath.tan(D)D", unary<strict::tan>},
    {"java/lang/StrictMath.asin(D)D", unary<strict::asin>},
    {"java/lang/StrictMath.acos(D)D", unary<strict::acos>},
    {"java/lang/StrictMath.atan(D)D", unary<strict::atan>},
    {"java/lang/StrictMath.exp(D)D", unary<strict::exp>},
    {"java/lang/StrictMath.log(D)D", unary<strict::log>},
    {"java/lang/StrictMath.log10(D)D", unary<strict::log10>},
    {"java/lang/StrictMath.sqrt(D)D", unary<std::sqrt>},
    {"java/lang/StrictMath.cbrt(D)D", unary<std::cbrt>},
    {"java/lang/StrictMath.sinh(D)D", unary<strict::sinh>},
    {"java/lang/StrictMath.cosh(D)D", unary<strict::cosh>},
    {"java/lang/StrictMath.tanh(D)D", unary<strict::tanh>},
    {"java/lang/StrictMath.expm1(D)D", unary<strict::expm1>},
    {"java/lang/StrictMath.log1p(D)D", unary<strict::log1p>},
    {"java/lang/StrictMath.IEEEremainder(DD)D", binary<std::remainder>},
    {"java/lang/StrictMath.atan2(DD)D", binary<strict::atan2>},
    {"java/lang/StrictMath.hypot(DD)D", binary<std::hypot>},
    {"java/lang/StrictMath.pow(DD)D", binary<java_pow>},

    {"java/lang/Math.sin(D)D", unary<std::sin>},
    {"java/lang/Math.cos(D)D", unary<std::cos>},
    {"java/lang/Math.tan(D)D", unary<std::tan>},
    {"java/lang/Math.exp(D)D", unary<std::exp>},
    {"java/lang/Math.log(D)D", unary<std::log>},
    {"java/lang/Math.log10(D)D", unary<strict::log10>},
    {"java/lang/Math.pow(DD)D", binary<java_pow>},
    {"java/lang/Math.sqrt(D)D", unary<std::sqrt>},
    {"java/lang/Math.floor(D)D", unary<std::floor>},
    {"java/lang/Math.ceil(D)D", unary<std::ceil>},
    {"java/lang/Math.rint(D)D", unary<std::nearbyint>},
    {"java/lang/Math.fma(DDD)D", fma_double},
    {"java/lang/Math.fma(FFF)F", fma_float},
};

// jdk.incubator.vector: vectors of 128 bits, as every machine of this kind has them. What they compute is bytecode
// where no compiler replaces it.
NativeStatus lanes(NativeCall& c) {
  switch (mirrored(c, 0)->element_type) {
    case 'B': return c.result(16);
    case 'S': return c.result(8);
    case 'I':
    case 'F': return c.result(4);
    case 'J':
    case 'D': return c.result(2);
    default: return c.result(-1);
  }
}
NativeStatus no_features(NativeCall& c) {
  const Ref text = c.vm.new_string_utf8("");
  return text ? c.result(text) : NativeStatus::Throw;
}

constexpr Entry kVectors[] = {
    {"jdk/internal/vm/vector/VectorSupport.registerNatives()I", zero},
    {"jdk/internal/vm/vector/VectorSupport.getMaxLaneCount(Ljava/lang/Class;)I", lanes},
    {"jdk/internal/vm/vector/VectorSupport.getCPUFeatures()Ljava/lang/String;", no_features},
};

// What a JDK has of StrictMath in bytecode (exp, cbrt, hypot and pow from 9 on, all but sqrt from 21 on) runs as it is.
bool has_bytecode(std::string_view key, int release) {
  constexpr std::string_view prefix = "java/lang/StrictMath.";
  if (!key.starts_with(prefix)) return false;
  const std::string_view name = key.substr(prefix.size(), key.find('(') - prefix.size());
  if (name == "sqrt") return false;
  return release >= 21 || (release >= 9 && (name == "exp" || name == "cbrt" || name == "hypot" || name == "pow"));
}

}  // namespace

void register_numbers(Vm& vm) {
  register_table(vm, kVectors);
  for (const Entry& e : kNumbersNatives)
    if (!has_bytecode(e.key, vm.jdk.release)) vm.register_native(e.key, e.run, e.describe);
}

}  // namespace jmc::natives
