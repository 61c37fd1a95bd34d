// SPDX-License-Identifier: Apache-2.0
// Builtin functions in IR input: calls of functions that the module declares by a name of
// src/cuda/builtin.def, with that row's types, and does not define. They mean what they mean in
// C++. Where such a function is used otherwise (its address is taken) it gets a body.
#include "irgen/irgen_diag.h"
#include "irgen/lower.h"

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
static IrType *letter_type(IrModule *m, char c) {
    switch (c) {
    case 'v': return m->ty_void;
    case 'b': return m->ty_i1;
    case 'c':
    case 'h': return m->ty_i8;
    case 's':
    case 't': return m->ty_i16;
    case 'i':
    case 'u': return m->ty_i32;
    case 'l':
    case 'm':
    case 'x':
    case 'y':
    case 'z': return m->ty_i64;
    case 'f': return m->ty_float;
    case 'd':
    case 'L': return m->ty_double;
    case 'o': return m->ty_i128;
    case 'p':
    case 'q': return m->ty_ptr;
    default: return NULL;
    }
}

static IrType *sig_type(IrModule *m, const char **s) {
    char c = *(*s)++;
    if (c != 'P' && c != 'K' && c != 'V') return letter_type(m, c);
    while (**s == 'P' || **s == 'K' || **s == 'V') ++*s;
    if (**s) ++*s;
    return m->ty_ptr;
}

static bool fits(IrModule *m, const CudaBuiltin *row, const IrType *fty) {
    const char *s = row->sig;
    IrType *want = sig_type(m, &s);
    if (!want || want != fty->elem) return false;
    for (uint32_t i = 0; i < fty->n; i++) {
        want = *s && *s != '.' ? sig_type(m, &s) : NULL;
        if (!want || want != fty->sub[i]) return false;
    }
    return fty->vararg ? *s == '.' : !*s;
}

static const CudaBuiltin *row_of(Declared *d, const IrFunc *f) {
    const char *name = atom_str(d->m->ctx, f->g.v.name);
    if (!*name || f->intrin || !ir_is_decl(f) || strncmp(name, "llvm.", 5) == 0) return NULL;
    const CudaBuiltin *row = cuda_builtin_find(name);
    if (!row || !fits(d->m, row, f->g.vty)) return NULL;
    if (row->lowering == BI_TYPED) return NULL;
    bool own = row->lowering == BI_RUN || strcmp(row->detail, "assertfail") == 0;
    return own ? NULL : row; // what the run-time system has stays a call
}

static IrValue *lower_call(Declared *d, const CudaBuiltin *row, IrBuilder *b, IrType *ret,
                           uint32_t n, IrValue *const *arg, Pos pos) {
    Lower c = {.ctx = d->m->ctx,
               .m = d->m,
               .b = b,
               .opt = d->opt,
               .row = row,
               .pos = pos,
               .ret = ret,
               .n = n};
    if (row->lowering == BI_FN && strcmp(row->detail, "printf") == 0)
        return lower_printf(&c, arg[0], n - 1, (IrValue **)arg + 1);
    memcpy(c.arg, arg, n * sizeof *arg);
    return lower_builtin(&c);
}

static void replace_call(Declared *d, const CudaBuiltin *row, IrInst *call) {
    uint32_t n = ir_call_nargs(call);
    if (n > LOWER_MAX_ARGS - 2 && row->lowering != BI_FN) return;
    IrBuilder b = ir_builder_at(call);
    b.fmf = call->fmf;
    IrValue **arg = arena_array(&d->m->ctx->scratch, IrValue *, n + 1);
    for (uint32_t k = 0; k < n; k++) arg[k] = ir_op(call, k);
    IrFunc *f = ir_called(call);
    IrValue *r = lower_call(d, row, &b, call->v.type, n, arg, f->g.pos);
    if (call->v.type->kind == IR_TY_VOID)
        ir_erase(call);
    else
        ir_replace_erase(call, r ? r : &ir_undef(d->m, call->v.type)->v);
}

static void give_body(Declared *d, const CudaBuiltin *row, IrFunc *f) {
    if (f->g.vty->vararg) return;
    IrValue *arg[LOWER_MAX_ARGS];
    uint32_t n = f->nargs;
    if (n > LOWER_MAX_ARGS - 2) return;
    for (uint32_t k = 0; k < n; k++) arg[k] = &f->arg[k]->v;
    IrBlock *bb = ir_block_new(f, 0);
    IrBuilder b = ir_builder(f, bb);
    IrType *ret = f->g.vty->elem;
    IrValue *r = lower_call(d, row, &b, ret, n, arg, f->g.pos);
    ir_ret(&b, ret->kind == IR_TY_VOID ? NULL : r ? r : &ir_undef(d->m, ret)->v);
    f->g.linkage = IR_INTERNAL;
}

static Found *found(Declared *d, const IrValue *v) {
    if (v->kind != IR_C_FUNC) return NULL;
    uintptr_t k = (uintptr_t)map_get(&d->at, v->name);
    return k && &d->found.at[k - 1].f->g.v == v ? &d->found.at[k - 1] : NULL;
}

// Uses inside of constants. (The readers limit how deep these are.)
static void note_constant(Declared *d, const IrValue *v) {
    Found *x = found(d, v);
    if (x) x->taken = true;
    if (v->kind != IR_C_AGG && v->kind != IR_C_EXPR) return;
    void **seen = map_slot(&d->seen, (uintptr_t)v);
    if (*seen) return;
    *seen = d;
    const IrConst *c = (const IrConst *)v;
    for (uint32_t i = 0; i < c->n; i++) note_constant(d, &c->elem[i]->v);
}

static void lower_inst(Declared *d, IrInst *i) {
    Found *x = i->v.op == IR_CALL ? found(d, ir_callee(i)) : NULL;
    bool direct = x && i->aty == x->f->g.vty;
    for (uint32_t k = 0; k < i->nops; k++) {
        const IrValue *v = ir_op(i, k);
        if (v && !(direct && k == i->nops - 1u)) note_constant(d, v);
    }
    if (!direct) return;
    x->called = true;
    replace_call(d, x->row, i);
}

static void lower_body(Declared *d, IrFunc *f) {
    ArenaMark mark = arena_mark(&d->m->ctx->scratch);
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST_SAFE(i, bb) lower_inst(d, i);
    }
    arena_reset(&d->m->ctx->scratch, mark);
}

bool irgen_lower_declared(IrModule *m, const IrGenOptions *o) {
    Declared d = {.m = m, .opt = o};
    Arena *a = &m->ctx->perm;
    map_init(&d.at, a);
    map_init(&d.seen, a);
    IR_FOREACH_FUNC(f, m) {
        const CudaBuiltin *row = row_of(&d, f);
        if (!row) continue;
        vec_push(a, &d.found, ((Found){.f = f, .row = row}));
        map_put(&d.at, f->g.v.name, (void *)(uintptr_t)d.found.n);
    }
    if (!d.found.n) return false;
    uint32_t n = m->funcs.n; // lowering adds declarations
    for (uint32_t k = 0; k < n; k++) {
        if (!ir_is_decl(m->funcs.at[k])) lower_body(&d, m->funcs.at[k]);
    }
    for (uint32_t k = 0; k < m->vars.n; k++) {
        if (m->vars.at[k]->init) note_constant(&d, &m->vars.at[k]->init->v);
    }
    for (uint32_t k = 0; k < m->aliases.n; k++) note_constant(&d, &m->aliases.at[k]->init->v);
    for (uint32_t k = 0; k < d.found.n; k++) {
        const Found *x = &d.found.at[k];
        const CudaBuiltin *row = x->row;
        if ((x->called || x->taken) && row->min_sm > o->sm)
            diag(m->ctx, GEN_ROW(gen_sm), x->f->g.pos, row->name, row->min_sm / 10u,
                 row->min_sm % 10u);
        if (x->taken) give_body(&d, row, x->f);
    }
    return true;
}
