// Sines, cosines and tangents: the argument without its multiples of pi/2, as the sum of two doubles, and a polynomial.
#include <cmath>
#include <cstdint>

#include "natives/objects/double_words.hpp"
#include "natives/objects/strict_math.hpp"

namespace jmc::natives::strict {

namespace {

constexpr double kTwo24 = 0x1p24;

// 2/pi, 24 bits a number.
constexpr int32_t kTwoOverPi[] = {
    0xA2F983, 0x6E4E44, 0x1529FC, 0x2757D1, 0xF534DD, 0xC0DB62, 0x95993C, 0x439041, 0xFE5163, 0xABDEBB, 0xC561B7,
    0x246E3A, 0x424DD2, 0xE00649, 0x2EEA09, 0xD1921C, 0xFE1DEB, 0x1CB129, 0xA73EE8, 0x8235F5, 0x2EBB44, 0x84E99C,
    0x7026B4, 0x5F7E41, 0x3991D6, 0x398353, 0x39F49C, 0x845F8B, 0xBDF928, 0x3B1FF8, 0x97FFDE, 0x05980F, 0xEF2F11,
    0x8B5A0A, 0x6D1F6D, 0x367ECF, 0x27CB09, 0xB74F46, 0x3F669E, 0x5FEA2D, 0x7527BA, 0xC7EBE5, 0xF17B3D, 0x0739F7,
    0x8A5292, 0xEA6BFB, 0x5FB11F, 0x8D5D08, 0x560330, 0x46FC7B, 0x6BABF0, 0xCFBC20, 0x9AF436, 0x1DA9E3, 0x91615E,
    0xE61B08, 0x659985, 0x5F14A0, 0x68408D, 0xFFD880, 0x4D7327, 0x310606, 0x1556CA, 0x73A8C9, 0x60E27B, 0xC08C6B,
};

// pi/2, 24 bits a number.
constexpr double kHalfPi24[] = {
    1.57079625129699707031e+00, 7.54978941586159635335e-08, 5.39030252995776476554e-15,
    3.28200341580791294123e-22, 1.27065575308067607349e-29,
};

// pi/2 in three numbers of 33 bits, and what each leaves.
constexpr double kHalfPi1 = 1.57079632673412561417e+00, kLeft1 = 6.07710050650619224932e-11,
                 kHalfPi2 = 6.07710050630396597660e-11, kLeft2 = 2.02226624879595063154e-21,
                 kHalfPi3 = 2.02226624871116645580e-21, kLeft3 = 8.47842766036889956997e-32;

// An angle of less than pi/4 or so, and how many quarters of the circle were taken away.
struct Angle {
  double high = 0, low = 0;
  int quarters = 0;

  Angle operator-() const { return {-high, -low, -quarters}; }
};

// The product of a number, given by its digits of 24 bits, and 2/pi (Payne and Hanek 1983): only the digits of 2/pi are
// used that matter below the point, and more of them where those before cancel out.
class LargeAngle {
 public:
  // The first of the digits is worth 2^exponent.
  LargeAngle(const double* digits, int count, int exponent)
      : digits_(digits),
        last_(count - 1),
        skipped_(exponent < 3 ? 0 : (exponent - 3) / 24),
        scale_(exponent - 24 * (skipped_ + 1)) {}

  Angle reduced() {
    for (int i = 0; i <= last_ + kDigits; ++i) factor_[i] = two_over_pi(skipped_ - last_ + i);
    for (int i = 0; i <= kDigits; ++i) multiply(i);
    while (!distilled()) {}
    return summed();
  }

 private:
  static constexpr int kDigits = 4;  // of 2/pi, for a result of 53 bits and as many behind them

  static double two_over_pi(int i) { return i < 0 ? 0.0 : kTwoOverPi[i]; }

  void multiply(int i) {
    double sum = 0;
    for (int j = 0; j <= last_; ++j) sum += digits_[j] * factor_[last_ + i - j];
    product_[i] = sum;
  }

  // Makes integers of the product, and takes its quarters away. False: nothing was left, and the product has more
  // digits.
  bool distilled() {
    double z = product_[size_];
    for (int i = 0, j = size_; j > 0; ++i, --j) {
      const double carry = static_cast<int32_t>(0x1p-24 * z);
      whole_[i] = static_cast<int32_t>(z - kTwo24 * carry);
      z = product_[j - 1] + carry;
    }
    z = std::scalbn(z, scale_);
    z -= 8.0 * std::floor(z * 0.125);
    quarters_ = static_cast<int>(z);
    z -= quarters_;
    take_quarters(z);
    if (upper_half_ > 0) z = complement(z);
    rest_ = z;
    if (z != 0) return true;
    int32_t any = 0;
    for (int i = size_ - 1; i >= kDigits; --i) any |= whole_[i];
    if (any) return true;
    int more = 1;
    while (whole_[kDigits - more] == 0) ++more;
    for (int i = size_ + 1; i <= size_ + more; ++i) {
      factor_[last_ + i] = two_over_pi(skipped_ + i);
      multiply(i);
    }
    size_ += more;
    return false;
  }

  void take_quarters(double z) {
    upper_half_ = 0;
    if (scale_ > 0) {
      int32_t& first = whole_[size_ - 1];
      const int32_t i = first >> (24 - scale_);
      quarters_ += i;
      first -= i << (24 - scale_);
      upper_half_ = first >> (23 - scale_);
    } else if (scale_ == 0) {
      upper_half_ = whole_[size_ - 1] >> 23;
    } else if (z >= 0.5) {
      upper_half_ = 2;
    }
  }

  // More than half of a quarter: one quarter more, and the angle back from there.
  double complement(double z) {
    ++quarters_;
    bool carry = false;
    for (int i = 0; i < size_; ++i) {
      const int32_t digit = whole_[i];
      if (carry) {
        whole_[i] = 0xffffff - digit;
      } else if (digit != 0) {
        carry = true;
        whole_[i] = 0x1000000 - digit;
      }
    }
    if (scale_ == 1) whole_[size_ - 1] &= 0x7fffff;
    if (scale_ == 2) whole_[size_ - 1] &= 0x3fffff;
    if (upper_half_ != 2) return z;
    z = 1.0 - z;
    if (carry) z -= std::scalbn(1.0, scale_);
    return z;
  }

  Angle summed() {
    if (rest_ == 0) {
      do {
        --size_;
        scale_ -= 24;
      } while (whole_[size_] == 0);
    } else {
      const double z = std::scalbn(rest_, -scale_);
      if (z >= kTwo24) {
        const double carry = static_cast<int32_t>(0x1p-24 * z);
        whole_[size_] = static_cast<int32_t>(z - kTwo24 * carry);
        ++size_;
        scale_ += 24;
        whole_[size_] = static_cast<int32_t>(carry);
      } else {
        whole_[size_] = static_cast<int32_t>(z);
      }
    }
    double worth = std::scalbn(1.0, scale_);
    for (int i = size_; i >= 0; --i, worth *= 0x1p-24) product_[i] = worth * whole_[i];
    double terms[kMost];
    for (int i = size_; i >= 0; --i) {
      double sum = 0;
      for (int k = 0; k <= kDigits && k <= size_ - i; ++k) sum += kHalfPi24[k] * product_[i + k];
      terms[size_ - i] = sum;
    }
    double high = 0;
    for (int i = size_; i >= 0; --i) high += terms[i];
    double low = terms[0] - high;
    for (int i = 1; i <= size_; ++i) low += terms[i];
    const Angle angle{high, low, quarters_ & 7};
    return upper_half_ == 0 ? angle : Angle{-high, -low, angle.quarters};
  }

  static constexpr int kMost = 20;

  const double* digits_;
  const int last_, skipped_;  // the last of the digits; digits of 2/pi that make multiples of 8 only
  int scale_;                 // the exponent of the first digit of the product behind the point
  int size_ = kDigits;
  int quarters_ = 0, upper_half_ = 0;
  double rest_ = 0;
  double factor_[kMost] = {}, product_[kMost] = {};
  int32_t whole_[kMost] = {};
};

// Up to 2^19 pi/2: multiples of pi/2 by parts of it, with as many of these as what is left needs.
Angle middle_angle(double x) {
  const int32_t ix = high_word(x);
  const int n = static_cast<int>(x * 6.36619772367581382433e-01 + 0.5);
  double r = x - n * kHalfPi1, w = n * kLeft1;
  Angle a{r - w, 0, n};
  // That x is none of the first multiples of pi/2, by its high word, is enough for the first part.
  if (n >= 32 || n == 0 || ix == high_word(n * 1.57079632679489655800)) {
    const auto lost = [&] { return (ix >> 20) - ((high_word(a.high) >> 20) & 0x7ff); };  // bits that have cancelled out
    const auto again = [&](double part, double left) {
      const double t = r;
      w = n * part;
      r = t - w;
      w = n * left - ((t - r) - w);
      a.high = r - w;
    };
    if (lost() > 16) {
      again(kHalfPi2, kLeft2);
      if (lost() > 49) again(kHalfPi3, kLeft3);
    }
  }
  a.low = (r - a.high) - w;
  return a;
}

Angle reduce(double x) {
  const int32_t ix = high_word(x) & 0x7fffffff;
  if (ix <= 0x3fe921fb) return {x, 0, 0};
  if (std::signbit(x)) return -reduce(-x);
  if (ix < 0x4002d97c) {  // 3 pi / 4
    const bool near = ix == 0x3ff921fb;
    const double z = near ? (x - kHalfPi1) - kHalfPi2 : x - kHalfPi1, left = near ? kLeft2 : kLeft1, high = z - left;
    return {high, (z - high) - left, 1};
  }
  if (ix <= 0x413921fb) return middle_angle(x);
  const int exponent = (ix >> 20) - 1046;
  double z = with_high_word(x, ix - (exponent << 20));
  double digits[3];
  for (double& d : digits) {
    d = static_cast<int32_t>(z);
    z = (z - d) * kTwo24;
  }
  int count = 3;
  while (digits[count - 1] == 0) --count;
  return LargeAngle(digits, count, exponent).reduced();
}

double sine(const Angle& a) {
  const double x = a.high, y = a.low;
  if ((high_word(x) & 0x7fffffff) < 0x3e400000) return x;
  const double z = x * x, v = z * x;
  const double r =
      8.33333333332248946124e-03 +
      z * (-1.98412698298579493134e-04 +
           z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
  constexpr double first = -1.66666666666666324348e-01;
  if (y == 0) return x + v * (first + z * r);
  return x - ((z * (0.5 * y - v * r) - y) - v * first);
}

double cosine(const Angle& a) {
  const double x = a.high, y = a.low;
  const int32_t ix = high_word(x) & 0x7fffffff;
  if (ix < 0x3e400000) return 1.0;
  const double z = x * x;
  const double r = z * (4.16666666666666019037e-02 +
                        z * (-1.38888888888741095749e-03 +
                             z * (2.48015872894767294178e-05 +
                                  z * (-2.75573143513906633035e-07 +
                                       z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
  if (ix < 0x3FD33333) return 1.0 - (0.5 * z - (z * r - x * y));
  const double quarter = ix > 0x3fe90000 ? 0.28125 : with_high_word(0.0, ix - 0x00200000);  // about |x| / 4
  const double hz = 0.5 * z - quarter;
  return (1.0 - quarter) - (hz - (z * r - x * y));
}

// -1 / (high + low), for high with its lower half set to zero once more: a quotient of twice the bits.
double minus_reciprocal(double sum, double low_part) {
  const double z = with_low_word(sum, 0), a = -1.0 / sum, t = with_low_word(a, 0);
  return t + a * ((1.0 + t * z) + t * low_part);
}

double tangent(const Angle& angle) {
  double x = angle.high, y = angle.low;
  const bool cotangent = angle.quarters & 1;
  const int32_t hx = high_word(x), ix = hx & 0x7fffffff;
  if (ix < 0x3e300000 && !cotangent) return x;
  if (ix < 0x3e300000) {
    const double w = x + y, z = with_low_word(w, 0);
    return minus_reciprocal(w, y - (z - x));
  }
  const bool large = ix >= 0x3FE59428;  // |x| >= 0.6744
  if (large) {
    if (hx < 0) {
      x = -x;
      y = -y;
    }
    x = (7.85398163397448278999e-01 - x) + (3.06161699786838301793e-17 - y);
    y = 0;
  }
  const double z = x * x, w = z * z;
  double r =
      1.33333333333201242699e-01 +
      w * (2.18694882948595424599e-02 +
           w * (3.59207910759131235356e-03 +
                w * (5.88041240820264096874e-04 + w * (7.81794442939557092300e-05 + w * -1.85586374855275456654e-05))));
  const double v = z * (5.39682539762260521377e-02 +
                        w * (8.86323982359930005737e-03 +
                             w * (1.45620945432529025516e-03 +
                                  w * (2.46463134818469906812e-04 +
                                       w * (7.14072491382608190305e-05 + w * 2.59073051863633712884e-05)))));
  const double s = z * x;
  r = y + z * (s * (r + v) + y);
  r += 3.33333333333334091986e-01 * s;
  const double sum = x + r;
  if (large) {
    const double sign = cotangent ? -1.0 : 1.0;
    return (hx < 0 ? -1.0 : 1.0) * (sign - 2.0 * (x - (sum * sum / (sum + sign) - r)));
  }
  if (!cotangent) return sum;
  return minus_reciprocal(sum, r - (with_low_word(sum, 0) - x));
}

}  // namespace

double sin(double x) {
  if (!std::isfinite(x)) return kNaN;
  const Angle a = reduce(x);
  switch (a.quarters & 3) {
    case 0: return sine(a);
    case 1: return cosine(a);
    case 2: return -sine(a);
    default: return -cosine(a);
  }
}

double cos(double x) {
  if (!std::isfinite(x)) return kNaN;
  const Angle a = reduce(x);
  switch (a.quarters & 3) {
    case 0: return cosine(a);
    case 1: return -sine(a);
    case 2: return -cosine(a);
    default: return sine(a);
  }
}

double tan(double x) { return std::isfinite(x) ? tangent(reduce(x)) : kNaN; }

}  // namespace jmc::natives::strict
