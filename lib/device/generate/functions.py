# SPDX-License-Identifier: Apache-2.0
"""Functions for polynomials.txt that mpmath does not have."""
from mpmath import atan2, besseli, besselj, besseljzero, bessely, besselyzero, cos, erf, erfc, erfinv, exp, log
from mpmath import loggamma, mp, mpf, sin, sqrt


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


# ---- Bessel functions: their zeros are divided out, so that they can be multiplied back exactly --------
J = [[besseljzero(n, k) for k in (1, 2)] for n in (0, 1)]
Y = [[besselyzero(n, k) for k in (1, 2, 3)] for n in (0, 1)]
TOP = 64  # of x^2 for |x| < 8: there all terms of the polynomial have one sign


def j_small(n, t):
    """J_n(x) over x^n and its zeros below 8, for t = x^2 - TOP"""
    z = mpf(t) + TOP
    if z < mpf(10) ** -20:
        z = mpf(10) ** -20
    x = sqrt(z)
    return besselj(n, x) / (x ** n * (z - J[n][0] ** 2) * (z - J[n][1] ** 2))


def j_plain(n, z):
    """J_n(x) / x^n for z = x^2"""
    x = sqrt(mpf(z))
    return besselj(n, x) / x ** n


def y_small(n, z):
    """What Y_n(x) x^n has besides 2/pi log(x/first zero) J_n(x) x^n, over z - the first zero's square, z = x^2"""
    x = sqrt(mpf(z))
    return (bessely(n, x) - 2 / mp.pi * log(x / Y[n][0]) * besselj(n, x)) * x ** n / (z - Y[n][0] ** 2)


def y_zero(n, k, t):
    """Y_n(x) / t for t = x - its zero k (from 0)"""
    return bessely(n, Y[n][k] + t) / t


def modulus(n, w):
    """sqrt(pi x / 2) times the modulus of J_n and Y_n at x = 1 / sqrt(w)"""
    x = 1 / sqrt(mpf(w))
    return sqrt(mp.pi * x / 2 * (besselj(n, x) ** 2 + bessely(n, x) ** 2))


def phase(n, w):
    """x times the phase beyond x - (2 n + 1) pi / 4, at x = 1 / sqrt(w)"""
    x = 1 / sqrt(mpf(w))
    y, j = bessely(n, x), besselj(n, x)
    angle = x - (2 * n + 1) * mp.pi / 4
    c, s = cos(angle), sin(angle)
    return atan2(y * c - j * s, j * c + y * s) * x


def i_small(n, z):
    """I_n(x) / x^n for z = x^2"""
    x = sqrt(mpf(z))
    return besseli(n, x) / x ** n


def i_large(n, w):
    """sqrt(x) e^-x I_n(x) for x = 1 / w"""
    x = 1 / mpf(w)
    return besseli(n, x) * exp(-x) * sqrt(x)
