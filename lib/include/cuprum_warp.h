// SPDX-License-Identifier: Apache-2.0
// Warp functions, dot products, loads and stores with cache hints.
// A part of cuprum_runtime.h.
#ifndef CUPRUM_WARP_H
#define CUPRUM_WARP_H

// ---- warp functions -----------------------------------------------------------------------------
__CUPRUM_DEV__ void __syncwarp(unsigned int mask = 0xffffffffu) {
    __nvvm_bar_warp_sync(mask);
}
__CUPRUM_DEV__ int __all_sync(unsigned int mask, int p) {
    return __nvvm_vote_all_sync(mask, p);
}
__CUPRUM_DEV__ int __any_sync(unsigned int mask, int p) {
    return __nvvm_vote_any_sync(mask, p);
}
__CUPRUM_DEV__ int __uni_sync(unsigned int mask, int p) {
    return __nvvm_vote_uni_sync(mask, p);
}
__CUPRUM_DEV__ unsigned int __ballot_sync(unsigned int mask, int p) {
    return __nvvm_vote_ballot_sync(mask, p);
}
__CUPRUM_DEV__ unsigned int __lanemask_lt() {
    return __cuprum_lanemask_lt();
}
#if __cuprum_says(__shfl_sync)
__CUPRUM_DEV__ unsigned int __shfl_sync(unsigned int mask, unsigned int v, int lane,
                                        int width = 32) {
    return __nvvm_shfl_idx_sync(mask, v, (unsigned int)lane,
                                ((unsigned int)(32 - width) << 8) | 0x1f);
}
__CUPRUM_DEV__ int __shfl_sync(unsigned int mask, int v, int lane, int width = 32) {
    return (int)__nvvm_shfl_idx_sync(mask, (unsigned int)v, (unsigned int)lane,
                                     ((unsigned int)(32 - width) << 8) | 0x1f);
}
__CUPRUM_DEV__ float __shfl_sync(unsigned int mask, float v, int lane, int width = 32) {
    return __uint_as_float(__nvvm_shfl_idx_sync(mask, __float_as_uint(v), (unsigned int)lane,
                                                ((unsigned int)(32 - width) << 8) | 0x1f));
}
__CUPRUM_DEV__ unsigned long long __shfl_sync(unsigned int mask, unsigned long long v, int lane,
                                              int width = 32) {
    unsigned int lo = __nvvm_shfl_idx_sync(mask, (unsigned int)v, (unsigned int)lane,
                                           ((unsigned int)(32 - width) << 8) | 0x1f);
    unsigned int hi = __nvvm_shfl_idx_sync(mask, (unsigned int)(v >> 32), (unsigned int)lane,
                                           ((unsigned int)(32 - width) << 8) | 0x1f);
    return (unsigned long long)hi << 32 | lo;
}
__CUPRUM_DEV__ long long __shfl_sync(unsigned int mask, long long v, int lane, int width = 32) {
    return (long long)__shfl_sync(mask, (unsigned long long)v, lane, width);
}
__CUPRUM_DEV__ long __shfl_sync(unsigned int mask, long v, int lane, int width = 32) {
    return (long)__shfl_sync(mask, (unsigned long long)v, lane, width);
}
__CUPRUM_DEV__ unsigned long __shfl_sync(unsigned int mask, unsigned long v, int lane,
                                         int width = 32) {
    return (unsigned long)__shfl_sync(mask, (unsigned long long)v, lane, width);
}
__CUPRUM_DEV__ double __shfl_sync(unsigned int mask, double v, int lane, int width = 32) {
    return __longlong_as_double(
        (long long)__shfl_sync(mask, (unsigned long long)__double_as_longlong(v), lane, width));
}
#endif
#if __cuprum_says(__shfl_up_sync)
__CUPRUM_DEV__ unsigned int __shfl_up_sync(unsigned int mask, unsigned int v, unsigned int delta,
                                           int width = 32) {
    return __nvvm_shfl_up_sync(mask, v, (unsigned int)delta, ((unsigned int)(32 - width) << 8) | 0);
}
__CUPRUM_DEV__ int __shfl_up_sync(unsigned int mask, int v, unsigned int delta, int width = 32) {
    return (int)__nvvm_shfl_up_sync(mask, (unsigned int)v, (unsigned int)delta,
                                    ((unsigned int)(32 - width) << 8) | 0);
}
__CUPRUM_DEV__ float __shfl_up_sync(unsigned int mask, float v, unsigned int delta,
                                    int width = 32) {
    return __uint_as_float(__nvvm_shfl_up_sync(mask, __float_as_uint(v), (unsigned int)delta,
                                               ((unsigned int)(32 - width) << 8) | 0));
}
__CUPRUM_DEV__ unsigned long long __shfl_up_sync(unsigned int mask, unsigned long long v,
                                                 unsigned int delta, int width = 32) {
    unsigned int lo = __nvvm_shfl_up_sync(mask, (unsigned int)v, (unsigned int)delta,
                                          ((unsigned int)(32 - width) << 8) | 0);
    unsigned int hi = __nvvm_shfl_up_sync(mask, (unsigned int)(v >> 32), (unsigned int)delta,
                                          ((unsigned int)(32 - width) << 8) | 0);
    return (unsigned long long)hi << 32 | lo;
}
__CUPRUM_DEV__ long long __shfl_up_sync(unsigned int mask, long long v, unsigned int delta,
                                        int width = 32) {
    return (long long)__shfl_up_sync(mask, (unsigned long long)v, delta, width);
}
__CUPRUM_DEV__ long __shfl_up_sync(unsigned int mask, long v, unsigned int delta, int width = 32) {
    return (long)__shfl_up_sync(mask, (unsigned long long)v, delta, width);
}
__CUPRUM_DEV__ unsigned long __shfl_up_sync(unsigned int mask, unsigned long v, unsigned int delta,
                                            int width = 32) {
    return (unsigned long)__shfl_up_sync(mask, (unsigned long long)v, delta, width);
}
__CUPRUM_DEV__ double __shfl_up_sync(unsigned int mask, double v, unsigned int delta,
                                     int width = 32) {
    return __longlong_as_double(
        (long long)__shfl_up_sync(mask, (unsigned long long)__double_as_longlong(v), delta, width));
}
#endif
#if __cuprum_says(__shfl_down_sync)
__CUPRUM_DEV__ unsigned int __shfl_down_sync(unsigned int mask, unsigned int v, unsigned int delta,
                                             int width = 32) {
    return __nvvm_shfl_down_sync(mask, v, (unsigned int)delta,
                                 ((unsigned int)(32 - width) << 8) | 0x1f);
}
__CUPRUM_DEV__ int __shfl_down_sync(unsigned int mask, int v, unsigned int delta, int width = 32) {
    return (int)__nvvm_shfl_down_sync(mask, (unsigned int)v, (unsigned int)delta,
                                      ((unsigned int)(32 - width) << 8) | 0x1f);
}
__CUPRUM_DEV__ float __shfl_down_sync(unsigned int mask, float v, unsigned int delta,
                                      int width = 32) {
    return __uint_as_float(__nvvm_shfl_down_sync(mask, __float_as_uint(v), (unsigned int)delta,
                                                 ((unsigned int)(32 - width) << 8) | 0x1f));
}
__CUPRUM_DEV__ unsigned long long __shfl_down_sync(unsigned int mask, unsigned long long v,
                                                   unsigned int delta, int width = 32) {
    unsigned int lo = __nvvm_shfl_down_sync(mask, (unsigned int)v, (unsigned int)delta,
                                            ((unsigned int)(32 - width) << 8) | 0x1f);
    unsigned int hi = __nvvm_shfl_down_sync(mask, (unsigned int)(v >> 32), (unsigned int)delta,
                                            ((unsigned int)(32 - width) << 8) | 0x1f);
    return (unsigned long long)hi << 32 | lo;
}
__CUPRUM_DEV__ long long __shfl_down_sync(unsigned int mask, long long v, unsigned int delta,
                                          int width = 32) {
    return (long long)__shfl_down_sync(mask, (unsigned long long)v, delta, width);
}
__CUPRUM_DEV__ long __shfl_down_sync(unsigned int mask, long v, unsigned int delta,
                                     int width = 32) {
    return (long)__shfl_down_sync(mask, (unsigned long long)v, delta, width);
}
__CUPRUM_DEV__ unsigned long __shfl_down_sync(unsigned int mask, unsigned long v,
                                              unsigned int delta, int width = 32) {
    return (unsigned long)__shfl_down_sync(mask, (unsigned long long)v, delta, width);
}
__CUPRUM_DEV__ double __shfl_down_sync(unsigned int mask, double v, unsigned int delta,
                                       int width = 32) {
    return __longlong_as_double((long long)__shfl_down_sync(
        mask, (unsigned long long)__double_as_longlong(v), delta, width));
}
#endif
#if __cuprum_says(__shfl_xor_sync)
__CUPRUM_DEV__ unsigned int __shfl_xor_sync(unsigned int mask, unsigned int v, int lanemask,
                                            int width = 32) {
    return __nvvm_shfl_bfly_sync(mask, v, (unsigned int)lanemask,
                                 ((unsigned int)(32 - width) << 8) | 0x1f);
}
__CUPRUM_DEV__ int __shfl_xor_sync(unsigned int mask, int v, int lanemask, int width = 32) {
    return (int)__nvvm_shfl_bfly_sync(mask, (unsigned int)v, (unsigned int)lanemask,
                                      ((unsigned int)(32 - width) << 8) | 0x1f);
}
__CUPRUM_DEV__ float __shfl_xor_sync(unsigned int mask, float v, int lanemask, int width = 32) {
    return __uint_as_float(__nvvm_shfl_bfly_sync(mask, __float_as_uint(v), (unsigned int)lanemask,
                                                 ((unsigned int)(32 - width) << 8) | 0x1f));
}
__CUPRUM_DEV__ unsigned long long __shfl_xor_sync(unsigned int mask, unsigned long long v,
                                                  int lanemask, int width = 32) {
    unsigned int lo = __nvvm_shfl_bfly_sync(mask, (unsigned int)v, (unsigned int)lanemask,
                                            ((unsigned int)(32 - width) << 8) | 0x1f);
    unsigned int hi = __nvvm_shfl_bfly_sync(mask, (unsigned int)(v >> 32), (unsigned int)lanemask,
                                            ((unsigned int)(32 - width) << 8) | 0x1f);
    return (unsigned long long)hi << 32 | lo;
}
__CUPRUM_DEV__ long long __shfl_xor_sync(unsigned int mask, long long v, int lanemask,
                                         int width = 32) {
    return (long long)__shfl_xor_sync(mask, (unsigned long long)v, lanemask, width);
}
__CUPRUM_DEV__ long __shfl_xor_sync(unsigned int mask, long v, int lanemask, int width = 32) {
    return (long)__shfl_xor_sync(mask, (unsigned long long)v, lanemask, width);
}
__CUPRUM_DEV__ unsigned long __shfl_xor_sync(unsigned int mask, unsigned long v, int lanemask,
                                             int width = 32) {
    return (unsigned long)__shfl_xor_sync(mask, (unsigned long long)v, lanemask, width);
}
__CUPRUM_DEV__ double __shfl_xor_sync(unsigned int mask, double v, int lanemask, int width = 32) {
    return __longlong_as_double((long long)__shfl_xor_sync(
        mask, (unsigned long long)__double_as_longlong(v), lanemask, width));
}
#endif
#if __cuprum_says(__match_*)
__CUPRUM_DEV__ unsigned int __match_any_sync(unsigned int mask, int v) {
    return __match32_any_sync(mask, (unsigned int)v);
}
__CUPRUM_DEV__ unsigned int __match_all_sync(unsigned int mask, int v, int *pred) {
    return __match32_all_sync(mask, (unsigned int)v, pred);
}
__CUPRUM_DEV__ unsigned int __match_any_sync(unsigned int mask, unsigned int v) {
    return __match32_any_sync(mask, (unsigned int)v);
}
__CUPRUM_DEV__ unsigned int __match_all_sync(unsigned int mask, unsigned int v, int *pred) {
    return __match32_all_sync(mask, (unsigned int)v, pred);
}
__CUPRUM_DEV__ unsigned int __match_any_sync(unsigned int mask, float v) {
    return __match32_any_sync(mask, __float_as_uint(v));
}
__CUPRUM_DEV__ unsigned int __match_all_sync(unsigned int mask, float v, int *pred) {
    return __match32_all_sync(mask, __float_as_uint(v), pred);
}
__CUPRUM_DEV__ unsigned int __match_any_sync(unsigned int mask, long v) {
    return __match64_any_sync(mask, (unsigned long long)v);
}
__CUPRUM_DEV__ unsigned int __match_all_sync(unsigned int mask, long v, int *pred) {
    return __match64_all_sync(mask, (unsigned long long)v, pred);
}
__CUPRUM_DEV__ unsigned int __match_any_sync(unsigned int mask, unsigned long v) {
    return __match64_any_sync(mask, (unsigned long long)v);
}
__CUPRUM_DEV__ unsigned int __match_all_sync(unsigned int mask, unsigned long v, int *pred) {
    return __match64_all_sync(mask, (unsigned long long)v, pred);
}
__CUPRUM_DEV__ unsigned int __match_any_sync(unsigned int mask, long long v) {
    return __match64_any_sync(mask, (unsigned long long)v);
}
__CUPRUM_DEV__ unsigned int __match_all_sync(unsigned int mask, long long v, int *pred) {
    return __match64_all_sync(mask, (unsigned long long)v, pred);
}
__CUPRUM_DEV__ unsigned int __match_any_sync(unsigned int mask, unsigned long long v) {
    return __match64_any_sync(mask, (unsigned long long)v);
}
__CUPRUM_DEV__ unsigned int __match_all_sync(unsigned int mask, unsigned long long v, int *pred) {
    return __match64_all_sync(mask, (unsigned long long)v, pred);
}
__CUPRUM_DEV__ unsigned int __match_any_sync(unsigned int mask, double v) {
    return __match64_any_sync(mask, (unsigned long long)__double_as_longlong(v));
}
__CUPRUM_DEV__ unsigned int __match_all_sync(unsigned int mask, double v, int *pred) {
    return __match64_all_sync(mask, (unsigned long long)__double_as_longlong(v), pred);
}
#endif
#if __cuprum_says(__reduce_*)
__CUPRUM_DEV__ unsigned int __reduce_add_sync(unsigned int mask, unsigned int v) {
    return __reduce_add_sync_unsigned_impl(mask, v);
}
__CUPRUM_DEV__ int __reduce_add_sync(unsigned int mask, int v) {
    return __reduce_add_sync_signed_impl(mask, v);
}
__CUPRUM_DEV__ unsigned int __reduce_min_sync(unsigned int mask, unsigned int v) {
    return __reduce_min_sync_unsigned_impl(mask, v);
}
__CUPRUM_DEV__ int __reduce_min_sync(unsigned int mask, int v) {
    return __reduce_min_sync_signed_impl(mask, v);
}
__CUPRUM_DEV__ unsigned int __reduce_max_sync(unsigned int mask, unsigned int v) {
    return __reduce_max_sync_unsigned_impl(mask, v);
}
__CUPRUM_DEV__ int __reduce_max_sync(unsigned int mask, int v) {
    return __reduce_max_sync_signed_impl(mask, v);
}
__CUPRUM_DEV__ unsigned int __reduce_and_sync(unsigned int mask, unsigned int v) {
    return __reduce_and_sync_unsigned_impl(mask, v);
}
__CUPRUM_DEV__ unsigned int __reduce_or_sync(unsigned int mask, unsigned int v) {
    return __reduce_or_sync_unsigned_impl(mask, v);
}
__CUPRUM_DEV__ unsigned int __reduce_xor_sync(unsigned int mask, unsigned int v) {
    return __reduce_xor_sync_unsigned_impl(mask, v);
}
#endif
#if __cuprum_says(__dp4a* __dp2a*)
__CUPRUM_DEV__ unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
    return __cuprum_dp4a_u(a, b, c);
}
__attribute__((device_builtin, device)) int __dp4a(int a, int b, int c);
__CUPRUM_DEV__ int __dp2a_lo(int a, int b, int c) {
    return __cuprum_dp2a_lo_s(a, b, c);
}
__CUPRUM_DEV__ unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c) {
    return __cuprum_dp2a_lo_u(a, b, c);
}
__CUPRUM_DEV__ int __dp2a_hi(int a, int b, int c) {
    return __cuprum_dp2a_hi_s(a, b, c);
}
__CUPRUM_DEV__ unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) {
    return __cuprum_dp2a_hi_u(a, b, c);
}
#endif

// ---- loads and stores with cache hints (PTX ISA, "Cache Operators") -----------------------------
#if __cuprum_says(__ld* __st*)
// By size: what is loaded are bits, so that every type of 1 to 16 bytes has these functions.
struct __align__(16) __cuprum_b128 {
    unsigned int x, y, z, w;
};
#define __CUPRUM_LD(name, op)                                                                      \
    template <class T> __CUPRUM_DEV__ T name(const T *p) {                                         \
        if constexpr (sizeof(T) == 16) {                                                           \
            __cuprum_b128 r;                                                                       \
            asm volatile("ld.global." op ".v4.u32 {%0, %1, %2, %3}, [%4];"                         \
                         : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w)                              \
                         : "l"(p)                                                                  \
                         : "memory");                                                              \
            return __builtin_bit_cast(T, r);                                                       \
        } else if constexpr (sizeof(T) == 8) {                                                     \
            unsigned long long r;                                                                  \
            asm volatile("ld.global." op ".u64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");          \
            return __builtin_bit_cast(T, r);                                                       \
        } else if constexpr (sizeof(T) == 4) {                                                     \
            unsigned int r;                                                                        \
            asm volatile("ld.global." op ".u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory");          \
            return __builtin_bit_cast(T, r);                                                       \
        } else if constexpr (sizeof(T) == 2) {                                                     \
            unsigned short r;                                                                      \
            asm volatile("ld.global." op ".u16 %0, [%1];" : "=h"(r) : "l"(p) : "memory");          \
            return __builtin_bit_cast(T, r);                                                       \
        } else {                                                                                   \
            static_assert(sizeof(T) == 1, "loads take 1, 2, 4, 8 or 16 bytes");                    \
            unsigned int r;                                                                        \
            asm volatile("ld.global." op ".u8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");           \
            return __builtin_bit_cast(T, (unsigned char)r);                                        \
        }                                                                                          \
    }
#define __CUPRUM_ST(name, op)                                                                      \
    template <class T> __CUPRUM_DEV__ void name(T *p, T v) {                                       \
        if constexpr (sizeof(T) == 16) {                                                           \
            __cuprum_b128 r = __builtin_bit_cast(__cuprum_b128, v);                                \
            asm volatile("st.global." op ".v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(p), "r"(r.x),     \
                         "r"(r.y), "r"(r.z), "r"(r.w)                                              \
                         : "memory");                                                              \
        } else if constexpr (sizeof(T) == 8) {                                                     \
            asm volatile("st.global." op ".u64 [%0], %1;" ::"l"(p),                                \
                         "l"(__builtin_bit_cast(unsigned long long, v))                            \
                         : "memory");                                                              \
        } else if constexpr (sizeof(T) == 4) {                                                     \
            asm volatile("st.global." op ".u32 [%0], %1;" ::"l"(p),                                \
                         "r"(__builtin_bit_cast(unsigned int, v))                                  \
                         : "memory");                                                              \
        } else if constexpr (sizeof(T) == 2) {                                                     \
            asm volatile("st.global." op ".u16 [%0], %1;" ::"l"(p),                                \
                         "h"(__builtin_bit_cast(unsigned short, v))                                \
                         : "memory");                                                              \
        } else {                                                                                   \
            static_assert(sizeof(T) == 1, "stores take 1, 2, 4, 8 or 16 bytes");                   \
            asm volatile("st.global." op ".u8 [%0], %1;" ::"l"(p),                                 \
                         "r"((unsigned int)__builtin_bit_cast(unsigned char, v))                   \
                         : "memory");                                                              \
        }                                                                                          \
    }
__CUPRUM_LD(__ldg, "nc")
__CUPRUM_LD(__ldcg, "cg")
__CUPRUM_LD(__ldca, "ca")
__CUPRUM_LD(__ldcs, "cs")
__CUPRUM_LD(__ldlu, "lu")
__CUPRUM_LD(__ldcv, "cv")
__CUPRUM_ST(__stwb, "wb")
__CUPRUM_ST(__stcg, "cg")
__CUPRUM_ST(__stcs, "cs")
__CUPRUM_ST(__stwt, "wt")
#endif

#endif
