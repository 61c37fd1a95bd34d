// SPDX-License-Identifier: Apache-2.0
// tailcallelim: a function that calls itself last becomes a loop.
//
//     define i32 @f(i32 %n, i32 %a) {            define i32 @f(i32 %n, i32 %a) {
//       %c = icmp slt i32 %n, 2                    br label %loop
//       br i1 %c, label %end, label %more        loop:
//     end:                                         %n.1 = phi i32 [ %n, %0 ], [ %m, %more ]
//       ret i32 %a                          =>     %a.1 = phi i32 [ %a, %0 ], [ %b, %more ]
//     more:                                        %c = icmp slt i32 %n.1, 2
//       %m = add i32 %n, -1                        br i1 %c, label %end, label %more
//       %b = mul i32 %a, %n                      ...
//       %r = call i32 @f(i32 %m, i32 %b)         more: ... br label %loop
//       ret i32 %r
//
// Where the result is still added to (`ret x + f(y)`) the sum is carried along instead: the
// operation must be associative and commutative, the same at all such calls; every other return
// returns its value with the carried one. Between the call and the return there may be what has no
// effects and reads no memory. A return behind a join of such paths is found too.
//
// Refused: allocas whose address gets away (each call has its own object), or that are no static
// ones of the entry; by-value arguments, variable arguments, calls with bundles or another
// convention, musttail, functions that may be replaced at link time.
#include "opt/opt.h"

typedef struct {
    IrInst *call;
    IrInst *adds;   // what is done to the result, or NULL
    uint32_t other; // which of its operands is not the result
    IrBlock *join;  // where the return stands, if not in the call's own block
} TailCall;

typedef struct {
    IrFunc *f;
    IrModule *m;
    VEC(TailCall) calls;
    uint8_t op; // of the calls that add something
    IrType *type;
    IrBlock *header;
    IrInst *carried; // phi of what is added so far, or NULL
    VEC(IrInst *) args;
} Tail;

// ---- which calls ----

static bool only_static_allocas(const IrFunc *f) {
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.op != IR_ALLOCA) continue;
            if (bb != f->first || !ir_as_cint(ir_op(i, 0)) || an_is_captured(&i->v)) return false;
        }
    }
    return true;
}

static bool may_change(const IrFunc *f) {
    bool replaceable = f->g.linkage == IR_WEAK_ANY || f->g.linkage == IR_LINKONCE;
    if (f->g.vty->vararg || f->cc == IR_CC_PTX_KERNEL || replaceable) return false;
    for (uint32_t k = 0; k < f->nargs; k++) {
        const IrAttrSet *a = ir_attrs_get(&f->attrs, (int)k);
        if (ir_attr_type(a, IR_ATTR_BYVAL) || ir_attr_type(a, IR_ATTR_SRET)) return false;
    }
    return true;
}

static bool calls_itself(const IrFunc *f, const IrInst *i) {
    return i->v.op == IR_CALL && ir_called(i) == f && i->aty == f->g.vty && i->call->cc == f->cc &&
           !i->call->nbundles && !(i->v.flags & IR_MUSTTAIL);
}

static bool can_carry(const IrInst *i) {
    switch (i->v.op) {
    case IR_ADD:
    case IR_MUL:
    case IR_AND:
    case IR_OR:
    case IR_XOR: return true;
    case IR_FADD:
    case IR_FMUL: return (i->fmf & IR_FMF_REASSOC) != 0;
    default: return false;
    }
}

static IrConst *neutral(IrModule *m, uint8_t op, IrType *t) {
    if (op == IR_FADD) return ir_fp(m, t, -0.0);
    if (op == IR_FMUL) return ir_fp(m, t, 1.0);
    if (op == IR_MUL) return ir_int(t, 1);
    return op == IR_AND ? ir_sint(t, -1) : ir_int(t, 0);
}

// What a block that ends so returns: in itself, or in a block of phis behind it.
static IrInst *return_of(IrBlock *bb, IrBlock **join, IrValue **value) {
    IrInst *t = ir_term(bb);
    *join = NULL;
    if (t->v.op == IR_BR && t->nops == 1) {
        *join = ir_succ(t, 0);
        t = ir_first_non_phi(*join);
    }
    if (t->v.op != IR_RET) return NULL;
    *value = t->nops ? ir_op(t, 0) : NULL;
    const IrInst *phi = *value ? ir_as_op(*value, IR_PHI) : NULL;
    if (*join && phi && phi->block == *join) {
        *value = ir_phi_value(phi, (uint32_t)ir_phi_find(phi, bb));
    }
    return t;
}

static bool is_harmless(const IrInst *i) {
    return !ir_has_effect(i) && !ir_may_read(i) && !ir_is_convergent(i) && i->v.op != IR_ALLOCA;
}

static bool has_one_user(const IrValue *v, const IrInst *user) {
    return v->uses && !v->uses->next && v->uses->user == user;
}

// The phi of the join, or the return itself: the one place where the result may be seen.
static bool is_only_returned(const IrValue *v, const TailCall *c, const IrInst *ret) {
    if (!v->uses || v->uses->next) return false;
    const IrInst *user = v->uses->user;
    return user == ret || (c->join && user->v.op == IR_PHI && user->block == c->join);
}

static bool find_in_block(Tail *s, IrBlock *bb, TailCall *c) {
    IrValue *value = NULL;
    IrInst *ret = return_of(bb, &c->join, &value);
    if (!ret) return false;

    IrInst *last = ir_term(bb)->prev;
    while (last && !calls_itself(s->f, last) && is_harmless(last)) last = last->prev;
    if (!last || !calls_itself(s->f, last)) return false;
    c->call = last;
    c->adds = NULL;
    c->other = 0;
    if (!value || ir_is_undef(value)) return !last->v.uses;
    if (value == &last->v) return is_only_returned(value, c, ret);

    // %s = op %r, %x; ret %s
    IrInst *adds = ir_as_inst(value);
    if (!adds || adds->block != bb || !can_carry(adds) || ir_ty_is_vec(value->type)) return false;
    if (!has_one_user(&last->v, adds) || !is_only_returned(value, c, ret)) return false;
    if (s->type && adds->v.op != s->op) return false;
    s->op = adds->v.op;
    s->type = adds->v.type;
    c->adds = adds;
    c->other = ir_op(adds, 0) == &last->v;
    return true;
}

// ---- the loop ----

// A new entry with the allocas; the old one becomes the loop's header, with a phi an argument.
static void make_loop(Tail *s, Arena *tmp) {
    IrFunc *f = s->f;
    IrBlock *entry = ir_block_new(f, f->first->v.name);
    s->header = f->first;
    s->header->v.name = 0;
    ir_block_move_after(entry, NULL);
    IR_FOREACH_INST_SAFE(i, s->header) {
        if (i->v.op != IR_ALLOCA) continue;
        ir_unlink(i);
        ir_insert_at_end(i, entry);
    }
    IrBuilder b = ir_builder(f, entry);
    ir_br(&b, s->header);

    ir_at_inst(&b, s->header->first);
    for (uint32_t k = 0; k < f->nargs; k++) {
        IrInst *phi = ir_phi(&b, f->arg[k]->v.type, s->calls.n + 1);
        phi->v.name = f->arg[k]->v.name;
        ir_replace_uses(&f->arg[k]->v, &phi->v);
        ir_phi_add(phi, &f->arg[k]->v, entry);
        vec_push(tmp, &s->args, phi);
    }
    if (!s->type) return;
    s->carried = ir_phi(&b, s->type, s->calls.n + 1);
    ir_phi_add(s->carried, &neutral(s->m, s->op, s->type)->v, entry);
}

// The call's block goes back to the header instead of returning.
static void go_back(Tail *s, const TailCall *c) {
    IrBlock *bb = c->call->block;
    IrInst *term = ir_term(bb);
    for (uint32_t k = 0; k < s->args.n; k++) ir_phi_add(s->args.at[k], ir_op(c->call, k), bb);

    IrBuilder b = ir_builder_at(term);
    if (s->carried) {
        IrValue *sum = &s->carried->v;
        if (c->adds) {
            b.fmf = c->adds->fmf;
            sum = ir_bin(&b, (IrOp)s->op, 0, sum, ir_op(c->adds, c->other));
            b.fmf = 0;
        }
        ir_phi_add(s->carried, sum, bb);
    }
    if (c->join) ir_phi_remove_edge(c->join, bb);
    ir_br(&b, s->header);
    ir_erase(term);
    if (c->adds) ir_erase(c->adds);
    ir_erase(c->call);
}

// What is returned otherwise has been added to.
static void add_at_returns(Tail *s, uint8_t fmf) {
    IR_FOREACH_BLOCK(bb, s->f) {
        IrInst *t = ir_term(bb);
        if (t->v.op != IR_RET) continue;
        IrBuilder b = ir_builder_at(t);
        b.fmf = fmf;
        ir_set_op(t, 0, ir_bin(&b, (IrOp)s->op, 0, &s->carried->v, ir_op(t, 0)));
    }
}

bool opt_tailcallelim(PassCtx *pc, IrFunc *f) {
    Tail s = {.f = f, .m = f->g.m};
    if (!may_change(f)) return false;
    IR_FOREACH_BLOCK(bb, f) {
        TailCall c;
        if (find_in_block(&s, bb, &c)) vec_push(pc->tmp, &s.calls, c);
    }
    if (!s.calls.n || !only_static_allocas(f)) return false;

    make_loop(&s, pc->tmp);
    uint8_t fmf = IR_FMF_FAST;
    for (uint32_t k = 0; k < s.calls.n; k++) {
        if (s.calls.at[k].adds) fmf &= s.calls.at[k].adds->fmf;
    }
    for (uint32_t k = 0; k < s.calls.n; k++) go_back(&s, &s.calls.at[k]);
    if (s.carried) add_at_returns(&s, fmf);
    opt_remove_unreachable(f, pc->tmp); // a join that only such calls reached
    return true;
}
