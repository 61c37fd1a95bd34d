// SPDX-License-Identifier: Apache-2.0
// Addresses whose indices differ by a constant inside a sum of variables get one base:
//
//     a[m + (i + 1)], a[m + (i + 2)]   (32-bit sums that do not wrap, extended to 64 bits)
//       =>  %p = gep %a, sext m;  %q = gep %p, sext i;  %q + 4, %q + 8
//
// An extended sum without wrapping is the sum of its extended parts, the rest of the sum alone may
// wrap: so each part is a step of its own, that of the outermost loop first, where licm takes it
// out. A constant factor under nsw (nuw) goes to each part.
//
// Refused: sums that may wrap, one address alone (32-bit arithmetic is cheaper), more than four
// parts, geps with several indices; one sum to which only constants are added, if no loop takes a
// part of it out: it is one step as it stands.
#include "opt/gpu/addr.h"

enum { SUM_DEPTH = 6 };

// Addresses whose indices have the same terms.
typedef struct {
    uint32_t addresses;
    bool moved;          // there is a constant in one of them
    const IrValue *core; // the sum without constants and factors around it
    bool several;        // not in all of them the same
} Family;

// Does the sum or product keep its value when its parts are extended one by one? What is not
// negative and stays below the sign wraps as little without a sign.
static bool extends(const IrInst *inst, bool is_signed) {
    bool known = is_any_of(inst->v.op, IR_ADD, IR_MUL, IR_SHL);
    if (!known) return false;
    if (inst->v.flags & (is_signed ? IR_NSW : IR_NUW)) return true;
    bool nsw = (inst->v.flags & IR_NSW) != 0;
    return nsw && !is_signed && an_is_nonneg(ir_op(inst, 0)) && an_is_nonneg(ir_op(inst, 1));
}

static bool add_term(AddrTerms *t, IrValue *summand, uint64_t factor) {
    if (t->n == ADDR_TERMS) return false;
    t->at[t->n++] = (AddrTerm){summand, factor};
    return true;
}

// The constant as it is extended.
static uint64_t number_of(const AddrTerms *terms, const IrConst *constant) {
    return terms->is_signed ? (uint64_t)ir_sval(constant) : ir_uval(constant);
}

static bool collect(AddrTerms *terms, IrValue *summand, uint64_t factor, uint32_t depth) {
    IrConst *constant = ir_as_cint(summand);
    if (constant) {
        terms->c += number_of(terms, constant) * factor;
        return true;
    }
    IrInst *inst = ir_as_inst(summand);
    if (!inst || depth == SUM_DEPTH || !extends(inst, terms->is_signed))
        return add_term(terms, summand, factor);
    if (inst->v.op == IR_ADD) {
        return collect(terms, ir_op(inst, 0), factor, depth + 1) &&
               collect(terms, ir_op(inst, 1), factor, depth + 1);
    }
    constant = ir_as_cint(ir_op(inst, 1));
    bool shift = inst->v.op == IR_SHL && constant && ir_uval(constant) < 31;
    bool product = inst->v.op == IR_MUL && constant;
    if (!shift && !product) return add_term(terms, summand, factor);
    uint64_t by = shift ? 1ull << ir_uval(constant) : number_of(terms, constant);
    return collect(terms, ir_op(inst, 0), factor * by, depth + 1);
}

// The index of 32 bits that is extended, and how.
static bool find_terms(const IrInst *address, AddrTerms *found) {
    IrValue *idx = ir_op(address, 1);
    IrInst *e = ir_as_inst(idx);
    *found = (AddrTerms){.is_signed = true};
    if (idx->type->kind == IR_TY_INT && idx->type->bits == 64 && e) {
        if (!is_any_of(e->v.op, IR_SEXT, IR_ZEXT)) return false;
        found->is_signed = e->v.op == IR_SEXT || (e->v.flags & IR_NNEG);
        idx = ir_op(e, 0);
    }
    return ir_ty_is_i(idx->type, 32) && collect(found, idx, 1, 0) && found->n > 1;
}

static uint64_t identity(const IrValue *value) {
    return ir_is_const(value) ? (uint64_t)value->name << 32 : value->id + 1;
}

// Terms in whatever order: their hashes are added.
static uint64_t key_of(const IrInst *inst, const IrValue *base, const AddrTerms *t) {
    uint64_t sum = hash_u64(identity(base)) + hash_u64(inst->aty->size * 2 + t->is_signed);
    for (uint32_t k = 0; k < t->n; k++)
        sum += hash_u64(hash_u64(identity(t->at[k].v)) ^ t->at[k].factor);
    return hash_u64(sum);
}

static bool is_simple(const IrInst *inst) {
    bool one_index = inst->v.op == IR_GEP && inst->nops == 2;
    if (!one_index || !ir_ty_is_ptr(ir_op(inst, 0)->type)) return false;
    return ir_ty_is_ptr(inst->v.type) && inst->v.type->bits == 64;
}

// What the address starts from once constants are out of the way.
static IrValue *base_of(const IrInst *inst) {
    IrValue *p = ir_op(inst, 0);
    IrInst *below = ir_as_op(p, IR_GEP);
    int64_t off;
    return below && ir_gep_const_offset(below, &off) ? ir_op(below, 0) : p;
}

// What the value is, but for an extension, a constant summand or a constant factor; NULL: no such.
static const IrValue *below(const IrValue *value) {
    const IrInst *inst = ir_as_inst(value);
    if (!inst) return NULL;
    bool computes = is_any_of(inst->v.op, IR_ADD, IR_MUL, IR_SHL) && ir_as_cint(ir_op(inst, 1));
    return computes || is_any_of(inst->v.op, IR_SEXT, IR_ZEXT) ? ir_op(inst, 0) : NULL;
}

// The sum that constants are added to and multiplied with.
static const IrValue *core_of(const IrInst *address) {
    const IrValue *core = ir_op(address, 1);
    for (const IrValue *next = core; next; next = below(core)) core = next;
    return core;
}

void opt_addr_sums_init(AddrSums *addr_sums, PassCtx *pc, IrFunc *fn) {
    *addr_sums = (AddrSums){.pc = pc, .loops = an_loops(pc->an)};
    map_init(&addr_sums->seen, pc->tmp);
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            AddrTerms t;
            if (!is_simple(i) || !find_terms(i, &t)) continue;
            void **slot = map_slot(&addr_sums->seen, key_of(i, base_of(i), &t));
            if (!*slot) *slot = arena_new(pc->tmp, Family);
            Family *family = *slot;
            const IrValue *core = core_of(i);
            family->several |= family->addresses && family->core != core;
            family->addresses++;
            family->moved |= t.c != 0;
            family->core = core;
        }
    }
}

static uint32_t depth_of(const AddrSums *addr_sums, const IrValue *value) {
    const IrInst *i = value->kind == IR_V_INST ? (const IrInst *)value : NULL;
    const AnLoop *l = i ? an_loop_of(addr_sums->loops, i->block) : NULL;
    return l ? l->depth : 0;
}

// Do loops change some terms more often than others?
static bool varies(const AddrSums *addr_sums, const AddrTerms *terms) {
    for (uint32_t k = 1; k < terms->n; k++) {
        if (depth_of(addr_sums, terms->at[k].v) != depth_of(addr_sums, terms->at[0].v)) return true;
    }
    return false;
}

bool opt_addr_terms(const AddrSums *addr_sums, const IrInst *address, IrValue *base,
                    AddrTerms *out) {
    if (!is_simple(address) || !find_terms(address, out)) return false;
    const Family *family = map_get(&addr_sums->seen, key_of(address, base, out));
    bool shared = family && family->moved && family->addresses > 1;
    return shared && (family->several || varies(addr_sums, out));
}

IrValue *opt_addr_chain(const AddrSums *addr_sums, IrBuilder *builder, IrValue *base,
                        IrType *element, const AddrTerms *terms) {
    AddrTerm at[ADDR_TERMS];
    for (uint32_t k = 0; k < terms->n; k++) { // by depth, then as they were found
        uint32_t j = k;
        for (; j && depth_of(addr_sums, at[j - 1].v) > depth_of(addr_sums, terms->at[k].v); j--)
            at[j] = at[j - 1];
        at[j] = terms->at[k];
    }
    IrValue *value = base;
    for (uint32_t k = 0; k < terms->n; k++) {
        bool zero = !terms->is_signed || an_is_nonneg(at[k].v);
        uint16_t flags = zero && terms->is_signed ? IR_NNEG : 0;
        IrValue *x = ir_cast(builder, zero ? IR_ZEXT : IR_SEXT, flags, at[k].v, builder->m->ty_i64);
        uint64_t size = element->size * at[k].factor;
        bool plain = at[k].factor == 1;
        bool array = !plain && size < INT32_MAX && at[k].factor < INT32_MAX;
        if (!plain && !array)
            x = ir_bin(builder, IR_MUL, 0, x, &ir_int(builder->m->ty_i64, at[k].factor)->v);
        value = ir_gep1(builder, array ? ir_ty_array(builder->m, element, at[k].factor) : element,
                        value, x, 0);
    }
    return value;
}
