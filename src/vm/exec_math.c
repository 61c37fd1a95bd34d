// SPDX-License-Identifier: Apache-2.0
// Approximations (PTX ISA 9.7.3.15 - 9.7.3.21). They are computed in double precision and rounded
// once, which lies within the error bounds of the PTX manual for every argument.
#include "vm/float.h"

#include <math.h>

static double eval(uint32_t sem, double x) {
    switch (sem) {
    case PTX_SEM_RSQRT: return 1.0 / sqrt(x);
    case PTX_SEM_SIN: return sin(x);
    case PTX_SEM_COS: return cos(x);
    case PTX_SEM_LG2: return log2(x);
    case PTX_SEM_EX2: return exp2(x);
    default: return tanh(x);
    }
}

// NaN has one form on the device.
static void math_f32(Warp *warp, const VmInst *in, uint32_t mask) {
    const float *a = vm_row(warp, in->a);
    uint32_t *d = vm_row(warp, in->d);
    VM_EACH(i, mask) {
        float x = in->flags & VF_FTZ ? vm_ftz(a[i]) : a[i];
        float r = (float)eval(in->mod, (double)x);
        if (in->flags & VF_FTZ) r = vm_ftz(r);
        uint32_t b;
        memcpy(&b, &r, 4);
        d[i] = r != r ? 0x7fffffff : b;
    }
}

// Pairs have their halves one behind the other.
static void math_half(Warp *warp, const VmInst *in, uint32_t mask) {
    bool bf = is_any_of(in->type, PTX_BF16, PTX_BF16X2);
    uint32_t n = is_any_of(in->type, PTX_F16X2, PTX_BF16X2) ? 2 : 1;
    const uint16_t *a = vm_row(warp, in->a);
    uint16_t *d = vm_row(warp, in->d), exponent = bf ? 0x7f80 : 0x7c00;
    bool ftz = in->flags & VF_FTZ;
    VM_EACH(i, mask) {
        for (uint32_t k = i * n; k < (i + 1) * n; k++) {
            // With .ftz a subnormal half is a zero of its sign.
            uint16_t x = ftz && !(a[k] & exponent) ? a[k] & 0x8000 : a[k];
            uint16_t r = vm_half_put(eval(in->mod, (double)vm_half_get(x, bf)), bf, PTX_RND_RN);
            d[k] = ftz && !(r & exponent) ? r & 0x8000 : r;
        }
    }
}

// rcp.approx.ftz.f64, rsqrt.approx.ftz.f64: the upper word of the argument gives that of the
// result, the lower one is 0, NaN is 0x7fffffff00000000. rsqrt.approx.f64 has all bits: the
// quotient and what fused operations say that it is off.
static double reciprocal_root(double x) {
    double y = 1.0 / sqrt(x), p = x * y, lost = fma(x, y, -p);
    double e = fma(-p, y, 1.0) - lost * y;
    return y != 0 && isfinite(y) ? fma(y, e * 0.5, y) : y;
}

// With .ftz a number keeps its upper word only, and a subnormal is a zero.
static void gross_f64(Warp *warp, const VmInst *in, uint32_t mask) {
    const uint64_t *a = vm_row(warp, in->a), inf = 0x7ffull << 52;
    uint64_t *d = vm_row(warp, in->d);
    bool ftz = in->flags & VF_FTZ;
    VM_EACH(i, mask) {
        uint64_t b = a[i];
        double x;
        if (ftz && (b & ~(1ull << 63)) <= inf) b &= b & inf ? ~0xffffffffull : 1ull << 63;
        memcpy(&x, &b, 8);
        x = in->mod == PTX_SEM_RCP ? 1.0 / x : ftz ? 1.0 / sqrt(x) : reciprocal_root(x);
        memcpy(&b, &x, 8);
        if (ftz) b &= b & inf ? ~0xffffffffull : 1ull << 63;
        d[i] = ftz && x != x ? 0x7fffffff00000000 : b;
    }
}

VmFn *vm_select_math(const PtxInst *in, VmInst *inst) {
    uint32_t sem = ptx_rows[in->op].sem, t = in->type[0];
    inst->mod = (uint8_t)sem;
    switch (sem) {
    case PTX_SEM_RCP:
    case PTX_SEM_RSQRT:
        if (t == PTX_F64) return gross_f64;
        return t == PTX_F32 && sem == PTX_SEM_RSQRT ? math_f32 : NULL;
    case PTX_SEM_SIN:
    case PTX_SEM_COS:
    case PTX_SEM_LG2:
    case PTX_SEM_EX2:
    case PTX_SEM_TANH: return t == PTX_F32 ? math_f32 : math_half;
    default: return NULL;
    }
}
