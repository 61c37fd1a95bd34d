#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Jump polynomials of the linear random number generators, for lib/include/curand/*_jump.h.

    curand_jumps.py xorwow|mrg32k3a     print the header

A linear generator's state n steps ahead is p(A) s, where A is one step's matrix and p = x^n mod its
characteristic polynomial (H. Haramoto, M. Matsumoto, T. Nishimura, F. Panneton, P. L'Ecuyer, "Efficient jump
ahead for F2-linear random number generators", 2008). The headers have p for the digits of n in a base, times the
length of a sequence; device code applies one polynomial a digit. Same input, same bytes.
"""
import sys

WORD = 0xFFFFFFFF

# ---- XORWOW: 160 bits over GF(2) ------------------------------------------------------------------


def xorwow_step(v):
    """G. Marsaglia, "Xorshift RNGs", 2003, p. 5, without the Weyl sequence."""
    t = v[0] ^ (v[0] >> 2)
    return v[1:] + [(v[4] ^ (v[4] << 4) ^ t ^ (t << 1)) & WORD]


def minimal_polynomial(bits):
    """Berlekamp and Massey's algorithm over GF(2); coefficient i is bit i, x^degree the last one."""
    c, b, length, since = 1, 1, 0, 1
    window = 0
    for n, bit in enumerate(bits):
        window = window << 1 | bit  # bit i: the sequence's element n - i
        if bin(window & c).count("1") & 1 == 0:
            since += 1
            continue
        old = c
        c ^= b << since
        if 2 * length <= n:
            length, b, since = n + 1 - length, old, 1
        else:
            since += 1
    # c is the connection polynomial, the reverse of the characteristic one
    return int(bin(c)[2:].zfill(length + 1)[::-1], 2)


def gf2_times(a, b, modulus):
    degree = modulus.bit_length() - 1
    product = 0
    while b:
        if b & 1:
            product ^= a
        b >>= 1
        a <<= 1
        if a >> degree & 1:
            a ^= modulus
    return product


def xorwow_words(p):
    """Five words: coefficient 5 j + k is bit j of word k, so that five steps use one bit of each."""
    return [sum((p >> (5 * j + k) & 1) << j for j in range(32)) for k in range(5)]


def xorwow():
    v, bits = [1, 2, 3, 4, 5], []
    for _ in range(400):
        bits.append(v[0] & 1)
        v = xorwow_step(v)
    modulus = minimal_polynomial(bits)
    assert modulus.bit_length() == 161
    times = lambda a, b: gf2_times(a, b, modulus)
    header("XORWOW: x^(digit 16^place length), a word for each of five consecutive steps.", "XORWOW")
    for name, log in (("xorwow_ahead", 0), ("xorwow_sequence", 67)):
        table(name, "unsigned int", powers(2, times, log, 4), xorwow_words, "0x%08xu", 5)


# ---- MRG32k3a: two recurrences of degree three modulo primes --------------------------------------

# P. L'Ecuyer, "Good parameters and implementations for combined multiple recursive random number
# generators", 1999: s[n] = a s[n-1] + b s[n-2] + c s[n-3] modulo m
COMPONENTS = ((4294967087, 0, 1403580, -810728), (4294944443, 527612, 0, -1370589))


def mrg_times(p, q, component):
    m, a, b, c = component
    r = [0] * 5
    for i in range(3):
        for j in range(3):
            r[i + j] += p[i] * q[j]
    for i in (4, 3):  # x^i = a x^(i-1) + b x^(i-2) + c x^(i-3)
        r[i - 1] += a * r[i]
        r[i - 2] += b * r[i]
        r[i - 3] += c * r[i]
    return [x % m for x in r[:3]]


def mrg32k3a():
    header("MRG32k3a: x^(digit 4^place length), three coefficients for each of the two components.", "MRG32K3A")
    times = lambda p, q: [mrg_times(p[i], q[i], COMPONENTS[i]) for i in range(2)]
    x = [[0, 1, 0], [0, 1, 0]]
    for name, log in (("mrg_ahead", 0), ("mrg_subsequence", 76), ("mrg_sequence", 127)):
        table(name, "unsigned int", powers(x, times, log, 2), lambda p: p[0] + p[1], "%uu", 6)


# ---- what both have -------------------------------------------------------------------------------


def powers(x, times, log, digit_bits):
    """x^(digit base^place 2^log) for each place of a number of 64 bits and each digit that is not zero."""
    for _ in range(log):
        x = times(x, x)
    for _ in range(64 // digit_bits):
        p = x
        for _ in range(2**digit_bits - 1):
            yield p
            p = times(p, x)
        x = p


def header(what, guard):
    print("// SPDX-License-Identifier: Apache-2.0")
    print("// Jump polynomials of " + what)
    print("// Written by tools/gen/curand_jumps.py (make curand-tables).")
    print("#ifndef CUPRUM_CURAND_%s_JUMP_H\n#define CUPRUM_CURAND_%s_JUMP_H\n" % (guard, guard))
    print("namespace cuprum_curand {")


def table(name, kind, polynomials, words, form, width):
    print("static __device__ const %s %s[][%d] = {" % (kind, name, width))
    for p in polynomials:
        print("{" + ",".join(form % w for w in words(p)) + "},")
    print("};")


{"xorwow": xorwow, "mrg32k3a": mrg32k3a}[sys.argv[1]]()
print("} // namespace cuprum_curand\n\n#endif")
