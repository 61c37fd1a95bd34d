// SPDX-License-Identifier: Apache-2.0
// Calls of bitcode, and the instructions that unwind (which no GPU code can be made of; they are
// read so that the verifier can say so).
#include "ir/bitread_int.h"

// ---- calls ----

bool bc_bundle(Bc *c, BcIn *in) { // for the next call
    uint64_t tag = rec(in->r, in->at++);
    if (tag >= c->tags.n) return bc_fail(c, "operand bundle of no kind") != NULL;
    BcBundle b = {.tag = c->tags.at[tag]};
    b.op = arena_array(c->a, IrValue *, in->r->op.n);
    while (bc_more(in)) {
        IrValue *v = bc_typed(c, in);
        if (!v) return false;
        b.op[b.n++] = v;
    }
    vec_push(c->a, &c->bundles, b);
    return true;
}

// The function type that a call or invoke names, or what its callee points at.
static uint32_t callee_type(Bc *c, BcIn *in, uint32_t explicit_type) {
    uint32_t fty = explicit_type ? explicit_type : bc_pointee(c, in->id);
    IrType *t = fty ? bc_type(c, fty - 1) : NULL;
    if (t && t->kind == IR_TY_FUNC) return fty;
    bc_fail(c, "call of no function type");
    return 0;
}

typedef VEC(IrValue *) Values;

static bool call_args(Bc *c, BcIn *in, const IrType *fty, Values *v) {
    for (uint64_t k = 0; k < fty->n; k++) {
        IrValue *x;
        if (fty->sub[k]->kind == IR_TY_LABEL) {
            IrBlock *bb = bc_block(c, rec(in->r, in->at++));
            x = bb ? &bb->v : NULL;
        } else {
            x = bc_of_type(c, in, fty->sub[k]);
        }
        if (!x) return false;
        vec_push(c->a, v, x);
    }
    while (bc_more(in)) {
        if (!fty->vararg) return bc_fail(c, "too many arguments") != NULL;
        IrValue *x = bc_typed(c, in);
        if (!x) return false;
        vec_push(c->a, v, x);
    }
    return true;
}

// What an indirect operand ("=*m") of asm points to, which typed pointers told. Modern files say it
// by an attribute.
static void asm_pointees(Bc *c, IrInst *i, uint32_t tid) {
    const char *s = atom_str(c->ctx, ((const IrAsm *)ir_callee(i))->constraints);
    IrAttrList *l = &i->call->attrs;
    for (uint32_t arg = 0; *s && arg < i->aty->n;) {
        bool out = *s == '=', indirect = s[out] == '*';
        const IrAttrSet *set = ir_attrs_get(l, (int)arg);
        uint32_t to = indirect ? bc_contained(c, bc_contained(c, tid, arg + 1), 0) : 0;
        IrType *t = to && to <= c->type.n ? c->type.at[to - 1].t : NULL;
        if (t && !ir_attr_has(set, IR_ATTR_ELEMENTTYPE))
            ir_attrs_set(c->m, l, (int)arg, ir_attr_add_type(c->m, set, IR_ATTR_ELEMENTTYPE, t));
        if (indirect || (!out && *s != '~' && *s != '!')) arg++;
        while (*s && *s != ',') s++;
        if (*s) s++;
    }
}

static void call_info(Bc *c, IrInst *i, IrType *fty, uint32_t tid, uint64_t attrs, uint64_t cc) {
    i->aty = fty;
    i->call->cc = (uint32_t)cc;
    if (attrs && attrs <= c->lists.n) {
        IrAttrList *l = &i->call->attrs;
        *l = c->lists.at[attrs - 1];
        if (l->n) l->param = arena_copy(c->fn->arena, l->param, l->n * sizeof(void *), 8);
        bc_attrs_fit(c, fty, l);
        for (uint32_t k = (uint32_t)fty->n; k < l->n && k < ir_call_nargs(i); k++)
            l->param[k] = ir_attrs_fitting(c->m, l->param[k], ir_op(i, k)->type);
        bc_attr_pointees(c, tid, l);
    }
    if (ir_callee(i)->kind == IR_V_ASM) asm_pointees(c, i, tid);
}

// The operands: arguments, bundles' operands, successors, callee.
static IrInst *make_call(Bc *c, IrOp op, IrType *fty, Values *v, uint32_t nsucc,
                         IrBlock *const *succ, IrValue *callee) {
    uint32_t nargs = v->n, n = c->bundles.n;
    IrBundle *b = arena_array(c->fn->arena, IrBundle, n);
    for (uint32_t i = 0; i < n; i++) {
        const BcBundle *x = &c->bundles.at[i];
        b[i] = (IrBundle){x->tag, v->n, x->n};
        for (uint32_t k = 0; k < x->n; k++) vec_push(c->a, v, x->op[k]);
    }
    for (uint32_t i = 0; i < nsucc; i++) vec_push(c->a, v, &succ[i]->v);
    uint32_t nextra = v->n - nargs;
    vec_push(c->a, v, callee);
    IrInst *i = bc_make(c, op, fty->elem, v->n, v->at);
    i->call = arena_new(c->fn->arena, IrCall);
    i->call->nextra = nextra;
    i->call->nbundles = n;
    i->call->bundle = b;
    i->call->nsucc = op == IR_CALLBR ? nsucc : 0;
    c->bundles.n = 0;
    return i;
}

static bool callee_fits(Bc *c, const IrValue *callee, const IrType *fty) {
    if (callee->kind == IR_V_ASM) {
        return callee->type == fty || bc_fail(c, "asm of another type") != NULL;
    }
    return callee->type->kind == IR_TY_PTR || bc_fail(c, "pointer expected") != NULL;
}

// Variables of debug information are not kept (parse_call.c does likewise).
static bool is_dbg(Bc *c, const IrValue *callee) {
    const IrFunc *f = ir_as_func(callee);
    return f && strncmp(atom_str(c->ctx, f->g.v.name), "llvm.dbg.", 9) == 0;
}

IrInst *bc_call(Bc *c, BcIn *in) {
    uint64_t attrs = rec(in->r, in->at++), cc = rec(in->r, in->at++), fmf = 0;
    if (in->r->op.n < 3) return bc_fail(c, "record too short");
    if (cc >> 17 & 1) fmf = rec(in->r, in->at++);
    uint32_t tid = cc >> 15 & 1 ? (uint32_t)rec(in->r, in->at++) + 1 : 0;
    IrValue *callee = bc_typed(c, in);
    if (!callee || !(tid = callee_type(c, in, tid))) return NULL;
    IrType *fty = bc_type(c, tid - 1);
    Values v = {0};
    if (!callee_fits(c, callee, fty)) return NULL;
    if (is_dbg(c, callee)) {
        in->dropped = true;
        c->bundles.n = 0;
        return NULL;
    }
    if (!call_args(c, in, fty, &v)) return NULL;
    IrInst *i = make_call(c, IR_CALL, fty, &v, 0, NULL, callee);
    call_info(c, i, fty, tid, attrs, cc >> 1 & 0x3ff);
    i->fmf = bc_fast_math(fmf);
    i->v.flags = (uint16_t)((cc >> 14 & 1 ? IR_MUSTTAIL
                             : cc & 1     ? IR_TAIL
                                          : 0) |
                            (cc >> 16 & 1 ? IR_NOTAIL : 0));
    in->tid = bc_contained(c, tid, 0);
    return i;
}

IrInst *bc_invoke(Bc *c, BcIn *in) { // and callbr
    bool br = in->r->code == FUN_CALLBR;
    uint64_t attrs = rec(in->r, in->at++), cc = rec(in->r, in->at++), n = 2;
    VEC(IrBlock *) succ = {0};
    if (in->r->op.n < 4) return bc_fail(c, "record too short");
    for (uint64_t k = 0; k < n; k++) {
        if (br && k == 1) {
            n = rec(in->r, in->at++) + 1;
            if (n > in->r->op.n) return bc_fail(c, "bad callbr");
            if (n == 1) break;
        }
        IrBlock *bb = bc_block(c, rec(in->r, in->at++));
        if (!bb) return NULL;
        vec_push(c->a, &succ, bb);
    }
    bool explicit_type = cc >> (br ? 15 : 13) & 1;
    uint32_t tid = explicit_type ? (uint32_t)rec(in->r, in->at++) + 1 : 0;
    IrValue *callee = bc_typed(c, in);
    if (!callee || !(tid = callee_type(c, in, tid))) return NULL;
    IrType *fty = bc_type(c, tid - 1);
    Values v = {0};
    if (!callee_fits(c, callee, fty) || !call_args(c, in, fty, &v)) return NULL;
    IrInst *i = make_call(c, br ? IR_CALLBR : IR_INVOKE, fty, &v, succ.n, succ.at, callee);
    call_info(c, i, fty, tid, attrs, br ? cc >> 1 & 0x3ff : cc & 0x3ff);
    in->tid = bc_contained(c, tid, 0);
    return i;
}

// ---- unwinding ----

IrInst *bc_resume(Bc *c, BcIn *in) {
    IrValue *v = bc_typed(c, in);
    return v ? bc_make(c, IR_RESUME, c->m->ty_void, 1, &v) : NULL;
}

IrInst *bc_landingpad(Bc *c, BcIn *in) { // type, (personality,) clean-up, clauses
    in->tid = (uint32_t)rec(in->r, in->at) + 1;
    IrType *t = bc_type(c, rec(in->r, in->at++));
    if (!t) return NULL;
    if (!t->sized) return bc_fail(c, "bad landingpad");
    if (in->r->code == FUN_LANDINGPAD_OLD) { // it belongs to the function now
        IrValue *p = bc_typed(c, in);
        if (!p) return NULL;
        if (!c->fn->personality && ir_is_const(p)) c->fn->personality = (IrConst *)p;
    }
    bool cleanup = rec(in->r, in->at++);
    uint64_t n = rec(in->r, in->at++);
    if (n > in->r->op.n) return bc_fail(c, "bad landingpad");
    Values v = {0};
    uint32_t *filter = arena_array(c->fn->arena, uint32_t, n);
    for (uint64_t k = 0; k < n; k++) {
        filter[k] = rec(in->r, in->at++) != 0;
        IrValue *x = bc_typed(c, in);
        if (!x) return NULL;
        vec_push(c->a, &v, x);
    }
    IrInst *i = bc_make(c, IR_LANDINGPAD, t, v.n, v.at);
    i->pred = cleanup;
    i->nidx = v.n;
    i->idx = filter;
    return i;
}

IrInst *bc_pad(Bc *c, BcIn *in) { // catchpad, cleanuppad: parent, arguments
    IrType *token = ir_ty_other(c->m, IR_TY_TOKEN);
    IrValue *p = bc_of_type(c, in, token);
    if (!p) return NULL;
    uint64_t n = rec(in->r, in->at++);
    if (n > in->r->op.n) return bc_fail(c, "bad pad");
    Values v = {0};
    vec_push(c->a, &v, p);
    for (uint64_t k = 0; k < n; k++) {
        IrValue *x = bc_typed(c, in);
        if (!x) return NULL;
        vec_push(c->a, &v, x);
    }
    return bc_make(c, in->r->code == FUN_CATCHPAD ? IR_CATCHPAD : IR_CLEANUPPAD, token, v.n, v.at);
}

IrInst *bc_pad_end(Bc *c, BcIn *in) { // catchret, cleanupret, catchswitch: a pad, blocks
    IrType *token = ir_ty_other(c->m, IR_TY_TOKEN);
    IrValue *p = bc_of_type(c, in, token);
    if (!p) return NULL;
    bool sw = in->r->code == FUN_CATCHSWITCH, ret = in->r->code == FUN_CATCHRET;
    uint64_t handlers = sw ? rec(in->r, in->at++) : 0;
    Values v = {0};
    vec_push(c->a, &v, p);
    while (bc_more(in)) {
        IrBlock *bb = bc_block(c, rec(in->r, in->at++));
        if (!bb) return NULL;
        vec_push(c->a, &v, &bb->v);
    }
    bool bad = sw ? v.n - 1 < handlers || v.n - 1 > handlers + 1 || !handlers : v.n > 2;
    if (bad || (ret && v.n != 2)) return bc_fail(c, "bad end of a pad");
    IrOp op = sw ? IR_CATCHSWITCH : ret ? IR_CATCHRET : IR_CLEANUPRET;
    IrInst *i = bc_make(c, op, sw ? token : c->m->ty_void, v.n, v.at);
    i->pred = sw && v.n - 1 > handlers;
    return i;
}
