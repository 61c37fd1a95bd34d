# SPDX-License-Identifier: Apache-2.0
"""Functions for polynomials.txt that mpmath does not have."""
from mpmath import erf, erfc, erfinv, exp, log, loggamma, mp, mpf, sin, sqrt


def erfcx(x):
    return exp(x * x) * erfc(x)


def erfcinv(m):
    """Newton's iteration on log(erfc(y)) = log(m), which is nearly a parabola."""
    if m > 0.1:
        return erfinv(1 - m)
    y = sqrt(-log(m)) * mpf("0.9")
    for _ in range(12):
        e = erfc(y)
        d = (log(e) - log(m)) * e * sqrt(mp.pi) / (2 * exp(-y * y))
        y += d
        if abs(d) < mpf(10) ** (10 - mp.dps):
            break
    return y


def erfinv_of(w):
    """erfinv(x) / x for w = -log2(1 - x^2)"""
    x = sqrt(1 - mpf(2) ** -w)
    return erfinv(x) / x


def erfcinv_of(r):
    """erfcinv(m) r for r = (-log2 m)^(-1/2)"""
    return erfcinv(mpf(2) ** (-1 / (r * r))) * r


def stirling(w):
    """What log(gamma(x)) is more than (x - 1/2) (log(x) - 1), for w = 1/x"""
    x = 1 / mpf(w)
    return loggamma(x) - (x - mpf(1) / 2) * (log(x) - 1)


def exp_stirling(w):
    """gamma(x) over x^(x - 1/2) e^-x, for w = 1/x"""
    x = 1 / mpf(w)
    return exp(loggamma(x) - (x - mpf(1) / 2) * log(x) + x)


def sinc(z):
    """sin(pi x) / (pi x) for z = x^2"""
    x = mp.pi * sqrt(z)
    return sin(x) / x
