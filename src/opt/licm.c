// SPDX-License-Identifier: Apache-2.0
// licm: what does not change in a loop moves in front of it.
//
//     l:  %a = mul i32 %x, %y              %a = mul i32 %x, %y
//         %b = add i32 %i, %a         =>   br label %l
//         ...                          l:  %b = add i32 %i, %a
//
// Every loop with one way in first gets a preheader. Innermost loops come first, so that a value
// may leave several loops. Moved are instructions whose operands are defined outside and that may
// run though the loop would not have run them (ir_is_speculatable); and plain loads when nothing in
// the loop may write there and the load was certain to run: it stands in the header, before
// anything that may not come back, or reads a variable or local object of known size. Convergent
// and volatile operations stay.
#include "opt/opt.h"

enum { MAX_WRITERS = 64 };

typedef struct {
    const AnLoops *ls;
    const AnLoop *l;
    IrInst *to; // terminator of the preheader
    VEC(IrInst *) writers;
    Arena *a;
    Atom invariant;
} Licm;

static bool make_preheader(const AnLoops *ls, const AnLoop *l) {
    if (an_preheader(ls, l)) return false;
    IrInst *t = NULL;
    uint32_t at = 0;
    IR_FOREACH_PRED(u, l->header) {
        if (an_in_loop(ls, l, u->user->block)) continue;
        if (t || u->user->v.op == IR_INDIRECTBR) return false;
        t = u->user;
    }
    while (t && ir_succ(t, at) != l->header) at++;
    if (t) opt_split_edge(t, at);
    return t != NULL;
}

static bool invariant_operands(const Licm *s, const IrInst *i) {
    for (uint32_t k = 0; k < i->nops; k++) {
        if (!an_loop_invariant(s->ls, s->l, ir_op(i, k))) return false;
    }
    return true;
}

// Reading size bytes at p is fine at any time: an object that is there, within its bounds.
static bool is_dereferenceable(IrValue *p, uint64_t size) {
    int64_t off;
    IrValue *o = ir_strip_ptr(p, &off);
    IrType *t = NULL;
    IrInst *al = ir_as_op(o, IR_ALLOCA);
    IrGlobal *g = ir_as_var(o);
    IrArg *a = ir_as_arg(o);
    if (al && ir_is_int(ir_op(al, 0), 1)) t = al->aty;
    if (g && g->linkage != IR_EXTERN_WEAK) t = g->vty;
    if (a) t = ir_attr_type(ir_attrs_get(&a->fn->attrs, (int)a->index), IR_ATTR_BYVAL);
    return t && off >= 0 && (uint64_t)off + size <= t->size;
}

static bool is_unchanged(const Licm *s, const IrInst *load) {
    AnLoc l = an_loc(load);
    if (ir_get_md(load, s->invariant) || an_is_constant_memory(l.ptr)) return true;
    if (s->writers.n > MAX_WRITERS) return false;
    for (uint32_t k = 0; k < s->writers.n; k++) {
        if (an_modref(s->writers.at[k], l) & AN_MOD) return false;
    }
    return true;
}

static bool may_hoist(const Licm *s, const IrInst *i, bool certain) {
    if (!invariant_operands(s, i)) return false;
    if (i->v.op != IR_LOAD) return ir_is_speculatable(i) && !ir_is_convergent(i);
    if ((i->v.flags & IR_VOLATILE) || i->order != IR_NOT_ATOMIC) return false;
    if (!certain && !is_dereferenceable(ir_op(i, 0), i->v.type->store_size)) return false;
    return is_unchanged(s, i);
}

static bool hoist(Licm *s) {
    bool changed = false;
    s->writers.n = 0;
    for (uint32_t b = 0; b < s->l->blocks.n; b++) {
        IR_FOREACH_INST(i, s->l->blocks.at[b]) {
            if (ir_may_write(i) && s->writers.n <= MAX_WRITERS) vec_push(s->a, &s->writers, i);
        }
    }
    for (uint32_t b = 0; b < s->l->blocks.n; b++) {
        IrBlock *bb = s->l->blocks.at[b];
        bool certain = bb == s->l->header;
        IR_FOREACH_INST_SAFE(i, bb) {
            if (ir_is_term(i) || i->v.op == IR_PHI) continue;
            if (may_hoist(s, i, certain)) {
                ir_move_before(i, s->to);
                changed = true;
            }
            if (i->v.op == IR_CALL && ir_has_effect(i)) certain = false;
        }
    }
    return changed;
}

bool opt_licm(PassCtx *pc, IrFunc *f) {
    Licm s = {.a = pc->tmp, .invariant = atom_cstr(pc->ctx, "invariant.load")};
    bool changed = false;
    s.ls = an_loops(pc->an);
    for (uint32_t k = 0; k < s.ls->all.n; k++) changed |= make_preheader(s.ls, s.ls->all.at[k]);
    if (changed) { // a preheader belongs to the loop around
        an_changed(pc->an, AN_CHANGED_ALL);
        s.ls = an_loops(pc->an);
    }
    for (uint32_t k = s.ls->all.n; k-- > 0;) {
        s.l = s.ls->all.at[k];
        IrBlock *pre = an_preheader(s.ls, s.l);
        if (!pre) continue;
        s.to = ir_term(pre);
        changed |= hoist(&s);
    }
    return changed;
}
