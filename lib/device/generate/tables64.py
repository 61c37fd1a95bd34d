#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables of the device math library in double precision: ../math/tables64.h.

LOG_TABLE: for each of 128 intervals of [0.6875, 1.375) a number c inside it, as 1/c and log(c). Of the numbers
near the interval's middle the one is taken whose logarithm is within 2^-62 of a multiple of 2^-42: then
e ln2_high + log(c) is exact, and log(c) too as far as it matters (S. Gal, B. Bachelis, "An accurate elementary
mathematical library for the IEEE floating point standard", ACM TOMS 17, 1991). A third number is what is left.
The two intervals next to 1 have c = 1, so that nothing cancels there.

TWO_OVER_PI: 2/pi's bits, 64 a word, after one word of zeros.
"""
import mpmath
from mpmath import mp, mpf

mp.prec = 140
BINS, LOW_HIGH_WORD = 128, 0x3FE60000


def interval(i):
    """The numbers whose high word is in [LOW + i << 13, ... + 1 << 13), with the exponent taken off above 2."""
    def value(word):
        return mpf((word & 0xFFFFF) + 0x100000) * mpf(2) ** ((word >> 20) - 1023 - 20)
    return value(LOW_HIGH_WORD + (i << 13)), value(LOW_HIGH_WORD + (i + 1 << 13))


def row(i):
    low, high = interval(i)
    if low == 1 or high == 1:
        return 1.0, 0.0, 0.0
    middle = float(2 / (low + high))
    for k in range(1 << 24):
        step = (k + 1) // 2 * (1 if k & 1 else -1)
        inverse = middle + step * 2.0 ** -38
        l = -mpmath.log(mpf(inverse))
        scaled = l * 2 ** 42
        near = mpmath.nint(scaled)
        if abs(scaled - near) < mpf(2) ** -17:
            return inverse, float(near * mpf(2) ** -42), float(l - near * mpf(2) ** -42)
    raise SystemExit("no number found")


def main():
    print("// SPDX-License-Identifier: Apache-2.0")
    print("// Written by lib/device/generate/tables64.py.")
    print("\n// 1/c, log(c), what is left of log(c)")
    print("#define LOG_TABLE \\")
    rows = ["    {%s, %s, %s, 0}" % tuple(v.hex() for v in row(i)) for i in range(BINS)]
    print(", \\\n".join(rows))
    mp.prec = 1400
    digits = int(mpmath.floor(2 / mp.pi * mpf(2) ** (19 * 64)))
    words = [digits >> 64 * (18 - i) & (2 ** 64 - 1) for i in range(19)]
    print("\n#define TWO_OVER_PI \\")
    print(", \\\n".join("    " + ", ".join("0x%016xull" % w for w in ([0] + words)[k:k + 4]) for k in range(0, 20, 4)))


main()
