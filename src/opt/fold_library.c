// SPDX-License-Identifier: Apache-2.0
// Calls of the device math library with constants, folded to the bits that NVIDIA's cicc gives: it
// evaluates these functions (and no others) on the host, those of float in double and rounded once.
//
//     %r = call float @__nv_sinf(float 5.0e-01)   =>   0x3FDEAEE880000000
//
// What cicc does was found by compiling each function of the CUDA math API with constants. Its
// values are those of the host's C library, so are ours; they may differ in the last place from
// what the function computes on the device, as cicc's do. The others of libdevice are inlined, and
// what they compute exactly is folded operation by operation (ir/fold_nvvm.c): the device's own
// bits.
//
// Left alone: anything but finite operands with a finite result (cicc gives up where the host
// reports overflow, a pole or an invalid operand); subnormals, operand or result (single ones the
// function may flush, cicc folds to none); the approximate __nv_fast_* functions.
#include "opt/opt.h"

#include <math.h>

typedef struct {
    const char *name; // of double; that of float has an f behind it
    double (*one)(double);
    double (*two)(double, double);
} Row;

static const Row rows[] = {
    {"acos", acos, NULL},   {"asin", asin, NULL},   {"atan", atan, NULL},   {"ceil", ceil, NULL},
    {"cos", cos, NULL},     {"cosh", cosh, NULL},   {"exp", exp, NULL},     {"exp2", exp2, NULL},
    {"fabs", fabs, NULL},   {"floor", floor, NULL}, {"log", log, NULL},     {"log10", log10, NULL},
    {"round", round, NULL}, {"sin", sin, NULL},     {"sinh", sinh, NULL},   {"sqrt", sqrt, NULL},
    {"tan", tan, NULL},     {"tanh", tanh, NULL},   {"atan2", NULL, atan2}, {"fmod", NULL, fmod},
    {"pow", NULL, pow},
};

static const Row *find(const char *name, bool single) {
    size_t n = strlen(name);
    if (single && (n == 0 || name[--n] != 'f')) return NULL;
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (strlen(rows[k].name) == n && memcmp(rows[k].name, name, n) == 0) return &rows[k];
    }
    return NULL;
}

static bool is_plain(double v, bool single) { // finite and no subnormal
    return v == 0 || (isfinite(v) && fabs(v) >= (single ? 0x1p-126 : 0x1p-1022));
}

static bool operand(const IrValue *v, const IrType *t, double *to) {
    const IrConst *c = ir_as_const((IrValue *)v);
    if (!c || c->v.kind != IR_C_FP || c->v.type != t) return false;
    if (t->kind == IR_TY_DOUBLE) {
        memcpy(to, &c->bits, sizeof *to);
        return is_plain(*to, false);
    }
    uint32_t bits = (uint32_t)c->bits;
    float f;
    memcpy(&f, &bits, sizeof f);
    *to = f;
    return is_plain(*to, true);
}

IrConst *opt_fold_library(IrModule *m, const IrInst *call) {
    uint32_t n = ir_call_nargs(call);
    const IrType *t = call->v.type;
    const IrFunc *f = ir_called(call);
    bool single = t->kind == IR_TY_FLOAT;
    double x[2], r;
    if (!f || n == 0 || n > 2 || (!single && t->kind != IR_TY_DOUBLE)) return NULL;
    for (uint32_t k = 0; k < n; k++) {
        if (!operand(ir_op(call, k), t, &x[k])) return NULL;
    }

    const char *name = atom_str(m->ctx, f->g.v.name);
    if (strncmp(name, "__nv_", 5) != 0) return NULL;
    const Row *row = find(name + 5, single);
    if (!row || (n == 1 ? !row->one : !row->two)) return NULL;
    r = n == 1 ? row->one(x[0]) : row->two(x[0], x[1]);
    if (single) r = (float)r;
    return is_plain(r, single) ? ir_fp(m, (IrType *)t, r) : NULL;
}
