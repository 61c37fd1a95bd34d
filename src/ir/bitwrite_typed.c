// SPDX-License-Identifier: Apache-2.0
// Pointee types for the old dialect. `ptr` in a module stands for i8* (and is written so); where an
// instruction, a call or a symbol needs another pointee, a pointer type with `elem` is made and a
// bitcast put between. An alloca, an address computation or a by-value parameter has its own
// pointee; its i8* form is cast once, behind it. The result is only for the writer.
#include "ir/bitwrite_int.h"

typedef struct {
    IrModule *m;
    Arena a;
    Map ptrs;   // pointee's id and address space -> type
    Map consts; // constant -> its form with i8* throughout
    Map plain;  // value with a pointee of its own -> its i8* form
    IrFunc *fn;
    uint32_t depth;
} Typer;

// The pointer to `elem` in address space `as`. i8* is the module's own `ptr`; void has no pointers.
static IrType *ptr_to(Typer *typer, IrType *elem, uint32_t as) {
    if (elem == typer->m->ty_i8 || elem->kind == IR_TY_VOID) return ir_ty_ptr(typer->m, as);
    void **slot = map_slot(&typer->ptrs, (uint64_t)elem->id << 32 | as);
    if (!*slot) {
        IrType *p =
            arena_copy(&typer->m->arena, ir_ty_ptr(typer->m, as), sizeof *p, sizeof(void *));
        p->elem = elem;
        p->id = typer->m->intern->ntypes++;
        *slot = p;
    }
    return *slot;
}

// The i8* form of a type.
static IrType *plain_type(Typer *typer, IrType *typed) {
    return typed->kind == IR_TY_PTR && typed->elem ? ir_ty_ptr(typer->m, typed->as) : typed;
}

// ---- constants ----

// A bitcast that nothing folds: such types exist only here.
static IrConst *raw_cast(Typer *typer, IrConst *constant, IrType *to) {
    IrConst *x = arena_new(&typer->m->arena, IrConst);
    x->v.kind = IR_C_EXPR;
    x->v.op = IR_BITCAST;
    x->v.type = to;
    x->n = 1;
    x->elem = arena_new(&typer->m->arena, IrConst *);
    x->elem[0] = constant;
    return x;
}

static IrConst *plain_const(Typer *typer, IrConst *constant);

// A pointer constant of the wanted type.
static IrConst *const_as(Typer *typer, IrConst *constant, IrType *want) {
    IrConst *p = constant->v.kind >= IR_C_VAR ? constant : plain_const(typer, constant);
    return p->v.type == want ? p : raw_cast(typer, p, want);
}

// The computation on a base of its source type; its own pointee is cast away behind it.
static IrConst *gep_const(Typer *typer, IrConst *constant) {
    IrConst *base = const_as(typer, constant->elem[0],
                             ptr_to(typer, constant->aty, constant->elem[0]->v.type->as));
    IrType *type = constant->aty;
    for (uint32_t i = 2; i < constant->n; i++) {
        const IrConst *k = ir_as_cint(&constant->elem[i]->v);
        type = ir_ty_member(type, k ? ir_uval(k) : 0);
        if (!type) return constant;
    }
    IrConst *x = arena_copy(&typer->m->arena, constant, sizeof *x, sizeof(void *));
    x->elem = arena_copy(&typer->m->arena, constant->elem, constant->n * sizeof(IrConst *),
                         sizeof(void *));
    x->elem[0] = base;
    x->v.type = ptr_to(typer, type, constant->v.type->as);
    return x->v.type->elem ? raw_cast(typer, x, plain_type(typer, x->v.type)) : x;
}

// The constant with the i8* forms of its members; itself if they are the same.
static IrConst *rebuilt(Typer *typer, IrConst *constant) {
    bool same = true;
    IrConst **e = arena_array(&typer->m->arena, IrConst *, constant->n);
    if (++typer->depth > 4000) cu_fatal(typer->m->ctx, "constant nested too deeply");
    for (uint32_t i = 0; i < constant->n; i++) {
        e[i] = plain_const(typer, constant->elem[i]);
        same = same && e[i] == constant->elem[i];
    }
    typer->depth--;
    if (same) return constant;
    IrConst *x = arena_copy(&typer->m->arena, constant, sizeof *x, sizeof(void *));
    x->elem = e;
    return x;
}

// Each constant once, whatever refers to it.
static IrConst *plain_const(Typer *typer, IrConst *constant) {
    bool compound = is_any_of(constant->v.kind, IR_C_AGG, IR_C_EXPR);
    if (!compound && constant->v.kind < IR_C_VAR) return constant;
    IrConst *r = map_get(&typer->consts, (uintptr_t)constant);
    if (r) return r;
    if (constant->v.kind >= IR_C_VAR) {
        IrType *want = plain_type(typer, constant->v.type);
        r = want == constant->v.type ? constant : raw_cast(typer, constant, want);
    } else if (constant->v.kind == IR_C_EXPR && constant->v.op == IR_GEP &&
               !ir_ty_is_i(constant->aty, 8) && constant->v.type->kind == IR_TY_PTR) {
        r = gep_const(typer, constant);
    } else {
        r = rebuilt(typer, constant);
    }
    map_put(&typer->consts, (uintptr_t)constant, r);
    return r;
}

// ---- values in functions ----

// A bitcast of the value before `at`.
static IrValue *cast_before(Typer *typer, IrValue *source, IrType *to, IrInst *at) {
    IrInst *i = ir_inst_new(typer->fn, IR_BITCAST, to, 1);
    ir_set_op(i, 0, source);
    ir_insert_before(i, at);
    return &i->v;
}

// The i8* form of a value that has a pointee of its own, made once behind it.
static IrValue *plain_value(Typer *typer, IrValue *typed) {
    IrValue *x = map_get(&typer->plain, (uintptr_t)typed);
    if (x) return x;
    IrInst *def = ir_as_inst(typed), *at = def ? def->next : typer->fn->first->first;
    x = cast_before(typer, typed, plain_type(typer, typed->type), at);
    map_put(&typer->plain, (uintptr_t)typed, x);
    return x;
}

// The value as an operand of type `want` of `user`: itself, its i8* form, or a cast for this use.
static IrValue *value_as(Typer *typer, IrValue *operand, IrType *want, IrInst *user) {
    if (is_any_of(operand->kind, IR_V_MD, IR_V_BLOCK)) return operand;
    if (operand->type == want && !ir_is_const(operand))
        return operand; // a constant may hold other pointers
    if (ir_is_const(operand)) {
        IrConst *c = (IrConst *)operand;
        if (want->kind == IR_TY_PTR) return &const_as(typer, c, want)->v;
        if (ir_ty_is_vec(want) && want->elem->kind == IR_TY_PTR) {
            IrConst *p = plain_const(typer, c);
            return p->v.type == want ? &p->v : &raw_cast(typer, p, want)->v;
        }
        return &plain_const(typer, c)->v;
    }
    if (operand->type->kind != IR_TY_PTR && !ir_ty_is_vec(operand->type)) return operand;
    if (want == plain_type(typer, operand->type)) return plain_value(typer, operand);
    return cast_before(typer, operand, want, user);
}

// ---- functions ----

// What the pointer parameters of an intrinsic point at in LLVM 7: i8, or the value's type.
static IrType *intrinsic_pointee(Typer *typer, IrFunc *fn) {
    static const char *const valued[] = {"llvm.nvvm.ldg.", "llvm.nvvm.ldu.", "llvm.nvvm.atomic."};
    const char *s = atom_str(typer->m->ctx, fn->g.v.name);
    for (size_t i = 0; i < CU_COUNT(valued); i++) {
        if (strncmp(s, valued[i], strlen(valued[i])) == 0) return ir_func_ret(fn);
    }
    return typer->m->ty_i8;
}

// The type as a part of an intrinsic's name.
static void mangled(Buf *out, const IrType *named) {
    switch (named->kind) {
    case IR_TY_VECTOR:
        buf_printf(out, "v%llu", (unsigned long long)named->n);
        mangled(out, named->elem);
        break;
    case IR_TY_INT: buf_printf(out, "i%u", named->bits); break;
    case IR_TY_PTR: buf_printf(out, "p%ui8", named->as); break;
    default: buf_printf(out, "f%u", named->bits);
    }
}

// Pointers in the names of intrinsics say what they point at: ".p0" becomes ".p0i8".
static void old_name(Typer *typer, IrFunc *fn) {
    Ctx *ctx = typer->m->ctx;
    const char *s = atom_str(ctx, fn->g.v.name);
    Buf out;
    buf_init(&out, &typer->a);
    bool changed = false;
    while (*s) {
        size_t n = s[1] ? 1 + strcspn(s + 1, ".") : 1;
        buf_write(&out, s, n);
        if (n > 2 && s[0] == '.' && s[1] == 'p' && strspn(s + 2, "0123456789") == n - 2) {
            mangled(&out, intrinsic_pointee(typer, fn));
            changed = true;
        }
        s += n;
    }
    if (changed) ir_global_rename(&fn->g, atom_intern(ctx, out.at, out.n));
}

// The function type with the pointees that attributes or the intrinsic ask for. `fn` is the
// function itself, NULL for the type of an indirect call.
static IrType *typed_function(Typer *typer, IrType *fty, const IrAttrList *attrs, IrFunc *fn) {
    static const uint8_t typed[] = {IR_ATTR_BYVAL, IR_ATTR_SRET};
    IrType **p = arena_array(&typer->a, IrType *, fty->n);
    bool same = true;
    for (uint64_t i = 0; i < fty->n; i++) {
        p[i] = fty->sub[i];
        if (p[i]->kind != IR_TY_PTR) continue;
        const IrAttrSet *s = ir_attrs_get(attrs, (int)i);
        IrType *e = fn && fn->intrin ? intrinsic_pointee(typer, fn) : NULL;
        for (size_t k = 0; k < CU_COUNT(typed); k++) {
            if (ir_attr_type(s, typed[k])) e = ir_attr_type(s, typed[k]);
        }
        if (e) p[i] = ptr_to(typer, e, p[i]->as);
        same = same && p[i] == fty->sub[i];
    }
    return same ? fty : ir_ty_func(typer->m, fty->elem, (uint32_t)fty->n, p, fty->vararg);
}

// Symbols point at what they are; from here on their uses must be cast.
static void type_symbols(Typer *typer) {
    IrModule *module = typer->m;
    for (uint32_t i = 0; i < module->vars.n; i++) {
        module->vars.at[i]->v.type =
            ptr_to(typer, module->vars.at[i]->vty, module->vars.at[i]->v.type->as);
    }
    IR_FOREACH_FUNC(f, module) {
        if (f->intrin) old_name(typer, f);
        f->g.vty = typed_function(typer, f->g.vty, &f->attrs, f);
        f->g.v.type = ptr_to(typer, f->g.vty, f->g.v.type->as);
        for (uint32_t i = 0; i < f->nargs; i++) f->arg[i]->v.type = f->g.vty->sub[i];
    }
    // an alias of a function has the function's type, which may have changed
    for (uint32_t i = 0; i < module->aliases.n; i++) {
        IrGlobal *g = module->aliases.at[i];
        IrFunc *f = ir_as_func(&g->init->v);
        if (f) g->vty = f->g.vty;
        g->v.type = ptr_to(typer, g->vty, g->v.type->as);
    }
}

// What the address points at: the member that the indices lead to.
static IrType *gep_element(const IrInst *inst) {
    IrType *e = inst->aty;
    for (uint32_t k = 2; k < inst->nops && e; k++) {
        const IrConst *x = ir_as_const(ir_op(inst, k));
        if (x && ir_ty_is_vec(x->v.type)) x = ir_splat_value(e->m, (IrConst *)(uintptr_t)x);
        e = ir_ty_member(e, x && x->v.kind == IR_C_INT && e->kind == IR_TY_STRUCT ? ir_uval(x) : 0);
    }
    return e ? e : inst->aty;
}

// A pointer, or a vector of pointers, to elem, shaped like `pattern`.
static IrType *shaped(Typer *typer, IrType *pattern, IrType *elem) {
    IrType *q = ptr_to(typer, elem, ir_ty_scalar(pattern)->as);
    return ir_ty_is_vec(pattern) ? ir_ty_vector(typer->m, q, pattern->n) : q;
}

// Those with a pointee of their own get it before any operand is looked at.
static void type_results(Typer *typer) {
    IR_FOREACH_BLOCK(bb, typer->fn) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.op == IR_ALLOCA) i->v.type = ptr_to(typer, i->aty, i->v.type->as);
            if (i->v.op == IR_GEP) i->v.type = shaped(typer, i->v.type, gep_element(i));
        }
    }
}

// The type that operand k must have. `fty` is the function type of a call.
static IrType *wanted(Typer *typer, const IrInst *user, uint32_t k, IrType *fty) {
    IrType *have = ir_op(user, k)->type;
    switch (user->v.op) {
    case IR_LOAD: return shaped(typer, have, user->v.type);
    case IR_STORE:
        if (k == 1) return shaped(typer, have, plain_type(typer, ir_op(user, 0)->type));
        break;
    case IR_CMPXCHG:
    case IR_ATOMICRMW:
        if (k == 0) return shaped(typer, have, plain_type(typer, ir_op(user, 1)->type));
        break;
    case IR_GEP:
        if (k == 0) return shaped(typer, have, user->aty);
        break;
    case IR_CALL:
        if (k < fty->n) return fty->sub[k];
        // the callee is a pointer to the function's type
        if (k + 1 == user->nops) return ptr_to(typer, fty, ir_ty_scalar(have)->as);
        break;
    default: break;
    }
    if (ir_ty_is_vec(have) && have->elem->kind == IR_TY_PTR) {
        return ir_ty_vector(typer->m, plain_type(typer, have->elem), have->n);
    }
    return plain_type(typer, have);
}

// Operand by operand; asm gets the pointer to its function type, which is how LLVM 7 calls it.
static void type_operands(Typer *typer, IrInst *user) {
    IrType *fty = NULL;
    if (user->v.op == IR_CALL) {
        IrFunc *f = ir_called(user);
        fty = f && f->g.vty->n == user->aty->n
                  ? f->g.vty
                  : typed_function(typer, user->aty, &user->call->attrs, NULL);
        user->aty = fty;
    }
    for (uint32_t k = 0; k < user->nops; k++) {
        IrValue *v = ir_op(user, k);
        if (v->kind == IR_V_ASM) {
            IrAsm *a = (IrAsm *)v;
            if (a->v.type->kind == IR_TY_FUNC) a->v.type = ptr_to(typer, a->v.type, 0);
            continue;
        }
        IrValue *x = value_as(typer, v, wanted(typer, user, k, fty), user);
        if (x != v) ir_set_op(user, k, x);
    }
}

// Puts in the casts that pointers with types need, first behind results, then before operands.
// Values are numbered anew.
static void type_function(Typer *typer, IrFunc *fn) {
    typer->fn = fn;
    if (ir_is_decl(fn)) return;
    type_results(typer);
    IR_FOREACH_BLOCK(bb, fn) {
        // casts that this puts in are typed already
        for (IrInst *i = bb->first, *next; i; i = next) {
            next = i->next;
            if (!(i->v.op == IR_BITCAST && i->v.type->kind == IR_TY_PTR)) type_operands(typer, i);
        }
    }
    ir_func_renumber(fn);
}

// Symbols first, then the constants that name them, then functions.
void bw_type_pointers(IrModule *module) {
    Typer typer = {.m = module};
    arena_init(&typer.a, module->ctx, "ir-typed");
    map_init(&typer.ptrs, &typer.a);
    map_init(&typer.consts, &typer.a);
    map_init(&typer.plain, &typer.a);
    type_symbols(&typer);
    for (uint32_t i = 0; i < module->vars.n; i++) {
        IrGlobal *g = module->vars.at[i];
        if (g->init) g->init = plain_const(&typer, g->init);
    }
    for (uint32_t i = 0; i < module->aliases.n; i++) {
        module->aliases.at[i]->init =
            const_as(&typer, module->aliases.at[i]->init, module->aliases.at[i]->v.type);
    }
    IR_FOREACH_FUNC(f, module) type_function(&typer, f);
    arena_free(&typer.a);
}
