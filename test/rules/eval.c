// SPDX-License-Identifier: Apache-2.0
// The meaning of straight-line IR, written again and independently of the folder: values, poison,
// undef as sets of values, undefined behaviour (LangRef; undef as in Lee et al. 2017, every use of
// a register with an undef value chooses anew).
#include "base/fma.h"
#include "rules.h"
#include "ir/intrin_id.h"

#include <math.h>

static u128 mask(uint32_t bits) {
    return bits >= 128 ? ~(u128)0 : ((u128)1 << bits) - 1;
}

static i128 sx(u128 v, uint32_t bits) {
    return (i128)(v << (128 - bits)) >> (128 - bits);
}

static bool fits(i128 v, uint32_t bits) {
    return sx((u128)v & mask(bits), bits) == v;
}

// ---- integers ----

typedef struct {
    u128 v;
    bool poison, ub, unknown;
} Out;

static Out overflowing(const Step *s, u128 x, u128 y) {
    uint32_t n = s->bits;
    i128 a = sx(x, n), b = sx(y, n), sr;
    u128 ur;
    bool so, uo;
    switch (s->op) {
    case IR_ADD:
        so = __builtin_add_overflow(a, b, &sr), uo = __builtin_add_overflow(x, y, &ur);
        break;
    case IR_SUB:
        so = __builtin_sub_overflow(a, b, &sr), uo = __builtin_sub_overflow(x, y, &ur);
        break;
    default: so = __builtin_mul_overflow(a, b, &sr), uo = __builtin_mul_overflow(x, y, &ur); break;
    }
    so = so || !fits(sr, n);
    uo = uo || ur > mask(n);
    bool poison = ((s->flags & IR_NSW) && so) || ((s->flags & IR_NUW) && uo);
    return (Out){.v = ur & mask(n), .poison = poison};
}

static Out divide(const Step *s, u128 x, u128 y) {
    uint32_t n = s->bits;
    i128 a = sx(x, n), b = sx(y, n);
    bool is_signed = s->op == IR_SDIV || s->op == IR_SREM;
    if (!y || (is_signed && b == -1 && x == (u128)1 << (n - 1))) return (Out){.ub = true};
    u128 q = is_signed ? (u128)(a / b) : x / y, r = is_signed ? (u128)(a % b) : x % y;
    bool rem = s->op == IR_UREM || s->op == IR_SREM;
    return (Out){.v = (rem ? r : q) & mask(n), .poison = (s->flags & IR_EXACT) && r};
}

static Out shift(const Step *s, u128 x, u128 y) {
    uint32_t n = s->bits;
    if (y >= n) return (Out){.poison = true};
    uint32_t k = (uint32_t)y;
    if (s->op == IR_SHL) {
        u128 r = x << k & mask(n);
        bool poison = ((s->flags & IR_NUW) && r >> k != x) ||
                      ((s->flags & IR_NSW) && sx(r, n) >> k != sx(x, n));
        return (Out){.v = r, .poison = poison};
    }
    u128 r = (s->op == IR_LSHR ? x >> k : (u128)(sx(x, n) >> k)) & mask(n);
    return (Out){.v = r, .poison = (s->flags & IR_EXACT) && (x & mask(k))};
}

static Out int_binary(const Step *s, u128 x, u128 y) {
    switch (s->op) {
    case IR_ADD:
    case IR_SUB:
    case IR_MUL: return overflowing(s, x, y);
    case IR_UDIV:
    case IR_SDIV:
    case IR_UREM:
    case IR_SREM: return divide(s, x, y);
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR: return shift(s, x, y);
    case IR_AND: return (Out){.v = x & y};
    case IR_OR: return (Out){.v = x | y, .poison = (s->flags & IR_DISJOINT) && (x & y)};
    default: return (Out){.v = x ^ y};
    }
}

static Out int_compare(const Step *s, u128 x, u128 y) {
    i128 a = sx(x, s->from), b = sx(y, s->from);
    bool r = false;
    switch ((IrPred)s->pred) {
    case IR_EQ: r = x == y; break;
    case IR_NE: r = x != y; break;
    case IR_UGT: r = x > y; break;
    case IR_UGE: r = x >= y; break;
    case IR_ULT: r = x < y; break;
    case IR_ULE: r = x <= y; break;
    case IR_SGT: r = a > b; break;
    case IR_SGE: r = a >= b; break;
    case IR_SLT: r = a < b; break;
    case IR_SLE: r = a <= b; break;
    default: break;
    }
    return (Out){.v = r, .poison = (s->flags & IR_SAMESIGN) && (a < 0) != (b < 0)};
}

static Out int_cast(const Step *s, u128 x) {
    u128 r = x & mask(s->bits);
    bool poison = false;
    if (s->op == IR_SEXT) r = (u128)sx(x, s->from) & mask(s->bits);
    if (s->op == IR_TRUNC) {
        poison = ((s->flags & IR_NUW) && r != x) ||
                 ((s->flags & IR_NSW) && sx(r, s->bits) != sx(x, s->from));
    }
    if (s->op == IR_ZEXT || s->op == IR_UITOFP) poison = (s->flags & IR_NNEG) && x >> (s->from - 1);
    return (Out){.v = r, .poison = poison};
}

// ---- floating point ----

static double get_fp(uint8_t kind, u128 v, bool flush) {
    if (kind == IR_TY_FLOAT) {
        float f = unit_float((uint32_t)v);
        if (flush && f != 0 && fabsf(f) < 0x1p-126f) f = copysignf(0, f);
        return f;
    }
    double d;
    uint64_t b = (uint64_t)v;
    memcpy(&d, &b, 8);
    return d;
}

static u128 put_fp(uint8_t kind, double d, bool flush) {
    uint64_t b;
    if (kind == IR_TY_FLOAT) {
        float f = (float)d; // one rounding: + - * / of floats are exact enough in double
        if (flush && f != 0 && fabsf(f) < 0x1p-126f) f = copysignf(0, f);
        return unit_float_bits(f);
    }
    memcpy(&b, &d, 8);
    return b;
}

static bool is_native_fp(uint8_t kind) {
    return kind == IR_TY_FLOAT || kind == IR_TY_DOUBLE;
}

static Out check_fmf(const Step *s, double r, const double *a, uint32_t n, Out o) {
    bool nan = isnan(r), inf = isinf(r);
    for (uint32_t k = 0; k < n; k++) nan = nan || isnan(a[k]), inf = inf || isinf(a[k]);
    if ((s->fmf & IR_FMF_NNAN) && nan) o.poison = true;
    if ((s->fmf & IR_FMF_NINF) && inf) o.poison = true;
    return o;
}

static Out fp_binary(const Step *s, u128 x, u128 y, bool flush) {
    double a[2] = {get_fp(s->tkind, x, flush), get_fp(s->tkind, y, flush)}, r;
    switch (s->op) {
    case IR_FADD: r = a[0] + a[1]; break;
    case IR_FSUB: r = a[0] - a[1]; break;
    case IR_FMUL: r = a[0] * a[1]; break;
    case IR_FDIV: r = a[0] / a[1]; break;
    default: r = fmod(a[0], a[1]); break;
    }
    return check_fmf(s, r, a, 2, (Out){.v = put_fp(s->tkind, r, flush)});
}

static Out fp_compare(const Step *s, u128 x, u128 y, bool flush) {
    double a[2] = {get_fp((uint8_t)s->fromkind, x, flush), get_fp((uint8_t)s->fromkind, y, flush)};
    uint32_t is = a[0] == a[1] ? 1 : a[0] > a[1] ? 2 : a[0] < a[1] ? 4 : 8;
    return check_fmf(s, 0, a, 2, (Out){.v = (s->pred & is) != 0});
}

static Out fp_cast(const Step *s, u128 x, bool flush) {
    bool from_int = s->op == IR_SITOFP || s->op == IR_UITOFP;
    bool to_int = s->op == IR_FPTOSI || s->op == IR_FPTOUI;
    if (from_int) {
        Out o = int_cast(s, x);
        i128 v = s->op == IR_SITOFP ? sx(x, s->from) : (i128)x;
        o.v = s->tkind == IR_TY_FLOAT ? unit_float_bits((float)v)
                                      : put_fp(s->tkind, (double)v, false);
        return o;
    }
    double d = get_fp((uint8_t)s->fromkind, x, flush);
    if (to_int) {
        double t = trunc(d);
        if (isnan(d) || fabs(t) > 0x1p100) return (Out){.poison = true};
        i128 v = (i128)t;
        bool fine = s->op == IR_FPTOSI ? fits(v, s->bits) : v >= 0 && (u128)v <= mask(s->bits);
        return (Out){.v = (u128)v & mask(s->bits), .poison = !fine};
    }
    return (Out){.v = put_fp(s->tkind, d, flush)};
}

// ---- intrinsics ----

static u128 saturate(i128 v, uint32_t n, bool is_signed) {
    i128 max = (i128)mask(is_signed ? n - 1 : n), min = is_signed ? -max - 1 : 0;
    return (u128)(v > max ? max : v < min ? min : v) & mask(n);
}

static Out by_folder(Program *p, const Step *s, const u128 *a) {
    IrConst *c[4];
    for (uint32_t k = 0; k < s->nops; k++) {
        IrType *t = s->type[k];
        uint64_t w[2] = {(uint64_t)a[k], (uint64_t)(a[k] >> 64)};
        c[k] = ir_ty_is_fp(t) ? ir_fp_bits(p->m, t, w[0], w[1]) : ir_int_words(p->m, t, 2, w);
    }
    IrConst *r = s->op == IR_CALL
                     ? ir_fold_intrin(p->m, (IrIntrin)s->intrin, s->inst->v.type, s->nops, c)
                 : s->nops == 2 ? ir_fold_bin(p->m, (IrOp)s->op, s->flags, c[0], c[1])
                                : NULL;
    if (r && r->v.kind == IR_C_POISON) return (Out){.poison = true};
    if (!r || (r->v.kind != IR_C_INT && r->v.kind != IR_C_FP)) return (Out){.unknown = true};
    const uint64_t *w = ir_words(r);
    return (Out){.v = r->v.type->bits > 64 ? (u128)w[1] << 64 | w[0] : w[0]};
}

static Out fp_intrinsic(Program *p, const Step *s, const u128 *u) {
    double a[3] = {0}, r;
    for (uint32_t k = 0; k < s->nops && k < 3; k++) a[k] = get_fp(s->tkind, u[k], p->flush);
    switch (s->intrin) {
    case IR_I_fabs: return (Out){.v = u[0] & (mask(s->bits) >> 1)};
    case IR_I_minnum:
    case IR_I_maxnum:
        // with zeros of both signs either may come: taken as PTX does, -0 < +0
        if (a[0] == a[1]) {
            r = (s->intrin == IR_I_minnum) == (signbit(a[0]) != 0) ? a[0] : a[1];
        } else {
            r = s->intrin == IR_I_minnum ? fmin(a[0], a[1]) : fmax(a[0], a[1]);
        }
        return check_fmf(s, r, a, 2, (Out){.v = put_fp(s->tkind, r, p->flush)});
    case IR_I_nvvm_saturate_f:
    case IR_I_nvvm_saturate_ftz_f:
        r = a[0] > 0 ? fmin(a[0], 1.0) : 0.0; // what is no number: 0
        return (Out){.v = put_fp(s->tkind, r, p->flush)};
    case IR_I_fma:
        r = s->tkind == IR_TY_FLOAT ? fmaf((float)a[0], (float)a[1], (float)a[2])
                                    : host_fma(a[0], a[1], a[2]);
        return check_fmf(s, r, a, 3, (Out){.v = put_fp(s->tkind, r, p->flush)});
    default: return by_folder(p, s, u);
    }
}

static Out intrinsic(Program *p, const Step *s, const u128 *a) {
    uint32_t n = s->bits;
    if (is_native_fp(s->tkind)) return fp_intrinsic(p, s, a);
    i128 x = sx(a[0], n), y = s->nops > 1 ? sx(a[1], n) : 0;
    switch (s->intrin) {
    case IR_I_smin: return (Out){.v = (u128)(x < y ? x : y) & mask(n)};
    case IR_I_smax: return (Out){.v = (u128)(x > y ? x : y) & mask(n)};
    case IR_I_umin: return (Out){.v = CU_MIN(a[0], a[1])};
    case IR_I_umax: return (Out){.v = CU_MAX(a[0], a[1])};
    case IR_I_abs:
        return (Out){.v = (u128)(x < 0 ? -x : x) & mask(n),
                     .poison = a[1] && a[0] == (u128)1 << (n - 1)};
    case IR_I_ctpop: {
        u128 c = 0;
        for (uint32_t k = 0; k < n; k++) c += a[0] >> k & 1;
        return (Out){.v = c & mask(n)};
    }
    case IR_I_uadd_sat: return (Out){.v = saturate((i128)(a[0] + a[1]), n, false)};
    case IR_I_usub_sat: return (Out){.v = a[0] > a[1] ? a[0] - a[1] : 0};
    case IR_I_sadd_sat: return (Out){.v = saturate(x + y, n, true)};
    case IR_I_ssub_sat: return (Out){.v = saturate(x - y, n, true)};
    case IR_I_nvvm_mul24_i:
        return (Out){.v = (u128)(sx(a[0] & mask(24), 24) * sx(a[1] & mask(24), 24)) & mask(n)};
    case IR_I_nvvm_mul24_ui: return (Out){.v = (a[0] & mask(24)) * (a[1] & mask(24)) & mask(n)};
    case IR_I_fshl:
    case IR_I_fshr: {
        uint32_t k = (uint32_t)(a[2] % n);
        if (s->intrin == IR_I_fshl)
            return (Out){.v = (a[0] << k | (k ? a[1] >> (n - k) : 0)) & mask(n)};
        return (Out){.v = ((k ? a[0] << (n - k) : 0) | a[1] >> k) & mask(n)};
    }
    default: return by_folder(p, s, a);
    }
}

// One step of plain values.
static Out apply(Program *p, const Step *s, const u128 *a) {
    switch (ir_ops[s->op].class) {
    case IRC_BINARY:
        if (is_native_fp(s->tkind)) return fp_binary(s, a[0], a[1], p->flush);
        return s->tkind == IR_TY_INT ? int_binary(s, a[0], a[1]) : by_folder(p, s, a);
    case IRC_CAST:
        if (s->op == IR_BITCAST) return (Out){.v = a[0]};
        if (s->tkind == IR_TY_INT && s->fromkind == IR_TY_INT) return int_cast(s, a[0]);
        if ((s->tkind == IR_TY_INT || is_native_fp(s->tkind)) &&
            (s->fromkind == IR_TY_INT || is_native_fp((uint8_t)s->fromkind))) {
            return fp_cast(s, a[0], p->flush);
        }
        return (Out){.unknown = true};
    case IRC_CMP:
        if (s->op == IR_ICMP) return int_compare(s, a[0], a[1]);
        return is_native_fp((uint8_t)s->fromkind) ? fp_compare(s, a[0], a[1], p->flush)
                                                  : (Out){.unknown = true};
    default: break;
    }
    if (s->op == IR_FNEG) {
        Out o = {.v = a[0] ^ (u128)1 << (s->bits - 1)};
        double x = is_native_fp(s->tkind) ? get_fp(s->tkind, a[0], false) : 0;
        return check_fmf(s, x, NULL, 0, o);
    }
    return s->op == IR_CALL ? intrinsic(p, s, a) : (Out){.unknown = true};
}

// ---- sets ----

static bool in_set(const Value *v, uint32_t x) {
    return v->kind == V_ONE ? v->v == x : v->set[x / 64] >> x % 64 & 1;
}

static void add_to_set(Value *v, u128 x) {
    if (x > 255)
        v->kind = V_UNKNOWN;
    else
        v->set[x / 64] |= 1ull << x % 64;
}

static Value join(Value a, Value b) {
    if (a.kind == V_UNKNOWN || b.kind == V_UNKNOWN) return (Value){.kind = V_UNKNOWN};
    if (a.kind == V_UB || b.kind == V_UB) return (Value){.kind = V_UB};
    if (a.kind == V_POISON || b.kind == V_POISON) return (Value){.kind = V_POISON};
    if (a.kind == V_ONE && b.kind == V_ONE && a.v == b.v) return a;
    Value r = {.kind = V_SET};
    for (uint32_t k = 0; k < 4; k++) r.set[k] = a.set[k] | b.set[k];
    if (a.kind == V_ONE) add_to_set(&r, a.v);
    if (b.kind == V_ONE) add_to_set(&r, b.v);
    return r;
}

static Value from_out(Out o) {
    if (o.unknown) return (Value){.kind = V_UNKNOWN};
    if (o.ub) return (Value){.kind = V_UB};
    if (o.poison) return (Value){.kind = V_POISON};
    return (Value){.kind = V_ONE, .v = o.v};
}

static Value over_sets(Program *p, const Step *s, Value *a, uint32_t at, u128 *u) {
    if (at == s->nops) return from_out(apply(p, s, u));
    if (a[at].kind == V_ONE) {
        u[at] = a[at].v;
        return over_sets(p, s, a, at + 1, u);
    }
    Value r = {.kind = V_SET};
    for (uint32_t x = 0; x < 256; x++) {
        if (!in_set(&a[at], x)) continue;
        u[at] = x;
        r = join(r, over_sets(p, s, a, at + 1, u));
    }
    return r;
}

static Value run_step(Program *p, const Step *s, uint64_t *choice) {
    Value a[4];
    u128 u[4] = {0};
    bool poison = false, sets = false;
    for (uint32_t k = 0; k < s->nops; k++) {
        a[k] = p->slot[s->arg[k]];
        if (a[k].kind == V_UNKNOWN) return a[k];
        poison = poison || a[k].kind == V_POISON;
        sets = sets || a[k].kind == V_SET;
        u[k] = a[k].v;
    }
    if (s->op == IR_SELECT) {
        if (a[0].kind == V_POISON) return a[0];
        if (a[0].kind == V_ONE) return a[a[0].v ? 1 : 2];
        return join(a[1], a[2]);
    }
    if (s->op == IR_FREEZE) {
        if (!poison && !sets) return a[0];
        uint32_t x = (uint32_t)(*choice % (mask(s->bits) + 1));
        *choice = s->bits < 64 ? *choice >> s->bits : 0;
        while (!poison && !in_set(&a[0], x)) x = (x + 1) & (uint32_t)mask(s->bits);
        return (Value){.kind = V_ONE, .v = x};
    }
    bool divides = s->op >= IR_UDIV && s->op <= IR_SREM && s->op != IR_FDIV;
    if (divides && a[1].kind == V_POISON) return (Value){.kind = V_UB};
    if (poison) return (Value){.kind = V_POISON};
    return sets ? over_sets(p, s, a, 0, u) : from_out(apply(p, s, u));
}

// ---- programs ----

static int slot_of(Program *p, IrValue *v, const int *of, uint32_t n) {
    if (v->kind == IR_V_ARG) return (int)((IrArg *)v)->index;
    if (v->kind == IR_V_INST) return v->id < n ? of[v->id] : -1;
    bool known = v->kind == IR_C_INT || v->kind == IR_C_FP || v->kind == IR_C_POISON ||
                 v->kind == IR_C_UNDEF;
    if (!known || p->nslots == MAX_SLOTS || v->type->bits > 128) return -1;
    Value c = {.kind = v->kind == IR_C_POISON ? V_POISON : V_ONE};
    if (v->kind == IR_C_UNDEF) {
        c.kind = V_SET;
        if (v->type->bits > 8) return -1;
        for (uint32_t x = 0; x <= mask(v->type->bits); x++) add_to_set(&c, x);
    }
    if (c.kind == V_ONE) {
        const uint64_t *w = ir_words((IrConst *)v);
        c.v = v->type->bits > 64 ? (u128)w[1] << 64 | w[0] : w[0];
    }
    p->slot[p->nslots] = c;
    p->step[p->nslots].inst = NULL;
    return (int)p->nslots++;
}

static bool make_step(Program *p, IrInst *i, const int *of, uint32_t n, AnFunc *facts) {
    Step s = {.op = i->v.op, .pred = i->pred, .fmf = i->fmf, .flags = i->v.flags, .inst = i};
    if (i->v.type->kind != IR_TY_INT && !ir_ty_is_fp(i->v.type)) return false;
    s.tkind = i->v.type->kind;
    s.bits = i->v.type->bits;
    s.nops = i->v.op == IR_CALL ? ir_call_nargs(i) : i->nops;
    s.intrin = ir_intrin_of(i);
    if (s.nops > 4 || (i->v.op == IR_CALL && !s.intrin)) return false;
    for (uint32_t k = 0; k < s.nops; k++) {
        s.arg[k] = slot_of(p, ir_op(i, k), of, n);
        s.type[k] = ir_op(i, k)->type;
        if (s.arg[k] < 0) return false;
    }
    if (s.nops) {
        s.from = ir_op(i, 0)->type->bits;
        s.fromkind = ir_op(i, 0)->type->kind;
    }
    p->nsz = p->nsz || (i->fmf & IR_FMF_NSZ);
    p->nfreeze += i->v.op == IR_FREEZE;
    if (facts && s.tkind == IR_TY_INT && s.bits <= 64) {
        s.known = an_known_bits(&i->v);
        s.sign_bits = an_sign_bits(&i->v);
        s.nonzero = an_is_nonzero(&i->v);
        s.range = an_range_at(facts, &i->v, i->block);
    }
    s.not_poison = facts && an_not_poison(&i->v);
    if (p->nslots == MAX_SLOTS) return false;
    p->step[p->nslots++] = s;
    return true;
}

void program_make(Program *p, IrFunc *f, bool flush, AnFunc *facts) {
    static int of[1 << 12];
    *p = (Program){.m = f->g.m, .nargs = f->nargs, .nslots = f->nargs, .flush = flush};
    for (uint32_t k = 0; k < CU_COUNT(of); k++) of[k] = -1;
    if (f->nvalues > CU_COUNT(of) || f->nargs > 8) return;
    for (IrInst *i = f->first->first; i; i = i->next) {
        if (i->v.op == IR_RET) {
            int r = slot_of(p, ir_op(i, 0), of, CU_COUNT(of));
            p->good = r >= 0;
            p->result = (uint32_t)r;
            p->rbits = ir_op(i, 0)->type->bits;
            p->rkind = ir_op(i, 0)->type->kind;
            return;
        }
        if (!make_step(p, i, of, CU_COUNT(of), facts)) return;
        of[i->v.id] = (int)p->nslots - 1;
    }
}

Value program_run(Program *p, const Value *arg, uint64_t choice) {
    for (uint32_t k = 0; k < p->nargs; k++) p->slot[k] = arg[k];
    for (uint32_t k = p->nargs; k < p->nslots; k++) {
        if (!p->step[k].inst) continue;
        p->slot[k] = run_step(p, &p->step[k], &choice);
        if (p->slot[k].kind == V_UB) return p->slot[k];
    }
    return p->slot[p->result];
}

Value program_outcomes(Program *p, const Value *arg) {
    Value r = program_run(p, arg, 0);
    if (!p->nfreeze) return r;
    for (uint64_t c = 1; c < 256; c++) r = join(r, program_run(p, arg, c));
    return r;
}

const Step *program_facts_hold(const Program *p) {
    for (uint32_t k = p->nargs; k < p->nslots; k++) {
        const Step *s = &p->step[k];
        const Value *v = &p->slot[k];
        if (!s->inst) continue;
        if (s->not_poison && v->kind == V_POISON) return s;
        if (v->kind != V_ONE || s->tkind != IR_TY_INT || s->bits > 64) continue;
        uint64_t x = (uint64_t)v->v;
        bool holds = !(x & s->known.zero) && !(~x & s->known.one) && (!s->nonzero || x);
        i128 top = s->sign_bits ? sx(v->v, s->bits) >> (s->bits - s->sign_bits) : 0;
        i128 y = sx(v->v, s->bits);
        bool inside =
            x >= s->range.umin && x <= s->range.umax && y >= s->range.smin && y <= s->range.smax;
        if (!holds || !inside || (top != 0 && top != -1)) return s;
    }
    return NULL;
}

bool value_refines(const Program *before, Value b, Value a, bool approximately) {
    if (b.kind == V_UB || b.kind == V_POISON || b.kind == V_UNKNOWN || a.kind == V_UNKNOWN)
        return true;
    if (a.kind == V_UB || a.kind == V_POISON) return false;
    bool fp = is_native_fp((uint8_t)before->rkind);
    if (fp && a.kind == V_ONE && b.kind == V_ONE) {
        double x = get_fp((uint8_t)before->rkind, b.v, before->flush);
        double y = get_fp((uint8_t)before->rkind, a.v, before->flush);
        if (isnan(x)) return isnan(y) || approximately;
        if (x == 0 && y == 0 && (before->nsz || approximately)) return true;
        if (approximately) {
            bool close =
                fabs(x - y) <= 1e-4 * fmax(fabs(x), fabs(y)) || !isfinite(x) || !isfinite(y);
            return close || fmax(fabs(x), fabs(y)) < 1e-30;
        }
    }
    if (a.kind == V_ONE && b.kind == V_ONE) return a.v == b.v;
    for (uint32_t x = 0; x < 256; x++) {
        if (in_set(&a, x) && !in_set(&b, x)) return false;
    }
    return a.kind != V_ONE || a.v < 256;
}
