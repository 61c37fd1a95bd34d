// SPDX-License-Identifier: Apache-2.0
// Simplification without new instructions: an instruction that equals a constant or one of its
// operands (or an operand's operand). The rules that rewrite are instcombine's.
#include "opt/opt.h"

static bool is_int_const(const IrValue *v, uint64_t x) {
    return ir_is_int(v, x);
}

static IrValue *ones(IrModule *m, IrType *t) {
    IrConst *c = ir_sint(ir_ty_scalar(t), -1);
    return t->kind == IR_TY_VECTOR ? &ir_splat(m, t, c)->v : &c->v;
}

static bool is_not_of(const IrValue *v, const IrValue *x) { // v is x ^ -1
    const IrInst *i = ir_as_op(v, IR_XOR);
    return i && ir_op(i, 0) == x && ir_is_all_ones(ir_op(i, 1));
}

static IrValue *zero(IrModule *m, const IrInst *i) {
    return &ir_null(m, i->v.type)->v;
}

// Notation: C constants, X Y values.
// X & C when all that C leaves of X is known.
static IrValue *masked(const IrInst *i, IrValue *x, IrValue *y) {
    IrType *t = i->v.type;
    if (y->kind != IR_C_INT || t->kind != IR_TY_INT || t->bits > 64) return NULL;
    uint64_t mask = ir_uval((IrConst *)y);
    AnBits k = an_known_bits(x);
    return mask & ~(k.zero | k.one) ? NULL : &ir_int(t, k.one & mask)->v;
}

// X >>u C when nothing is set from bit C on.
static bool is_shifted_out(const IrValue *x, const IrValue *y) {
    IrType *t = x->type;
    if (y->kind != IR_C_INT || t->kind != IR_TY_INT || t->bits > 64) return false;
    uint64_t by = ir_uval((const IrConst *)y);
    return by < t->bits && an_umax(an_known_bits(x), t->bits) >> by == 0;
}

static IrValue *logic(IrModule *m, const IrInst *i, IrValue *x, IrValue *y) {
    switch (i->v.op) {
    case IR_AND:
        if (x == y) return x;                                      // X & X
        if (ir_is_zero(y)) return y;                               // X & 0
        if (ir_is_all_ones(y)) return x;                           // X & -1
        if (is_not_of(x, y) || is_not_of(y, x)) return zero(m, i); // X & ~X
        {
            const IrInst *o = ir_as_op(x, IR_OR); // (X | Y) & Y
            if (o && (ir_op(o, 0) == y || ir_op(o, 1) == y)) return y;
            o = ir_as_op(y, IR_OR);
            if (o && (ir_op(o, 0) == x || ir_op(o, 1) == x)) return x;
        }
        return masked(i, x, y);
    case IR_OR:
        if (x == y) return x;
        if (ir_is_zero(y)) return x;
        if (ir_is_all_ones(y)) return y;
        if (is_not_of(x, y) || is_not_of(y, x)) return ones(m, i->v.type);
        {
            const IrInst *a = ir_as_op(x, IR_AND); // (X & Y) | Y
            if (a && (ir_op(a, 0) == y || ir_op(a, 1) == y)) return y;
            a = ir_as_op(y, IR_AND);
            if (a && (ir_op(a, 0) == x || ir_op(a, 1) == x)) return x;
        }
        return NULL;
    default: // xor
        if (x == y) return zero(m, i);
        if (ir_is_zero(y)) return x;
        if (is_not_of(x, y) || is_not_of(y, x)) return ones(m, i->v.type);
        {
            const IrInst *o = ir_as_op(x, IR_XOR); // (X ^ Y) ^ Y
            if (o && ir_op(o, 1) == y) return ir_op(o, 0);
            if (o && ir_op(o, 0) == y) return ir_op(o, 1);
        }
        return NULL;
    }
}

static IrValue *arithmetic(IrModule *m, const IrInst *i, IrValue *x, IrValue *y) {
    const IrInst *o;
    switch (i->v.op) {
    case IR_ADD:
        if (ir_is_zero(y)) return x;
        o = ir_as_op(x, IR_SUB); // (X - Y) + Y
        if (o && ir_op(o, 1) == y) return ir_op(o, 0);
        o = ir_as_op(y, IR_SUB); // X + (Y - X)
        if (o && ir_op(o, 1) == x) return ir_op(o, 0);
        return NULL;
    case IR_SUB:
        if (x == y) return zero(m, i);
        if (ir_is_zero(y)) return x;
        o = ir_as_op(x, IR_ADD); // (X + Y) - Y
        if (o && ir_op(o, 1) == y) return ir_op(o, 0);
        if (o && ir_op(o, 0) == y) return ir_op(o, 1);
        return NULL;
    case IR_MUL:
        if (ir_is_zero(y)) return y;
        return is_int_const(y, 1) ? x : NULL;
    case IR_UDIV:
    case IR_SDIV:
        if (is_int_const(y, 1) && y->type->bits > 1) return x;
        return x == y ? &ir_int(ir_ty_scalar(i->v.type), 1)->v : NULL;
    case IR_UREM:
    case IR_SREM: return x == y || (is_int_const(y, 1) && y->type->bits > 1) ? zero(m, i) : NULL;
    case IR_LSHR:
        if (is_shifted_out(x, y)) return zero(m, i);
        // fall through
    case IR_SHL:
    case IR_ASHR:
        if (ir_is_zero(y) || ir_is_zero(x)) return x;
        return i->v.op == IR_ASHR && ir_is_all_ones(x) ? x : NULL;
    default: return NULL;
    }
}

static bool is_minus_zero(const IrValue *v) {
    const IrConst *c = (const IrConst *)v;
    return v->kind == IR_C_FP && v->type->bits <= 64 && c->bits == 1ull << (v->type->bits - 1);
}

static bool is_fp_one(const IrValue *v) {
    return v->kind == IR_C_FP && (const IrConst *)v == ir_fp(v->type->m, v->type, 1.0);
}

// Identities that hold bit for bit (but for signalling NaNs, which LLVM's semantics ignores). A
// function that flushes subnormals keeps x * 1: it may change x.
static IrValue *floating(const IrInst *i, IrValue *x, IrValue *y) {
    bool nsz = (i->fmf & IR_FMF_NSZ) != 0;
    if (ir_ty_scalar(i->v.type)->kind == IR_TY_FLOAT && !(i->fmf & IR_FMF_AFN)) return NULL;
    switch (i->v.op) {
    case IR_FADD: return is_minus_zero(y) || (nsz && ir_is_zero(y)) ? x : NULL;
    case IR_FSUB: return ir_is_zero(y) || (nsz && is_minus_zero(y)) ? x : NULL;
    case IR_FMUL:
    case IR_FDIV: return is_fp_one(y) ? x : NULL;
    default: return NULL;
    }
}

static IrValue *binary(IrModule *m, const IrInst *i) {
    IrValue *x = ir_op(i, 0), *y = ir_op(i, 1);
    if ((ir_ops[i->v.op].props & IRP_COMM) && ir_is_const(x) && !ir_is_const(y)) {
        IrValue *t = x;
        x = y;
        y = t;
    }
    if (y->kind == IR_C_POISON || x->kind == IR_C_POISON) {
        return (ir_ops[i->v.op].props & IRP_TRAPS) ? NULL : &ir_poison(m, i->v.type)->v;
    }
    if (ir_ops[i->v.op].props & IRP_FP) return floating(i, x, y);
    if (i->v.op == IR_AND || i->v.op == IR_OR || i->v.op == IR_XOR) return logic(m, i, x, y);
    return arithmetic(m, i, x, y);
}

static IrValue *select(IrModule *m, const IrInst *i) {
    IrValue *c = ir_op(i, 0), *t = ir_op(i, 1), *f = ir_op(i, 2);
    if (t == f) return t;
    if (c->kind == IR_C_INT) return ir_is_zero(c) ? f : t;
    if (ir_is_undef(t) && (t->kind == IR_C_POISON || an_not_poison(f))) return f;
    if (ir_is_undef(f) && (f->kind == IR_C_POISON || an_not_poison(t))) return t;
    if (ir_ty_is_i(i->v.type, 1) && is_int_const(t, 1) && ir_is_zero(f)) return c; // c ? 1 : 0
    const IrInst *k = ir_as_op(c, IR_ICMP); // x == y ? x : y is y; x != y ? x : y is x
    if (k && (k->pred == IR_EQ || k->pred == IR_NE) && ir_ty_is_int(t->type)) {
        IrValue *a = ir_op(k, 0), *b = ir_op(k, 1);
        if ((a == t && b == f) || (a == f && b == t)) return k->pred == IR_EQ ? f : t;
    }
    return NULL;
}

// Comparison by known bits and of equal operands.
static IrValue *icmp(IrModule *m, const IrInst *i) {
    IrValue *x = ir_op(i, 0), *y = ir_op(i, 1);
    IrPred p = i->pred;
    IrType *t = x->type;
    if (x == y) {
        bool v = p == IR_EQ || p == IR_ULE || p == IR_UGE || p == IR_SLE || p == IR_SGE;
        IrConst *c = ir_int(m->ty_i1, v);
        return i->v.type->kind == IR_TY_VECTOR ? &ir_splat(m, i->v.type, c)->v : &c->v;
    }
    if (t->kind == IR_TY_PTR && y->kind == IR_C_NULL && (p == IR_EQ || p == IR_NE)) {
        return an_is_nonzero(x) ? &ir_int(m->ty_i1, p == IR_NE)->v : NULL;
    }
    if (t->kind != IR_TY_INT || t->bits > 64) return NULL;
    AnBits b = an_known_bits(y); // the cheap one: most often a constant or a parameter
    if (!(b.zero | b.one)) return NULL;
    AnBits a = an_known_bits(x);
    uint64_t amax = an_umax(a, t->bits), bmax = an_umax(b, t->bits);
    bool disjoint = (a.one & b.zero) || (a.zero & b.one);
    uint64_t sign = 1ull << (t->bits - 1);
    bool nonneg = (a.zero & sign) && (b.zero & sign);
    bool alike = amax == a.one && bmax == b.one && a.one == b.one; // all bits are known
    int r = -1;                                                    // 0 false, 1 true
    switch (p) {
    case IR_EQ: r = disjoint ? 0 : alike ? 1 : -1; break;
    case IR_NE: r = disjoint ? 1 : alike ? 0 : -1; break;
    case IR_SLT:
    case IR_SGE:
        if (ir_is_zero(y) && ((a.zero | a.one) & sign)) r = (p == IR_SLT) == ((a.one & sign) != 0);
        if (!nonneg) break; // fall through
    case IR_ULT:
    case IR_UGE:
        if (amax < b.one) r = p == IR_ULT || p == IR_SLT;
        if (a.one >= bmax) r = !(p == IR_ULT || p == IR_SLT);
        break;
    case IR_SGT:
    case IR_SLE:
        if (!nonneg) break; // fall through
    case IR_UGT:
    case IR_ULE:
        if (a.one > bmax) r = p == IR_UGT || p == IR_SGT;
        if (amax <= b.one) r = !(p == IR_UGT || p == IR_SGT);
        break;
    default: break;
    }
    return r < 0 ? NULL : &ir_int(m->ty_i1, (uint64_t)r)->v;
}

static IrValue *phi(const IrInst *i) {
    IrValue *one = NULL;
    for (uint32_t k = 0; k < ir_phi_n(i); k++) {
        IrValue *v = ir_phi_value(i, k);
        if (v == &i->v || v == one) continue;
        if (one) return NULL;
        one = v;
    }
    // a value that dominates all predecessors dominates the phi's block only if it is no loop's own
    // previous value: constants and arguments always do
    if (one && one->kind == IR_V_INST && ir_phi_n(i) > 1) {
        const IrInst *d = (const IrInst *)one;
        if (d->block == i->block) return NULL;
    }
    return one;
}

static IrValue *cast(const IrInst *i) {
    IrValue *x = ir_op(i, 0);
    const IrInst *c = ir_as_inst(x);
    if (i->v.op == IR_BITCAST && x->type == i->v.type) return x;
    if (!c || ir_ops[c->v.op].class != IRC_CAST) return NULL;
    IrValue *src = ir_op(c, 0);
    if (src->type != i->v.type) return NULL;
    switch (i->v.op) {
    case IR_TRUNC: return c->v.op == IR_ZEXT || c->v.op == IR_SEXT ? src : NULL;
    case IR_BITCAST: return c->v.op == IR_BITCAST ? src : NULL;
    case IR_FPTRUNC: return c->v.op == IR_FPEXT ? src : NULL;
    case IR_ADDRSPACECAST: return c->v.op == IR_ADDRSPACECAST ? src : NULL;
    case IR_INTTOPTR:
        return c->v.op == IR_PTRTOINT && x->type->bits >= src->type->bits ? src : NULL;
    default: return NULL;
    }
}

static IrValue *extract_value(const IrInst *i) {
    IrValue *agg = ir_op(i, 0);
    for (int depth = 0; depth < 64; depth++) {
        const IrInst *ins = ir_as_op(agg, IR_INSERTVALUE);
        if (!ins) return NULL;
        uint32_t n = CU_MIN(ins->nidx, i->nidx);
        if (memcmp(ins->idx, i->idx, n * sizeof(uint32_t)) != 0) {
            agg = ir_op(ins, 0);
            if (ir_is_const(agg)) {
                IrConst *c = (IrConst *)agg;
                for (uint32_t k = 0; k < i->nidx && c; k++) c = ir_elem(i->v.type->m, c, i->idx[k]);
                return c ? &c->v : NULL;
            }
        } else {
            return ins->nidx == i->nidx ? ir_op(ins, 1) : NULL;
        }
    }
    return NULL;
}

static IrValue *extract_element(const IrInst *i) {
    const IrConst *at = ir_as_cint(ir_op(i, 1));
    IrValue *v = ir_op(i, 0);
    for (int depth = 0; at && depth < 32; depth++) {
        const IrInst *ins = ir_as_op(v, IR_INSERTELEMENT);
        const IrConst *k = ins ? ir_as_cint(ir_op(ins, 2)) : NULL;
        if (!k) break;
        if (ir_uval(k) == ir_uval(at)) return ir_op(ins, 1);
        v = ir_op(ins, 0);
        if (ir_is_const(v)) {
            IrConst *c = ir_elem(i->v.type->m, (IrConst *)v, ir_uval(at));
            return c ? &c->v : NULL;
        }
    }
    return NULL;
}

static IrValue *call(IrModule *m, const IrInst *i) {
    switch (ir_intrin_of(i)) {
    case IR_I_NONE: {
        IrConst *c = opt_fold_library(m, i);
        return c ? &c->v : NULL;
    }
    case IR_I_expect:
    case IR_I_expect_with_probability:
    case IR_I_ssa_copy:
    case IR_I_launder_invariant_group:
    case IR_I_strip_invariant_group: return ir_op(i, 0);
    case IR_I_nvvm_isspacep_const:
    case IR_I_nvvm_isspacep_global:
    case IR_I_nvvm_isspacep_local:
    case IR_I_nvvm_isspacep_shared:
    case IR_I_nvvm_isspacep_shared_cluster: {
        int known = opt_isspacep(ir_intrin_of(i), an_space(ir_op(i, 0)));
        return known < 0 ? NULL : &ir_int(m->ty_i1, (uint64_t)known)->v;
    }
    case IR_I_smin:
    case IR_I_smax:
    case IR_I_umin:
    case IR_I_umax:
    case IR_I_minnum:
    case IR_I_maxnum: return ir_op(i, 0) == ir_op(i, 1) ? ir_op(i, 0) : NULL;
    default: return NULL;
    }
}

IrValue *opt_simplify(IrModule *m, const IrInst *i) {
    IrConst *c = ir_fold_inst(m, i);
    IrValue *r = NULL;
    if (c) return &c->v;
    switch (ir_ops[i->v.op].class) {
    case IRC_BINARY: r = binary(m, i); break;
    case IRC_CAST: r = cast(i); break;
    default:
        switch (i->v.op) {
        case IR_SELECT: r = select(m, i); break;
        case IR_ICMP: r = icmp(m, i); break;
        case IR_PHI: r = phi(i); break;
        case IR_EXTRACTVALUE: r = extract_value(i); break;
        case IR_EXTRACTELEMENT: r = extract_element(i); break;
        case IR_CALL: r = call(m, i); break;
        case IR_FREEZE: r = an_not_poison(ir_op(i, 0)) ? ir_op(i, 0) : NULL; break;
        case IR_GEP: {
            bool zero = i->v.type == ir_op(i, 0)->type;
            for (uint32_t k = 1; k < i->nops && zero; k++) zero = ir_is_zero(ir_op(i, k));
            r = zero ? ir_op(i, 0) : NULL;
            break;
        }
        case IR_FNEG: {
            const IrInst *n = ir_as_op(ir_op(i, 0), IR_FNEG);
            r = n ? ir_op(n, 0) : NULL;
            break;
        }
        default: break;
        }
    }
    return r && r != &i->v && r->type == i->v.type ? r : NULL;
}

bool opt_instsimplify(PassCtx *pc, IrFunc *f) {
    const AnCfg *cfg = an_cfg(pc->an);
    bool changed = false;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t b = 0; b < cfg->n; b++) { // unreachable code may use itself in odd ways
            IR_FOREACH_INST_SAFE(i, cfg->rpo[b]) {
                if (!i->v.uses) continue;
                IrValue *v = opt_simplify(pc->m, i);
                if (!v) continue;
                ir_replace_uses(&i->v, v);
                if (!ir_has_effect(i)) ir_erase(i);
                // what follows in this walk sees it; uses before it (phis) need another walk
                again = again || v->kind != IR_V_INST;
                changed = true;
            }
        }
    }
    return changed;
}
