# SPDX-License-Identifier: Apache-2.0
# Writes lib/include/cuprum_random_jumps.h: what the generators of curand_kernel.h need to jump.
#   XORWOW (Marsaglia, "Xorshift RNGs", 2003): its five words are one linear recurrence over GF(2) with a
#   characteristic polynomial P of degree 160. x^(2^k) mod P jumps by 2^k (Haramoto, Matsumoto, Nishimura,
#   Panneton, L'Ecuyer, "Efficient jump ahead for F2-linear random number generators", 2008).
#   MRG32k3a (L'Ecuyer, "Good parameters and implementations for combined multiple recursive random number
#   generators", 1999): powers of two 3x3 matrices.
DEGREE = 160


def step(v):
    t = v[0] ^ (v[0] >> 2)
    last = (v[4] ^ (v[4] << 4) ^ t ^ (t << 1)) & 0xFFFFFFFF
    return v[1:] + [last]


def berlekamp_massey(bits):
    c, b, length, m = 1, 1, 0, 1
    for n in range(len(bits)):
        d = 0
        for i in range(length + 1):
            d ^= (c >> i & 1) & bits[n - i]
        if not d:
            m += 1
        elif 2 * length <= n:
            c, b, length, m = c ^ (b << m), c, n + 1 - length, 1
        else:
            c ^= b << m
            m += 1
    return c, length


def polynomial():
    v, bits = [1, 2, 3, 4, 5], []
    for _ in range(2 * DEGREE + 40):
        bits.append(v[4] & 1)
        v = step(v)
    c, length = berlekamp_massey(bits)
    assert length == DEGREE
    # the connection polynomial, read from the other end
    return sum((c >> (DEGREE - i) & 1) << i for i in range(DEGREE + 1))


def reduce(p, modulus):
    for i in range(p.bit_length() - 1, DEGREE - 1, -1):
        if p >> i & 1:
            p ^= modulus << (i - DEGREE)
    return p


def square(p):
    out, i = 0, 0
    while p >> i:
        out |= (p >> i & 1) << (2 * i)
        i += 1
    return out


def jumps(count):
    modulus, p = polynomial(), 2
    for _ in range(count):
        yield p
        p = reduce(square(p), modulus)


M1, M2 = 4294967087, 4294944443
A1 = [[0, 1, 0], [0, 0, 1], [M1 - 810728, 1403580, 0]]
A2 = [[0, 1, 0], [0, 0, 1], [M2 - 1370589, 0, 527612]]


def times(a, b, m):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) % m for j in range(3)] for i in range(3)]


def power_of_two(a, k, m):
    for _ in range(k):
        a = times(a, a, m)
    return a


def main():
    print("// SPDX-License-Identifier: Apache-2.0")
    print("// Made by lib/device/generate/random_jumps.py, which says what it is. A part of curand_kernel.h.")
    print("#ifndef CUPRUM_RANDOM_JUMPS_H\n#define CUPRUM_RANDOM_JUMPS_H\n")
    print("// x^(2^k) modulo the characteristic polynomial of XORWOW, its lowest coefficients first")
    print("static __device__ const unsigned int __cuprum_xorwow_jump[131][5] = {")
    for p in jumps(131):
        words = ", ".join("0x%08xu" % (p >> (32 * i) & 0xFFFFFFFF) for i in range(5))
        print("    {%s}," % words)
    print("};\n")
    for name, k in (("one", 0), ("subsequence", 76), ("sequence", 127)):
        print("// the matrices of MRG32k3a to the power of 2^%d" % k)
        print("static __device__ const unsigned int __cuprum_mrg_%s[2][3][3] = {" % name)
        for a, m in ((A1, M1), (A2, M2)):
            rows = ", ".join("{%s}" % ", ".join("%du" % x for x in row) for row in power_of_two(a, k, m))
            print("    {%s}," % rows)
        print("};")
    print("\n#endif")


main()
