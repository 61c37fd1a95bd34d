// SPDX-License-Identifier: Apache-2.0
// A part of sroa: accesses through a choice between two local variables.
//
//     %p = select i1 %c, ptr %a, ptr %b        %x = load i32, ptr %a
//     %v = load i32, ptr %p              =>    %y = load i32, ptr %b
//                                              %v = select i1 %c, i32 %x, i32 %y
//
// A store goes to both, one after the other: each address that was not chosen gets what it holds at
// that moment. The two may be the same or overlap, so the second is read after the first is
// written. Local memory is the thread's own, so nobody sees that. `a > b ? a : b` of lvalues and
// `std::max` by reference are such. Refused: accesses that may be outside of one of the variables,
// volatile and atomic ones, whole aggregates, and pointers that go anywhere else.
#include "opt/sroa.h"

enum { MAX_SELECT_USES = 64, MAX_CHOICES = 8 };

typedef struct {
    IrInst *i;
    int64_t off; // from the chosen address
    uint32_t align;
} SelectAccess;

typedef struct {
    PassCtx *pc;
    SroaChoices all; // what the address may be
    VEC(SelectAccess) acc;
    VEC(IrInst *) drop; // address computations on the way, users last
} Through;

bool opt_sroa_choices(Arena *a, IrValue *v, SroaChoices *out) {
    typedef struct {
        IrValue *v;
        int64_t off;
    } At;
    VEC(At) work = {0};
    vec_push(a, &work, ((At){v, 0}));
    for (uint32_t k = 0; k < work.n; k++) {
        int64_t more;
        IrValue *base = ir_strip_ptr(work.at[k].v, &more);
        int64_t off = (int64_t)((uint64_t)work.at[k].off + (uint64_t)more);
        IrInst *i = ir_as_inst(base);
        bool seen = false, phi = i && i->v.op == IR_PHI;
        if (i && (phi || i->v.op == IR_SELECT)) {
            for (uint32_t j = 0; j < out->merge.n && !seen; j++) {
                seen = out->merge.at[j] == i;
                if (seen && out->off.at[j] != off) return false; // walks on in a loop
            }
            if (seen) continue;
            if (out->merge.n == MAX_CHOICES) return false;
            vec_push(a, &out->merge, i);
            vec_push(a, &out->off, off);
            for (uint32_t j = phi ? 0 : 1; j < i->nops; j += phi ? 2 : 1) {
                vec_push(a, &work, ((At){ir_op(i, j), off}));
            }
            continue;
        }
        if (ir_is_undef(base)) continue;
        if (!i || i->v.op != IR_ALLOCA || !ir_is_int(ir_op(i, 0), 1)) return false;
        for (uint32_t j = 0; j < out->object.n && !seen; j++) {
            seen = out->object.at[j] == i && out->at.at[j] == off;
        }
        if (seen) continue;
        if (out->object.n == MAX_CHOICES) return false;
        vec_push(a, &out->object, i);
        vec_push(a, &out->at, off);
    }
    return out->object.n > 0;
}

bool opt_sroa_in_bounds(const SroaChoices *c, int64_t off, uint64_t size, uint32_t *align) {
    for (uint32_t k = 0; k < c->object.n; k++) {
        const IrInst *al = c->object.at[k];
        int64_t at = (int64_t)((uint64_t)off + (uint64_t)c->at.at[k]);
        if (at < 0 || (uint64_t)at > al->aty->size) return false;
        if (size > al->aty->size - (uint64_t)at) return false;
        *align = CU_MIN(*align, opt_sroa_align_at(al->align, (uint64_t)at));
    }
    return true;
}

static IrType *accessed_type(const IrUse *u) { // NULL: not an access that can be split
    IrInst *i = u->user;
    if ((i->v.flags & IR_VOLATILE) || i->order) return NULL;
    IrType *t = NULL;
    if (i->v.op == IR_LOAD) t = i->v.type;
    if (i->v.op == IR_STORE && u == &i->op[1]) t = ir_op(i, 0)->type;
    return t && !ir_ty_is_agg(t) ? t : NULL;
}

static bool collect_uses(Through *t, IrInst *sel, IrValue *v, int64_t off) {
    IR_FOREACH_USE(u, v) {
        IrInst *i = u->user;
        IrType *type = accessed_type(u);
        int64_t o = 0;
        if (type) {
            uint32_t align = i->align;
            if (t->acc.n == MAX_SELECT_USES ||
                !opt_sroa_in_bounds(&t->all, off, type->store_size, &align))
                return false;
            vec_push(t->pc->tmp, &t->acc, ((SelectAccess){i, off, align}));
        } else if (i->v.op == IR_ADDRSPACECAST || i->v.op == IR_BITCAST ||
                   (i->v.op == IR_GEP && ir_gep_const_offset(i, &o))) {
            vec_push(t->pc->tmp, &t->drop, i);
            if (t->drop.n > MAX_SELECT_USES || !collect_uses(t, sel, &i->v, off + o)) return false;
        } else {
            return false;
        }
    }
    return true;
}

// What is not chosen is written back as it was, all bits of its bytes: an i1 over a byte of another
// type would lose seven.
static IrValue *as_bytes(IrBuilder *b, IrModule *m, IrValue *v) {
    IrType *t = v->type;
    uint32_t bits = (uint32_t)ir_ty_bits(t), bytes = (uint32_t)t->store_size * 8;
    if (bits == bytes) return v;
    if (t->kind == IR_TY_VECTOR) v = ir_bitcast(b, v, ir_ty_int(m, bits));
    return ir_zext(b, v, ir_ty_int(m, bytes));
}

static void split_access(IrInst *sel, SelectAccess a) {
    IrBuilder b = ir_builder_at(a.i);
    IrValue *c = ir_op(sel, 0), *p[2], *old[2];
    for (uint32_t k = 0; k < 2; k++) {
        p[k] = ir_op(sel, k + 1);
        if (a.off) p[k] = ir_ptradd_c(&b, p[k], a.off, IR_INBOUNDS);
    }

    if (a.i->v.op == IR_LOAD) {
        for (uint32_t k = 0; k < 2; k++) old[k] = &ir_load(&b, a.i->v.type, p[k], a.align)->v;
        ir_replace_erase(a.i, ir_select(&b, c, old[0], old[1]));
        return;
    }
    IrValue *v = as_bytes(&b, b.m, ir_op(a.i, 0));
    for (uint32_t k = 0; k < 2; k++) {
        old[k] = &ir_load(&b, v->type, p[k], a.align)->v;
        ir_store(&b, k == 0 ? ir_select(&b, c, v, old[k]) : ir_select(&b, c, old[k], v), p[k],
                 a.align);
    }
    ir_erase(a.i);
}

static bool split_select(PassCtx *pc, IrInst *sel) {
    Through t = {.pc = pc};
    if (!ir_has_uses(&sel->v) || ir_ty_is_vec(ir_op(sel, 0)->type)) return false;
    if (!opt_sroa_choices(pc->tmp, &sel->v, &t.all)) return false;
    if (!collect_uses(&t, sel, &sel->v, 0)) return false;
    for (uint32_t k = 0; k < t.acc.n; k++) split_access(sel, t.acc.at[k]);
    for (uint32_t k = t.drop.n; k-- > 0;) ir_erase(t.drop.at[k]);
    ir_erase(sel);
    return true;
}

bool opt_sroa_selects(PassCtx *pc, IrFunc *f) {
    bool changed = false;
    VEC(IrInst *) selects = {0};
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.op == IR_SELECT && ir_ty_is_ptr(i->v.type)) vec_push(pc->tmp, &selects, i);
        }
    }
    for (uint32_t k = selects.n; k-- > 0;) changed |= split_select(pc, selects.at[k]);
    return changed;
}
