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
#include "opt/common/common.h"

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

static bool only_static_allocas(const IrFunc *fn) {
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.op != IR_ALLOCA) continue;
            if (bb != fn->first || !ir_as_cint(ir_op(i, 0)) || an_is_captured(&i->v)) return false;
        }
    }
    return true;
}

static bool may_change(const IrFunc *fn) {
    bool replaceable = is_any_of(fn->g.linkage, IR_WEAK_ANY, IR_LINKONCE);
    if (fn->g.vty->vararg || fn->cc == IR_CC_PTX_KERNEL || replaceable) return false;
    for (uint32_t k = 0; k < fn->nargs; k++) {
        const IrAttrSet *a = ir_attrs_get(&fn->attrs, (int)k);
        if (ir_attr_type(a, IR_ATTR_BYVAL) || ir_attr_type(a, IR_ATTR_SRET)) return false;
    }
    return true;
}

static bool calls_itself(const IrFunc *fn, const IrInst *call) {
    bool calls = call->v.op == IR_CALL && ir_called(call) == fn;
    if (!calls || (call->v.flags & IR_MUSTTAIL)) return false;
    return call->aty == fn->g.vty && call->call->cc == fn->cc && !call->call->nbundles;
}

static bool can_carry(const IrInst *inst) {
    uint16_t props = ir_ops[inst->v.op].props;
    bool any_order = inst->fmf & IR_FMF_REASSOC;
    if (is_any_of(inst->v.op, IR_FADD, IR_FMUL)) return any_order;
    return (props & IRP_COMM) && (props & IRP_ASSOC);
}

static IrConst *neutral(IrModule *module, uint8_t op, IrType *type) {
    if (op == IR_FADD) return ir_fp(module, type, -0.0);
    if (op == IR_FMUL) return ir_fp(module, type, 1.0);
    if (op == IR_MUL) return ir_int(type, 1);
    return op == IR_AND ? ir_sint(type, -1) : ir_int(type, 0);
}

// What a block that ends so returns: in itself, or in a block of phis behind it.
static IrInst *return_of(IrBlock *bb, IrBlock **join, IrValue **value) {
    IrInst *inst = ir_term(bb);
    *join = NULL;
    if (inst->v.op == IR_BR && inst->nops == 1) {
        *join = ir_succ(inst, 0);
        inst = ir_first_non_phi(*join);
    }
    if (inst->v.op != IR_RET) return NULL;
    *value = inst->nops ? ir_op(inst, 0) : NULL;
    const IrInst *phi = *value ? ir_as_op(*value, IR_PHI) : NULL;
    if (*join && phi && phi->block == *join) {
        *value = ir_phi_value(phi, (uint32_t)ir_phi_find(phi, bb));
    }
    return inst;
}

static bool is_harmless(const IrInst *inst) {
    return !ir_has_effect(inst) && !ir_may_read(inst) && !ir_is_convergent(inst) &&
           inst->v.op != IR_ALLOCA;
}

static bool has_one_user(const IrValue *value, const IrInst *user) {
    return opt_only_user(value) == user;
}

// The phi of the join, or the return itself: the one place where the result may be seen.
static bool is_only_returned(const IrValue *value, const TailCall *c, const IrInst *ret) {
    if (!ir_one_use(value)) return false;
    const IrInst *user = value->uses->user;
    return user == ret || (c->join && user->v.op == IR_PHI && user->block == c->join);
}

static bool find_in_block(Tail *tail, IrBlock *bb, TailCall *tail_call) {
    IrValue *value = NULL;
    IrInst *ret = return_of(bb, &tail_call->join, &value);
    if (!ret) return false;

    IrInst *last = ir_term(bb)->prev;
    while (last && !calls_itself(tail->f, last) && is_harmless(last)) last = last->prev;
    if (!last || !calls_itself(tail->f, last)) return false;
    tail_call->call = last;
    tail_call->adds = NULL;
    tail_call->other = 0;
    if (!value || ir_is_undef(value)) return !last->v.uses;
    if (value == &last->v) return is_only_returned(value, tail_call, ret);

    // %s = op %r, %x; ret %s
    IrInst *adds = ir_as_inst(value);
    if (!adds || adds->block != bb || !can_carry(adds) || ir_ty_is_vec(value->type)) return false;
    if (!has_one_user(&last->v, adds) || !is_only_returned(value, tail_call, ret)) return false;
    if (tail->type && adds->v.op != tail->op) return false;
    tail->op = adds->v.op;
    tail->type = adds->v.type;
    tail_call->adds = adds;
    tail_call->other = ir_op(adds, 0) == &last->v;
    return true;
}

// ---- the loop ----

// A new entry with the allocas; the old one becomes the loop's header, with a phi an argument.
static void make_loop(Tail *tail, Arena *tmp) {
    IrFunc *fn = tail->f;
    IrBlock *entry = ir_block_new(fn, fn->first->v.name);
    tail->header = fn->first;
    tail->header->v.name = 0;
    ir_block_move_after(entry, NULL);
    IR_FOREACH_INST_SAFE(i, tail->header) {
        if (i->v.op != IR_ALLOCA) continue;
        ir_unlink(i);
        ir_insert_at_end(i, entry);
    }
    IrBuilder builder = ir_builder(fn, entry);
    ir_br(&builder, tail->header);

    ir_at_inst(&builder, tail->header->first);
    for (uint32_t k = 0; k < fn->nargs; k++) {
        IrInst *phi = ir_phi(&builder, fn->arg[k]->v.type, tail->calls.n + 1);
        phi->v.name = fn->arg[k]->v.name;
        ir_replace_uses(&fn->arg[k]->v, &phi->v);
        ir_phi_add(phi, &fn->arg[k]->v, entry);
        vec_push(tmp, &tail->args, phi);
    }
    if (!tail->type) return;
    tail->carried = ir_phi(&builder, tail->type, tail->calls.n + 1);
    ir_phi_add(tail->carried, &neutral(tail->m, tail->op, tail->type)->v, entry);
}

// The call's block goes back to the header instead of returning.
static void go_back(Tail *tail, const TailCall *tail_call) {
    IrBlock *bb = tail_call->call->block;
    IrInst *term = ir_term(bb);
    for (uint32_t k = 0; k < tail->args.n; k++)
        ir_phi_add(tail->args.at[k], ir_op(tail_call->call, k), bb);

    IrBuilder builder = ir_builder_at(term);
    if (tail->carried) {
        IrValue *sum = &tail->carried->v;
        if (tail_call->adds) {
            builder.fmf = tail_call->adds->fmf;
            sum =
                ir_bin(&builder, (IrOp)tail->op, 0, sum, ir_op(tail_call->adds, tail_call->other));
            builder.fmf = 0;
        }
        ir_phi_add(tail->carried, sum, bb);
    }
    if (tail_call->join) ir_phi_remove_edge(tail_call->join, bb);
    ir_br(&builder, tail->header);
    ir_erase(term);
    if (tail_call->adds) ir_erase(tail_call->adds);
    ir_erase(tail_call->call);
}

// What is returned otherwise has been added to.
static void add_at_returns(Tail *tail, uint8_t fmf) {
    IR_FOREACH_BLOCK(bb, tail->f) {
        IrInst *t = ir_term(bb);
        if (t->v.op != IR_RET) continue;
        IrBuilder b = ir_builder_at(t);
        b.fmf = fmf;
        ir_set_op(t, 0, ir_bin(&b, (IrOp)tail->op, 0, &tail->carried->v, ir_op(t, 0)));
    }
}

OPT_FUNC_PASS(tailcallelim);
bool opt_tailcallelim(PassCtx *pc, IrFunc *fn) {
    Tail tail = {.f = fn, .m = fn->g.m};
    if (!may_change(fn)) return false;
    IR_FOREACH_BLOCK(bb, fn) {
        TailCall c;
        if (find_in_block(&tail, bb, &c)) vec_push(pc->tmp, &tail.calls, c);
    }
    if (!tail.calls.n || !only_static_allocas(fn)) return false;

    make_loop(&tail, pc->tmp);
    uint8_t fmf = IR_FMF_FAST;
    for (uint32_t k = 0; k < tail.calls.n; k++) {
        if (tail.calls.at[k].adds) fmf &= tail.calls.at[k].adds->fmf;
    }
    for (uint32_t k = 0; k < tail.calls.n; k++) go_back(&tail, &tail.calls.at[k]);
    if (tail.carried) add_at_returns(&tail, fmf);
    opt_remove_unreachable(fn, pc->tmp); // a join that only such calls reached
    return true;
}
