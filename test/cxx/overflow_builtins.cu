// SPDX-License-Identifier: Apache-2.0
// GNU's checked arithmetic: the generic functions, those of one type, and those that store nothing.
// Device code has none of them, as with nvcc.
// RUN: cuprum %s --syntax-only --check-all -w
// RUN[WRONG]: cuprum %s --syntax-only --check-all -w -DWRONG
// RUN[DEVICE]: cuprum %s --syntax-only -w -DDEVICE
constexpr int sum(int a, int b) {
    int r = 0;
    return __builtin_sadd_overflow(a, b, &r) ? -1 : r;
}
static_assert(sum(2, 3) == 5 && sum(0x7fffffff, 1) == -1);
constexpr unsigned long long product(unsigned long long a, unsigned long long b) {
    unsigned long long r = 0;
    return __builtin_umulll_overflow(a, b, &r) ? 0 : r;
}
static_assert(product(1ull << 40, 1 << 20) == 1ull << 60 && product(1ull << 40, 1 << 24) == 0);
constexpr bool differs(unsigned a, unsigned b) {
    unsigned r = 0;
    return __builtin_usub_overflow(a, b, &r) && r == a - b;
}
static_assert(differs(1, 2) && !differs(2, 1));
static_assert(__builtin_add_overflow_p(200, 100, (unsigned char)0) && !__builtin_mul_overflow_p(15, 17, (unsigned char)0));
bool host(long a, long *r) {
    int narrow;
    return __builtin_saddl_overflow(a, 1, r) || __builtin_add_overflow(a, 1, &narrow) || __builtin_sub_overflow_p(a, 1, 0);
}
#ifdef WRONG
bool wrong(int a, long *r) {
    return __builtin_sadd_overflow(a, 1, r); // ERROR[WRONG]: argument of type "long *" is incompatible
}
#endif
#ifdef DEVICE
__global__ void k(int *p) {
    int r;
    p[0] = __builtin_smul_overflow(p[1], p[2], &r); // ERROR[DEVICE]: __builtin_smul_overflow
}
#endif
