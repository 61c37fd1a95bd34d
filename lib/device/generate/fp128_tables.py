#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Constants of lib/device/fp128_math.cu, with mpmath: fp128_tables.py >../fp128_tables.h (committed)."""
import mpmath
from mpmath import mp, mpf

mp.prec = 17200
TWO_OVER_PI_BITS = 16384 + 512


def words(n, count):
    """`count` words of 64 bits, the highest first"""
    return ["0x%016xull" % (n >> 64 * k & (1 << 64) - 1) for k in reversed(range(count))]


def constant(name, x, bits=128):
    """The significand of x to `bits` bits, its highest bit set, and its exponent"""
    e = int(mpmath.floor(mpmath.log(x, 2)))
    m = int(mpmath.nint(mpmath.ldexp(x, bits - 1 - e))) << 128 - bits
    print("#define %s make(%s, %s, %d)" % ((name,) + tuple(words(m, 2)) + (e,)))
    return mpf(m) * mpf(2) ** (e - 127)


print("// SPDX-License-Identifier: Apache-2.0")
print("// Written by lib/device/generate/fp128_tables.py.")
ln2 = mpmath.log(2)
high = constant("LN2_HIGH", ln2, 100)
constant("LN2_LOW", ln2 - high)
constant("LN2", ln2)
constant("LN10", mpmath.log(10))
constant("LOG2_E", 1 / ln2)
constant("LOG10_E", 1 / mpmath.log(10))
constant("PI_BY_2", mp.pi / 2)


def fractions(name, text, divisors):
    """128 bits behind the point of 1 / divisor"""
    print("// " + text)
    print("TABLE u64 %s[][2] = {" % name)
    for d in divisors:
        print("    {%s, %s}," % tuple(words(((1 << 129) // d + 1) >> 1, 2)))
    print("};")


fractions("inverses", "1 / k from k = 2 on, 128 bits", range(2, 56))
fractions("pair_inverses", "1 / (k (k + 1)) from k = 1 on, 128 bits", [k * (k + 1) for k in range(1, 36)])
print("// 2/pi after 128 zeros")
print("TABLE u64 two_over_pi_words[] = {")
out = words(int(mpmath.floor(mpmath.ldexp(2 / mp.pi, TWO_OVER_PI_BITS))), TWO_OVER_PI_BITS // 64)
out = ["0", "0"] + out
for i in range(0, len(out), 4):
    print("    " + ", ".join(out[i:i + 4]) + ",")
print("};")
