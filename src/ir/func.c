// SPDX-License-Identifier: Apache-2.0
// Life of modules, globals, functions, blocks and instructions.
#include "ir/ir_int.h"

#include <stdlib.h>

// ---- module ----

#define IR_DATALAYOUT                                                                              \
    "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-"           \
    "f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"

IrModule *ir_module_new(Ctx *ctx, Atom name) {
    IrModule *m = arena_new(&ctx->perm, IrModule);
    m->ctx = ctx;
    arena_init(&m->arena, ctx, "ir-module");
    m->name = name;
    m->source_name = name;
    m->triple = atom_cstr(ctx, "nvptx64-nvidia-cuda");
    m->datalayout = atom_cstr(ctx, IR_DATALAYOUT);
    m->short_ptr_as = 1u << IR_AS_SHARED;
    struct IrIntern *t = m->intern = arena_new(&m->arena, struct IrIntern);
    cons_init(&t->types, &m->arena);
    cons_init(&t->consts, &m->arena);
    cons_init(&t->attrs, &m->arena);
    cons_init(&t->mds, &m->arena);
    cons_init(&t->strings, &m->arena);
    cons_init(&t->intrins, &m->arena);
    map_init(&t->ints, &m->arena);
    map_init(&t->ptrs, &m->arena);
    map_init(&t->named, &m->arena);
    map_init(&t->symbols, &m->arena);
    map_init(&t->suffix, &m->arena);
    ir_types_init(m);
    return m;
}

void ir_module_asm_add(IrModule *m, Atom text) {
    const char *t = atom_str(m->ctx, text);
    for (uint32_t from = 0, n = atom_len(m->ctx, text); from <= n;) {
        const char *nl = memchr(t + from, '\n', n - from);
        uint32_t to = nl ? (uint32_t)(nl - t) : n;
        if (to == n && from == n && n) break; // a newline ends a line
        vec_push(&m->arena, &m->module_asm, atom_intern(m->ctx, t + from, to - from));
        from = to + 1;
    }
}

void ir_module_free(IrModule *m) {
    ir_reader_free(m);
    if (!m->intern) return;
    IR_FOREACH_FUNC(f, m) {
        if (f->arena) arena_free(f->arena);
    }
    arena_free(&m->arena);
    m->intern = NULL;
}

void ir_parallel_begin(IrModule *m) {
    m->intern->shared = true;
}

static int by_name(const void *a, const void *b) {
    const IrFunc *x = *(IrFunc *const *)a, *y = *(IrFunc *const *)b;
    Ctx *ctx = x->g.m->ctx;
    return strcmp(atom_str(ctx, x->g.v.name), atom_str(ctx, y->g.v.name));
}

// Gives places to the declarations made meanwhile; sorted, because which thread made one first is
// chance.
void ir_parallel_end(IrModule *m) {
    struct IrIntern *t = m->intern;
    t->shared = false;
    if (t->pending.n) qsort(t->pending.at, t->pending.n, sizeof(IrFunc *), by_name);
    for (uint32_t i = 0; i < t->pending.n; i++) {
        ir_func_register(m, t->pending.at[i], t->pending.at[i]->g.v.name);
    }
    t->pending.n = 0;
}

// ---- globals ----

IrGlobal *ir_find(IrModule *m, Atom name) {
    return map_get(&m->intern->symbols, name);
}

static void global_init(IrModule *m, IrGlobal *g, IrValueKind kind, IrType *vty, uint32_t as,
                        IrLinkage l) {
    g->v.kind = (uint8_t)kind;
    g->v.type = ir_ty_ptr(m, as);
    g->v.id = m->intern->nconsts++;
    g->m = m;
    g->vty = vty;
    g->linkage = (uint8_t)l;
    g->order = m->intern->norder++;
}

static void symbol_add(IrModule *m, IrGlobal *g, Atom name) {
    if (!name) { // unnamed: @0, @1 ... get a name of their own
        name = atom_cstr(m->ctx, "__unnamed");
    }
    g->v.name = ir_unique_name(m, &m->intern->symbols, name);
    map_put(&m->intern->symbols, g->v.name, g);
}

IrGlobal *ir_var_new(IrModule *m, Atom name, IrType *vty, uint32_t as, IrLinkage l, IrConst *init) {
    IrGlobal *g = arena_new(&m->arena, IrGlobal);
    ir_var_place(m, g, name, vty, as, l);
    g->init = init;
    return g;
}

void ir_var_place(IrModule *m, IrGlobal *g, Atom name, IrType *vty, uint32_t as, IrLinkage l) {
    global_init(m, g, IR_C_VAR, vty, as, l);
    g->align = vty->sized ? vty->align : 1;
    symbol_add(m, g, name);
    vec_push(&m->arena, &m->vars, g);
}

IrGlobal *ir_alias_new(IrModule *m, Atom name, IrType *vty, uint32_t as, IrLinkage l, IrConst *to) {
    IrGlobal *g = arena_new(&m->arena, IrGlobal);
    ir_alias_place(m, g, name, vty, as, l);
    g->init = to;
    return g;
}

void ir_alias_place(IrModule *m, IrGlobal *g, Atom name, IrType *vty, uint32_t as, IrLinkage l) {
    global_init(m, g, IR_C_ALIAS, vty, as, l);
    symbol_add(m, g, name);
    vec_push(&m->arena, &m->aliases, g);
}

IrFunc *ir_func_alloc(IrModule *m, IrType *fty, IrLinkage l) {
    IrFunc *f = arena_new(&m->arena, IrFunc);
    ir_func_init(m, f, fty, l);
    return f;
}

void ir_func_init(IrModule *m, IrFunc *f, IrType *fty, IrLinkage l) {
    global_init(m, &f->g, IR_C_FUNC, fty, 0, l);
    f->nargs = (uint32_t)fty->n;
    f->arg = arena_array(&m->arena, IrArg *, f->nargs);
    IrArg *args = arena_array(&m->arena, IrArg, f->nargs);
    for (uint32_t i = 0; i < f->nargs; i++) {
        f->arg[i] = &args[i];
        args[i].v.kind = IR_V_ARG;
        args[i].v.type = fty->sub[i];
        args[i].v.id = i;
        args[i].fn = f;
        args[i].index = i;
    }
    f->nvalues = f->nargs;
}

void ir_func_register(IrModule *m, IrFunc *f, Atom name) {
    symbol_add(m, &f->g, name);
    vec_push(&m->arena, &m->funcs, f);
}

IrFunc *ir_func_new(IrModule *m, Atom name, IrType *fty, IrLinkage l) {
    IrFunc *f = ir_func_alloc(m, fty, l);
    ir_func_register(m, f, name);
    return f;
}

void ir_global_rename(IrGlobal *g, Atom name) {
    IrModule *m = g->m;
    if (g->v.name == name) return;
    map_put(&m->intern->symbols, g->v.name, NULL);
    symbol_add(m, g, name);
}

static void list_compact(IrGlobal **at, uint32_t *n) { // keeps what is not dead
    uint32_t k = 0;
    for (uint32_t i = 0; i < *n; i++) {
        if (!at[i]->dead) at[k++] = at[i];
    }
    *n = k;
}

void ir_globals_remove(IrModule *m, uint32_t n, IrGlobal *const *g) {
    for (uint32_t i = 0; i < n; i++) {
        map_put(&m->intern->symbols, g[i]->v.name, NULL);
        g[i]->dead = true;
        if (g[i]->v.kind == IR_C_FUNC) ir_func_drop_body((IrFunc *)g[i]);
    }
    list_compact(m->vars.at, &m->vars.n);
    list_compact(m->aliases.at, &m->aliases.n);
    list_compact((IrGlobal **)m->funcs.at, &m->funcs.n);
}

void ir_global_remove(IrGlobal *g) {
    ir_globals_remove(g->m, 1, &g);
}

void ir_func_drop_body(IrFunc *f) {
    if (f->arena) arena_free(f->arena);
    f->first = f->last = NULL;
    f->last_alloca = NULL;
    f->nvalues = f->nargs;
    f->nblockids = 0;
    for (uint32_t i = 0; i < f->nargs; i++) f->arg[i]->v.uses = NULL;
}

IrType *ir_func_ret(const IrFunc *f) {
    return f->g.vty->elem;
}

uint64_t ir_func_size(const IrFunc *f) {
    uint64_t n = 0;
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST(i, bb) n++;
    }
    return n;
}

// ---- replacing a global everywhere ----

typedef struct {
    IrModule *m;
    Map to;   // global -> what takes its place
    Map done; // constant -> its replacement
    Map seen; // metadata
    VEC(IrMd *) work;
} Replace;

// What wraps a function wraps the one in its place; of what is no function nothing is to be said.
// The blocks of another function are not those that had the address.
static IrConst *replace_wrapped(IrModule *m, const IrConst *c, IrConst *const *e) {
    if (c->v.kind == IR_C_BLOCKADDR) return ir_no_block(m, c->v.type);
    if (c->v.kind != IR_C_PTRAUTH && !ir_as_global(&e[0]->v)) return e[0];
    return ir_wrapped(m, (IrValueKind)c->v.kind, c->v.type, c->n, e);
}

static IrConst *replace_const(Replace *r, IrConst *c) {
    if (c->v.kind >= IR_C_VAR) {
        IrConst *to = map_get(&r->to, (uintptr_t)c);
        return to ? to : c;
    }
    if (c->v.kind < IR_C_AGG || c->v.kind == IR_C_DATA) return c;
    IrConst *known = map_get(&r->done, (uintptr_t)c);
    if (known) return known;
    IrConst **e = arena_array(&r->m->arena, IrConst *, c->n);
    bool changed = false;
    for (uint32_t i = 0; i < c->n; i++) {
        e[i] = replace_const(r, c->elem[i]);
        changed = changed || e[i] != c->elem[i];
    }
    IrConst *by = c;
    if (changed && c->v.kind >= IR_C_BLOCKADDR) by = replace_wrapped(r->m, c, e);
    if (changed && c->v.kind == IR_C_AGG) by = ir_agg(r->m, c->v.type, c->n, e);
    if (changed && c->v.kind == IR_C_EXPR) {
        by = ir_cexpr(r->m, c->v.op, c->v.flags, c->v.type, c->aty, c->n, e);
    }
    map_put(&r->done, (uintptr_t)c, by);
    return by;
}

static void reach_md(Replace *r, IrMd *md) {
    if (!md || md->kind == IR_MD_STRING || map_get(&r->seen, (uintptr_t)md)) return;
    map_put(&r->seen, (uintptr_t)md, md);
    vec_push(&r->m->arena, &r->work, md);
}

static void replace_in_md(Replace *r, IrMd *md) {
    switch (md->kind) {
    case IR_MD_VALUE:
        if (ir_is_const(md->value)) md->value = &replace_const(r, (IrConst *)md->value)->v;
        break;
    case IR_MD_NODE:
        for (uint32_t i = 0; i < md->n; i++) reach_md(r, md->op[i]);
        break;
    case IR_MD_LOC:
        reach_md(r, md->scope);
        reach_md(r, md->inlined_at);
        break;
    default:
        for (uint32_t i = 0; i < md->n; i++) {
            if (md->field[i].kind == IR_DI_MD) reach_md(r, md->field[i].md);
        }
        break;
    }
}

// In all that the metadata reaches; its graph can be deep.
static void replace_md(Replace *r, IrMd *md) {
    reach_md(r, md);
    while (r->work.n) replace_in_md(r, vec_pop(&r->work));
}

static void replace_attached(Replace *r, const IrMdAttach *a) {
    for (; a; a = a->next) replace_md(r, a->md);
}

static void replace_in_body(Replace *r, IrFunc *f) {
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST(i, bb) {
            replace_attached(r, i->md);
            replace_md(r, i->dbg);
            for (uint32_t k = 0; k < i->nops; k++) {
                IrValue *v = ir_op(i, k);
                if (v->kind == IR_V_MD) replace_md(r, ((IrMdValue *)v)->md);
                if (v->kind < IR_C_AGG) continue;
                IrConst *by = replace_const(r, (IrConst *)v);
                if (&by->v != v) ir_set_op(i, k, &by->v);
            }
        }
    }
}

static void replace_all(Replace *r) {
    IrModule *m = r->m;
    map_init(&r->done, &m->arena);
    map_init(&r->seen, &m->arena);
    IR_FOREACH_FUNC(f, m) {
        replace_attached(r, f->g.md);
        if (f->prefix) f->prefix = replace_const(r, f->prefix);
        if (f->prologue) f->prologue = replace_const(r, f->prologue);
        if (f->personality) f->personality = replace_const(r, f->personality);
        replace_in_body(r, f);
    }
    for (uint32_t i = 0; i < m->vars.n; i++) {
        replace_attached(r, m->vars.at[i]->md);
        if (m->vars.at[i]->init) m->vars.at[i]->init = replace_const(r, m->vars.at[i]->init);
    }
    for (uint32_t i = 0; i < m->aliases.n; i++) {
        IrGlobal *a = m->aliases.at[i]; // the linker fills it in later
        if (a->init) a->init = replace_const(r, a->init);
    }
    for (uint32_t i = 0; i < m->nnamed_md; i++) {
        for (uint32_t k = 0; k < m->named_md_[i].ops.n; k++) {
            replace_md(r, m->named_md_[i].ops.at[k]);
        }
    }
}

void ir_global_replace(IrModule *m, IrGlobal *old, IrConst *by) {
    ir_globals_replace(m, 1, &old, &by);
}

void ir_globals_replace(IrModule *m, uint32_t n, IrGlobal *const *old, IrConst *const *by) {
    if (!n) return;
    Replace r = {.m = m};
    map_init(&r.to, &m->arena);
    for (uint32_t i = 0; i < n; i++) map_put(&r.to, (uintptr_t)old[i], by[i]);
    replace_all(&r);
}

void ir_globals_poison(IrModule *m, uint32_t n, IrGlobal *const *g) {
    Replace r = {.m = m};
    map_init(&r.to, &m->arena);
    for (uint32_t i = 0; i < n; i++) {
        map_put(&r.to, (uintptr_t)g[i], ir_poison(m, g[i]->v.type));
    }
    replace_all(&r);
}

// ---- blocks ----

static void block_link_after(IrBlock *bb, IrBlock *after) {
    IrFunc *f = bb->fn;
    bb->prev = after;
    bb->next = after ? after->next : f->first;
    *(after ? &after->next : &f->first) = bb;
    *(bb->next ? &bb->next->prev : &f->last) = bb;
}

static void block_unlink(IrBlock *bb) {
    IrFunc *f = bb->fn;
    *(bb->prev ? &bb->prev->next : &f->first) = bb->next;
    *(bb->next ? &bb->next->prev : &f->last) = bb->prev;
}

static Arena *body_arena(IrFunc *f) {
    if (!f->arena) {
        ir_lock(f->g.m);
        f->arena = arena_new(&f->g.m->arena, Arena);
        ir_unlock(f->g.m);
        arena_init(f->arena, f->g.m->ctx, "ir-func");
    }
    return f->arena;
}

void ir_block_adopt(IrFunc *f, IrBlock *bb) {
    body_arena(f);
    bb->v.id = f->nblockids++;
    bb->fn = f;
    block_link_after(bb, f->last);
}

IrBlock *ir_block_new(IrFunc *f, Atom name) {
    IrBlock *bb = arena_new(body_arena(f), IrBlock);
    bb->v.kind = IR_V_BLOCK;
    bb->v.type = f->g.m->ty_label;
    bb->v.name = name;
    ir_block_adopt(f, bb);
    return bb;
}

void ir_block_move_after(IrBlock *bb, IrBlock *after) {
    if (bb == after) return;
    block_unlink(bb);
    block_link_after(bb, after);
}

static void drop_operands(IrInst *i) {
    for (uint32_t k = 0; k < i->nops; k++) ir_set_op(i, k, NULL);
}

void ir_block_remove(IrBlock *bb) {
    IR_FOREACH_INST(i, bb) drop_operands(i);
    if (bb == bb->fn->first) bb->fn->last_alloca = NULL;
    block_unlink(bb);
    bb->removed = true;
}

IrBlock *ir_block_split(IrBlock *bb, IrInst *at, Atom name) {
    IrBlock *to = ir_block_new(bb->fn, name);
    ir_block_move_after(to, bb);
    IrInst *term = ir_term(bb);
    for (uint32_t k = 0; term && k < ir_nsucc(term); k++) {
        ir_phi_replace_pred(ir_succ(term, k), bb, to);
    }
    to->first = at;
    to->last = bb->last;
    bb->last = at->prev;
    *(at->prev ? &at->prev->next : &bb->first) = NULL;
    at->prev = NULL;
    for (IrInst *i = at; i; i = i->next) i->block = to;
    IrBuilder b = ir_builder(bb->fn, bb);
    b.dbg = at->dbg;
    ir_br(&b, to);
    return to;
}

// ---- instructions ----

void ir_insert_before(IrInst *i, IrInst *at) {
    i->block = at->block;
    i->next = at;
    i->prev = at->prev;
    *(at->prev ? &at->prev->next : &at->block->first) = i;
    at->prev = i;
}

void ir_insert_at_end(IrInst *i, IrBlock *bb) {
    i->block = bb;
    i->next = NULL;
    i->prev = bb->last;
    *(bb->last ? &bb->last->next : &bb->first) = i;
    bb->last = i;
}

IrInst *ir_first_non_phi(const IrBlock *bb) {
    IrInst *i = bb->first;
    while (i && i->v.op == IR_PHI) i = i->next;
    return i;
}

void ir_insert_at_start(IrInst *i, IrBlock *bb) {
    IrInst *at = ir_first_non_phi(bb);
    if (at) {
        ir_insert_before(i, at);
    } else {
        ir_insert_at_end(i, bb);
    }
}

void ir_unlink(IrInst *i) {
    IrBlock *bb = i->block;
    if (i == bb->fn->last_alloca) bb->fn->last_alloca = NULL;
    *(i->prev ? &i->prev->next : &bb->first) = i->next;
    *(i->next ? &i->next->prev : &bb->last) = i->prev;
    i->prev = i->next = NULL;
}

void ir_move_before(IrInst *i, IrInst *at) {
    if (i == at) return;
    ir_unlink(i);
    ir_insert_before(i, at);
}

void ir_erase(IrInst *i) {
    CU_ASSERT(i->block->fn->g.m->ctx, !i->v.uses);
    ir_unlink(i);
    drop_operands(i);
}

void ir_replace_erase(IrInst *i, IrValue *by) {
    if (i->v.name && by->kind == IR_V_INST && !by->name) by->name = i->v.name;
    ir_replace_uses(&i->v, by);
    ir_erase(i);
}

IrInst *ir_inst_new(IrFunc *f, IrOp op, IrType *t, uint32_t nops) {
    IrInst *i =
        arena_zalloc(body_arena(f), sizeof(IrInst) + nops * sizeof(IrUse), _Alignof(IrInst));
    i->v.kind = IR_V_INST;
    i->v.op = (uint8_t)op;
    i->v.type = t;
    i->v.id = f->nvalues++;
    i->op = (IrUse *)(i + 1);
    i->nops = i->capops = nops;
    for (uint32_t k = 0; k < nops; k++) i->op[k].user = i;
    return i;
}

void ir_inst_copy_plain(IrFunc *into, IrInst *c, const IrInst *i) {
    c->v.flags = i->v.flags;
    c->v.name = i->v.name;
    c->fmf = i->fmf;
    c->pred = i->pred;
    c->order = i->order;
    c->order2 = i->order2;
    c->scope = i->scope;
    c->align = i->align;
    c->nidx = i->nidx;
    if (i->nidx)
        c->idx = arena_copy(into->arena, i->idx, i->nidx * sizeof *i->idx, _Alignof(uint32_t));
}

IrInst *ir_inst_clone_bare(IrFunc *into, const IrInst *i) {
    IrInst *c = ir_inst_new(into, i->v.op, i->v.type, i->nops);
    ir_inst_copy_plain(into, c, i);
    c->dbg = i->dbg;
    Arena *a = into->arena;
    if (!i->nidx) c->aty = i->aty;
    if (i->call) {
        c->call = arena_copy(a, i->call, sizeof(IrCall), _Alignof(IrCall));
        uint32_t n = i->call->attrs.n;
        c->call->attrs.param =
            arena_copy(a, i->call->attrs.param, n * sizeof(void *), sizeof(void *));
        c->call->bundle = arena_copy(a, i->call->bundle, i->call->nbundles * sizeof(IrBundle),
                                     _Alignof(IrBundle));
    }
    IrMdAttach **tail = &c->md;
    for (const IrMdAttach *m = i->md; m; m = m->next) {
        *tail = arena_new(a, IrMdAttach);
        (*tail)->kind = m->kind;
        (*tail)->md = m->md;
        tail = &(*tail)->next;
    }
    return c;
}

IrInst *ir_inst_clone(IrFunc *into, const IrInst *i) {
    IrInst *c = ir_inst_clone_bare(into, i);
    for (uint32_t k = 0; k < i->nops; k++) ir_set_op(c, k, ir_op(i, k));
    return c;
}

void ir_func_renumber(IrFunc *f) {
    uint32_t v = f->nargs, b = 0;
    IR_FOREACH_BLOCK(bb, f) {
        bb->v.id = b++;
        IR_FOREACH_INST(i, bb) i->v.id = v++;
    }
    f->nvalues = v;
    f->nblockids = b;
}
