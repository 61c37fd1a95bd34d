#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables of the device math library in double precision: ../math/tables64.h.

LOG_TABLE: for each of 128 intervals of [0.6875, 1.375) a number c near its middle, as 1/c, log(c) rounded to a
multiple of 2^-42, and what is left of log(c). Then e ln2_high + log(c) is exact; and 1/c has so few bits that
x (1/c) - 1 is exact too, below 1/140 (P. T. P. Tang, "Table-driven implementation of the logarithm function",
ACM TOMS 16, 1990). The two intervals next to 1 have c = 1, so that nothing cancels there.

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
    bits = 7 if high <= 1 else 8
    inverse = mpmath.nint(2 / (low + high) * 2 ** bits) / 2 ** bits if low != 1 else mpf(1)
    assert max(abs(low * inverse - 1), abs(high * inverse - 1)) < mpf(1) / 126
    l = -mpmath.log(inverse)
    near = mpmath.nint(l * 2 ** 42) / 2 ** 42
    return float(inverse), float(near), float(l - near)


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
