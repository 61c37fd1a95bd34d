// SPDX-License-Identifier: Apache-2.0
// Refuses what the readers take but code generation cannot: exception handling, types and linker
// features of other machines. Each function and variable is walked once; the reasons are rows of
// target_check.def.
#include "ir/ir_diag.h"
#include "ir/ir_int.h"

enum { IR_TARGET_MAX_BITS = 4096 }; // a product of such integers is 4096 instructions

typedef enum {
#define ROW(id, text) T_##id,
#include "ir/target_check.def"
    T_COUNT
} Reason;
static const char *const reasons[T_COUNT] = {
#define ROW(id, text) text,
#include "ir/target_check.def"
};

typedef struct {
    IrModule *m;
    Atom name; // of what is at hand: a global, at first the module
    Arena *a;
    uint8_t *type_seen; // by id: 0 not yet, 1 good, 2 + reason
    Map const_seen;
    bool ok;
    uint32_t nerrors;
} Target;

static void refuse(Target *t, Reason r) {
    t->ok = false;
    if (t->nerrors++ >= 20) return;
    diag(t->m->ctx, &ir_diag_rows[D_ir_target], 0, atom_str(t->m->ctx, t->name), reasons[r]);
}

static int type_reason(Target *t, const IrType *ty) { // 1 good, 2 + reason
    uint8_t *seen = &t->type_seen[ty->id];
    if (*seen) return *seen;
    *seen = 1; // a struct that contains itself ends here
    int r = 1;
    switch (ty->kind) {
    case IR_TY_INT: r = ty->bits > IR_TARGET_MAX_BITS ? 2 + T_TYPE_WIDE_INT : 1; break;
    case IR_TY_X86_FP80: r = 2 + T_TYPE_X86_FP80; break;
    case IR_TY_PPC_FP128: r = 2 + T_TYPE_PPC_FP128; break;
    case IR_TY_X86_AMX: r = 2 + T_TYPE_X86_AMX; break;
    case IR_TY_TARGET: r = 2 + T_TYPE_TARGET; break;
    case IR_TY_TOKEN: r = 2 + T_TYPE_TOKEN; break;
    case IR_TY_VECTOR: r = ty->scalable ? 2 + T_TYPE_SCALABLE : type_reason(t, ty->elem); break;
    case IR_TY_ARRAY: r = type_reason(t, ty->elem); break;
    case IR_TY_FUNC: r = type_reason(t, ty->elem); // fall through
    case IR_TY_STRUCT:
        if (ty->opaque) r = 2 + T_TYPE_OPAQUE;
        for (uint64_t i = 0; r == 1 && i < ty->n; i++) r = type_reason(t, ty->sub[i]);
        break;
    default: break;
    }
    *seen = (uint8_t)r;
    return r;
}

static void check_type(Target *t, const IrType *ty) {
    int r = type_reason(t, ty);
    if (r > 1) refuse(t, (Reason)(r - 2));
}

static void check_const(Target *t, IrConst *c) {
    if (c->v.kind < IR_C_AGG || c->v.kind >= IR_C_VAR) return;
    void **slot = map_slot(&t->const_seen, (uintptr_t)c);
    if (*slot) return;
    *slot = c;
    if (c->v.kind == IR_C_BLOCKADDR) refuse(t, T_BLOCKADDR);
    if (c->v.kind == IR_C_PTRAUTH) refuse(t, T_PTRAUTH);
    check_type(t, c->v.type);
    for (uint32_t i = 0; i < c->n; i++) check_const(t, c->elem[i]);
}

static void check_call(Target *t, const IrInst *i) {
    const IrFunc *f = ir_called(i);
    if (f && f->cc == IR_CC_PTX_KERNEL) refuse(t, T_KERNEL_CALL);
    if (f && f->intrin == IR_I_assume) return; // bundles of llvm.assume are hints
    for (uint32_t k = 0; k < i->call->nbundles; k++) {
        const char *tag = atom_str(t->m->ctx, i->call->bundle[k].tag);
        if (strcmp(tag, "convergencectrl") != 0) refuse(t, T_BUNDLE);
    }
}

static void check_inst(Target *t, const IrInst *i) {
    switch (i->v.op) {
    case IR_INVOKE:
    case IR_RESUME:
    case IR_LANDINGPAD:
    case IR_CATCHPAD:
    case IR_CLEANUPPAD:
    case IR_CATCHSWITCH:
    case IR_CATCHRET:
    case IR_CLEANUPRET: refuse(t, T_UNWIND); return;
    case IR_CALLBR: refuse(t, T_CALLBR); return;
    case IR_CALL: check_call(t, i); break;
    case IR_ALLOCA:
        check_type(t, i->aty);
        if (i->pred) refuse(t, T_INALLOCA);
        break;
    default: break;
    }
    if (i->scope >= IR_SCOPE_OTHER) refuse(t, T_SCOPE);
    check_type(t, i->v.type);
    for (uint32_t k = 0; k < i->nops; k++) {
        IrConst *c = ir_as_const(ir_op(i, k));
        if (c) check_const(t, c);
    }
}

static void check_func(Target *t, IrFunc *f) {
    t->name = f->g.v.name;
    bool debug = strncmp(atom_str(t->m->ctx, f->g.v.name), "llvm.", 5) == 0;
    if (debug && ir_is_decl(f)) return; // what is declared but not called does no harm
    check_type(t, f->g.vty);
    if (f->gc) refuse(t, T_GC);
    if (f->prefix || f->prologue) refuse(t, T_PREFIX);
    if (f->g.v.type->as) refuse(t, T_FUNC_SPACE);
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST(i, bb) check_inst(t, i);
    }
}

// Code is made with 64-bit addresses only. Of another machine's data layout their size and the
// order of bytes are asked for; the rest (mangling, stack alignment) says nothing here: sizes and
// alignments are always those of nvptx64.
static void check_layout(Target *t) {
    const char *s = t->m->datalayout ? atom_str(t->m->ctx, t->m->datalayout) : "";
    const char *triple = t->m->triple ? atom_str(t->m->ctx, t->m->triple) : "";
    bool narrow = strncmp(triple, "nvptx-", 6) == 0 || strcmp(triple, "nvptx") == 0;
    while (*s) {
        size_t n = strcspn(s, "-");
        if (n == 1 && *s == 'E') refuse(t, T_BIG_ENDIAN);
        narrow |= strncmp(s, "p:32", 4) == 0 || strncmp(s, "p0:32", 5) == 0;
        s += n + (s[n] != 0);
    }
    if (narrow) refuse(t, T_NARROW);
}

bool ir_check_target(IrModule *m) {
    Arena a;
    Target t = {.m = m, .name = m->name, .a = &a, .ok = true};
    arena_init(&a, m->ctx, "ir-target");
    t.type_seen = arena_array(&a, uint8_t, m->intern->ntypes);
    map_init(&t.const_seen, &a);
    check_layout(&t);
    for (uint32_t i = 0; i < m->vars.n; i++) {
        IrGlobal *g = m->vars.at[i];
        t.name = g->v.name;
        if (g->tls) refuse(&t, T_TLS);
        if (g->init) check_type(&t, g->vty);
        if (g->init) check_const(&t, g->init);
    }
    for (uint32_t i = 0; i < m->aliases.n; i++) {
        IrGlobal *g = m->aliases.at[i];
        t.name = g->v.name;
        if (g->v.kind == IR_C_IFUNC) refuse(&t, T_IFUNC);
        check_const(&t, g->init);
    }
    IR_FOREACH_FUNC(f, m) check_func(&t, f);
    arena_free(&a);
    return t.ok;
}
