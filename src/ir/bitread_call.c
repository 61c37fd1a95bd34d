// SPDX-License-Identifier: Apache-2.0
// Calls of bitcode, and the instructions that unwind (which no GPU code can be made of; they are
// read so that the verifier can say so).
#include "ir/bitread_int.h"

// ---- calls ----

// An operand bundle comes before its call: it is kept in bc->bundles until the next call takes it.
bool bc_bundle(Bc *bc, BcIn *reading) {
    uint64_t tag = rec(reading->r, reading->at++);
    if (tag >= bc->tags.n) return bc_fail(bc, "operand bundle of no kind") != NULL;
    BcBundle b = {.tag = bc->tags.at[tag]};
    b.op = arena_array(bc->a, IrValue *, reading->r->op.n);
    while (bc_more(reading)) {
        IrValue *v = bc_typed(bc, reading);
        if (!v) return false;
        b.op[b.n++] = v;
    }
    vec_push(bc->a, &bc->bundles, b);
    return true;
}

// The function type that a call or invoke names, or what its callee points at.
static uint32_t callee_type(Bc *bc, BcIn *reading, uint32_t explicit_type) {
    uint32_t fty = explicit_type ? explicit_type : bc_pointee(bc, reading->id);
    IrType *t = fty ? bc_type(bc, fty - 1) : NULL;
    if (t && t->kind == IR_TY_FUNC) return fty;
    bc_fail(bc, "call of no function type");
    return 0;
}

typedef VEC(IrValue *) Values;

// Appends the arguments to `found`: the fixed ones have the types of the function type, those of a
// variadic call carry their own. Labels are arguments of old asm goto only.
static bool call_args(Bc *bc, BcIn *reading, const IrType *fty, Values *found) {
    for (uint64_t k = 0; k < fty->n; k++) {
        IrValue *x;
        if (fty->sub[k]->kind == IR_TY_LABEL) {
            IrBlock *bb = bc_block(bc, rec(reading->r, reading->at++));
            x = bb ? &bb->v : NULL;
        } else {
            x = bc_of_type(bc, reading, fty->sub[k]);
        }
        if (!x) return false;
        vec_push(bc->a, found, x);
    }
    while (bc_more(reading)) {
        if (!fty->vararg) return bc_fail(bc, "too many arguments") != NULL;
        IrValue *x = bc_typed(bc, reading);
        if (!x) return false;
        vec_push(bc->a, found, x);
    }
    return true;
}

// What an indirect operand ("=*m") of asm points to, which typed pointers told. Modern files say it
// by an attribute. `tid` is the type id of the asm's function type.
static void asm_pointees(Bc *bc, IrInst *caller, uint32_t tid) {
    const char *s = atom_str(bc->ctx, ((const IrAsm *)ir_callee(caller))->constraints);
    IrAttrList *list = &caller->call->attrs;
    for (uint32_t arg = 0; *s && arg < caller->aty->n;) {
        bool out = *s == '=', indirect = s[out] == '*';
        const IrAttrSet *set = ir_attrs_get(list, (int)arg);
        uint32_t to = indirect ? bc_contained(bc, bc_contained(bc, tid, arg + 1), 0) : 0;
        IrType *t = to && to <= bc->type.n ? bc->type.at[to - 1].t : NULL;
        if (t && !ir_attr_has(set, IR_ATTR_ELEMENTTYPE))
            ir_attrs_set(bc->m, list, (int)arg,
                         ir_attr_add_type(bc->m, set, IR_ATTR_ELEMENTTYPE, t));
        if (indirect || (!out && *s != '~' && *s != '!')) arg++;
        while (*s && *s != ',') s++;
        if (*s) s++;
    }
}

// What a call has beside its operands: function type, convention and attributes. `attrs` is the
// number of a list, 0 for none; a number without a list is taken as none. Attributes that do not
// fit the type of their argument go, as LLVM drops them.
static void call_info(Bc *bc, IrInst *caller, IrType *fty, uint32_t tid, uint64_t attrs,
                      uint64_t cc) {
    caller->aty = fty;
    caller->call->cc = (uint32_t)cc;
    if (attrs && attrs <= bc->lists.n) {
        IrAttrList *l = &caller->call->attrs;
        *l = bc->lists.at[attrs - 1];
        // the list is shared by all calls of the number: a copy may be changed
        if (l->n) l->param = arena_copy(bc->fn->arena, l->param, l->n * sizeof(void *), 8);
        bc_attrs_fit(bc, fty, l);
        for (uint32_t k = (uint32_t)fty->n; k < l->n && k < ir_call_nargs(caller); k++)
            l->param[k] = ir_attrs_fitting(bc->m, l->param[k], ir_op(caller, k)->type);
        bc_attr_pointees(bc, tid, l);
    }
    if (ir_callee(caller)->kind == IR_V_ASM) asm_pointees(bc, caller, tid);
}

// The operands: arguments, bundles' operands, successors, callee. `operands` holds the arguments
// and gets the rest. The bundles that were waiting are used up.
static IrInst *make_call(Bc *bc, IrOp op, IrType *fty, Values *operands, uint32_t nsucc,
                         IrBlock *const *succ, IrValue *callee) {
    uint32_t nargs = operands->n, n = bc->bundles.n;
    IrBundle *bundle = arena_array(bc->fn->arena, IrBundle, n);
    for (uint32_t i = 0; i < n; i++) {
        const BcBundle *x = &bc->bundles.at[i];
        bundle[i] = (IrBundle){x->tag, operands->n, x->n};
        for (uint32_t k = 0; k < x->n; k++) vec_push(bc->a, operands, x->op[k]);
    }
    for (uint32_t i = 0; i < nsucc; i++) vec_push(bc->a, operands, &succ[i]->v);
    uint32_t nextra = operands->n - nargs;
    vec_push(bc->a, operands, callee);
    IrInst *i = bc_make(bc, op, fty->elem, operands->n, operands->at);
    i->call = arena_new(bc->fn->arena, IrCall);
    i->call->nextra = nextra;
    i->call->nbundles = n;
    i->call->bundle = bundle;
    i->call->nsucc = op == IR_CALLBR ? nsucc : 0;
    bc->bundles.n = 0;
    return i;
}

// Asm is called as what it is; everything else through a pointer.
static bool callee_fits(Bc *bc, const IrValue *callee, const IrType *fty) {
    if (callee->kind == IR_V_ASM) {
        return callee->type == fty || bc_fail(bc, "asm of another type") != NULL;
    }
    return callee->type->kind == IR_TY_PTR || bc_fail(bc, "pointer expected") != NULL;
}

// Calls of debug intrinsics become records (parse_call.c does likewise).
static bool is_dbg(Bc *bc, const IrValue *callee) {
    const IrFunc *f = ir_as_func(callee);
    return f && strncmp(atom_str(bc->ctx, f->g.v.name), "llvm.dbg.", 9) == 0;
}

// The location comes behind it (bc_record).
static bool note_record(Bc *bc, BcIn *reading, const IrValue *callee, const IrType *fty) {
    static const char *const names[] = {"llvm.dbg.declare", "llvm.dbg.value", "llvm.dbg.assign"};
    const char *name = atom_str(bc->ctx, ((const IrFunc *)callee)->g.v.name);
    Values values = {0};
    if (!call_args(bc, reading, fty, &values)) return false;
    for (uint32_t k = 0; k < CU_COUNT(names); k++) {
        if (strcmp(name, names[k]) != 0 || values.n < 3) continue;
        bc->record_kind = k ? IR_RECORD_VALUE : IR_RECORD_DECLARE;
        bc->has_record = true;
        for (uint32_t i = 0; i < 3; i++) {
            const IrValue *arg = values.at[i];
            bc->record[i] = arg->kind == IR_V_MD ? ((const IrMdValue *)arg)->md : NULL;
        }
    }
    return true;
}

// Record: attributes, convention and marks, [fast-math,] [function type,] callee, arguments. Bit 15
// of the marks says that the type is there, bit 17 that the flags are.
IrInst *bc_call(Bc *bc, BcIn *reading) {
    uint64_t attrs = rec(reading->r, reading->at++), cc = rec(reading->r, reading->at++), fmf = 0;
    if (reading->r->op.n < 3) return bc_fail(bc, "record too short");
    if (cc >> 17 & 1) fmf = rec(reading->r, reading->at++);
    uint32_t tid = cc >> 15 & 1 ? (uint32_t)rec(reading->r, reading->at++) + 1 : 0;
    IrValue *callee = bc_typed(bc, reading);
    if (!callee || !(tid = callee_type(bc, reading, tid))) return NULL;
    IrType *fty = bc_type(bc, tid - 1);
    Values values = {0};
    if (!callee_fits(bc, callee, fty)) return NULL;
    if (is_dbg(bc, callee)) {
        reading->dropped = note_record(bc, reading, callee, fty);
        bc->bundles.n = 0;
        return NULL;
    }
    if (!call_args(bc, reading, fty, &values)) return NULL;
    // a call of debug information leaves nothing, and its location goes with it
    IrInst *i = make_call(bc, IR_CALL, fty, &values, 0, NULL, callee);
    call_info(bc, i, fty, tid, attrs, cc >> 1 & 0x3ff);
    i->fmf = bc_fast_math(fmf);
    uint16_t tail = cc & 1 ? IR_TAIL : 0;
    if (cc >> 14 & 1) tail = IR_MUSTTAIL;
    if (cc >> 16 & 1) tail |= IR_NOTAIL;
    i->v.flags = tail;
    reading->tid = bc_contained(bc, tid, 0);
    return i;
}

// Record of invoke: attributes, convention, two successors, [function type,] callee, arguments; of
// callbr: the same with the number of the indirect successors behind the first one.
IrInst *bc_invoke(Bc *bc, BcIn *reading) { // and callbr
    bool br = reading->r->code == FUN_CALLBR;
    uint64_t attrs = rec(reading->r, reading->at++), cc = rec(reading->r, reading->at++), n = 2;
    VEC(IrBlock *) succ = {0};
    if (reading->r->op.n < 4) return bc_fail(bc, "record too short");
    for (uint64_t k = 0; k < n; k++) {
        if (br && k == 1) {
            n = rec(reading->r, reading->at++) + 1;
            if (n > reading->r->op.n) return bc_fail(bc, "bad callbr");
            if (n == 1) break;
        }
        IrBlock *bb = bc_block(bc, rec(reading->r, reading->at++));
        if (!bb) return NULL;
        vec_push(bc->a, &succ, bb);
    }
    // LLVM 3.4 and older leave the function type out: it is the callee's pointee
    bool explicit_type = cc >> (br ? 15 : 13) & 1;
    uint32_t tid = explicit_type ? (uint32_t)rec(reading->r, reading->at++) + 1 : 0;
    IrValue *callee = bc_typed(bc, reading);
    if (!callee || !(tid = callee_type(bc, reading, tid))) return NULL;
    IrType *fty = bc_type(bc, tid - 1);
    Values v = {0};
    if (!callee_fits(bc, callee, fty) || !call_args(bc, reading, fty, &v)) return NULL;
    IrInst *i = make_call(bc, br ? IR_CALLBR : IR_INVOKE, fty, &v, succ.n, succ.at, callee);
    call_info(bc, i, fty, tid, attrs, br ? cc >> 1 & 0x3ff : cc & 0x3ff);
    reading->tid = bc_contained(bc, tid, 0);
    return i;
}

// ---- unwinding ----

IrInst *bc_resume(Bc *bc, BcIn *reading) {
    IrValue *v = bc_typed(bc, reading);
    return v ? bc_make(bc, IR_RESUME, bc->m->ty_void, 1, &v) : NULL;
}

// Of older files the record has the personality too.
IrInst *bc_landingpad(Bc *bc, BcIn *reading) { // type, (personality,) clean-up, clauses
    reading->tid = (uint32_t)rec(reading->r, reading->at) + 1;
    IrType *type = bc_type(bc, rec(reading->r, reading->at++));
    if (!type) return NULL;
    if (!type->sized) return bc_fail(bc, "bad landingpad");
    if (reading->r->code == FUN_LANDINGPAD_OLD) { // it belongs to the function now
        IrValue *p = bc_typed(bc, reading);
        if (!p) return NULL;
        if (!bc->fn->personality && ir_is_const(p)) bc->fn->personality = (IrConst *)p;
    }
    bool cleanup = rec(reading->r, reading->at++);
    uint64_t n = rec(reading->r, reading->at++);
    if (n > reading->r->op.n) return bc_fail(bc, "bad landingpad");
    Values values = {0};
    uint32_t *filter = arena_array(bc->fn->arena, uint32_t, n);
    for (uint64_t k = 0; k < n; k++) {
        filter[k] = rec(reading->r, reading->at++) != 0;
        IrValue *x = bc_typed(bc, reading);
        if (!x) return NULL;
        vec_push(bc->a, &values, x);
    }
    IrInst *i = bc_make(bc, IR_LANDINGPAD, type, values.n, values.at);
    i->pred = cleanup;
    i->nidx = values.n;
    i->idx = filter;
    return i;
}

// Record: the pad around it, number of arguments, arguments.
IrInst *bc_pad(Bc *bc, BcIn *reading) { // catchpad, cleanuppad: parent, arguments
    IrType *token = ir_ty_other(bc->m, IR_TY_TOKEN);
    IrValue *value = bc_of_type(bc, reading, token);
    if (!value) return NULL;
    uint64_t n = rec(reading->r, reading->at++);
    if (n > reading->r->op.n) return bc_fail(bc, "bad pad");
    Values v = {0};
    vec_push(bc->a, &v, value);
    for (uint64_t k = 0; k < n; k++) {
        IrValue *x = bc_typed(bc, reading);
        if (!x) return NULL;
        vec_push(bc->a, &v, x);
    }
    return bc_make(bc, reading->r->code == FUN_CATCHPAD ? IR_CATCHPAD : IR_CLEANUPPAD, token, v.n,
                   v.at);
}

// Record: a pad, for catchswitch the number of handlers, and blocks. The block that unwinding goes
// to is left out where it goes to the caller; i->pred says whether a catchswitch has one.
IrInst *bc_pad_end(Bc *bc, BcIn *reading) { // catchret, cleanupret, catchswitch: a pad, blocks
    IrType *token = ir_ty_other(bc->m, IR_TY_TOKEN);
    IrValue *value = bc_of_type(bc, reading, token);
    if (!value) return NULL;
    bool sw = reading->r->code == FUN_CATCHSWITCH, ret = reading->r->code == FUN_CATCHRET;
    uint64_t handlers = sw ? rec(reading->r, reading->at++) : 0;
    Values values = {0};
    vec_push(bc->a, &values, value);
    while (bc_more(reading)) {
        IrBlock *bb = bc_block(bc, rec(reading->r, reading->at++));
        if (!bb) return NULL;
        vec_push(bc->a, &values, &bb->v);
    }
    // a catchswitch has handlers and maybe one block more, a catchret one block, a cleanupret at
    // most one
    uint32_t blocks = values.n - 1;
    bool good = ret ? blocks == 1 : blocks <= 1;
    if (sw) good = handlers && (blocks == handlers || blocks == handlers + 1);
    if (!good) return bc_fail(bc, "bad end of a pad");
    IrOp op = sw ? IR_CATCHSWITCH : ret ? IR_CATCHRET : IR_CLEANUPRET;
    IrInst *i = bc_make(bc, op, sw ? token : bc->m->ty_void, values.n, values.at);
    i->pred = sw && values.n - 1 > handlers;
    return i;
}
