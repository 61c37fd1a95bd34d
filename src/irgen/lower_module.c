// SPDX-License-Identifier: Apache-2.0
// Builtin functions in IR input: calls of functions that the module declares by a name of
// src/cuda/builtin.def, with that row's types, and does not define. They mean what they mean in
// C++. Where such a function is used otherwise (its address is taken) it gets a body.
#include "irgen/irgen_diag.h"
#include "irgen/lower.h"

// A function of the module that a row of the table stands for.
typedef struct Found {
    IrFunc *f;
    const CudaBuiltin *row;
    bool called, taken; // taken: used otherwise
} Found;

typedef struct Declared {
    IrModule *m;
    const IrGenOptions *opt;
    Map at;   // name -> index in found + 1
    Map seen; // constants that were looked through
    VEC(Found) found;
} Declared;

// The type of one letter of a signature; NULL: a type that functions in IR have no agreed form of.
static IrType *letter_type(IrModule *module, char c) {
    switch (c) {
    case 'v': return module->ty_void;
    case 'b': return module->ty_i1;
    case 'c':
    case 'h': return module->ty_i8;
    case 's':
    case 't': return module->ty_i16;
    case 'i':
    case 'u': return module->ty_i32;
    case 'l':
    case 'm':
    case 'x':
    case 'y':
    case 'z': return module->ty_i64;
    case 'f': return module->ty_float;
    case 'd':
    case 'L': return module->ty_double;
    case 'o': return module->ty_i128;
    case 'p':
    case 'q': return module->ty_ptr;
    default: return NULL;
    }
}

// One type of a signature; pointers to anything are the one pointer type.
static IrType *sig_type(IrModule *module, const char **s) {
    char c = *(*s)++;
    if (!is_any_of(c, 'P', 'K', 'V')) return letter_type(module, c);
    while (**s == 'P' || **s == 'K' || **s == 'V') ++*s;
    if (**s) ++*s;
    return module->ty_ptr;
}

// Whether the declaration has the row's types. One of the same name with others is the user's own
// function.
static bool fits(IrModule *module, const CudaBuiltin *row, const IrType *fty) {
    const char *s = row->sig;
    IrType *want = sig_type(module, &s);
    if (!want || want != fty->elem) return false;
    for (uint32_t i = 0; i < fty->n; i++) {
        want = *s && *s != '.' ? sig_type(module, &s) : NULL;
        if (!want || want != fty->sub[i]) return false;
    }
    return fty->vararg ? *s == '.' : !*s;
}

// The row that a declaration stands for, or NULL. A definition is the user's, whatever its name.
static const CudaBuiltin *row_of(Declared *declared, const IrFunc *fn) {
    const char *name = atom_str(declared->m->ctx, fn->g.v.name);
    if (!*name || fn->intrin || !ir_is_decl(fn) || strncmp(name, "llvm.", 5) == 0) return NULL;
    const CudaBuiltin *row = cuda_builtin_find(name);
    if (!row || !fits(declared->m, row, fn->g.vty)) return NULL;
    if (row->lowering == BI_TYPED) return NULL;
    bool own = row->lowering == BI_RUN || strcmp(row->detail, "assertfail") == 0;
    return own ? NULL : row; // what the run-time system has stays a call
}

// Lowers one call. printf takes any number of arguments, so they stay in the caller's array.
static IrValue *lower_call(Declared *declared, const CudaBuiltin *row, IrBuilder *builder,
                           IrType *ret, uint32_t n, IrValue *const *arg, Pos pos) {
    Lower lower = {.ctx = declared->m->ctx,
                   .m = declared->m,
                   .b = builder,
                   .opt = declared->opt,
                   .row = row,
                   .pos = pos,
                   .ret = ret,
                   .n = n};
    if (row->lowering == BI_FN && strcmp(row->detail, "printf") == 0)
        return lower_printf(&lower, arg[0], n - 1, (IrValue **)arg + 1);
    memcpy(lower.arg, arg, n * sizeof *arg);
    return lower_builtin(&lower);
}

// Replaces a call by what it means. A result that the lowering does not give is undefined.
static void replace_call(Declared *declared, const CudaBuiltin *row, IrInst *call) {
    uint32_t n = ir_call_nargs(call);
    if (n > LOWER_MAX_ARGS - 2 && row->lowering != BI_FN) return;
    IrBuilder b = ir_builder_at(call);
    b.fmf = call->fmf;
    IrValue **arg = arena_array(&declared->m->ctx->scratch, IrValue *, n + 1);
    for (uint32_t k = 0; k < n; k++) arg[k] = ir_op(call, k);
    IrFunc *f = ir_called(call);
    IrValue *r = lower_call(declared, row, &b, call->v.type, n, arg, f->g.pos);
    if (call->v.type->kind == IR_TY_VOID)
        ir_erase(call);
    else
        ir_replace_erase(call, r ? r : &ir_undef(declared->m, call->v.type)->v);
}

static void give_body(Declared *declared, const CudaBuiltin *row, IrFunc *fn) {
    // A variadic function has no body that could read its arguments; it stays a declaration.
    if (fn->g.vty->vararg) return;
    IrValue *arg[LOWER_MAX_ARGS];
    uint32_t n = fn->nargs;
    if (n > LOWER_MAX_ARGS - 2) return;
    for (uint32_t k = 0; k < n; k++) arg[k] = &fn->arg[k]->v;
    IrBlock *bb = ir_block_new(fn, 0);
    IrBuilder b = ir_builder(fn, bb);
    IrType *ret = fn->g.vty->elem;
    IrValue *r = lower_call(declared, row, &b, ret, n, arg, fn->g.pos);
    ir_ret(&b, ret->kind == IR_TY_VOID ? NULL : r ? r : &ir_undef(declared->m, ret)->v);
    // Another module may do the same: the body must not collide with that one.
    fn->g.linkage = IR_INTERNAL;
}

static Found *found(Declared *declared, const IrValue *value) {
    if (value->kind != IR_C_FUNC) return NULL;
    uintptr_t k = (uintptr_t)map_get(&declared->at, value->name);
    return k && &declared->found.at[k - 1].f->g.v == value ? &declared->found.at[k - 1] : NULL;
}

// Uses inside of constants. (The readers limit how deep these are.)
static void note_constant(Declared *declared, const IrValue *value) {
    Found *x = found(declared, value);
    if (x) x->taken = true;
    if (!is_any_of(value->kind, IR_C_AGG, IR_C_EXPR)) return;
    void **seen = map_slot(&declared->seen, (uintptr_t)value);
    if (*seen) return;
    *seen = declared;
    const IrConst *c = (const IrConst *)value;
    for (uint32_t i = 0; i < c->n; i++) note_constant(declared, &c->elem[i]->v);
}

// A direct call with the row's types is lowered; any other use of the function takes its address.
static void lower_inst(Declared *declared, IrInst *inst) {
    Found *x = inst->v.op == IR_CALL ? found(declared, ir_callee(inst)) : NULL;
    bool direct = x && inst->aty == x->f->g.vty;
    for (uint32_t k = 0; k < inst->nops; k++) {
        const IrValue *v = ir_op(inst, k);
        if (v && !(direct && k == inst->nops - 1u)) note_constant(declared, v);
    }
    if (!direct) return;
    x->called = true;
    replace_call(declared, x->row, inst);
}

static void lower_body(Declared *declared, IrFunc *fn) {
    ArenaMark mark = arena_mark(&declared->m->ctx->scratch);
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST_SAFE(i, bb) lower_inst(declared, i);
    }
    arena_reset(&declared->m->ctx->scratch, mark);
}

bool irgen_lower_declared(IrModule *module, const IrGenOptions *gen_options) {
    Declared declared = {.m = module, .opt = gen_options};
    Arena *arena = &module->ctx->perm;
    map_init(&declared.at, arena);
    map_init(&declared.seen, arena);
    IR_FOREACH_FUNC(f, module) {
        const CudaBuiltin *row = row_of(&declared, f);
        if (!row) continue;
        vec_push(arena, &declared.found, ((Found){.f = f, .row = row}));
        map_put(&declared.at, f->g.v.name, (void *)(uintptr_t)declared.found.n);
    }
    if (!declared.found.n) return false;
    uint32_t n = module->funcs.n; // lowering adds declarations
    for (uint32_t k = 0; k < n; k++) {
        if (!ir_is_decl(module->funcs.at[k])) lower_body(&declared, module->funcs.at[k]);
    }
    // Tables of functions count as uses.
    for (uint32_t k = 0; k < module->vars.n; k++) {
        if (module->vars.at[k]->init) note_constant(&declared, &module->vars.at[k]->init->v);
    }
    for (uint32_t k = 0; k < module->aliases.n; k++)
        note_constant(&declared, &module->aliases.at[k]->init->v);
    // A function that is only declared asks nothing of the target.
    for (uint32_t k = 0; k < declared.found.n; k++) {
        const Found *x = &declared.found.at[k];
        const CudaBuiltin *row = x->row;
        if ((x->called || x->taken) && row->min_sm > gen_options->target->number)
            diag(module->ctx, GEN_ROW(gen_sm), x->f->g.pos, row->name, row->min_sm / 10u,
                 row->min_sm % 10u);
        if (x->taken) give_body(&declared, row, x->f);
    }
    return true;
}
