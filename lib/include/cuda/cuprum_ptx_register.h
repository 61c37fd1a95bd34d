// SPDX-License-Identifier: Apache-2.0
// Special registers, shifts, permutations (PTX ISA, "Special Registers" and "Integer Arithmetic Instructions"). A part of
// cuda/ptx.
#ifndef CUPRUM_CUDA_PTX_REGISTER_H
#define CUPRUM_CUDA_PTX_REGISTER_H

namespace cuda {
namespace ptx {

// ---- special registers: those that change are read each time -------------------------------------
#define __CUPRUM_REGISTER(name, word)                                                              \
    __device__ inline uint32_t get_sreg_##name() {                                                 \
        uint32_t r;                                                                                \
        asm("mov.u32 %0, %%" word ";" : "=r"(r));                                                  \
        return r;                                                                                  \
    }
#define __CUPRUM_REGISTER_64(name, word)                                                           \
    __device__ inline uint64_t get_sreg_##name() {                                                 \
        uint64_t r;                                                                                \
        asm("mov.u64 %0, %%" word ";" : "=l"(r));                                                  \
        return r;                                                                                  \
    }
#define __CUPRUM_CHANGING(name, T, move, constraint)                                               \
    __device__ inline T get_sreg_##name() {                                                        \
        T r;                                                                                       \
        asm volatile(move " %0, %%" #name ";" : constraint(r)::"memory");                          \
        return r;                                                                                  \
    }
#define __CUPRUM_REGISTER_3(name, word)                                                            \
    __CUPRUM_REGISTER(name##_x, word ".x")                                                         \
    __CUPRUM_REGISTER(name##_y, word ".y")                                                         \
    __CUPRUM_REGISTER(name##_z, word ".z")
__CUPRUM_REGISTER_3(tid, "tid")
__CUPRUM_REGISTER_3(ntid, "ntid")
__CUPRUM_REGISTER_3(ctaid, "ctaid")
__CUPRUM_REGISTER_3(nctaid, "nctaid")
__CUPRUM_REGISTER(laneid, "laneid")
__CUPRUM_REGISTER(warpid, "warpid")
__CUPRUM_REGISTER(nwarpid, "nwarpid")
__CUPRUM_REGISTER(smid, "smid")
__CUPRUM_REGISTER(nsmid, "nsmid")
__CUPRUM_REGISTER_64(gridid, "gridid")
__CUPRUM_REGISTER(lanemask_eq, "lanemask_eq")
__CUPRUM_REGISTER(lanemask_le, "lanemask_le")
__CUPRUM_REGISTER(lanemask_lt, "lanemask_lt")
__CUPRUM_REGISTER(lanemask_ge, "lanemask_ge")
__CUPRUM_REGISTER(lanemask_gt, "lanemask_gt")
__CUPRUM_REGISTER(total_smem_size, "total_smem_size")
__CUPRUM_REGISTER(dynamic_smem_size, "dynamic_smem_size")
__CUPRUM_CHANGING(clock, uint32_t, "mov.u32", "=r")
__CUPRUM_CHANGING(clock_hi, uint32_t, "mov.u32", "=r")
__CUPRUM_CHANGING(clock64, uint64_t, "mov.u64", "=l")
__CUPRUM_CHANGING(globaltimer, uint64_t, "mov.u64", "=l")
__CUPRUM_CHANGING(globaltimer_lo, uint32_t, "mov.u32", "=r")
__CUPRUM_CHANGING(globaltimer_hi, uint32_t, "mov.u32", "=r")
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__CUPRUM_REGISTER_3(clusterid, "clusterid")
__CUPRUM_REGISTER_3(nclusterid, "nclusterid")
__CUPRUM_REGISTER_3(cluster_ctaid, "cluster_ctaid")
__CUPRUM_REGISTER_3(cluster_nctaid, "cluster_nctaid")
__CUPRUM_REGISTER(cluster_ctarank, "cluster_ctarank")
__CUPRUM_REGISTER(cluster_nctarank, "cluster_nctarank")
__CUPRUM_REGISTER(aggr_smem_size, "aggr_smem_size")
__device__ inline bool get_sreg_is_explicit_cluster() {
    uint32_t r;
    asm(__CUPRUM_PTX_BOOL("mov.pred p, %%is_explicit_cluster;") : "=r"(r));
    return r != 0;
}
#endif
#undef __CUPRUM_REGISTER
#undef __CUPRUM_REGISTER_64
#undef __CUPRUM_REGISTER_3
#undef __CUPRUM_CHANGING

// ---- bits ---------------------------------------------------------------------------------------
#define __CUPRUM_FIND(T, type, constraint)                                                         \
    __device__ inline uint32_t bfind(T v) {                                                        \
        uint32_t r;                                                                                \
        asm("bfind." type " %0, %1;" : "=r"(r) : constraint(v));                                   \
        return r;                                                                                  \
    }                                                                                              \
    __device__ inline uint32_t bfind_shiftamt(T v) {                                               \
        uint32_t r;                                                                                \
        asm("bfind.shiftamt." type " %0, %1;" : "=r"(r) : constraint(v));                          \
        return r;                                                                                  \
    }
__CUPRUM_FIND(uint32_t, "u32", "r")
__CUPRUM_FIND(uint64_t, "u64", "l")
__CUPRUM_FIND(int32_t, "s32", "r")
__CUPRUM_FIND(int64_t, "s64", "l")
#undef __CUPRUM_FIND
#define __CUPRUM_MASK(name, instruction)                                                           \
    __device__ inline uint32_t name(uint32_t a, uint32_t b) {                                      \
        uint32_t r;                                                                                \
        asm(instruction " %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));                                \
        return r;                                                                                  \
    }
__CUPRUM_MASK(bmsk_clamp, "bmsk.clamp.b32")
__CUPRUM_MASK(bmsk_wrap, "bmsk.wrap.b32")
#undef __CUPRUM_MASK
// Where a shift by more than the width gives 0, or all signs, other than in C++.
#define __CUPRUM_SHIFT(name, T, instruction, constraint)                                           \
    __device__ inline T name(T a, uint32_t n) {                                                    \
        T r;                                                                                       \
        asm(instruction " %0, %1, %2;" : "=" constraint(r) : constraint(a), "r"(n));               \
        return r;                                                                                  \
    }
__CUPRUM_SHIFT(shl, uint16_t, "shl.b16", "h")
__CUPRUM_SHIFT(shl, int16_t, "shl.b16", "h")
__CUPRUM_SHIFT(shl, uint32_t, "shl.b32", "r")
__CUPRUM_SHIFT(shl, int32_t, "shl.b32", "r")
__CUPRUM_SHIFT(shl, uint64_t, "shl.b64", "l")
__CUPRUM_SHIFT(shl, int64_t, "shl.b64", "l")
__CUPRUM_SHIFT(shr, uint16_t, "shr.b16", "h")
__CUPRUM_SHIFT(shr, int16_t, "shr.s16", "h")
__CUPRUM_SHIFT(shr, uint32_t, "shr.b32", "r")
__CUPRUM_SHIFT(shr, int32_t, "shr.s32", "r")
__CUPRUM_SHIFT(shr, uint64_t, "shr.b64", "l")
__CUPRUM_SHIFT(shr, int64_t, "shr.s64", "l")
#undef __CUPRUM_SHIFT
#define __CUPRUM_PERMUTE(name, instruction)                                                        \
    template <class T, std::enable_if_t<sizeof(T) == 4, bool> = true>                              \
    __device__ inline uint32_t name(T a, T b, uint32_t c) {                                        \
        uint32_t r;                                                                                \
        asm(instruction " %0, %1, %2, %3;"                                                         \
            : "=r"(r)                                                                              \
            : "r"(__builtin_bit_cast(uint32_t, a)), "r"(__builtin_bit_cast(uint32_t, b)), "r"(c)); \
        return r;                                                                                  \
    }
__CUPRUM_PERMUTE(prmt, "prmt.b32")
__CUPRUM_PERMUTE(prmt_f4e, "prmt.b32.f4e")
__CUPRUM_PERMUTE(prmt_b4e, "prmt.b32.b4e")
__CUPRUM_PERMUTE(prmt_rc8, "prmt.b32.rc8")
__CUPRUM_PERMUTE(prmt_ecl, "prmt.b32.ecl")
__CUPRUM_PERMUTE(prmt_ecr, "prmt.b32.ecr")
__CUPRUM_PERMUTE(prmt_rc16, "prmt.b32.rc16")
#undef __CUPRUM_PERMUTE
[[noreturn]] __device__ inline void exit() {
    asm volatile("exit;");
    __builtin_unreachable();
}
[[noreturn]] __device__ inline void trap() {
    asm volatile("trap;");
    __builtin_unreachable();
}

} // namespace ptx
} // namespace cuda

#endif
