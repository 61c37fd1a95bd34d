#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Piecewise polynomials of the device math library in double precision: ../math/pieces64.h.

    pieces64.py [NAME...]           print them (all: what `make math-tables` writes)

A function's argument is cut into intervals, each of which has a row of coefficients; on it the polynomial that
meets the function in Chebyshev's points is within a factor of about 2 of the best one (L. N. Trefethen,
"Approximation Theory and Approximation Practice", 2013, chapter 15). A row that is near a zero of the function is
centred at that zero, in two numbers, and has no constant term: the result is relatively accurate there.

A row: the centre (two numbers where there are zeros; none where middles are multiples of a step), then the
coefficients from the constant one on, and, where there are no zeros, what the constant one's rounding loses.
"""
import sys

import mpmath
from mpmath import mp, mpf

mp.dps = 45


def interpolate(f, low, high, n):
    """Coefficients in t of the polynomial through n of Chebyshev's points; the largest relative error, but for the constant's
    rounding."""
    mid, half = (low + high) / 2, (high - low) / 2
    points = [mid + half * mpmath.cos(mp.pi * (2 * k + 1) / (2 * n)) for k in range(n)]
    a, b = mpmath.matrix(n, n), mpmath.matrix(n, 1)
    for r, t in enumerate(points):
        for c in range(n):
            a[r, c] = t ** c
        b[r] = f(t)
    solution = mpmath.lu_solve(a, b)
    coef, exact = [float(c) for c in solution], solution[0]
    error = mpf(0)
    for k in range(2 * n):
        t = mid + half * mpmath.cos(mp.pi * (k + mpf(1) / 3) / (2 * n))
        value = f(t)
        error = max(error, abs(mpmath.polyval([mpf(c) for c in coef[:0:-1]] + [exact], t) / value - 1))
    return coef, error


def piece(f, low, high, center, n, zeros=()):
    """Of f around a centre; or around a zero of f within the interval's length of it."""
    near = [z for z in zeros if low - (high - low) / 2 < z < high + (high - low) / 2]
    if near:
        z = near[0]
        tiny = mpf(10) ** -20
        coef, error = interpolate(lambda t: f(z + (t if t else tiny)) / (t if t else tiny), low - z, high - z, n - 1)
        return [float(z), float(z - mpf(float(z))), 0.0] + coef, error
    coef, error = interpolate(lambda t: f(center + t), low - center, high - center, n)
    return [float(center), 0.0] + coef, error


def logarithmic(octave_low, octaves, rows, shift=0):
    """Intervals [low, high), their middles: `rows` in each octave, less `shift`."""
    for k in range(octaves):
        base = mpf(octave_low) * 2 ** k
        for i in range(rows):
            low, high = base * (1 + mpf(i) / rows), base * (1 + mpf(i + 1) / rows)
            yield low - shift, high - shift, (low + high) / 2 - shift


def show(name, text, rows):
    worst = max(e for _, e in rows)
    print("\n// %s: 2^%.2f" % (text, mpmath.log(worst, 2)))
    print("#define %s \\" % name)
    print(", \\\n".join("    {" + ", ".join(v.hex() if v else "0" for v in row) + "}" for row, _ in rows))


# ---- the functions -------------------------------------------------------------------------------

def erf_over_x(x):
    return mpmath.erf(x) / x if x else 2 / mpmath.sqrt(mp.pi)


def erfcx(x):
    return mpmath.exp(x * x) * mpmath.erfc(x)


def inverse_error(w):
    """erfinv(x) / x, where w = -log(1 - x^2)."""
    if abs(w) < mpf(10) ** -15:
        return mpmath.sqrt(mp.pi) / 2
    if w < 0:  # next to 0, for the first row: by the series in x^2 = 1 - e^-w
        s, z = mpf(0), -mpmath.expm1(-w) * mp.pi / 4
        for k, c in enumerate(series):
            s += c * z ** k / (2 * k + 1)
        return s * mpmath.sqrt(mp.pi) / 2
    small = mpmath.exp(-w)
    x = mpmath.sqrt(-mpmath.expm1(-w))
    complement = small / (1 + x)
    y = mpmath.sqrt(w) * mpf("0.9")
    for _ in range(60):
        e = mpmath.erfc(y)
        step = mpmath.log(e / complement) * e * mpmath.sqrt(mp.pi) / 2 * mpmath.exp(y * y)
        y += step
        if abs(step) < abs(y) * mpf(10) ** -40:
            break
    return y / x


def inverse_series(n):
    c = [mpf(1)]
    for k in range(1, n):
        c.append(sum(c[m] * c[k - 1 - m] / ((m + 1) * (2 * m + 1)) for m in range(k)))
    return c


series = inverse_series(40)


def log_gamma_less_zeros(x):
    return mpmath.loggamma(x).real / ((x - 1) * (x - 2))


def rows_without_center(f, step, count, n):
    for i in range(count):
        row, error = piece(f, i * step - step / 2, i * step + step / 2, i * step, n)
        low = float(f(i * step) - mpf(row[2]))  # of the constant term
        yield row[2:] + [low, 0.0], error


def equal(step, count):
    for i in range(count):
        yield i * step, (i + 1) * step, (i + mpf(1) / 2) * step


def rows_with_zeros(f, intervals, n, zeros):
    for low, high, center in intervals:
        yield piece(f, low, high, center, n, zeros)


def rows_with_center(f, intervals, n):
    for low, high, center in intervals:
        row, error = piece(f, low, high, center, n)
        lost = float(f(center) - mpf(row[2])) if center else 0.0
        yield [row[0]] + row[2:] + [lost], error


TABLES = {
    "ERF": ("erf(x)/x, middles at multiples of 1/4", lambda: rows_without_center(erf_over_x, mpf(1) / 4, 25, 12)),
    "ERFCX": ("e^(x^2) erfc(x), 1 + x by 8 an octave",
              lambda: rows_with_center(erfcx, logarithmic(1, 5, 8, 1), 12)),
    "ERFINV": ("erfinv(x)/x of w = -log(1 - x^2), 1 + w by 4 an octave",
               lambda: rows_with_center(inverse_error, logarithmic(1, 10, 4, 1), 14)),
    "GAMMA": ("gamma(x) from 1/2 to 8, by 8 an octave",
              lambda: rows_with_center(mpmath.gamma, logarithmic(mpf(1) / 2, 4, 8), 14)),
    "LGAMMA": ("log(gamma(x)) / ((x - 1) (x - 2)) from 1/2 to 8, by 8 an octave",
               lambda: rows_with_center(log_gamma_less_zeros, logarithmic(mpf(1) / 2, 4, 8), 12)),
    "J0": ("J0(x), by 1/2", lambda: rows_with_zeros(
        lambda x: mpmath.besselj(0, x), equal(mpf(1) / 2, 16), 14, [mpmath.besseljzero(0, k) for k in (1, 2, 3)])),
    "J1": ("J1(x), by 1/2", lambda: rows_with_zeros(
        lambda x: mpmath.besselj(1, x), equal(mpf(1) / 2, 16), 14,
        [mpf(0)] + [mpmath.besseljzero(1, k) for k in (1, 2)])),
    "Y0": ("Y0(x) from 1/2, by 8 an octave", lambda: rows_with_zeros(
        lambda x: mpmath.bessely(0, x), logarithmic(mpf(1) / 2, 4, 8), 14,
        [mpmath.besselyzero(0, k) for k in (1, 2, 3)])),
    "Y1": ("Y1(x) from 1/2, by 8 an octave", lambda: rows_with_zeros(
        lambda x: mpmath.bessely(1, x), logarithmic(mpf(1) / 2, 4, 8), 14,
        [mpmath.besselyzero(1, k) for k in (1, 2, 3)])),
    "I0": ("e^-x I0(x), 1 + x by 4 an octave", lambda: rows_with_center(
        lambda x: mpmath.exp(-x) * mpmath.besseli(0, x), logarithmic(1, 10, 4, 1), 14)),
    "I1": ("e^-x I1(x) / x, 1 + x by 4 an octave", lambda: rows_with_center(
        lambda x: mpmath.exp(-x) * (mpmath.besseli(1, x) / x if x else mpf(1) / 2), logarithmic(1, 10, 4, 1), 14)),
}


def main():
    wanted = sys.argv[1:]
    print("// SPDX-License-Identifier: Apache-2.0")
    print("// Written by lib/device/generate/pieces64.py: over each table what its rows approximate, and the largest")
    print("// relative error.")
    for name, (text, rows) in TABLES.items():
        if not wanted or name in wanted:
            show(name + "_PIECES", text, list(rows()))


if __name__ == "__main__":
    main()
