// SPDX-License-Identifier: Apache-2.0
// Simplification without new instructions: an instruction that equals a constant or one of its
// operands (or an operand's operand). The rules that rewrite are instcombine's.
#include "opt/opt.h"

static bool is_int_const(const IrValue *value, uint64_t x) {
    return ir_is_int(value, x);
}

static IrValue *ones(IrModule *module, IrType *type) {
    IrConst *c = ir_sint(ir_ty_scalar(type), -1);
    return type->kind == IR_TY_VECTOR ? &ir_splat(module, type, c)->v : &c->v;
}

static bool is_not_of(const IrValue *value, const IrValue *x) { // v is x ^ -1
    const IrInst *i = ir_as_op(value, IR_XOR);
    return i && ir_op(i, 0) == x && ir_is_all_ones(ir_op(i, 1));
}

static IrValue *zero(IrModule *module, const IrInst *inst) {
    return &ir_null(module, inst->v.type)->v;
}

// Notation: C constants, X Y values.
// X & C when all that C leaves of X is known.
static IrValue *masked(const IrInst *inst, IrValue *value, IrValue *y) {
    IrType *t = inst->v.type;
    if (y->kind != IR_C_INT || t->kind != IR_TY_INT || t->bits > 64) return NULL;
    uint64_t mask = ir_uval((IrConst *)y);
    AnBits k = an_known_bits(value);
    return mask & ~(k.zero | k.one) ? NULL : &ir_int(t, k.one & mask)->v;
}

// X >>u C when nothing is set from bit C on.
static bool is_shifted_out(const IrValue *value, const IrValue *y) {
    IrType *t = value->type;
    if (y->kind != IR_C_INT || t->kind != IR_TY_INT || t->bits > 64) return false;
    uint64_t by = ir_uval((const IrConst *)y);
    return by < t->bits && an_umax(an_known_bits(value), t->bits) >> by == 0;
}

static IrValue *logic(IrModule *module, const IrInst *inst, IrValue *value, IrValue *y) {
    switch (inst->v.op) {
    case IR_AND:
        if (value == y) return value;                                              // X & X
        if (ir_is_zero(y)) return y;                                               // X & 0
        if (ir_is_all_ones(y)) return value;                                       // X & -1
        if (is_not_of(value, y) || is_not_of(y, value)) return zero(module, inst); // X & ~X
        {
            const IrInst *o = ir_as_op(value, IR_OR); // (X | Y) & Y
            if (o && (ir_op(o, 0) == y || ir_op(o, 1) == y)) return y;
            o = ir_as_op(y, IR_OR);
            if (o && (ir_op(o, 0) == value || ir_op(o, 1) == value)) return value;
        }
        return masked(inst, value, y);
    case IR_OR:
        if (value == y) return value;
        if (ir_is_zero(y)) return value;
        if (ir_is_all_ones(y)) return y;
        if (is_not_of(value, y) || is_not_of(y, value)) return ones(module, inst->v.type);
        {
            const IrInst *a = ir_as_op(value, IR_AND); // (X & Y) | Y
            if (a && (ir_op(a, 0) == y || ir_op(a, 1) == y)) return y;
            a = ir_as_op(y, IR_AND);
            if (a && (ir_op(a, 0) == value || ir_op(a, 1) == value)) return value;
        }
        return NULL;
    default: // xor
        if (value == y) return zero(module, inst);
        if (ir_is_zero(y)) return value;
        if (is_not_of(value, y) || is_not_of(y, value)) return ones(module, inst->v.type);
        {
            const IrInst *o = ir_as_op(value, IR_XOR); // (X ^ Y) ^ Y
            if (o && ir_op(o, 1) == y) return ir_op(o, 0);
            if (o && ir_op(o, 0) == y) return ir_op(o, 1);
        }
        return NULL;
    }
}

static IrValue *arithmetic(IrModule *module, const IrInst *inst, IrValue *value, IrValue *y) {
    const IrInst *insn;
    switch (inst->v.op) {
    case IR_ADD:
        if (ir_is_zero(y)) return value;
        insn = ir_as_op(value, IR_SUB); // (X - Y) + Y
        if (insn && ir_op(insn, 1) == y) return ir_op(insn, 0);
        insn = ir_as_op(y, IR_SUB); // X + (Y - X)
        if (insn && ir_op(insn, 1) == value) return ir_op(insn, 0);
        return NULL;
    case IR_SUB:
        if (value == y) return zero(module, inst);
        if (ir_is_zero(y)) return value;
        insn = ir_as_op(value, IR_ADD); // (X + Y) - Y
        if (insn && ir_op(insn, 1) == y) return ir_op(insn, 0);
        if (insn && ir_op(insn, 0) == y) return ir_op(insn, 1);
        return NULL;
    case IR_MUL:
        if (ir_is_zero(y)) return y;
        return is_int_const(y, 1) ? value : NULL;
    case IR_UDIV:
    case IR_SDIV:
        if (is_int_const(y, 1) && y->type->bits > 1) return value;
        return value == y ? &ir_int(ir_ty_scalar(inst->v.type), 1)->v : NULL;
    case IR_UREM:
    case IR_SREM:
        return value == y || (is_int_const(y, 1) && y->type->bits > 1) ? zero(module, inst) : NULL;
    case IR_LSHR:
        if (is_shifted_out(value, y)) return zero(module, inst);
        // fall through
    case IR_SHL:
    case IR_ASHR:
        if (ir_is_zero(y) || ir_is_zero(value)) return value;
        return inst->v.op == IR_ASHR && ir_is_all_ones(value) ? value : NULL;
    default: return NULL;
    }
}

static bool is_minus_zero(const IrValue *value) {
    const IrConst *c = (const IrConst *)value;
    return value->kind == IR_C_FP && value->type->bits <= 64 &&
           c->bits == 1ull << (value->type->bits - 1);
}

static bool is_fp_one(const IrValue *value) {
    return value->kind == IR_C_FP &&
           (const IrConst *)value == ir_fp(value->type->m, value->type, 1.0);
}

// Identities that hold bit for bit (but for signalling NaNs, which LLVM's semantics ignores). A
// function that flushes subnormals keeps x * 1: it may change x.
static IrValue *floating(const IrInst *inst, IrValue *value, IrValue *y) {
    bool nsz = (inst->fmf & IR_FMF_NSZ) != 0;
    if (ir_ty_scalar(inst->v.type)->kind == IR_TY_FLOAT && !(inst->fmf & IR_FMF_AFN)) return NULL;
    switch (inst->v.op) {
    case IR_FADD: return is_minus_zero(y) || (nsz && ir_is_zero(y)) ? value : NULL;
    case IR_FSUB: return ir_is_zero(y) || (nsz && is_minus_zero(y)) ? value : NULL;
    case IR_FMUL:
    case IR_FDIV: return is_fp_one(y) ? value : NULL;
    default: return NULL;
    }
}

static IrValue *binary(IrModule *module, const IrInst *inst) {
    IrValue *value = ir_op(inst, 0), *y = ir_op(inst, 1);
    if ((ir_ops[inst->v.op].props & IRP_COMM) && ir_is_const(value) && !ir_is_const(y)) {
        IrValue *t = value;
        value = y;
        y = t;
    }
    if (y->kind == IR_C_POISON || value->kind == IR_C_POISON) {
        return (ir_ops[inst->v.op].props & IRP_TRAPS) ? NULL : &ir_poison(module, inst->v.type)->v;
    }
    if (ir_ops[inst->v.op].props & IRP_FP) return floating(inst, value, y);
    if (inst->v.op == IR_AND || inst->v.op == IR_OR || inst->v.op == IR_XOR)
        return logic(module, inst, value, y);
    return arithmetic(module, inst, value, y);
}

static IrValue *select(IrModule *module, const IrInst *inst) {
    IrValue *value = ir_op(inst, 0), *t = ir_op(inst, 1), *f = ir_op(inst, 2);
    if (t == f) return t;
    if (value->kind == IR_C_INT) return ir_is_zero(value) ? f : t;
    if (ir_is_undef(t) && (t->kind == IR_C_POISON || an_not_poison(f))) return f;
    if (ir_is_undef(f) && (f->kind == IR_C_POISON || an_not_poison(t))) return t;
    if (ir_ty_is_i(inst->v.type, 1) && is_int_const(t, 1) && ir_is_zero(f))
        return value;                           // c ? 1 : 0
    const IrInst *k = ir_as_op(value, IR_ICMP); // x == y ? x : y is y; x != y ? x : y is x
    if (k && (k->pred == IR_EQ || k->pred == IR_NE) && ir_ty_is_int(t->type)) {
        IrValue *a = ir_op(k, 0), *b = ir_op(k, 1);
        if ((a == t && b == f) || (a == f && b == t)) return k->pred == IR_EQ ? f : t;
    }
    return NULL;
}

// Comparison by known bits and of equal operands.
static IrValue *icmp(IrModule *module, const IrInst *inst) {
    IrValue *value = ir_op(inst, 0), *y = ir_op(inst, 1);
    IrPred pred = inst->pred;
    IrType *type = value->type;
    if (value == y) {
        bool v =
            pred == IR_EQ || pred == IR_ULE || pred == IR_UGE || pred == IR_SLE || pred == IR_SGE;
        IrConst *c = ir_int(module->ty_i1, v);
        return inst->v.type->kind == IR_TY_VECTOR ? &ir_splat(module, inst->v.type, c)->v : &c->v;
    }
    if (type->kind == IR_TY_PTR && y->kind == IR_C_NULL && (pred == IR_EQ || pred == IR_NE)) {
        return an_is_nonzero(value) ? &ir_int(module->ty_i1, pred == IR_NE)->v : NULL;
    }
    if (type->kind != IR_TY_INT || type->bits > 64) return NULL;
    AnBits bits = an_known_bits(y); // the cheap one: most often a constant or a parameter
    if (!(bits.zero | bits.one)) return NULL;
    AnBits an_bits = an_known_bits(value);
    uint64_t amax = an_umax(an_bits, type->bits), bmax = an_umax(bits, type->bits);
    bool disjoint = (an_bits.one & bits.zero) || (an_bits.zero & bits.one);
    uint64_t sign = 1ull << (type->bits - 1);
    bool nonneg = (an_bits.zero & sign) && (bits.zero & sign);
    bool alike =
        amax == an_bits.one && bmax == bits.one && an_bits.one == bits.one; // all bits are known
    int r = -1;                                                             // 0 false, 1 true
    switch (pred) {
    case IR_EQ: r = disjoint ? 0 : alike ? 1 : -1; break;
    case IR_NE: r = disjoint ? 1 : alike ? 0 : -1; break;
    case IR_SLT:
    case IR_SGE:
        if (ir_is_zero(y) && ((an_bits.zero | an_bits.one) & sign))
            r = (pred == IR_SLT) == ((an_bits.one & sign) != 0);
        if (!nonneg) break; // fall through
    case IR_ULT:
    case IR_UGE:
        if (amax < bits.one) r = pred == IR_ULT || pred == IR_SLT;
        if (an_bits.one >= bmax) r = !(pred == IR_ULT || pred == IR_SLT);
        break;
    case IR_SGT:
    case IR_SLE:
        if (!nonneg) break; // fall through
    case IR_UGT:
    case IR_ULE:
        if (an_bits.one > bmax) r = pred == IR_UGT || pred == IR_SGT;
        if (amax <= bits.one) r = !(pred == IR_UGT || pred == IR_SGT);
        break;
    default: break;
    }
    return r < 0 ? NULL : &ir_int(module->ty_i1, (uint64_t)r)->v;
}

static IrValue *phi(const IrInst *inst) {
    IrValue *one = NULL;
    for (uint32_t k = 0; k < ir_phi_n(inst); k++) {
        IrValue *v = ir_phi_value(inst, k);
        if (v == &inst->v || v == one) continue;
        if (one) return NULL;
        one = v;
    }
    // a value that dominates all predecessors dominates the phi's block only if it is no loop's own
    // previous value: constants and arguments always do
    if (one && one->kind == IR_V_INST && ir_phi_n(inst) > 1) {
        const IrInst *d = (const IrInst *)one;
        if (d->block == inst->block) return NULL;
    }
    return one;
}

static IrValue *cast(const IrInst *inst) {
    IrValue *value = ir_op(inst, 0);
    const IrInst *insn = ir_as_inst(value);
    if (inst->v.op == IR_BITCAST && value->type == inst->v.type) return value;
    if (!insn || ir_ops[insn->v.op].class != IRC_CAST) return NULL;
    IrValue *src = ir_op(insn, 0);
    if (src->type != inst->v.type) return NULL;
    switch (inst->v.op) {
    case IR_TRUNC: return insn->v.op == IR_ZEXT || insn->v.op == IR_SEXT ? src : NULL;
    case IR_BITCAST: return insn->v.op == IR_BITCAST ? src : NULL;
    case IR_FPTRUNC: return insn->v.op == IR_FPEXT ? src : NULL;
    case IR_ADDRSPACECAST: return insn->v.op == IR_ADDRSPACECAST ? src : NULL;
    case IR_INTTOPTR:
        return insn->v.op == IR_PTRTOINT && value->type->bits >= src->type->bits ? src : NULL;
    default: return NULL;
    }
}

static IrValue *extract_value(const IrInst *inst) {
    IrValue *agg = ir_op(inst, 0);
    for (int depth = 0; depth < 64; depth++) {
        const IrInst *ins = ir_as_op(agg, IR_INSERTVALUE);
        if (!ins) return NULL;
        uint32_t n = CU_MIN(ins->nidx, inst->nidx);
        if (memcmp(ins->idx, inst->idx, n * sizeof(uint32_t)) != 0) {
            agg = ir_op(ins, 0);
            if (ir_is_const(agg)) {
                IrConst *c = (IrConst *)agg;
                for (uint32_t k = 0; k < inst->nidx && c; k++)
                    c = ir_elem(inst->v.type->m, c, inst->idx[k]);
                return c ? &c->v : NULL;
            }
        } else {
            return ins->nidx == inst->nidx ? ir_op(ins, 1) : NULL;
        }
    }
    return NULL;
}

static IrValue *extract_element(const IrInst *inst) {
    const IrConst *at = ir_as_cint(ir_op(inst, 1));
    IrValue *value = ir_op(inst, 0);
    for (int depth = 0; at && depth < 32; depth++) {
        const IrInst *ins = ir_as_op(value, IR_INSERTELEMENT);
        const IrConst *k = ins ? ir_as_cint(ir_op(ins, 2)) : NULL;
        if (!k) break;
        if (ir_uval(k) == ir_uval(at)) return ir_op(ins, 1);
        value = ir_op(ins, 0);
        if (ir_is_const(value)) {
            IrConst *c = ir_elem(inst->v.type->m, (IrConst *)value, ir_uval(at));
            return c ? &c->v : NULL;
        }
    }
    return NULL;
}

static IrValue *call(IrModule *module, const IrInst *inst) {
    switch (ir_intrin_of(inst)) {
    case IR_I_NONE: {
        IrConst *c = opt_fold_library(module, inst);
        return c ? &c->v : NULL;
    }
    case IR_I_expect:
    case IR_I_expect_with_probability:
    case IR_I_ssa_copy:
    case IR_I_launder_invariant_group:
    case IR_I_strip_invariant_group: return ir_op(inst, 0);
    case IR_I_nvvm_isspacep_const:
    case IR_I_nvvm_isspacep_global:
    case IR_I_nvvm_isspacep_local:
    case IR_I_nvvm_isspacep_shared:
    case IR_I_nvvm_isspacep_shared_cluster: {
        int known = opt_isspacep(ir_intrin_of(inst), an_space(ir_op(inst, 0)));
        return known < 0 ? NULL : &ir_int(module->ty_i1, (uint64_t)known)->v;
    }
    case IR_I_smin:
    case IR_I_smax:
    case IR_I_umin:
    case IR_I_umax:
    case IR_I_minnum:
    case IR_I_maxnum: return ir_op(inst, 0) == ir_op(inst, 1) ? ir_op(inst, 0) : NULL;
    default: return NULL;
    }
}

IrValue *opt_simplify(IrModule *module, const IrInst *inst) {
    IrConst *constant = ir_fold_inst(module, inst);
    IrValue *value = NULL;
    if (constant) return &constant->v;
    switch (ir_ops[inst->v.op].class) {
    case IRC_BINARY: value = binary(module, inst); break;
    case IRC_CAST: value = cast(inst); break;
    default:
        switch (inst->v.op) {
        case IR_SELECT: value = select(module, inst); break;
        case IR_ICMP: value = icmp(module, inst); break;
        case IR_PHI: value = phi(inst); break;
        case IR_EXTRACTVALUE: value = extract_value(inst); break;
        case IR_EXTRACTELEMENT: value = extract_element(inst); break;
        case IR_CALL: value = call(module, inst); break;
        case IR_FREEZE: value = an_not_poison(ir_op(inst, 0)) ? ir_op(inst, 0) : NULL; break;
        case IR_GEP: {
            bool zero = inst->v.type == ir_op(inst, 0)->type;
            for (uint32_t k = 1; k < inst->nops && zero; k++) zero = ir_is_zero(ir_op(inst, k));
            value = zero ? ir_op(inst, 0) : NULL;
            break;
        }
        case IR_FNEG: {
            const IrInst *n = ir_as_op(ir_op(inst, 0), IR_FNEG);
            value = n ? ir_op(n, 0) : NULL;
            break;
        }
        default: break;
        }
    }
    return value && value != &inst->v && value->type == inst->v.type ? value : NULL;
}

bool opt_instsimplify(PassCtx *pc, IrFunc *fn) {
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
