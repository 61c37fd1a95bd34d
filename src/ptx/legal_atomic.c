// SPDX-License-Identifier: Apache-2.0
// Atomics without an instruction: a compare-and-swap loop, on the aligned word that holds the value
// when that is narrower than 32 bits.
#include "ptx/legal.h"

static uint32_t value_bits(const IrType *t) {
    return (uint32_t)t->store_size * 8;
}

static bool half_add(const Legal *l, const IrType *t) { // PTX ISA, atom: .f16 sm_70, .bf16 sm_90
    return t->kind == IR_TY_HALF || l->g->sm >= 90;
}

static bool has_atom(const Legal *l, const IrInst *i) {
    const IrType *t = i->v.type;
    if (t->kind == IR_TY_VECTOR) return false;
    uint32_t bits = t->bits;
    bool fp = ir_ty_is_fp(t);
    switch (i->pred) {
    case IR_RMW_XCHG: return bits == 32 || bits == 64;
    case IR_RMW_ADD:
    case IR_RMW_SUB:
    case IR_RMW_AND:
    case IR_RMW_OR:
    case IR_RMW_XOR:
    case IR_RMW_MAX:
    case IR_RMW_MIN:
    case IR_RMW_UMAX:
    case IR_RMW_UMIN: return bits == 32 || bits == 64;
    case IR_RMW_UINC_WRAP:
    case IR_RMW_UDEC_WRAP: return bits == 32;
    case IR_RMW_FADD: return fp && (bits == 32 || bits == 64 || (bits == 16 && half_add(l, t)));
    default: return false;
    }
}

static IrValue *rmw_value(IrBuilder *b, Legal *l, IrInst *i, IrValue *old) {
    IrValue *v = ir_op(i, 1);
    static const uint8_t bin[IR_RMW_NOPS] = {
        [IR_RMW_ADD] = IR_ADD, [IR_RMW_SUB] = IR_SUB,   [IR_RMW_AND] = IR_AND,  [IR_RMW_OR] = IR_OR,
        [IR_RMW_XOR] = IR_XOR, [IR_RMW_FADD] = IR_FADD, [IR_RMW_FSUB] = IR_FSUB};
    static const uint8_t pred[IR_RMW_NOPS] = {[IR_RMW_MAX] = IR_SGT,
                                              [IR_RMW_MIN] = IR_SLT,
                                              [IR_RMW_UMAX] = IR_UGT,
                                              [IR_RMW_UMIN] = IR_ULT};
    if (i->pred == IR_RMW_FMAX) return IR_CALL(b, IR_I_maxnum, NULL, old, v);
    if (i->pred == IR_RMW_FMIN) return IR_CALL(b, IR_I_minnum, NULL, old, v);
    if (i->pred == IR_RMW_FMAXIMUM) return IR_CALL(b, IR_I_maximum, NULL, old, v);
    if (i->pred == IR_RMW_FMINIMUM) return IR_CALL(b, IR_I_minimum, NULL, old, v);
    if (i->pred == IR_RMW_XCHG) return v;
    if (i->pred == IR_RMW_NAND) return ir_not(b, ir_and(b, old, v));
    if (bin[i->pred]) return ir_bin(b, (IrOp)bin[i->pred], 0, old, v);
    if (pred[i->pred]) return ir_select(b, ir_cmp(b, (IrPred)pred[i->pred], old, v), old, v);
    IrValue *zero = &ir_null(l->m, v->type)->v, *one = &ir_int(v->type, 1)->v;
    if (i->pred == IR_RMW_UINC_WRAP) {
        return ir_select(b, ir_cmp(b, IR_UGE, old, v), zero, ir_add(b, old, one));
    }
    if (i->pred == IR_RMW_USUB_COND || i->pred == IR_RMW_USUB_SAT) {
        IrValue *keep = i->pred == IR_RMW_USUB_COND ? old : zero;
        return ir_select(b, ir_cmp(b, IR_UGE, old, v), ir_sub(b, old, v), keep);
    }
    IrValue *wrap = ir_or(b, ir_cmp(b, IR_EQ, old, zero), ir_cmp(b, IR_UGT, old, v));
    return ir_select(b, wrap, v, ir_sub(b, old, one));
}

// Where a value narrower than 32 bits lies in the aligned word that holds it.
typedef struct Word {
    IrValue *p, *shift, *mask;
    IrType *w, *ti; // the word; the value as an integer
} Word;

static Word word_of(Legal *l, IrBuilder *b, IrValue *p, uint32_t bits) {
    IrModule *m = l->m;
    Word x = {.p = p, .w = ir_ty_int(m, bits < 32 ? 32 : bits), .ti = ir_ty_int(m, bits)};
    if (bits >= 32) return x;
    IrValue *a = ir_ptrtoint(b, p, m->ty_i64), *low = ir_and(b, a, legal_i64(l, 3));
    x.p = ir_ptradd(b, p, ir_neg(b, low), 0);
    x.shift = ir_trunc(b, ir_shl(b, low, legal_i64(l, 3)), x.w);
    x.mask = ir_shl(b, &ir_int(x.w, (1ull << bits) - 1)->v, x.shift);
    return x;
}

static IrValue *put_in(IrBuilder *b, const Word *x, IrValue *word, IrValue *v) {
    IrValue *in = ir_shl(b, ir_zext(b, v, x->w), x->shift);
    return ir_or(b, ir_and(b, word, ir_not(b, x->mask)), in);
}

static IrInst *first_word(IrBuilder *b, const Word *x, const IrInst *i) {
    IrInst *first = ir_load(b, x->w, x->p, x->w->bits / 8);
    first->order = IR_MONOTONIC;
    first->scope = i->scope;
    return first;
}

static bool is_int(const IrType *t) {
    return t->kind == IR_TY_INT;
}

static IrValue *to_int(IrBuilder *b, IrValue *v, IrType *t) {
    return v->type->kind == IR_TY_PTR ? ir_ptrtoint(b, v, t)
           : is_int(v->type)          ? v
                                      : ir_bitcast(b, v, t);
}

static IrValue *from_int(IrBuilder *b, IrValue *v, IrType *t) {
    return t->kind == IR_TY_PTR ? ir_inttoptr(b, v, t) : is_int(t) ? v : ir_bitcast(b, v, t);
}

// ---- private memory: no other thread sees it, and PTX has no atomics there ----------------------

static bool is_private(IrValue *p) {
    for (int depth = 0; depth < 64; depth++) {
        const IrInst *i = ir_as_inst(p);
        if (p->type->as == IR_AS_LOCAL || (i && i->v.op == IR_ALLOCA)) return true;
        if (!i || (i->v.op != IR_GEP && i->v.op != IR_ADDRSPACECAST && i->v.op != IR_BITCAST))
            return false;
        p = ir_op(i, 0);
    }
    return false;
}

static bool private_rmw(Legal *l, IrInst *i) {
    if (!is_private(ir_op(i, 0))) return false;
    IrBuilder b = ir_builder_at(i);
    IrValue *old = &ir_load(&b, i->v.type, ir_op(i, 0), i->align)->v;
    ir_store(&b, rmw_value(&b, l, i, old), ir_op(i, 0), i->align);
    ir_replace_erase(i, old);
    return true;
}

static bool private_cmpxchg(Legal *l, IrInst *i) {
    if (!is_private(ir_op(i, 0))) return false;
    IrBuilder b = ir_builder_at(i);
    IrValue *old = &ir_load(&b, ir_op(i, 1)->type, ir_op(i, 0), i->align)->v;
    IrValue *ok = ir_cmp(&b, IR_EQ, old, ir_op(i, 1));
    ir_store(&b, ir_select(&b, ok, ir_op(i, 2), old), ir_op(i, 0), i->align);
    IrValue *r = ir_insert(&b, &ir_undef(l->m, i->v.type)->v, old, 0);
    ir_replace_erase(i, ir_insert(&b, r, ok, 1));
    return true;
}

// An atomic load or store of 128 bits is one instruction on a register of that size (PTX ISA 8.3,
// sm_70), which only inline PTX has here.
bool legal_access128(Legal *l, IrInst *i) {
    bool store = i->v.op == IR_STORE;
    if (!i->order || (!store && i->v.op != IR_LOAD)) return false;
    IrModule *m = l->m;
    IrValue *p = ir_op(i, store), *v = store ? ir_op(i, 0) : NULL;
    IrType *t = store ? v->type : i->v.type;
    if (value_bits(t) != 128 || is_private(p)) return false;
    static const char *const scopes[] = {[IR_SCOPE_SYSTEM] = "sys",
                                         [IR_SCOPE_THREAD] = "cta",
                                         [IR_SCOPE_BLOCK] = "cta",
                                         [IR_SCOPE_CLUSTER] = "cluster",
                                         [IR_SCOPE_DEVICE] = "gpu"};
    const char *scope = i->scope < CU_COUNT(scopes) ? scopes[i->scope] : "sys";
    IrBuilder b = ir_builder_at(i);
    bool strict = i->order == IR_SEQ_CST;
    if (strict) ir_fence(&b, IR_SEQ_CST, (IrScope)i->scope);
    const char *sem = store ? i->order == IR_RELEASE ? "release" : "relaxed"
                      : i->order == IR_ACQUIRE || strict ? "acquire"
                                                         : "relaxed";
    IrValue *a[2] = {p->type->as ? ir_addrspacecast(&b, p, m->ty_ptr) : p};
    IrType *i128 = m->ty_i128, *param[2] = {m->ty_ptr, i128};
    if (store) a[1] = to_int(&b, v, i128);
    IrType *fty = ir_ty_func(m, store ? m->ty_void : i128, store ? 2 : 1, param, false);
    Atom text = store ? atom_printf(m->ctx, "st.%s.%s.b128 [$0], $1;", sem, scope)
                      : atom_printf(m->ctx, "ld.%s.%s.b128 $0, [$1];", sem, scope);
    Atom operands = atom_cstr(m->ctx, store ? "l,q,~{memory}" : "=q,l,~{memory}");
    IrInst *r = ir_call(&b, fty, &ir_asm(m, fty, text, operands, true)->v, store ? 2 : 1, a);
    if (store)
        ir_erase(i);
    else
        ir_replace_erase(i, from_int(&b, &r->v, t));
    return true;
}

// old = load; do { new = op(old); } while (!cas(p, old, new))
bool legal_rmw(Legal *l, IrInst *i) {
    if (i->v.op != IR_ATOMICRMW) return false;
    if (private_rmw(l, i)) return true;
    if (has_atom(l, i)) return false;
    IrModule *m = l->m;
    IrType *t = i->v.type;
    uint32_t bits = value_bits(t);
    if (bits > 128 || (bits & (bits - 1))) return false;
    bool narrow = bits < 32;
    IrBlock *before = i->block;
    IrBlock *after = ir_block_split(before, i, atom_cstr(m->ctx, "atomic.end"));
    ir_erase(ir_term(before));
    IrBuilder b = ir_builder(l->f, before);
    Word x = word_of(l, &b, ir_op(i, 0), bits);
    IrInst *first = first_word(&b, &x, i);
    IrBlock *loop = ir_block_new(l->f, atom_cstr(m->ctx, "atomic.loop"));
    ir_br(&b, loop);
    ir_at_end(&b, loop);
    IrInst *word = ir_phi(&b, x.w, 2);
    ir_phi_add(word, &first->v, before);
    IrValue *old = narrow ? ir_trunc(&b, ir_lshr(&b, &word->v, x.shift), x.ti) : &word->v;
    IrValue *oldt = from_int(&b, old, t);
    IrValue *neu = to_int(&b, rmw_value(&b, l, i, oldt), x.ti);
    if (narrow) neu = put_in(&b, &x, &word->v, neu);
    IrInst *cas =
        ir_cmpxchg(&b, x.p, &word->v, neu, (IrOrder)i->order, IR_MONOTONIC, (IrScope)i->scope);
    ir_phi_add(word, ir_extract(&b, &cas->v, 0), loop);
    ir_condbr(&b, ir_extract(&b, &cas->v, 1), after, loop);
    ir_replace_erase(i, oldt);
    return true;
}

// Of one byte: succeeds with the word; a word that differs elsewhere only is tried again.
bool legal_cmpxchg(Legal *l, IrInst *i) {
    if (i->v.op != IR_CMPXCHG) return false;
    if (private_cmpxchg(l, i)) return true;
    IrType *t = ir_op(i, 1)->type;
    uint32_t bits = value_bits(t);
    if (bits != 8) return false;
    IrModule *m = l->m;
    IrBlock *before = i->block;
    IrBlock *after = ir_block_split(before, i, atom_cstr(m->ctx, "cas.end"));
    ir_erase(ir_term(before));
    IrBuilder b = ir_builder(l->f, before);
    Word x = word_of(l, &b, ir_op(i, 0), bits);
    IrValue *want = ir_zext(&b, ir_op(i, 1), x.ti), *neu = ir_zext(&b, ir_op(i, 2), x.ti);
    IrInst *first = first_word(&b, &x, i);
    IrBlock *loop = ir_block_new(l->f, atom_cstr(m->ctx, "cas.loop")),
            *again = ir_block_new(l->f, atom_cstr(m->ctx, "cas.again"));
    ir_br(&b, loop);
    ir_at_end(&b, loop);
    IrInst *word = ir_phi(&b, x.w, 2);
    ir_phi_add(word, &first->v, before);
    IrInst *cas = ir_cmpxchg(&b, x.p, put_in(&b, &x, &word->v, want), put_in(&b, &x, &word->v, neu),
                             (IrOrder)i->order, (IrOrder)i->order2, (IrScope)i->scope);
    IrValue *got = ir_extract(&b, &cas->v, 0), *ok = ir_extract(&b, &cas->v, 1);
    IrValue *byte = ir_trunc(&b, ir_lshr(&b, got, x.shift), x.ti);
    IrValue *differs = ir_cmp(&b, IR_NE, byte, want);
    ir_condbr(&b, ir_or(&b, ok, differs), after, again);
    ir_at_end(&b, again); // the critical edge split, so that the phi sees one predecessor
    ir_phi_add(word, got, again);
    ir_br(&b, loop);
    ir_at_inst(&b, i);
    IrValue *r = ir_insert(&b, &ir_undef(m, i->v.type)->v, ir_trunc(&b, byte, t), 0);
    ir_replace_erase(i, ir_insert(&b, r, ok, 1));
    return true;
}
