// SPDX-License-Identifier: Apache-2.0
// Atomics without an instruction: a compare-and-swap loop, on the aligned word that holds the value
// when that is narrower than 32 bits.
#include "ptx/legal/legal_int.h"

#include "base/feature.h"
#include "ir/intrin_id.h"

// Bits in memory.
static uint32_t value_bits(const IrType *type) {
    return (uint32_t)type->store_size * 8;
}

// PTX ISA, atom: which targets add .f16, .bf16 and .f64.
static bool adds(const Legal *legal, const IrType *stored) {
    switch (stored->kind) {
    case IR_TY_FLOAT: return true;
    case IR_TY_DOUBLE: return sel_has(legal->g, SMF_atom_f64);
    case IR_TY_HALF: return sel_has(legal->g, SMF_atom_f16);
    case IR_TY_BFLOAT: return sel_has(legal->g, SMF_atom_bf16);
    default: return false;
    }
}

// There is an instruction for the operation on this type (PTX ISA, atom). fmin and fmax of floats
// have none.
static bool has_atom(const Legal *legal, const IrInst *atomic) {
    const IrType *type = atomic->v.type;
    if (type->kind == IR_TY_VECTOR) return false;
    uint32_t bits = type->bits;
    switch (atomic->pred) {
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
    case IR_RMW_FADD: return adds(legal, type);
    default: return false;
    }
}

// What the operation makes of the old value.
static IrValue *rmw_value(IrBuilder *builder, Legal *legal, IrInst *atomic, IrValue *old) {
    IrValue *value = ir_op(atomic, 1);
    static const uint8_t bin[IR_RMW_NOPS] = {
        [IR_RMW_ADD] = IR_ADD, [IR_RMW_SUB] = IR_SUB,   [IR_RMW_AND] = IR_AND,  [IR_RMW_OR] = IR_OR,
        [IR_RMW_XOR] = IR_XOR, [IR_RMW_FADD] = IR_FADD, [IR_RMW_FSUB] = IR_FSUB};
    static const uint8_t pred[IR_RMW_NOPS] = {[IR_RMW_MAX] = IR_SGT,
                                              [IR_RMW_MIN] = IR_SLT,
                                              [IR_RMW_UMAX] = IR_UGT,
                                              [IR_RMW_UMIN] = IR_ULT};
    if (atomic->pred == IR_RMW_FMAX) return IR_CALL(builder, IR_I_maxnum, NULL, old, value);
    if (atomic->pred == IR_RMW_FMIN) return IR_CALL(builder, IR_I_minnum, NULL, old, value);
    if (atomic->pred == IR_RMW_FMAXIMUM) return IR_CALL(builder, IR_I_maximum, NULL, old, value);
    if (atomic->pred == IR_RMW_FMINIMUM) return IR_CALL(builder, IR_I_minimum, NULL, old, value);
    if (atomic->pred == IR_RMW_XCHG) return value;
    if (atomic->pred == IR_RMW_NAND) return ir_not(builder, ir_and(builder, old, value));
    if (bin[atomic->pred]) return ir_bin(builder, (IrOp)bin[atomic->pred], 0, old, value);
    if (pred[atomic->pred])
        return ir_select(builder, ir_cmp(builder, (IrPred)pred[atomic->pred], old, value), old,
                         value);

    // uinc: up to value, then 0; usub_cond, usub_sat: not below 0; udec: from 0 to value
    IrValue *zero = &ir_null(legal->m, value->type)->v, *one = &ir_int(value->type, 1)->v;
    if (atomic->pred == IR_RMW_UINC_WRAP) {
        IrValue *next = ir_add(builder, old, one);
        return ir_select(builder, ir_cmp(builder, IR_UGE, old, value), zero, next);
    }
    if (is_any_of(atomic->pred, IR_RMW_USUB_COND, IR_RMW_USUB_SAT)) {
        IrValue *keep = atomic->pred == IR_RMW_USUB_COND ? old : zero;
        IrValue *less = ir_sub(builder, old, value);
        return ir_select(builder, ir_cmp(builder, IR_UGE, old, value), less, keep);
    }
    IrValue *above = ir_cmp(builder, IR_UGT, old, value);
    IrValue *wrap = ir_or(builder, ir_cmp(builder, IR_EQ, old, zero), above);
    return ir_select(builder, wrap, value, ir_sub(builder, old, one));
}

// Where a value narrower than 32 bits lies in the aligned word that holds it.
typedef struct Word {
    IrValue *p, *shift, *mask;
    IrType *w, *ti; // the word; the value as an integer
} Word;

// The aligned word around `address`, which may be any address; wider values are their own word.
static Word word_of(Legal *legal, IrBuilder *builder, IrValue *address, uint32_t bits) {
    IrModule *m = legal->m;
    Word x = {.p = address, .w = ir_ty_int(m, bits < 32 ? 32 : bits), .ti = ir_ty_int(m, bits)};
    if (bits >= 32) return x;
    IrValue *a = ir_ptrtoint(builder, address, m->ty_i64),
            *low = ir_and(builder, a, legal_i64(legal, 3));
    x.p = ir_ptradd(builder, address, ir_neg(builder, low), 0);
    x.shift = ir_trunc(builder, ir_shl(builder, low, legal_i64(legal, 3)), x.w);
    x.mask = ir_shl(builder, &ir_int(x.w, (1ull << bits) - 1)->v, x.shift);
    return x;
}

// `word` with the value in its place.
static IrValue *put_in(IrBuilder *builder, const Word *x, IrValue *word, IrValue *narrow) {
    IrValue *in = ir_shl(builder, ir_zext(builder, narrow, x->w), x->shift);
    return ir_or(builder, ir_and(builder, word, ir_not(builder, x->mask)), in);
}

// The value to begin with: relaxed, since the compare-and-swap checks it.
static IrInst *first_word(IrBuilder *builder, const Word *x, const IrInst *atomic) {
    IrInst *first = ir_load(builder, x->w, x->p, x->w->bits / 8);
    first->order = IR_MONOTONIC;
    first->scope = atomic->scope;
    return first;
}

static bool is_int(const IrType *type) {
    return type->kind == IR_TY_INT;
}

// Values as the integers that compare-and-swap works on, and back.
static IrValue *to_int(IrBuilder *builder, IrValue *value, IrType *to) {
    return value->type->kind == IR_TY_PTR ? ir_ptrtoint(builder, value, to)
           : is_int(value->type)          ? value
                                          : ir_bitcast(builder, value, to);
}

static IrValue *from_int(IrBuilder *builder, IrValue *value, IrType *to) {
    return to->kind == IR_TY_PTR ? ir_inttoptr(builder, value, to)
           : is_int(to)          ? value
                                 : ir_bitcast(builder, value, to);
}

// ---- private memory: no other thread sees it, and PTX has no atomics there ----------------------

// A parameter that is passed by value, and written to, lies in the frame (select/frame.c).
static bool is_copied(const IrValue *value) {
    const IrArg *arg = ir_as_arg(value);
    const IrAttrSet *set = arg ? ir_attrs_get(&arg->fn->attrs, (int)arg->index) : NULL;
    Atom kept = arg ? atom_cstr(arg->fn->g.m->ctx, "nvvm.grid_constant") : 0;
    return ir_attr_has(set, IR_ATTR_BYVAL) && !ir_attr_has_str(set, kept);
}

// Through casts and offsets: local memory, or the frame's. Depth is cut.
static bool is_private(IrValue *value) {
    for (int depth = 0; depth < 64; depth++) {
        const IrInst *i = ir_as_inst(value);
        if (value->type->as == IR_AS_LOCAL || (i && i->v.op == IR_ALLOCA)) return true;
        if (is_copied(value)) return true;
        if (!i || !is_any_of(i->v.op, IR_GEP, IR_ADDRSPACECAST, IR_BITCAST)) return false;
        value = ir_op(i, 0);
    }
    return false;
}

// A load, the operation, a store.
static bool private_rmw(Legal *legal, IrInst *atomic) {
    if (!is_private(ir_op(atomic, 0))) return false;
    IrBuilder b = ir_builder_at(atomic);
    IrValue *old = &ir_load(&b, atomic->v.type, ir_op(atomic, 0), atomic->align)->v;
    ir_store(&b, rmw_value(&b, legal, atomic, old), ir_op(atomic, 0), atomic->align);
    ir_replace_erase(atomic, old);
    return true;
}

// The pair {old value, whether it was the wanted one}.
static bool private_cmpxchg(Legal *legal, IrInst *exchange) {
    if (!is_private(ir_op(exchange, 0))) return false;
    IrBuilder b = ir_builder_at(exchange);
    IrValue *old = &ir_load(&b, ir_op(exchange, 1)->type, ir_op(exchange, 0), exchange->align)->v;
    IrValue *ok = ir_cmp(&b, IR_EQ, old, ir_op(exchange, 1));
    ir_store(&b, ir_select(&b, ok, ir_op(exchange, 2), old), ir_op(exchange, 0), exchange->align);
    IrValue *r = ir_insert(&b, &ir_undef(legal->m, exchange->v.type)->v, old, 0);
    ir_replace_erase(exchange, ir_insert(&b, r, ok, 1));
    return true;
}

// An atomic load or store of 128 bits is one instruction on a register of that size (PTX ISA 8.3,
// sm_70), which only inline PTX has here.
bool legal_access128(Legal *legal, IrInst *access) {
    bool store = access->v.op == IR_STORE;

    // Not for private memory: plain accesses are atomic there.
    if (!access->order || (!store && access->v.op != IR_LOAD)) return false;
    IrModule *module = legal->m;
    IrValue *value = ir_op(access, store), *v = store ? ir_op(access, 0) : NULL;
    IrType *type = store ? v->type : access->v.type;
    if (value_bits(type) != 128 || is_private(value)) return false;
    static const char *const scopes[] = {[IR_SCOPE_SYSTEM] = "sys",
                                         [IR_SCOPE_THREAD] = "cta",
                                         [IR_SCOPE_BLOCK] = "cta",
                                         [IR_SCOPE_CLUSTER] = "cluster",
                                         [IR_SCOPE_DEVICE] = "gpu"};
    const char *scope = access->scope < CU_COUNT(scopes) ? scopes[access->scope] : "sys";
    IrBuilder builder = ir_builder_at(access);
    // Sequential consistency is a fence and acquire (fence_before in select/mem.c).
    bool strict = access->order == IR_SEQ_CST;
    if (strict) ir_fence(&builder, IR_SEQ_CST, (IrScope)access->scope);
    const char *sem = store ? access->order == IR_RELEASE ? "release" : "relaxed"
                      : access->order == IR_ACQUIRE || strict ? "acquire"
                                                              : "relaxed";
    IrValue *a[2] = {value->type->as ? ir_addrspacecast(&builder, value, module->ty_ptr) : value};
    IrType *i128 = module->ty_i128, *param[2] = {module->ty_ptr, i128};
    if (store) a[1] = to_int(&builder, v, i128);
    IrType *fty = ir_ty_func(module, store ? module->ty_void : i128, store ? 2 : 1, param, false);
    Atom text = store ? atom_printf(module->ctx, "st.%s.%s.b128 [$0], $1;", sem, scope)
                      : atom_printf(module->ctx, "ld.%s.%s.b128 $0, [$1];", sem, scope);
    Atom operands = atom_cstr(module->ctx, store ? "l,q,~{memory}" : "=q,l,~{memory}");
    IrInst *r =
        ir_call(&builder, fty, &ir_asm(module, fty, text, operands, true)->v, store ? 2 : 1, a);
    if (store)
        ir_erase(access);
    else
        ir_replace_erase(access, from_int(&builder, &r->v, type));
    return true;
}

// old = load; do { new = op(old); } while (!cas(p, old, new)). A value of no power of two stays,
// for an error.
bool legal_rmw(Legal *legal, IrInst *atomic) {
    if (atomic->v.op != IR_ATOMICRMW) return false;
    if (private_rmw(legal, atomic)) return true;
    if (has_atom(legal, atomic)) return false;
    IrModule *module = legal->m;
    IrType *type = atomic->v.type;
    uint32_t bits = value_bits(type);
    if (bits > 128 || (bits & (bits - 1))) return false;
    bool narrow = bits < 32;
    IrBlock *before = atomic->block;
    IrBlock *after = ir_block_split(before, atomic, atom_cstr(module->ctx, "atomic.end"));
    ir_erase(ir_term(before));
    IrBuilder builder = ir_builder(legal->f, before);
    // a byte or a half is exchanged with the word around it, whose rest stays
    Word x = word_of(legal, &builder, ir_op(atomic, 0), bits);
    IrInst *first = first_word(&builder, &x, atomic);
    IrBlock *loop = ir_block_new(legal->f, atom_cstr(module->ctx, "atomic.loop"));
    ir_br(&builder, loop);
    ir_at_end(&builder, loop);
    IrInst *word = ir_phi(&builder, x.w, 2);
    ir_phi_add(word, &first->v, before);
    IrValue *old =
        narrow ? ir_trunc(&builder, ir_lshr(&builder, &word->v, x.shift), x.ti) : &word->v;
    IrValue *oldt = from_int(&builder, old, type);
    IrValue *neu = to_int(&builder, rmw_value(&builder, legal, atomic, oldt), x.ti);
    if (narrow) neu = put_in(&builder, &x, &word->v, neu);
    IrInst *cas = ir_cmpxchg(&builder, x.p, &word->v, neu, (IrOrder)atomic->order, IR_MONOTONIC,
                             (IrScope)atomic->scope);
    ir_phi_add(word, ir_extract(&builder, &cas->v, 0), loop);
    ir_condbr(&builder, ir_extract(&builder, &cas->v, 1), after, loop);
    ir_replace_erase(atomic, oldt);
    return true;
}

// Of one byte: succeeds with the word; a word that differs elsewhere only is tried again. 16 bits
// (from sm_70 on) and more have an instruction.
bool legal_cmpxchg(Legal *legal, IrInst *exchange) {
    if (exchange->v.op != IR_CMPXCHG) return false;
    if (private_cmpxchg(legal, exchange)) return true;
    IrType *type = ir_op(exchange, 1)->type;
    uint32_t bits = value_bits(type);
    if (bits != 8 && (bits != 16 || sel_has(legal->g, SMF_atom_cas_b16))) return false;
    IrModule *module = legal->m;
    IrBlock *before = exchange->block;
    IrBlock *after = ir_block_split(before, exchange, atom_cstr(module->ctx, "cas.end"));
    ir_erase(ir_term(before));
    IrBuilder builder = ir_builder(legal->f, before);
    Word x = word_of(legal, &builder, ir_op(exchange, 0), bits);
    IrValue *want = ir_zext(&builder, ir_op(exchange, 1), x.ti),
            *neu = ir_zext(&builder, ir_op(exchange, 2), x.ti);
    IrInst *first = first_word(&builder, &x, exchange);
    IrBlock *loop = ir_block_new(legal->f, atom_cstr(module->ctx, "cas.loop")),
            *again = ir_block_new(legal->f, atom_cstr(module->ctx, "cas.again"));
    ir_br(&builder, loop);
    ir_at_end(&builder, loop);
    IrInst *word = ir_phi(&builder, x.w, 2);
    ir_phi_add(word, &first->v, before);
    IrValue *to = put_in(&builder, &x, &word->v, neu);
    IrValue *from = put_in(&builder, &x, &word->v, want);
    IrInst *cas = ir_cmpxchg(&builder, x.p, from, to, (IrOrder)exchange->order,
                             (IrOrder)exchange->order2, (IrScope)exchange->scope);
    IrValue *got = ir_extract(&builder, &cas->v, 0), *ok = ir_extract(&builder, &cas->v, 1);
    IrValue *byte = ir_trunc(&builder, ir_lshr(&builder, got, x.shift), x.ti);
    IrValue *differs = ir_cmp(&builder, IR_NE, byte, want);
    ir_condbr(&builder, ir_or(&builder, ok, differs), after, again);
    ir_at_end(&builder, again); // the critical edge split, so that the phi sees one predecessor
    ir_phi_add(word, got, again);
    ir_br(&builder, loop);
    ir_at_inst(&builder, exchange);
    IrValue *r = ir_insert(&builder, &ir_undef(module, exchange->v.type)->v,
                           ir_trunc(&builder, byte, type), 0);
    ir_replace_erase(exchange, ir_insert(&builder, r, ok, 1));
    return true;
}
