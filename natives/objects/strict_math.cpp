// Exponentials, logarithms, hyperbolic and inverse trigonometric functions; strict_trigonometry.cpp has the others.
#include "natives/objects/strict_math.hpp"

#include <cmath>
#include <cstdint>
#include <optional>

#include "natives/objects/double_words.hpp"

namespace jmc::natives::strict {

namespace {

// ln 2 in two parts: the first has zeros at its end, so that a small multiple of it is exact.
constexpr double kLn2High = 6.93147180369123816490e-01, kLn2Low = 1.90821492927058770002e-10;
constexpr double kOverLn2 = 1.44269504088896338700e+00;
constexpr double kPi = 3.14159265358979311600e+00, kPiLow = 1.2246467991473531772e-16;
constexpr double kHalfPi = 1.57079632679489655800e+00, kHalfPiLow = 6.12323399573676603587e-17;
constexpr double kQuarterPi = 7.85398163397448278999e-01;

// Of (log(1+s) - log(1-s) - 2s) / s: the polynomial in z = s^2.
constexpr double kL1 = 6.666666666666735130e-01, kL2 = 3.999999999940941908e-01, kL3 = 2.857142874366239149e-01,
                 kL4 = 2.222219843214978396e-01, kL5 = 1.818357216161805012e-01, kL6 = 1.531383769920937332e-01,
                 kL7 = 1.479819860511658591e-01;

// x = hi - lo, and how many times ln 2 was taken away.
struct Reduced {
  double hi, lo;
  int k;
};

Reduced without_multiples_of_ln2(double x, bool negative, bool one_suffices) {
  if (one_suffices) return {negative ? x + kLn2High : x - kLn2High, negative ? -kLn2Low : kLn2Low, negative ? -1 : 1};
  const int k = static_cast<int>(kOverLn2 * x + (negative ? -0.5 : 0.5));
  return {x - k * kLn2High, k * kLn2Low, k};
}

// The logarithm of what is no positive number: of 0, negative numbers, infinity, NaN.
std::optional<double> limit_of_logarithm(double x) {
  if (x == 0) return -kInfinity;
  if (std::signbit(x) && !std::isnan(x)) return kNaN;
  return std::isfinite(x) ? std::nullopt : std::optional(x + x);
}

// Of a subnormal number makes 2^54 times it. The exponent of two that was taken away.
int made_normal(double& x) {
  if (high_word(x) >= 0x00100000) return 0;
  x *= 0x1p54;
  return -54;
}

// asin(x) = x + x R(x^2) for |x| < 1/2.
double arcsine_ratio(double t) {
  const double p = t * (1.66666666666666657415e-01 +
                        t * (-3.25565818622400915405e-01 +
                             t * (2.01212532134862925881e-01 +
                                  t * (-4.00555345006794114027e-02 +
                                       t * (7.91534994289814532176e-04 + t * 3.47933107596021167570e-05)))));
  const double q =
      1.0 + t * (-2.40339491173441421878e+00 +
                 t * (2.02094576023350569471e+00 + t * (-6.88283971605453293030e-01 + t * 7.70381505559019352791e-02)));
  return p / q;
}

// exp(|x|) / 2 of an argument whose exponential need not be a number, though its half is.
double half_exponential(double x, double half) {
  const double w = exp(0.5 * std::fabs(x));
  return half * w * w;
}

// exp(|x|) / 2 is larger than any double. Of 0x408633CE'8fb9f87d, the last argument below that, it still is one.
bool half_overflows(double x) {
  const int32_t ix = high_word(x) & 0x7fffffff;
  return ix > 0x408633CE || (ix == 0x408633CE && low_word(x) > 0x8fb9f87du);
}

}  // namespace

double exp(double x) {
  const bool negative = std::signbit(x);
  const int32_t hx = high_word(x) & 0x7fffffff;
  if (hx >= 0x40862E42) {
    if (std::isnan(x)) return x + x;
    if (std::isinf(x)) return negative ? 0.0 : x;
    if (x > 7.09782712893383973096e+02) return kInfinity;
    if (x < -7.45133219101941108420e+02) return 0.0;
  }
  Reduced r{0, 0, 0};
  if (hx > 0x3fd62e42) {
    r = without_multiples_of_ln2(x, negative, hx < 0x3FF0A2B2);
    x = r.hi - r.lo;
  } else if (hx < 0x3e300000) {
    return 1.0 + x;
  }
  const double t = x * x;
  const double c =
      x -
      t * (1.66666666666666019037e-01 +
           t * (-2.77777777770155933842e-03 +
                t * (6.61375632143793436117e-05 + t * (-1.65339022054652515390e-06 + t * 4.13813679705723846039e-08))));
  if (r.k == 0) return 1.0 - ((x * c) / (c - 2.0) - x);
  const double y = 1.0 - ((r.lo - (x * c) / (2.0 - c)) - r.hi);
  if (r.k >= -1021) return with_exponent_added(y, r.k);
  return with_exponent_added(y, r.k + 1000) * std::ldexp(1.0, -1000);
}

double expm1(double x) {
  const bool negative = std::signbit(x);
  const int32_t hx = high_word(x) & 0x7fffffff;
  if (hx >= 0x4043687A) {
    if (std::isnan(x)) return x + x;
    if (negative) return -1.0;
    if (std::isinf(x) || x > 7.09782712893383973096e+02) return kInfinity;
  }
  int k = 0;
  double c = 0;
  if (hx > 0x3fd62e42) {
    const Reduced r = without_multiples_of_ln2(x, negative, hx < 0x3FF0A2B2);
    x = r.hi - r.lo;
    c = (r.hi - x) - r.lo;
    k = r.k;
  } else if (hx < 0x3c900000) {
    return x;
  }
  const double half = 0.5 * x, hxs = x * half;
  const double r1 =
      1.0 + hxs * (-3.33333333333331316428e-02 +
                   hxs * (1.58730158725481460165e-03 +
                          hxs * (-7.93650757867487942473e-05 +
                                 hxs * (4.00821782732936239552e-06 + hxs * -2.01099218183624371326e-07))));
  const double t = 3.0 - r1 * half;
  double e = hxs * ((r1 - t) / (6.0 - x * t));
  if (k == 0) return x - (x * e - hxs);
  e = x * (e - c) - c;
  e -= hxs;
  if (k == -1) return 0.5 * (x - e) - 0.5;
  if (k == 1) return x < -0.25 ? -2.0 * (e - (x + 0.5)) : 1.0 + 2.0 * (x - e);
  if (k <= -2 || k > 56) return with_exponent_added(1.0 - (e - x), k) - 1.0;
  if (k < 20) {
    const double one_less = with_high_word(1.0, 0x3ff00000 - (0x200000 >> k));  // 1 - 2^-k
    return with_exponent_added(one_less - (e - x), k);
  }
  const double least = with_high_word(1.0, (0x3ff - k) << 20);  // 2^-k
  return with_exponent_added((x - (e + least)) + 1.0, k);
}

double log(double x) {
  if (const std::optional<double> limit = limit_of_logarithm(x)) return *limit;
  int k = made_normal(x);
  int32_t hx = high_word(x);
  k += (hx >> 20) - 1023;
  hx &= 0x000fffff;
  int32_t i = (hx + 0x95f64) & 0x100000;  // above the root of two the exponent is one more
  x = with_high_word(x, hx | (i ^ 0x3ff00000));
  k += i >> 20;
  const double f = x - 1.0, dk = k;
  if ((0x000fffff & (2 + hx)) < 3) {  // |f| < 2^-20
    if (f == 0) return k == 0 ? 0.0 : dk * kLn2High + dk * kLn2Low;
    const double r = f * f * (0.5 - 0.33333333333333333 * f);
    return k == 0 ? f - r : dk * kLn2High - ((r - dk * kLn2Low) - f);
  }
  const double s = f / (2.0 + f), z = s * s, w = z * z;
  const double even = w * (kL2 + w * (kL4 + w * kL6));
  const double odd = z * (kL1 + w * (kL3 + w * (kL5 + w * kL7)));
  const double r = odd + even;
  if (((hx - 0x6147a) | (0x6b851 - hx)) > 0) {
    const double half = 0.5 * f * f;
    if (k == 0) return f - (half - s * (half + r));
    return dk * kLn2High - ((half - (s * (half + r) + dk * kLn2Low)) - f);
  }
  if (k == 0) return f - s * (f - r);
  return dk * kLn2High - ((s * (f - r) - dk * kLn2Low) - f);
}

double log10(double x) {
  if (const std::optional<double> limit = limit_of_logarithm(x)) return *limit;
  int k = made_normal(x);
  const int32_t hx = high_word(x);
  k += (hx >> 20) - 1023;
  const int32_t i = k < 0 ? 1 : 0;
  const double y = k + i;
  x = with_high_word(x, (hx & 0x000fffff) | ((0x3ff - i) << 20));
  const double z = y * 3.69423907715893078616e-13 + 4.34294481903251816668e-01 * log(x);
  return z + y * 3.01029995663611771306e-01;
}

double log1p(double x) {
  const int32_t hx = high_word(x), ax = hx & 0x7fffffff;
  if (std::isnan(x) || x < -1.0) return kNaN;
  if (x == -1.0) return -kInfinity;
  if (std::isinf(x)) return x;
  int k = 1;
  int32_t hu = 1;
  double f = 0, c = 0;
  if (hx < 0x3FDA827A) {
    if (ax < 0x3e200000) return ax < 0x3c900000 ? x : x - x * x * 0.5;
    if (hx > 0 || hx <= static_cast<int32_t>(0xbfd2bec3)) {
      k = 0;
      f = x;
    }
  }
  if (k != 0) {
    double u = hx < 0x43400000 ? 1.0 + x : x;
    hu = high_word(u);
    k = (hu >> 20) - 1023;
    if (hx < 0x43400000) c = (k > 0 ? 1.0 - (u - x) : x - (u - 1.0)) / u;  // what 1 + x has lost
    hu &= 0x000fffff;
    if (hu < 0x6a09e) {
      u = with_high_word(u, hu | 0x3ff00000);
    } else {
      k += 1;
      u = with_high_word(u, hu | 0x3fe00000);
      hu = (0x00100000 - hu) >> 2;
    }
    f = u - 1.0;
  }
  const double half = 0.5 * f * f;
  if (hu == 0) {
    if (f == 0) return k == 0 ? 0.0 : k * kLn2High + (c + k * kLn2Low);
    const double r = half * (1.0 - 0.66666666666666666 * f);
    return k == 0 ? f - r : k * kLn2High - ((r - (k * kLn2Low + c)) - f);
  }
  const double s = f / (2.0 + f), z = s * s;
  const double r = z * (kL1 + z * (kL2 + z * (kL3 + z * (kL4 + z * (kL5 + z * (kL6 + z * kL7))))));
  if (k == 0) return f - (half - s * (half + r));
  return k * kLn2High - ((half - (s * (half + r) + (k * kLn2Low + c))) - f);
}

double sinh(double x) {
  if (!std::isfinite(x)) return x + x;
  const int32_t ix = high_word(x) & 0x7fffffff;
  const double half = std::signbit(x) ? -0.5 : 0.5;
  if (ix < 0x40360000) {  // |x| < 22
    if (ix < 0x3e300000) return x;
    const double t = expm1(std::fabs(x));
    return ix < 0x3ff00000 ? half * (2.0 * t - t * t / (t + 1.0)) : half * (t + t / (t + 1.0));
  }
  if (ix < 0x40862E42) return half * exp(std::fabs(x));
  return half_overflows(x) ? std::copysign(kInfinity, x) : half_exponential(x, half);
}

double cosh(double x) {
  if (!std::isfinite(x)) return x * x;
  const int32_t ix = high_word(x) & 0x7fffffff;
  if (ix < 0x3fd62e43) {
    const double t = expm1(std::fabs(x)), w = 1.0 + t;
    return ix < 0x3c800000 ? w : 1.0 + (t * t) / (w + w);
  }
  if (ix < 0x40360000) {
    const double t = exp(std::fabs(x));
    return 0.5 * t + 0.5 / t;
  }
  if (ix < 0x40862E42) return 0.5 * exp(std::fabs(x));
  return half_overflows(x) ? kInfinity : half_exponential(x, 0.5);
}

double tanh(double x) {
  if (std::isnan(x)) return x + x;
  const int32_t ix = high_word(x) & 0x7fffffff;
  if (ix < 0x3c800000) return x * (1.0 + x);
  double z = 1.0;
  if (ix < 0x40360000) {
    const double t = expm1(ix >= 0x3ff00000 ? 2.0 * std::fabs(x) : -2.0 * std::fabs(x));
    z = ix >= 0x3ff00000 ? 1.0 - 2.0 / (t + 2.0) : -t / (t + 2.0);
  }
  return std::signbit(x) ? -z : z;
}

double asin(double x) {
  const int32_t ix = high_word(x) & 0x7fffffff;
  if (ix >= 0x3ff00000) return std::fabs(x) == 1.0 ? x * kHalfPi + x * kHalfPiLow : kNaN;
  if (ix < 0x3fe00000) {
    if (ix < 0x3e400000) return x;
    return x + x * arcsine_ratio(x * x);
  }
  const double t = (1.0 - std::fabs(x)) * 0.5, s = std::sqrt(t), ratio = arcsine_ratio(t);
  double angle = 0;
  if (ix >= 0x3FEF3333) {  // |x| > 0.975
    angle = kHalfPi - (2.0 * (s + s * ratio) - kHalfPiLow);
  } else {
    const double w = with_low_word(s, 0), c = (t - w * w) / (s + w);
    const double p = 2.0 * s * ratio - (kHalfPiLow - 2.0 * c), q = kQuarterPi - 2.0 * w;
    angle = kQuarterPi - (p - q);
  }
  return std::signbit(x) ? -angle : angle;
}

double acos(double x) {
  const int32_t ix = high_word(x) & 0x7fffffff;
  if (ix >= 0x3ff00000) return x == 1.0 ? 0.0 : x == -1.0 ? kPi + 2.0 * kHalfPiLow : kNaN;
  if (ix < 0x3fe00000) {
    if (ix <= 0x3c600000) return kHalfPi + kHalfPiLow;
    return kHalfPi - (x - (kHalfPiLow - x * arcsine_ratio(x * x)));
  }
  if (std::signbit(x)) {
    const double z = (1.0 + x) * 0.5, s = std::sqrt(z);
    return kPi - 2.0 * (s + (arcsine_ratio(z) * s - kHalfPiLow));
  }
  const double z = (1.0 - x) * 0.5, s = std::sqrt(z), df = with_low_word(s, 0), c = (z - df * df) / (s + df);
  return 2.0 * (df + (arcsine_ratio(z) * s + c));
}

double atan(double x) {
  // The arctangents of 1/2, 1, 3/2 and infinity: x is brought near one of them.
  static constexpr double kHigh[] = {4.63647609000806093515e-01, kQuarterPi, 9.82793723247329054082e-01, kHalfPi};
  static constexpr double kLow[] = {2.26987774529616870924e-17, 3.06161699786838301793e-17, 1.39033110312309984516e-17,
                                    kHalfPiLow};
  const int32_t ix = high_word(x) & 0x7fffffff;
  const bool negative = std::signbit(x);
  if (std::isnan(x)) return x + x;
  if (ix >= 0x44100000) return negative ? -kHigh[3] - kLow[3] : kHigh[3] + kLow[3];
  int near = -1;
  if (ix < 0x3fdc0000) {  // |x| < 7/16
    if (ix < 0x3e200000) return x;
  } else {
    const double a = std::fabs(x);
    near = ix < 0x3fe60000 ? 0 : ix < 0x3ff30000 ? 1 : ix < 0x40038000 ? 2 : 3;
    switch (near) {
      case 0: x = (2.0 * a - 1.0) / (2.0 + a); break;
      case 1: x = (a - 1.0) / (a + 1.0); break;
      case 2: x = (a - 1.5) / (1.0 + 1.5 * a); break;
      default: x = -1.0 / a;
    }
  }
  const double z = x * x, w = z * z;
  const double odd = z * (3.33333333333329318027e-01 +
                          w * (1.42857142725034663711e-01 +
                               w * (9.09088713343650656196e-02 +
                                    w * (6.66107313738753120669e-02 +
                                         w * (4.97687799461593236017e-02 + w * 1.62858201153657823623e-02)))));
  const double even =
      w *
      (-1.99999999998764832476e-01 +
       w * (-1.11111104054623557880e-01 +
            w * (-7.69187620504482999495e-02 + w * (-5.83357013379057348645e-02 + w * -3.65315727442169155270e-02))));
  if (near < 0) return x - x * (odd + even);
  const double angle = kHigh[near] - ((x * (odd + even) - kLow[near]) - x);
  return negative ? -angle : angle;
}

double atan2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return x + y;
  if (x == 1.0) return atan(y);
  const bool down = std::signbit(y), left = std::signbit(x);
  if (y == 0) return left ? (down ? -kPi : kPi) : y;
  if (x == 0) return down ? -kHalfPi : kHalfPi;
  if (std::isinf(x)) {
    const double angle = std::isinf(y) ? (left ? 3.0 * kQuarterPi : kQuarterPi) : (left ? kPi : 0.0);
    return down ? -angle : angle;
  }
  if (std::isinf(y)) return down ? -kHalfPi : kHalfPi;
  const int32_t difference = ((high_word(y) & 0x7fffffff) - (high_word(x) & 0x7fffffff)) >> 20;  // of exponents
  double z = 0;
  if (difference > 60) {
    z = kHalfPi + 0.5 * kPiLow;
  } else if (!(left && difference < -60)) {
    z = atan(std::fabs(y / x));
  }
  if (!left) return down ? -z : z;
  return down ? (z - kPiLow) - kPi : kPi - (z - kPiLow);
}

}  // namespace jmc::natives::strict
