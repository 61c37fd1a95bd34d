// SPDX-License-Identifier: Apache-2.0
// A part of sroa: block copies from or to a choice between local variables become loads and stores
// of members, which memory/sroa_phi.c and memory/sroa_select.c take from there.
//
//     %p = select i1 %c, ptr %a, ptr %b              %x = load i32, ptr %p
//     memcpy(%m, %p, 8)                        =>    %y = load i32, ptr %p + 4
//                                                    store i32 %x, ptr %m
//                                                    store i32 %y, ptr %m + 4
//
// `m = less(m, x) ? x : m` of records is such. All loads come first, since the two places may be
// the same. The members are those of the variable that has the fewest in the bytes at hand; what
// lies between them moves as integers.
//
// Refused: copies of a size that is not constant, of more than MAX_LEAVES members, volatile ones,
// and those that may be outside of one of the variables.
#include "opt/memory/sroa.h"

#include "ir/intrin_id.h"

enum { MAX_LEAVES = 32 };

typedef struct {
    uint64_t at; // from the beginning of the copy
    IrType *type;
} ChoiceLeaf;
typedef struct {
    IrModule *m;
    uint64_t begin, end; // of the variable
    uint32_t n;
    ChoiceLeaf at[MAX_LEAVES];
} ChoiceLeaves;

static uint64_t covered(const ChoiceLeaves *out) { // up to here
    if (!out->n) return out->begin;
    const ChoiceLeaf *last = &out->at[out->n - 1];
    return out->begin + last->at + last->type->store_size;
}

static bool push_leaf(ChoiceLeaves *out, uint64_t at, IrType *type) {
    if (out->n == MAX_LEAVES) return false;
    out->at[out->n++] = (ChoiceLeaf){at - out->begin, type};
    return true;
}

// The bytes that no member lies in, by the largest powers of two that fit.
static bool push_gap(ChoiceLeaves *out, uint64_t end) {
    for (uint64_t at = covered(out); at < end;) {
        uint64_t n = 8;
        while (at % n || at + n > end) n /= 2;
        if (!push_leaf(out, at, ir_ty_int(out->m, (uint32_t)n * 8))) return false;
        at += n;
    }
    return true;
}

// The members of a type that begins at `at`. False: too many, or one lies across an end.
static bool find_leaves(ChoiceLeaves *out, IrType *type, uint64_t at) {
    if (at >= out->end || at + type->size <= out->begin) return true;
    if (ir_ty_is_agg(type)) {
        uint64_t first = at < out->begin && type->n ? ir_ty_member_at(type, out->begin - at) : 0;
        for (uint64_t k = first; k < type->n; k++) {
            uint64_t from = at + ir_ty_member_offset(type, k);
            if (from >= out->end) break;
            if (!find_leaves(out, ir_ty_member(type, k), from)) return false;
        }
        return true;
    }
    if (at < out->begin || at + type->store_size > out->end) return false;
    if (ir_ty_bits(type) != type->store_size * 8) { // all bits of its bytes
        if (type->store_size > 8 || (type->store_size & (type->store_size - 1))) return false;
        type = ir_ty_int(out->m, (uint32_t)type->store_size * 8);
    }
    return push_gap(out, at) && push_leaf(out, at, type);
}

static bool leaves_of(ChoiceLeaves *out, const SroaChoices *c, uint32_t k, uint64_t size) {
    out->n = 0;
    out->begin = (uint64_t)c->at.at[k];
    out->end = out->begin + size;
    return find_leaves(out, c->object.at[k]->aty, 0) && push_gap(out, out->end);
}

static bool is_choice(IrValue *value) {
    int64_t off;
    const IrInst *i = ir_as_inst(ir_strip_ptr(value, &off));
    return i && is_any_of(i->v.op, IR_PHI, IR_SELECT);
}

// The members to copy for a choice at operand `op`.
static bool members(PassCtx *pc, IrInst *copy, uint32_t op, uint64_t size, ChoiceLeaves *best) {
    SroaChoices choices = {0};
    uint32_t align = 1;
    if (!is_choice(ir_op(copy, op))) return false;
    if (!opt_sroa_choices(pc->tmp, ir_op(copy, op), &choices)) return false;
    if (!opt_sroa_in_bounds(&choices, 0, size, &align)) return false;
    bool found = false;
    for (uint32_t k = 0; k < choices.object.n; k++) {
        ChoiceLeaves one = {.m = best->m};
        if (!leaves_of(&one, &choices, k, size) || (found && one.n >= best->n)) continue;
        *best = one;
        found = true;
    }
    return found;
}

static void copy_members(IrInst *copy, const ChoiceLeaves *leaves) {
    IrBuilder builder = ir_builder_at(copy);
    IrValue *loaded[MAX_LEAVES];
    for (uint32_t op = 2; op-- > 0;) {
        const IrAttrSet *at = ir_attrs_get(&copy->call->attrs, (int)op);
        uint32_t align = (uint32_t)ir_attr_int(at, IR_ATTR_ALIGN, 1);
        for (uint32_t k = 0; k < leaves->n; k++) {
            const ChoiceLeaf *l = &leaves->at[k];
            IrValue *p = ir_op(copy, op);
            if (l->at) p = ir_ptradd_c(&builder, p, (int64_t)l->at, IR_INBOUNDS);
            uint32_t has = opt_sroa_align_at(align, l->at);
            if (op == 1) {
                loaded[k] = &ir_load(&builder, l->type, p, has)->v;
            } else {
                ir_store(&builder, loaded[k], p, has);
            }
        }
    }
    ir_erase(copy);
}

static bool split_copy(PassCtx *pc, IrInst *copy) {
    const IrConst *n = ir_as_cint(ir_op(copy, 2));
    if (!n || !ir_fits_u64(n) || !ir_uval(n) || !ir_is_zero(ir_op(copy, 3))) return false;
    ChoiceLeaves leaves = {.m = copy->block->fn->g.m};
    bool found =
        members(pc, copy, 1, ir_uval(n), &leaves) || members(pc, copy, 0, ir_uval(n), &leaves);
    if (found) copy_members(copy, &leaves);
    return found;
}

bool opt_sroa_choice_copies(PassCtx *pc, IrFunc *fn) {
    bool changed = false;
    IR_FOREACH_BLOCK(bb, fn) {
        for (IrInst *i = bb->first, *next; i; i = next) {
            next = i->next;
            if (ir_is_block_copy(ir_intrin_of(i))) changed |= split_copy(pc, i);
        }
    }
    return changed;
}
