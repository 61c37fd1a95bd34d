// SPDX-License-Identifier: Apache-2.0
// Defaulted functions over a lattice of virtual bases: each base is judged once, not on each of the
// 2^40 paths.
// RUN: cuprum %s --check-all --syntax-only
#define STEP(n, m)                                                                                 \
    struct L##m : virtual L##n, virtual R##n {                                                     \
        L##m() = default;                                                                          \
    };                                                                                             \
    struct R##m : virtual L##n, virtual R##n {                                                     \
        R##m() = default;                                                                          \
    };
#define FOUR(a, b, c, d, e) STEP(a, b) STEP(b, c) STEP(c, d) STEP(d, e)
struct L0 {
    int x;
};
struct R0 {
    int y;
};
FOUR(0, 1, 2, 3, 4)
FOUR(4, 5, 6, 7, 8)
FOUR(8, 9, 10, 11, 12)
FOUR(12, 13, 14, 15, 16)
FOUR(16, 17, 18, 19, 20)
FOUR(20, 21, 22, 23, 24)
FOUR(24, 25, 26, 27, 28)
FOUR(28, 29, 30, 31, 32)
FOUR(32, 33, 34, 35, 36)
FOUR(36, 37, 38, 39, 40)
__global__ void k(int *p) {
    L40 l;
    *p = sizeof l;
}
