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
#include "opt/scalar/scalar.h"

#include <math.h>

typedef struct {
    const char *name; // of double; that of float has an f behind it
    double (*one)(double);
    double (*two)(double, double);
    bool exact; // the host's value is the device's
} Row;

static const Row rows[] = {
    {"acos", acos, NULL, false},   {"asin", asin, NULL, false}, {"atan", atan, NULL, false},
    {"ceil", ceil, NULL, true},    {"cos", cos, NULL, false},   {"cosh", cosh, NULL, false},
    {"exp", exp, NULL, false},     {"exp2", exp2, NULL, false}, {"fabs", fabs, NULL, true},
    {"floor", floor, NULL, true},  {"log", log, NULL, false},   {"log10", log10, NULL, false},
    {"round", round, NULL, true},  {"sin", sin, NULL, false},   {"sinh", sinh, NULL, false},
    {"sqrt", sqrt, NULL, true},    {"tan", tan, NULL, false},   {"tanh", tanh, NULL, false},
    {"atan2", NULL, atan2, false}, {"fmod", NULL, fmod, true},  {"pow", NULL, pow, false},
};

static const Row *find(const char *name, bool single) {
    size_t n = strlen(name);
    if (single && (n == 0 || name[--n] != 'f')) return NULL;
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (strlen(rows[k].name) == n && memcmp(rows[k].name, name, n) == 0) return &rows[k];
    }
    return NULL;
}

static const Row *row_of(const IrFunc *fn, bool single) {
    const char *name = atom_str(fn->g.m->ctx, fn->g.v.name);
    return strncmp(name, "__nv_", 5) == 0 ? find(name + 5, single) : NULL;
}

bool opt_is_foldable(const IrFunc *fn) {
    const IrType *t = ir_func_ret(fn);
    bool single = t->kind == IR_TY_FLOAT;
    return (single || t->kind == IR_TY_DOUBLE) && row_of(fn, single);
}

bool opt_folds_as_hosts_do(const char *name) {
    const Row *row = find(name, false);
    if (!row) row = find(name, true);
    return row && !row->exact;
}

static bool is_plain(double v, bool single) { // finite and no subnormal
    return v == 0 || (isfinite(v) && fabs(v) >= (single ? 0x1p-126 : 0x1p-1022));
}

static bool operand(const IrValue *value, const IrType *type, double *to) {
    const IrConst *constant = ir_as_const((IrValue *)value);
    if (!constant || constant->v.kind != IR_C_FP || constant->v.type != type) return false;
    if (type->kind == IR_TY_DOUBLE) {
        memcpy(to, &constant->bits, sizeof *to);
        return is_plain(*to, false);
    }
    uint32_t bits = (uint32_t)constant->bits;
    float f;
    memcpy(&f, &bits, sizeof f);
    *to = f;
    return is_plain(*to, true);
}

IrConst *opt_fold_library(IrModule *module, const IrInst *call) {
    uint32_t n = ir_call_nargs(call);
    const IrType *type = call->v.type;
    const IrFunc *fn = ir_called(call);
    bool single = type->kind == IR_TY_FLOAT;
    double x[2], r;
    if (!fn || n == 0 || n > 2 || (!single && type->kind != IR_TY_DOUBLE)) return NULL;
    for (uint32_t k = 0; k < n; k++) {
        if (!operand(ir_op(call, k), type, &x[k])) return NULL;
    }

    const Row *row = row_of(fn, single);
    if (!row || (n == 1 ? !row->one : !row->two)) return NULL;
    r = n == 1 ? row->one(x[0]) : row->two(x[0], x[1]);
    if (single) r = (float)r;
    return is_plain(r, single) ? ir_fp(module, (IrType *)type, r) : NULL;
}
