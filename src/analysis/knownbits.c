// SPDX-License-Identifier: Apache-2.0
// Known bits, sign bits, non-zero and alignment, by recursion over operands to a small depth. For
// integers of up to 64 bits. Transfer functions as in the literature on tristate numbers
// (Vishwanathan et al. 2022); addition by the carry-in/carry-out argument.
#include "analysis/analysis.h"

#include <stdlib.h>

enum { MAX_DEPTH = 6 };

static AnBits known(const IrValue *v, int depth);

static uint64_t mask_of(uint32_t bits) {
    return bits >= 64 ? ~0ull : (1ull << bits) - 1;
}

static AnBits exactly(uint64_t x, uint32_t bits) {
    return (AnBits){~x & mask_of(bits), x & mask_of(bits)};
}

static AnBits unknown(void) {
    return (AnBits){0, 0};
}

static uint32_t width(const IrType *t) {
    return (t->kind == IR_TY_INT || t->kind == IR_TY_PTR) && t->bits <= 64 ? t->bits : 0;
}

uint64_t an_umax(AnBits k, uint32_t bits) {
    return ~k.zero & mask_of(bits);
}

// ---- transfer functions ----

static AnBits add(AnBits a, AnBits b, bool carry_zero, bool carry_one, uint32_t n) {
    uint64_t m = mask_of(n);
    uint64_t max = (~a.zero & m) + (~b.zero & m) + !carry_zero;
    uint64_t min = a.one + b.one + carry_one;
    uint64_t cz = ~(max ^ a.zero ^ b.zero), co = min ^ a.one ^ b.one;
    uint64_t all = (a.zero | a.one) & (b.zero | b.one) & (cz | co);
    return (AnBits){~max & all & m, min & all & m};
}

static uint32_t low_zeros(AnBits a, uint32_t n) { // known trailing zero bits
    uint64_t nz = ~a.zero;
    uint32_t k = nz ? (uint32_t)__builtin_ctzll(nz) : 64;
    return CU_MIN(k, n);
}

static uint32_t high_zeros(AnBits a, uint32_t n) {
    uint64_t nz = ~a.zero & mask_of(n);
    return nz ? n - (64 - (uint32_t)__builtin_clzll(nz)) : n;
}

static uint64_t top_mask(uint32_t count, uint32_t n) {
    return count ? mask_of(n) & ~mask_of(n - count) : 0;
}

static AnBits mul(AnBits a, AnBits b, uint32_t n) {
    uint32_t low = low_zeros(a, n) + low_zeros(b, n);
    uint32_t ha = high_zeros(a, n), hb = high_zeros(b, n);
    uint32_t high = ha + hb > n ? ha + hb - n : 0;
    AnBits r = {mask_of(CU_MIN(low, n)) | top_mask(CU_MIN(high, n), n), 0};
    return r;
}

static AnBits shift(IrOp op, AnBits a, AnBits by, uint32_t n) {
    uint64_t m = mask_of(n);
    if ((by.zero | by.one) == m && by.one < n) {
        uint32_t k = (uint32_t)by.one;
        if (op == IR_SHL) return (AnBits){((a.zero << k) | mask_of(k)) & m, (a.one << k) & m};
        uint64_t top = top_mask(k, n);
        if (op == IR_LSHR) return (AnBits){a.zero >> k | top, a.one >> k};
        AnBits r = {a.zero >> k, a.one >> k};
        if (a.zero >> (n - 1) & 1) r.zero |= top;
        if (a.one >> (n - 1) & 1) r.one |= top;
        return r;
    }
    if (op == IR_SHL) return (AnBits){mask_of(low_zeros(a, n)), 0};
    if (op == IR_LSHR) return (AnBits){top_mask(high_zeros(a, n), n), 0};
    return unknown();
}

static AnBits divide(IrOp op, AnBits a, AnBits b, uint32_t n) {
    if (op == IR_UDIV) {
        uint64_t d = CU_MAX(b.one, 1u), q = an_umax(a, n) / d;
        return (AnBits){~(q ? mask_of(64 - (uint32_t)__builtin_clzll(q)) : 0) & mask_of(n), 0};
    }
    if (op == IR_UREM) {
        uint64_t mx = an_umax(b, n);
        uint64_t r = CU_MIN(an_umax(a, n), mx ? mx - 1 : 0);
        AnBits k = {~(r ? mask_of(64 - (uint32_t)__builtin_clzll(r)) : 0) & mask_of(n), 0};
        if ((b.zero | b.one) == mask_of(n) && b.one && !(b.one & (b.one - 1))) {
            k.zero |= a.zero & (b.one - 1);
            k.one |= a.one & (b.one - 1);
        }
        return k;
    }
    return unknown();
}

static AnBits binary(const IrInst *i, uint32_t n, int depth) {
    AnBits a = known(ir_op(i, 0), depth), b = known(ir_op(i, 1), depth);
    switch (i->v.op) {
    case IR_AND: return (AnBits){a.zero | b.zero, a.one & b.one};
    case IR_OR: return (AnBits){a.zero & b.zero, a.one | b.one};
    case IR_XOR:
        return (AnBits){(a.zero & b.zero) | (a.one & b.one), (a.zero & b.one) | (a.one & b.zero)};
    case IR_ADD: return add(a, b, true, false, n);
    case IR_SUB: return add(a, (AnBits){b.one, b.zero}, false, true, n);
    case IR_MUL: return mul(a, b, n);
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR: return shift(i->v.op, a, b, n);
    default: return divide(i->v.op, a, b, n);
    }
}

static AnBits cast(const IrInst *i, uint32_t n, int depth) {
    const IrValue *x = ir_op(i, 0);
    uint32_t from = width(x->type);
    if (!from) return unknown();
    AnBits a = known(x, depth);
    switch (i->v.op) {
    case IR_TRUNC: return (AnBits){a.zero & mask_of(n), a.one & mask_of(n)};
    case IR_ZEXT: return (AnBits){a.zero | (mask_of(n) & ~mask_of(from)), a.one};
    case IR_SEXT: {
        uint64_t top = mask_of(n) & ~mask_of(from);
        if (a.zero >> (from - 1) & 1) a.zero |= top;
        if (a.one >> (from - 1) & 1) a.one |= top;
        return a;
    }
    case IR_PTRTOINT:
    case IR_INTTOPTR:
        if (n <= from) return (AnBits){a.zero & mask_of(n), a.one & mask_of(n)};
        return (AnBits){a.zero | (mask_of(n) & ~mask_of(from)), a.one};
    case IR_ADDRSPACECAST: // low bits stay in all of ours
        return (AnBits){a.zero & 255, a.one & 255};
    default: return unknown();
    }
}

static AnBits range_bits(uint64_t lo, uint64_t hi, uint32_t n) { // [lo, hi): common top bits
    uint64_t diff = lo ^ (hi - 1);
    uint32_t len = diff ? 64 - (uint32_t)__builtin_clzll(diff) : 0;
    uint64_t same = ~mask_of(len) & mask_of(n);
    if (len == 64) same = 0;
    return (AnBits){~lo & same, lo & same};
}

bool an_launch_shape(const IrFunc *f, const char *key, uint64_t v[3]) {
    const IrAttrSet *s = f->attrs.fn;
    Ctx *ctx = f->g.m->ctx;
    const char *t = NULL;
    for (uint32_t i = 0; s && i < s->nstr && !t; i++) { // few: cheaper than to intern the key
        if (strcmp(atom_str(ctx, s->str[i].key), key) == 0) t = atom_str(ctx, s->str[i].value);
    }
    if (!t) return false;
    for (int d = 0; d < 3; d++) {
        char *end = NULL;
        v[d] = t && *t ? strtoul(t, &end, 10) : 1;
        if (!v[d] || v[d] > 1024) v[d] = 1024;
        t = end && *end == ',' ? end + 1 : NULL;
    }
    return true;
}

// The range of %tid and %ntid where the kernel says its block size (.reqntid) or the number of
// threads at most (.maxntid: the product bounds every dimension, PTX ISA 11.4).
static bool launch_range(const IrInst *i, uint32_t id, uint64_t *lo, uint64_t *hi) {
    static const uint16_t ids[6] = {IR_I_nvvm_read_ptx_sreg_tid_x,  IR_I_nvvm_read_ptx_sreg_tid_y,
                                    IR_I_nvvm_read_ptx_sreg_tid_z,  IR_I_nvvm_read_ptx_sreg_ntid_x,
                                    IR_I_nvvm_read_ptx_sreg_ntid_y, IR_I_nvvm_read_ptx_sreg_ntid_z};
    int k = 0;
    while (k < 6 && ids[k] != id) k++;
    const IrFunc *f = k < 6 && i->block ? i->block->fn : NULL;
    uint64_t v[3];
    if (!f || f->cc != IR_CC_PTX_KERNEL) return false;
    if (an_launch_shape(f, "nvvm.reqntid", v)) {
        *lo = k < 3 ? 0 : v[k - 3];
        *hi = k < 3 ? v[k] : v[k - 3] + 1;
        return true;
    }
    if (!an_launch_shape(f, "nvvm.maxntid", v)) return false;
    uint64_t most = CU_MIN(v[0] * v[1] * v[2], k % 3 == 2 ? 64u : 1024u);
    *lo = k < 3 ? 0 : 1;
    *hi = k < 3 ? most : most + 1;
    return true;
}

static bool range_md(const IrInst *i, uint64_t *lo, uint64_t *hi) { // !range with one interval
    for (const IrMdAttach *m = i->md; m; m = m->next) {
        const IrMd *d = m->md;
        if (!d || d->kind != IR_MD_NODE || d->n != 2 || !d->op[0] || !d->op[1]) continue;
        if (d->op[0]->kind != IR_MD_VALUE || d->op[1]->kind != IR_MD_VALUE) continue;
        const IrConst *from = ir_as_cint(d->op[0]->value), *to = ir_as_cint(d->op[1]->value);
        if (!from || !to || from->v.type != i->v.type || from->bits >= to->bits) continue;
        if (strcmp(atom_str(i->v.type->m->ctx, m->kind), "range") != 0) continue;
        *lo = from->bits;
        *hi = to->bits;
        return true;
    }
    return false;
}

static bool intrinsic_range(const IrInst *i, uint64_t *lo, uint64_t *hi) {
    uint32_t id = ir_intrin_of(i);
    const IrIntrinRow *row = &ir_intrins[id];
    if (!id || !row->hi) return false;
    if (ir_ty_is_i(i->v.type, 32) && launch_range(i, id, lo, hi)) return true;
    *lo = row->lo;
    *hi = row->hi;
    return true;
}

bool an_result_range(const IrInst *i, uint64_t *lo, uint64_t *hi) {
    if (width(i->v.type) == 0 || i->v.type->kind != IR_TY_INT) return false;
    uint64_t a, b;
    bool md = range_md(i, lo, hi), intrinsic = intrinsic_range(i, &a, &b);
    if (!intrinsic) return md;
    *lo = md ? CU_MAX(a, *lo) : a;
    *hi = md ? CU_MIN(b, *hi) : b;
    return *lo < *hi;
}

static AnBits result_bits(const IrInst *i, uint32_t n) {
    uint64_t lo, hi;
    return an_result_range(i, &lo, &hi) ? range_bits(lo, hi, n) : unknown();
}

static AnBits call(const IrInst *i, uint32_t n, int depth) {
    uint32_t id = ir_intrin_of(i);
    if (!id) return unknown();
    switch (id) {
    case IR_I_ctpop:
    case IR_I_ctlz:
    case IR_I_cttz: return range_bits(0, (uint64_t)n + 1, n);
    case IR_I_nvvm_popc_i:
    case IR_I_nvvm_clz_i: return range_bits(0, 33, n);
    case IR_I_nvvm_popc_ll:
    case IR_I_nvvm_clz_ll: return range_bits(0, 65, n);
    case IR_I_umin: {
        AnBits a = known(ir_op(i, 0), depth), b = known(ir_op(i, 1), depth);
        uint64_t m = CU_MIN(an_umax(a, n), an_umax(b, n));
        AnBits r = m == UINT64_MAX ? unknown() : range_bits(0, m + 1, n);
        r.zero |= a.zero & b.zero;
        r.one |= a.one & b.one;
        return r;
    }
    case IR_I_umax:
    case IR_I_smin:
    case IR_I_smax: {
        AnBits a = known(ir_op(i, 0), depth), b = known(ir_op(i, 1), depth);
        return (AnBits){a.zero & b.zero, a.one & b.one};
    }
    default: return unknown();
    }
}

// x is the phi and a constant: what the phi keeps from step to step of what it begins with. Low
// zeros that the step has too stay; so does the sign where the sum does not wrap.
static bool is_step_of(const IrInst *phi, const IrValue *x, uint32_t n, uint64_t *kept_zeros) {
    const IrInst *sum = ir_as_op(x, IR_ADD);
    const IrConst *step = sum && ir_op(sum, 0) == &phi->v ? ir_as_cint(ir_op(sum, 1)) : NULL;
    if (!step || ir_is_zero(&step->v)) return false;
    uint64_t low = step->bits & (0 - step->bits), sign = 1ull << (n - 1);
    *kept_zeros = low - 1;
    if ((sum->v.flags & IR_NSW) && !(step->bits & sign)) *kept_zeros |= sign;
    return true;
}

static AnBits phi(const IrInst *i, uint32_t n, int depth) {
    AnBits r = {mask_of(n), mask_of(n)};
    bool any = false;
    for (uint32_t k = 0; k < ir_phi_n(i) && (r.zero | r.one); k++) {
        const IrValue *x = ir_phi_value(i, k);
        uint64_t kept_zeros;
        if (x == &i->v) continue;
        if (is_step_of(i, x, n, &kept_zeros)) {
            r.zero &= kept_zeros;
            r.one = 0;
            continue;
        }
        // phis in a cycle: one step only
        AnBits a = known(x, ir_as_cint(x) ? depth : CU_MAX(depth, MAX_DEPTH - 1));
        r.zero &= a.zero;
        r.one &= a.one;
        any = true;
    }
    return any ? r : unknown();
}

static AnBits of_pointer(const IrValue *p, int depth) {
    uint32_t al = an_alignment(p);
    return (AnBits){al - 1, 0};
}

static AnBits known(const IrValue *v, int depth) {
    uint32_t n = width(v->type);
    if (!n) return unknown();
    if (v->kind == IR_C_INT) return exactly(((const IrConst *)v)->bits, n);
    if (v->kind == IR_C_NULL) return exactly(0, n);
    const IrInst *i = ir_as_inst(v);
    if (v->type->kind == IR_TY_PTR) return of_pointer(v, depth);
    if (!i || depth >= MAX_DEPTH) return unknown();
    depth++;
    switch (ir_ops[i->v.op].class) {
    case IRC_BINARY: return binary(i, n, depth);
    case IRC_CAST: return cast(i, n, depth);
    default: break;
    }
    switch (i->v.op) {
    case IR_CALL: {
        AnBits a = call(i, n, depth), b = result_bits(i, n);
        return (AnBits){a.zero | b.zero, a.one | b.one};
    }
    case IR_LOAD: return result_bits(i, n);
    case IR_PHI: return phi(i, n, depth);
    case IR_SELECT: {
        AnBits a = known(ir_op(i, 1), depth), b = known(ir_op(i, 2), depth);
        return (AnBits){a.zero & b.zero, a.one & b.one};
    }
    case IR_FREEZE: return an_not_poison(ir_op(i, 0)) ? known(ir_op(i, 0), depth) : unknown();
    default: return unknown();
    }
}

AnBits an_known_bits(const IrValue *v) {
    return known(v, 0);
}

// ---- more ----

static uint32_t sign_bits(const IrValue *v, int depth) {
    uint32_t n = width(v->type);
    if (!n) return 1;
    AnBits k = known(v, depth);
    uint64_t top = mask_of(n);
    uint32_t best = 1;
    uint64_t nz = ~k.zero & top, no = ~k.one & top;
    best = CU_MAX(best, nz ? n - (64 - (uint32_t)__builtin_clzll(nz)) : n);
    best = CU_MAX(best, no ? n - (64 - (uint32_t)__builtin_clzll(no)) : n);
    const IrInst *i = ir_as_inst(v);
    if (!i || depth >= MAX_DEPTH) return best;
    uint32_t s = 1;
    switch (i->v.op) {
    case IR_SEXT: s = sign_bits(ir_op(i, 0), depth + 1) + n - width(ir_op(i, 0)->type); break;
    case IR_ASHR: {
        const IrConst *c = ir_as_cint(ir_op(i, 1));
        s = sign_bits(ir_op(i, 0), depth + 1);
        if (c && c->bits < n) s = CU_MIN(n, s + (uint32_t)c->bits);
        break;
    }
    case IR_ADD:
    case IR_SUB:
        s = CU_MIN(sign_bits(ir_op(i, 0), depth + 1), sign_bits(ir_op(i, 1), depth + 1));
        s = s > 1 ? s - 1 : 1;
        break;
    case IR_AND:
    case IR_OR:
    case IR_XOR:
        s = CU_MIN(sign_bits(ir_op(i, 0), depth + 1), sign_bits(ir_op(i, 1), depth + 1));
        break;
    case IR_SELECT:
        s = CU_MIN(sign_bits(ir_op(i, 1), depth + 1), sign_bits(ir_op(i, 2), depth + 1));
        break;
    case IR_TRUNC: {
        uint32_t from = width(ir_op(i, 0)->type), t = from ? sign_bits(ir_op(i, 0), depth + 1) : 1;
        s = from && t > from - n ? t - (from - n) : 1;
        break;
    }
    default: break;
    }
    return CU_MAX(best, s);
}

uint32_t an_sign_bits(const IrValue *v) {
    return sign_bits(v, 0);
}

bool an_is_nonneg(const IrValue *v) {
    uint32_t n = width(v->type);
    return n && v->type->kind == IR_TY_INT && (an_known_bits(v).zero >> (n - 1) & 1);
}

static bool nonzero(const IrValue *v, int depth) {
    if (v->kind == IR_C_INT) return !ir_is_zero(v);
    if (v->kind == IR_C_VAR || v->kind == IR_C_FUNC) {
        return v->type->as == 0 && ((const IrGlobal *)v)->linkage != IR_EXTERN_WEAK;
    }
    const IrArg *a = ir_as_arg(v);
    if (a) return ir_attr_has(ir_attrs_get(&a->fn->attrs, (int)a->index), IR_ATTR_NONNULL);
    if (known(v, depth).one) return true;
    const IrInst *i = ir_as_inst(v);
    if (!i || depth >= MAX_DEPTH) return false;
    switch (i->v.op) {
    case IR_ALLOCA: return v->type->as == 0; // a generic address of local memory is never 0
    case IR_OR: return nonzero(ir_op(i, 0), depth + 1) || nonzero(ir_op(i, 1), depth + 1);
    case IR_ZEXT:
    case IR_SEXT: return nonzero(ir_op(i, 0), depth + 1);
    case IR_GEP:
        return (v->flags & IR_INBOUNDS) && v->type->kind == IR_TY_PTR && v->type->as == 0 &&
               nonzero(ir_op(i, 0), depth + 1);
    case IR_ADD:
        return (v->flags & IR_NUW) &&
               (nonzero(ir_op(i, 0), depth + 1) || nonzero(ir_op(i, 1), depth + 1));
    case IR_SELECT: return nonzero(ir_op(i, 1), depth + 1) && nonzero(ir_op(i, 2), depth + 1);
    default: return false;
    }
}

bool an_is_nonzero(const IrValue *v) {
    return nonzero(v, 0);
}

static uint32_t low_bit(uint64_t x) {
    return x && __builtin_ctzll(x) < 16 ? 1u << __builtin_ctzll(x) : 1u << 16;
}

static uint32_t gep_alignment(const IrInst *g) {
    uint32_t al = an_alignment(ir_op(g, 0));
    IrType *t = g->aty;
    for (uint32_t k = 1; k < g->nops && al > 1; k++) {
        const IrConst *c = ir_as_cint(ir_op(g, k));
        uint64_t stride;
        if (k > 1 && t->kind == IR_TY_STRUCT) {
            if (!c) return 1;
            al = CU_MIN(al, low_bit(t->offset[ir_uval(c)]));
            t = t->sub[ir_uval(c)];
            continue;
        }
        if (k > 1) t = t->elem;
        stride = t->size;
        if (c) {
            al = CU_MIN(al, low_bit((uint64_t)ir_sval(c) * stride));
        } else {
            // ids of threads and the like: trailing zeros of the index help
            AnBits b = known(ir_op(g, k), MAX_DEPTH - 3);
            uint64_t nz = ~b.zero;
            uint32_t tz = nz ? (uint32_t)__builtin_ctzll(nz) : 16;
            al = CU_MIN(al, low_bit(stride << CU_MIN(tz, 16u)));
        }
    }
    return al;
}

uint32_t an_alignment(const IrValue *p) {
    uint32_t al = 1;
    for (int depth = 0; depth < 16; depth++) {
        const IrInst *i = ir_as_inst(p);
        if (i && i->v.op == IR_ALLOCA) return CU_MAX(al, i->align);
        if (i && i->v.op == IR_GEP) return i->v.type->kind == IR_TY_PTR ? gep_alignment(i) : 1;
        if (i && (i->v.op == IR_ADDRSPACECAST || i->v.op == IR_BITCAST)) {
            p = ir_op(i, 0);
            continue;
        }
        if (p->kind == IR_C_EXPR && p->op == IR_ADDRSPACECAST) {
            p = &((const IrConst *)p)->elem[0]->v;
            continue;
        }
        if (p->kind == IR_C_EXPR && p->op == IR_GEP && ((const IrConst *)p)->n == 2 &&
            ((const IrConst *)p)->elem[1]->v.kind == IR_C_INT &&
            ir_ty_is_i(((const IrConst *)p)->aty, 8)) {
            const IrConst *c = (const IrConst *)p;
            return CU_MIN(an_alignment(&c->elem[0]->v), low_bit((uint64_t)ir_sval(c->elem[1])));
        }
        const IrArg *a = ir_as_arg(p);
        if (a) {
            const IrAttrSet *s = ir_attrs_get(&a->fn->attrs, (int)a->index);
            IrType *by = ir_attr_type(s, IR_ATTR_BYVAL);
            return (uint32_t)ir_attr_int(s, IR_ATTR_ALIGN, by ? by->align : 1);
        }
        const IrGlobal *g = ir_as_var(p);
        return g && g->align ? g->align : al;
    }
    return al;
}

static bool not_poison(const IrValue *v, int depth) {
    if (ir_is_const(v))
        return v->kind == IR_C_INT || v->kind == IR_C_FP || v->kind == IR_C_NULL ||
               v->kind == IR_C_ZERO || v->kind == IR_C_DATA || v->kind >= IR_C_VAR;
    const IrArg *a = ir_as_arg(v);
    if (a) { // the host gives a kernel bits
        return a->fn->cc == IR_CC_PTX_KERNEL ||
               ir_attr_has(ir_attrs_get(&a->fn->attrs, (int)a->index), IR_ATTR_NOUNDEF);
    }
    const IrInst *i = ir_as_inst(v);
    if (!i || depth >= MAX_DEPTH) return false;
    if (i->v.op == IR_FREEZE || i->v.op == IR_ALLOCA) return true;
    if (i->v.op == IR_CALL) { // special registers
        uint32_t id = ir_intrin_of(i);
        return id && ir_call_nargs(i) == 0;
    }
    bool plain = ir_ops[i->v.op].class == IRC_BINARY || ir_ops[i->v.op].class == IRC_CAST ||
                 i->v.op == IR_ICMP || i->v.op == IR_SELECT;
    if (!plain || i->v.flags || i->fmf) return false;
    if (ir_ops[i->v.op].props & (IRP_SHIFT | IRP_TRAPS)) {
        const IrConst *c = ir_as_cint(ir_op(i, 1));
        if (!c || c->n > 1 || c->bits >= c->v.type->bits) return false;
    }
    if (i->v.op == IR_FPTOSI || i->v.op == IR_FPTOUI) return false;
    for (uint32_t k = 0; k < i->nops; k++) {
        if (!not_poison(ir_op(i, k), depth + 1)) return false;
    }
    return true;
}

bool an_not_poison(const IrValue *v) {
    return not_poison(v, 0);
}
