// SPDX-License-Identifier: Apache-2.0
// The functions that half and bfloat16 have in common, as rows of table.h: H and H2 are the types,
// N(a, b) and N2(a, b) make their names.
#define COUNT 2048
// the first operand's values all over their range; the second is any, or near, or a special one
#define INPUTS(i)                                                                                  \
    unsigned s = scrambled(i), at = (i << 5) + (s >> 27), near_a = (at ^ (s & 7)) & 0xffff,        \
             u = s & 1 ? s >> 16 : near_a;                                                         \
    if ((s & 0x70) == 0)                                                                           \
        u = (s & 0x80 ? 0x8000 : 0) | (s & 0x100 ? INFINITE : s & 0x200 ? 0 : 0x7fff);             \
    H a = N(__ushort_as_, )((unsigned short)at), b = N(__ushort_as_, )((unsigned short)u);         \
    H c = N(__ushort_as_, )((unsigned short)(s & 0x400 ? scrambled(s) : near_a));                  \
    H2 p = N2(make_, )(a, b), q = N2(make_, )(b, c), r = N2(make_, )(c, a);                        \
    float f = __uint_as_float(s ^ at << 16),                                                       \
          g = __uint_as_float((s & 0x80ffffff) | (100 + (s >> 24 & 63)) << 23);                    \
    long long x = (long long)((u64)s << 32 | scrambled(s)) >> (i & 63);                            \
    (void)a, (void)b, (void)c, (void)p, (void)q, (void)r, (void)f, (void)g, (void)x;
#define EACH4(r4, T) r4(rn, T) r4(rz, T) r4(rd, T) r4(ru, T)
#define TO(r, T)     ROW(N(__##T##2, _##r)(x))
#define OF(r, T)     ROW(N(__, 2##T##_##r)(a))
#define FTO(r, T)    ROW(N(__float2, _##r)(f)) ROW(N(__float2, _##r)(g))
#define INTEGER(T)   EACH4(TO, T) EACH4(OF, T)
#define ARITHMETIC(op)                                                                             \
    ROW(__h##op(a, b))                                                                             \
    ROW(__h##op##_rn(a, b))                                                                        \
    ROW(__h##op##_sat(a, b)) ROW(__h##op##2(p, q)) ROW(__h##op##2_rn(p, q))                        \
        ROW(__h##op##2_sat(p, q))
#define COMPARE(op)                                                                                \
    ROW(__h##op(a, b))                                                                             \
    ROW(__h##op##2(p, q)) ROW(__h##op##2_mask(p, q)) ROW(__hb##op##2(p, q)) ROW(__hb##op##2(p, p))
#define LARGEST(op)                                                                                \
    ROW(__h##op(a, b)) ROW(__h##op##_nan(a, b)) ROW(__h##op##2(p, q)) ROW(__h##op##2_nan(p, q))
#define ROUND(op)    ROW(h##op(a)) ROW(h2##op(p))
#define MEMBER(T)    ROW((T)a) ROW(H((T)x))
#define OPERATOR(op) ROW(a op b) ROW(p op q)
#define ASSIGN(op)   ROW(a op b) ROW(p op q)
__global__ void conversions(){
    INTEGER(int) INTEGER(uint) INTEGER(short) INTEGER(ushort) INTEGER(ll) INTEGER(ull)
        EACH4(FTO, float) ROW(N(__float2, )(f)) ROW(N(__double2, )((double)g * (1 + x * 1e-16)))
            ROW(N(__, 2float)(a)) ROW(N(__, 2char_rz)(a)) ROW(N(__, 2uchar_rz)(a))
                ROW(N(__, _as_short)(a)) ROW(N(__, _as_ushort)(a)) ROW(N(__short_as_, )((short)at))
                    MEMBER(float) MEMBER(double) MEMBER(short) MEMBER(unsigned short) MEMBER(int)
                        MEMBER(unsigned) MEMBER(long) MEMBER(unsigned long) MEMBER(long long)
                            MEMBER(unsigned long long) ROW((char)a) ROW((signed char)a) ROW(
                                (unsigned char)a) ROW(a ? 1 : 2) ROW(N2(__floats2, _rn)(f, g))
                                ROW(N2(__float22, _rn)(make_float2(g, f))) ROW(N2(__float2, _rn)(g))
                                    ROW(N2(__, 2float2)(p).x) ROW(N2(__, 2float2)(p).y)
                                        ROW(__low2float(p)) ROW(__high2float(p)) ROW(TWICE(a))
                                            ROW(N2(__halves2, )(a, b)) ROW(N(__low2, )(p))
                                                ROW(N(__high2, )(p)) ROW(N2(__low2, )(p))
                                                    ROW(N2(__high2, )(p)) ROW(N2(__lows2, )(p, q))
                                                        ROW(N2(__highs2, )(p, q))
                                                            ROW(__lowhigh2highlow(p))} __global__
    void arithmetic(){
        ARITHMETIC(add) ARITHMETIC(sub) ARITHMETIC(mul) ROW(__hfma(a, b, c))
            ROW(__hfma_sat(a, b, c)) ROW(__hfma_relu(a, b, c)) ROW(__hfma2(p, q, r))
                ROW(__hfma2_sat(p, q, r)) ROW(__hfma2_relu(p, q, r))
                    ROW(__hcmadd(p, q, r)) ROW(__hdiv(a, b)) ROW(__h2div(p, q)) ROW(__hneg(a))
                        ROW(__habs(a)) ROW(__hneg2(p)) ROW(__habs2(p)) OPERATOR(+) OPERATOR(-)
                            OPERATOR(*) OPERATOR(/) ASSIGN(+=) ASSIGN(-=) ASSIGN(*=) ASSIGN(/=)
                                ROW(+a) ROW(-a) ROW(++a) ROW(--a) ROW(a++) ROW(a--) ROW(+p) ROW(-p)
                                    ROW(++p) ROW(--p) ROW(p++) ROW(p--)} __global__
    void comparisons(){COMPARE(eq) COMPARE(ne) COMPARE(lt) COMPARE(le) COMPARE(gt) COMPARE(ge)
                           COMPARE(equ) COMPARE(neu) COMPARE(ltu) COMPARE(leu) COMPARE(gtu)
                               COMPARE(geu) ROW(__hisnan(a)) ROW(__hisinf(a)) ROW(__hisnan2(p))
                                   LARGEST(max) LARGEST(min) OPERATOR(==) OPERATOR(!=) OPERATOR(<)
                                       OPERATOR(<=) OPERATOR(>) OPERATOR(>=) ROUND(ceil)
                                           ROUND(floor) ROUND(trunc) ROUND(rint)} __global__
    void approximations(){ROUND(tanh_approx) ROUND(sqrt) ROUND(rsqrt)
                              ROUND(rcp)} __device__ H ones[256];
__device__ H2 pairs[256];
__global__ void threads() {
    ROW(__shfl_sync(~0u, a, s))
    ROW(__shfl_up_sync(~0u, a, 3))
    ROW(__shfl_down_sync(~0u, a, 5)) ROW(__shfl_xor_sync(~0u, a, 9)) ROW(__shfl_sync(~0u, p, s, 16))
        ROW(__shfl_up_sync(~0u, p, 3, 8)) ROW(__shfl_down_sync(~0u, p, 5))
            ROW(__shfl_xor_sync(~0u, p, 9)) H *ph = ones + threadIdx.x;
    H2 *p2 = pairs + threadIdx.x;
    ROW((*ph = a, atomicAdd(ph, b)))
    ROW((*ph = a, atomicAdd(ph, b), *ph))
    ROW((*p2 = p, atomicAdd(p2, q))) ROW((*p2 = p, atomicAdd(p2, q), *p2))
        ROW((__stwt(p2, p), __ldcv(p2))) ROW((__stcs(ph, a), *ph))
}
