#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Minimax polynomials of the device math library, from polynomials.txt to ../math/polynomials.h, and from
polynomials64.txt to ../math/polynomials64.h.

    polynomials.py [polynomials64.txt] [NAME...]   print them (all: what `make math-tables` writes)

Each is found by Remez' second algorithm (J.-M. Muller, "Elementary Functions", 3rd ed., chapter 3) with
mpmath; its coefficients are rounded to their format one at a time, the lowest power first, and those that
are left are fitted again to what the rounded ones leave over (cf. N. Brisebarre, J.-M. Muller, A. Tisserand,
"Computing machine-efficient polynomial approximations", 2006). Same input, same bytes.

A line of polynomials.txt:
    NAME | f(x) | low high | powers | weight w(x) | format
minimizes the largest |w (p - f)| on [low, high]; all expressions are mpmath's, and functions.py's. powers: `0-7`, `1-9:2` (every
second), `0,2,3`. format: f32 or f64; `f32:1 f64` is f64 for all but power 1; `=1:0.5` fixes power 1; `search`: see there;
`search at:0.5:1`: by Horner's scheme with fused operations of f32 the value at 0.5 is 1.
"""
import os
import re
import struct
import sys

import mpmath
from mpmath import mp, mpf

import functions

mp.dps = 60
POINTS = 600
names = {**vars(mpmath), **vars(functions)}


def rounded(x, form):
    """The nearest number of the format (no overflow, no subnormals among coefficients)."""
    if x == 0:
        return mpf(0)
    bits = 24 if form == "f32" else 53
    m, e = mpmath.frexp(x)
    return mpmath.ldexp(mpmath.nint(mpmath.ldexp(m, bits)), e - bits)


def powers_of(text):
    out = []
    for part in text.split(","):
        m = re.fullmatch(r"(\d+)(?:-(\d+)(?::(\d+))?)?", part.strip())
        out += range(int(m[1]), int(m[2] or m[1]) + 1, int(m[3] or 1))
    return out


def grid(low, high):
    """Chebyshev's points, both ends and none at 0, where quotients are not defined."""
    mid, half = (low + high) / 2, (high - low) / 2
    pts = [mid - half * mpmath.cos(mp.pi * k / (POINTS - 1)) for k in range(POINTS)]
    tiny = half * mpf(10) ** -12
    return [x if abs(x) > tiny else tiny for x in pts]


def remez(rows, powers):
    """rows: (x, target, weight). The coefficients of the best approximation with these powers."""
    n = len(powers)
    basis = [[x ** p for p in powers] for x, _, _ in rows]
    # the grid is dense towards its ends already
    pick = [round(k * (len(rows) - 1) / n) for k in range(n + 1)]
    best = None
    for _ in range(60):
        a, b = mpmath.matrix(n + 1, n + 1), mpmath.matrix(n + 1, 1)
        for r, k in enumerate(pick):
            for c in range(n):
                a[r, c] = basis[k][c]
            a[r, n] = (-1) ** r / rows[k][2]
            b[r] = rows[k][1]
        solution = mpmath.lu_solve(a, b)
        coef, level = [solution[c] for c in range(n)], abs(solution[n])
        err = [w * (mpmath.fdot(basis[k], coef) - t) for k, (_, t, w) in enumerate(rows)]
        top = max(abs(e) for e in err)
        if best is None or top < best[0]:
            best = (top, coef)
        if top <= level * mpf("1.0005"):
            break
        pick = exchange(err, pick, n + 1)
    return best[1]


def exchange(err, pick, count):
    """The extrema of each run of one sign; too many: the smaller end goes."""
    runs = []
    for k, e in enumerate(err):
        if runs and (err[runs[-1]] > 0) == (e > 0):
            if abs(e) > abs(err[runs[-1]]):
                runs[-1] = k
        else:
            runs.append(k)
    while len(runs) > count:
        if len(runs) == count + 1:
            del runs[0 if abs(err[runs[0]]) < abs(err[runs[-1]]) else -1]
            continue
        k = min(range(len(runs) - 1), key=lambda i: max(abs(err[runs[i]]), abs(err[runs[i + 1]])))
        del runs[k:k + 2]
    return runs if len(runs) == count else pick


def fit(function, low, high, powers, weight, forms, fixed):
    f, w = (eval("lambda x: " + t, names) for t in (function, weight))
    rows = [(x, f(x), abs(w(x))) for x in grid(low, high)]
    done = {}
    for p, value in fixed.items():
        done[p] = value
        rows = [(x, t - value * x ** p, wt) for x, t, wt in rows]
    left = [p for p in powers if p not in done]
    while left:
        coef = remez(rows, left)
        p = left.pop(0)
        c = done[p] = rounded(coef[0], forms.get(p, forms[None]))
        rows = [(x, t - c * x ** p, wt) for x, t, wt in rows]
    error = max(wt * abs(t) for _, t, wt in rows)
    return [done[p] for p in powers], error


def horner(coef, x):
    sum = coef[-1]
    for c in coef[-2::-1]:
        sum = rounded(sum * x + c, "f32")
    return sum


def search(function, low, high, powers, weight, forms, at=None):
    """Of an interval around 0, in which rounding one coefficient after the other does not work (what is left is no
    Chebyshev system): all are rounded, and then moved by units in the last place, one or two at a time, as long as
    that makes the largest error smaller."""
    f, w = (eval("lambda x: " + t, names) for t in (function, weight))
    rows = [(x, f(x), abs(w(x))) for x in grid(low, high)]
    coef = [rounded(c, forms.get(p, forms[None])) for p, c in zip(powers, remez(rows, powers))]
    err = [float(wt * (mpmath.fdot(coef, [x ** p for p in powers]) - t)) for x, t, wt in rows]
    unit = [mpmath.ldexp(1, mpmath.frexp(c)[1] - (24 if forms.get(p, forms[None]) == "f32" else 53))
            for p, c in zip(powers, coef)]
    step = [[float(wt * u * x ** p) for x, _, wt in rows] for p, u in zip(powers, unit)]
    moves = [((i, a),) for i in range(len(powers)) for a in (-1, 1)]
    moves += [((i, a), (j, b)) for i in range(len(powers)) for j in range(i) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2)]
    best = max(map(abs, err))
    while True:
        found = None
        order = sorted(range(len(err)), key=lambda k: -abs(err[k])) # a bad move shows early
        for move in moves:
            top = 0
            for k in order:
                e = err[k]
                for i, a in move:
                    e += a * step[i][k]
                top = max(top, abs(e))
                if top >= best:
                    break
            if top < best:
                best, found = top, move
        if not found:
            break
        for i, a in found:
            coef[i] += a * unit[i]
            err = [e + a * d for e, d in zip(err, step[i])]
    if at and horner(coef, at[0]) != at[1]: # the move that makes it so and the least larger error
        def moved(move):
            return [c + unit[k] * sum(a for i, a in move if i == k) for k, c in enumerate(coef)]
        best, coef = min((max(abs(e + sum(a * step[i][k] for i, a in move)) for k, e in enumerate(err)), moved(move))
                         for move in moves if horner(moved(move), at[0]) == at[1])
    return coef, mpf(best)


def literal(x, form):
    if form == "f32":
        return "from32(0x%08xu)" % struct.unpack("<I", struct.pack("<f", float(x)))
    return "from64(0x%016xull)" % struct.unpack("<Q", struct.pack("<d", float(x)))


def hexadecimal(x, form):
    return float(x).hex() + ("f" if form == "f32" else "")


def describe(line):
    name, function, interval, powers, weight, form = (t.strip() for t in line.split("|"))
    low, high = (mpf(eval(t, names)) for t in interval.split())
    powers, forms, fixed = powers_of(powers), {None: "f32"}, {}
    searched, at = False, None
    for word in form.split():
        if word == "search":
            searched = True
        elif word.startswith("at:"):
            at = [mpf(eval(t, names)) for t in word.split(":")[1:]]
        elif word[0] == "=":
            p, value = word[1:].split(":")
            fixed[int(p)] = mpf(eval(value, names))
        elif ":" in word:
            forms[int(word.split(":")[1])] = word.split(":")[0]
        else:
            forms[None] = word
    if searched:
        coef, error = search(function, low, high, powers, weight, forms, at)
    else:
        coef, error = fit(function, low, high, powers, weight, forms, fixed)
    out = ["", "// %s on [%s] * %s: 2^%.2f" % (function, interval.replace(" ", ", "), weight, mpmath.log(error, 2))]
    for p, c in zip(powers, coef):
        out.append("#define %s_%d %s" % (name, p, hexadecimal(c, forms.get(p, forms[None]))))
    return out


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    wanted = sys.argv[1:]
    name = wanted.pop(0) if wanted and wanted[0].endswith(".txt") else "polynomials.txt"
    with open(os.path.join(here, name)) as f:
        lines = [t for t in f if "|" in t and not t.startswith("#")]
    print("// SPDX-License-Identifier: Apache-2.0")
    print("// Written by lib/device/generate/polynomials.py from %s: coefficients NAME_POWER, over each" % name)
    print("// group what is approximated, where, and the largest weighted error.")
    for line in lines:
        if not wanted or line.split("|")[0].strip() in wanted:
            print("\n".join(describe(line)))


main()
