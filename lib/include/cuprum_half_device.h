// SPDX-License-Identifier: Apache-2.0
// Device functions of half and bfloat16 (a part of cuprum_half.h): functions of one argument,
// exchange between lanes, atomic sums. Functions are computed in float, whose approximations are
// exact enough to be rounded to 8 or 11 bits; a constant in an exponent is in two parts, so that
// its error stays below theirs.
#if __CUPRUM_HALF_FUNCTIONS
#define __CUPRUM_HPAIRWISE(name)                                                                   \
    __CUPRUM_DEV__ __CUPRUM_H2 h2##name(__CUPRUM_H2 a) {                                           \
        return __CUPRUM_H2(h##name(a.x), h##name(a.y));                                            \
    }
#define __CUPRUM_HFUNCTION(name, value)                                                            \
    __CUPRUM_DEV__ __CUPRUM_H h##name(__CUPRUM_H a) {                                              \
        float x = __cuprum_float(a);                                                               \
        return __CUPRUM_HN(__float2, )(value);                                                     \
    }                                                                                              \
    __CUPRUM_HPAIRWISE(name)
// With arguments whose value is hard to round.
#define __CUPRUM_HFUNCTION_HARD(name, value)                                                       \
    __CUPRUM_DEV__ __CUPRUM_H h##name(__CUPRUM_H a) {                                              \
        float x = __cuprum_float(a);                                                               \
        unsigned short y = __cuprum_bits(__CUPRUM_HN(__float2, )(value));                          \
        return __CUPRUM_HOF(__CUPRUM_HHARD(name, __cuprum_bits(a), y));                            \
    }                                                                                              \
    __CUPRUM_HPAIRWISE(name)
__CUPRUM_HFUNCTION(sqrt, __nvvm_sqrt_approx_f(x))
__CUPRUM_HFUNCTION(rsqrt, __nvvm_rsqrt_approx_f(x))
__CUPRUM_HFUNCTION(rcp, __CUPRUM_HRECIPROCAL(x))
__CUPRUM_HFUNCTION_HARD(exp2, __nvvm_ex2_approx_f(x))
__CUPRUM_HFUNCTION_HARD(exp, __nvvm_ex2_approx_f(fmaf(x, 0x1.715p0f, x * 0x1.1d94aep-14f)))
__CUPRUM_HFUNCTION_HARD(exp10, __nvvm_ex2_approx_f(fmaf(x, 0x1.a93p1f, x * 0x1.3c25e6p-13f)))
__CUPRUM_HFUNCTION(log2, __nvvm_lg2_approx_f(x))
__CUPRUM_HFUNCTION_HARD(log, __nvvm_lg2_approx_f(x) * 0x1.62e43p-1f)
__CUPRUM_HFUNCTION_HARD(log10, __nvvm_lg2_approx_f(x) * 0x1.344136p-2f)
__CUPRUM_HFUNCTION_HARD(sin, __CUPRUM_HSINE(x, 0))
__CUPRUM_HFUNCTION_HARD(cos, __CUPRUM_HSINE(x, 1))
__CUPRUM_HFUNCTION(tanh, tanhf(x))
__CUPRUM_HFUNCTION(ceil, ceilf(x))
__CUPRUM_HFUNCTION(floor, floorf(x))
__CUPRUM_HFUNCTION(trunc, truncf(x))
__CUPRUM_HFUNCTION(rint, rintf(x))
#undef __CUPRUM_HPAIRWISE
#undef __CUPRUM_HFUNCTION_HARD
#undef __CUPRUM_HFUNCTION

#if __CUPRUM_HNATIVE(__CUPRUM_HTANH_SM)
__CUPRUM_DEV__ __CUPRUM_H htanh_approx(__CUPRUM_H a) {
    unsigned short r;
    asm("tanh.approx." __CUPRUM_HPTX " %0, %1;" : "=h"(r) : "h"(__cuprum_bits(a)));
    return __CUPRUM_HOF(r);
}
__CUPRUM_DEV__ __CUPRUM_H2 h2tanh_approx(__CUPRUM_H2 a) {
    unsigned int r;
    asm("tanh.approx." __CUPRUM_HPTX "x2 %0, %1;" : "=r"(r) : "r"(__cuprum_bits(a)));
    return __CUPRUM_H2OF(r);
}
#else
__CUPRUM_DEV__ __CUPRUM_H htanh_approx(__CUPRUM_H a) {
    return __CUPRUM_HN(__float2, )(__tanhf(__cuprum_float(a)));
}
__CUPRUM_DEV__ __CUPRUM_H2 h2tanh_approx(__CUPRUM_H2 a) {
    return __CUPRUM_H2(htanh_approx(a.x), htanh_approx(a.y));
}
#endif
#endif

// ---- exchange between the lanes of a warp -------------------------------------------------------
#if __cuprum_says(__shfl_*)
#define __CUPRUM_HSHUFFLE(name, T)                                                                 \
    __CUPRUM_DEV__ __CUPRUM_H name(unsigned int mask, __CUPRUM_H v, T by, int width = 32) {        \
        return __CUPRUM_HOF(name(mask, (unsigned int)__cuprum_bits(v), by, width));                \
    }                                                                                              \
    __CUPRUM_DEV__ __CUPRUM_H2 name(unsigned int mask, __CUPRUM_H2 v, T by, int width = 32) {      \
        return __CUPRUM_H2OF(name(mask, __cuprum_bits(v), by, width));                             \
    }
#if __cuprum_says(__shfl_sync)
__CUPRUM_HSHUFFLE(__shfl_sync, int)
#endif
#if __cuprum_says(__shfl_up_sync)
__CUPRUM_HSHUFFLE(__shfl_up_sync, unsigned int)
#endif
#if __cuprum_says(__shfl_down_sync)
__CUPRUM_HSHUFFLE(__shfl_down_sync, unsigned int)
#endif
#if __cuprum_says(__shfl_xor_sync)
__CUPRUM_HSHUFFLE(__shfl_xor_sync, int)
#endif
#undef __CUPRUM_HSHUFFLE
#endif

// ---- atomic sums --------------------------------------------------------------------------------
#if __cuprum_says(atomicAdd)
#if __CUPRUM_HNATIVE(__CUPRUM_HATOM_SM)
__CUPRUM_DEV__ __CUPRUM_H atomicAdd(__CUPRUM_H *p, __CUPRUM_H v) {
    unsigned short r;
    asm volatile("atom.add.noftz." __CUPRUM_HPTX " %0, [%1], %2;"
                 : "=h"(r)
                 : "l"(p), "h"(__cuprum_bits(v))
                 : "memory");
    return __CUPRUM_HOF(r);
}
__CUPRUM_DEV__ __CUPRUM_H2 atomicAdd(__CUPRUM_H2 *p, __CUPRUM_H2 v) {
    unsigned int r;
    asm volatile("atom.add.noftz." __CUPRUM_HPTX "x2 %0, [%1], %2;"
                 : "=r"(r)
                 : "l"(p), "r"(__cuprum_bits(v))
                 : "memory");
    return __CUPRUM_H2OF(r);
}
#else
__CUPRUM_DEV__ __CUPRUM_H atomicAdd(__CUPRUM_H *p, __CUPRUM_H v) {
    unsigned short *at = (unsigned short *)p, seen = *(volatile unsigned short *)at, old;
    do {
        old = seen;
        seen = atomicCAS(at, old, __cuprum_bits(__hadd(__CUPRUM_HOF(old), v)));
    } while (seen != old);
    return __CUPRUM_HOF(old);
}
__CUPRUM_DEV__ __CUPRUM_H2 atomicAdd(__CUPRUM_H2 *p, __CUPRUM_H2 v) {
    unsigned int *at = (unsigned int *)p, seen = *(volatile unsigned int *)at, old;
    do {
        old = seen;
        seen = atomicCAS(at, old, __cuprum_bits(__hadd2(__CUPRUM_H2OF(old), v)));
    } while (seen != old);
    return __CUPRUM_H2OF(old);
}
#endif
#endif
