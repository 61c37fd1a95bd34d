// SPDX-License-Identifier: Apache-2.0
// Arithmetic with directed rounding (.rz .rm .rp), by the host's rounding mode around a loop over
// the lanes. The loops load their operands and store their results inside the mode change: the
// empty asm statements keep the compiler from moving them out.
#include "vm/compute/float.h"

#include "ptx/form/op.h"
#include "ptx/form/sem.h"

#include <fenv.h>
#include <math.h>

// The host's name of a rounding.
static int host_mode(uint32_t rnd) {
    switch (rnd) {
    case PTX_RND_RZ: return FE_TOWARDZERO;
    case PTX_RND_RM: return FE_DOWNWARD;
    case PTX_RND_RP: return FE_UPWARD;
    default: return FE_TONEAREST;
    }
}

#define BARRIER __asm__ volatile("" ::: "memory")

#define ROUND_LOOP(T, FMA, SQRT)                                                                   \
    static __attribute__((noinline)) void loop_##T(uint32_t op, uint32_t rnd, volatile T *r,       \
                                                   const volatile T *a, const volatile T *b,       \
                                                   const volatile T *c) {                          \
        fesetround(host_mode(rnd));                                                                \
        BARRIER;                                                                                   \
        for (int i = 0; i < VM_LANES; i++) {                                                       \
            T x = a[i], y = b[i], z = c[i];                                                        \
            switch (op) {                                                                          \
            case PTX_SEM_FADD: r[i] = x + y; break;                                                \
            case PTX_SEM_FSUB: r[i] = x - y; break;                                                \
            case PTX_SEM_FMUL: r[i] = x * y; break;                                                \
            case PTX_SEM_FDIV: r[i] = x / y; break;                                                \
            case PTX_SEM_RCP: r[i] = y / x; break;                                                 \
            case PTX_SEM_SQRT: r[i] = SQRT(x); break;                                              \
            default: r[i] = FMA(x, y, z); break;                                                   \
            }                                                                                      \
        }                                                                                          \
        BARRIER;                                                                                   \
        fesetround(FE_TONEAREST);                                                                  \
    }
ROUND_LOOP(float, fmaf, sqrtf)
ROUND_LOOP(double, host_fma, sqrt)

// 32 values of f32; b and c are NULL where the instruction has no such operand.
static void round_floats(const VmInst *in, uint32_t *bits, const float *pa, const float *pb,
                         const float *pc) {
    float a[VM_LANES], b[VM_LANES], c[VM_LANES], r[VM_LANES];
    memcpy(a, pa, 128);
    // Operands that are not there are 1, which harms no operation; rcp takes its numerator from
    // there.
    for (int i = 0; i < VM_LANES; i++) b[i] = c[i] = 1.0f;
    if (pb) memcpy(b, pb, 128);
    if (pc) memcpy(c, pc, 128);
    if (in->flags & VF_FTZ) {
        for (int i = 0; i < VM_LANES; i++) {
            a[i] = vm_ftz(a[i]);
            b[i] = vm_ftz(b[i]);
            c[i] = vm_ftz(c[i]);
        }
    }
    loop_float(in->mod, in->rnd, r, a, b, c);
    // div.approx is a * (1 / b), and 1 / b is 0 where it would be subnormal (PTX ISA 9.7.3.8)
    for (int i = 0; in->n && i < VM_LANES; i++) {
        float y = fabsf(b[i]);
        if (y > 0x1p126f && y - y == 0) r[i] = a[i] * copysignf(0, b[i]);
    }
    for (int i = 0; i < VM_LANES; i++) {
        if (in->flags & VF_FTZ) r[i] = vm_ftz(r[i]);
        // NaN saturates to 0.
        if (in->flags & VF_SAT) r[i] = r[i] > 0.0f ? (r[i] < 1.0f ? r[i] : 1.0f) : 0.0f;
        memcpy(&bits[i], &r[i], 4);
        // NaN has one form on the device.
        if (r[i] != r[i]) bits[i] = 0x7fffffff;
    }
}

static void round_f32(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t r[VM_LANES];
    round_floats(in, r, vm_row(warp, in->a), in->b == REF_NONE ? NULL : vm_row(warp, in->b),
                 in->c == REF_NONE ? NULL : vm_row(warp, in->c));
    vm_blend32(vm_row(warp, in->d), r, mask);
}

// Two numbers of each lane lie one behind the other, so the rows are 64 numbers.
static void round_f32x2(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t r[2 * VM_LANES];
    uint64_t pairs[VM_LANES];
    const float *a = vm_row(warp, in->a), *b = vm_row(warp, in->b);
    const float *c = in->c == REF_NONE ? NULL : vm_row(warp, in->c);
    round_floats(in, r, a, b, c);
    round_floats(in, r + VM_LANES, a + VM_LANES, b + VM_LANES, c ? c + VM_LANES : NULL);
    memcpy(pairs, r, sizeof pairs);
    vm_blend64(vm_row(warp, in->d), pairs, mask);
}

static void round_f64(Warp *warp, const VmInst *in, uint32_t mask) {
    double a[VM_LANES], b[VM_LANES], c[VM_LANES], r[VM_LANES];
    memcpy(a, vm_row(warp, in->a), 256);
    for (int i = 0; i < VM_LANES; i++) b[i] = c[i] = 1.0;
    if (in->b != REF_NONE) memcpy(b, vm_row(warp, in->b), 256);
    if (in->c != REF_NONE) memcpy(c, vm_row(warp, in->c), 256);
    loop_double(in->mod, in->rnd, r, a, b, c);
    vm_blend64(vm_row(warp, in->d), (const uint64_t *)(const void *)r, mask);
}

// Also division, reciprocal and square root with round to nearest: the host rounds them correctly.
VmFn *vm_select_round(const PtxInst *in, VmInst *decoded) {
    uint32_t sem = ptx_rows[in->op].sem, t = in->type[0], rnd = decoded->rnd;
    bool always = is_any_of(sem, PTX_SEM_FDIV, PTX_SEM_RCP, PTX_SEM_SQRT);
    if (!is_any_of(t, PTX_F32, PTX_F64, PTX_F32X2)) return NULL;
    switch (sem) {
    case PTX_SEM_FADD:
    case PTX_SEM_FSUB:
    case PTX_SEM_FMUL:
    case PTX_SEM_FMA:
    case PTX_SEM_FDIV:
    case PTX_SEM_RCP:
    case PTX_SEM_SQRT: break;
    default: return NULL;
    }
    if (!always && rnd <= PTX_RND_RN) return NULL;
    if (in->op == PTXI_rcp_approx_f64) return NULL; // a gross approximation, see compute/math.inc
    decoded->mod = (uint8_t)sem;
    decoded->n = sem == PTX_SEM_FDIV && ptx_mod(in, APPROX) == PTX_APPROX_APPROX;
    return t == PTX_F32 ? round_f32 : t == PTX_F64 ? round_f64 : round_f32x2;
}
