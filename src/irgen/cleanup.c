// SPDX-License-Identifier: Apache-2.0
// Destruction, and that at scope ends. Device code has no exceptions, so a cleanup is only the
// destructor call emitted on each way out: the end of the scope, break, continue, return, goto.
#include "irgen/gen.h"

// From the last element to the first [class.dtor].
static void destroy_array(Fn *fn, Place obj) {
    Type *elem = obj.type;
    while (elem->kind == TY_ARRAY) elem = elem->u.array.elem;
    IrModule *module = fn->g->m;
    uint64_t es = gen_size(fn->g, elem), n = es ? gen_size(fn->g, obj.type) / es : 0;
    IrBlock *head = gen_block(fn, "dtor.cond"), *body = gen_block(fn, "dtor.body");
    IrBlock *end = gen_block(fn, "dtor.end"), *entry = fn->b.bb;

    // Downwards: the loop counts what is left.
    ir_br(&fn->b, head);
    gen_at(fn, head);
    IrInst *i = ir_phi(&fn->b, module->ty_i64, 2);
    ir_phi_add(i, &ir_int(module->ty_i64, n)->v, entry);
    ir_condbr(&fn->b, ir_cmp(&fn->b, IR_NE, &i->v, &ir_int(module->ty_i64, 0)->v), body, end);
    gen_at(fn, body);
    IrValue *k = ir_sub(&fn->b, &i->v, &ir_int(module->ty_i64, 1)->v);
    IrValue *p = ir_gep1(&fn->b, gen_mem_type(fn->g, elem), obj.addr, k, IR_INBOUNDS);
    gen_destroy(fn, gen_place_at(fn, p, elem));
    ir_phi_add(i, k, fn->b.bb);
    ir_br(&fn->b, head);
    gen_at(fn, end);
}

// Ends an object's life, if its type has a destructor that does something.
void gen_destroy(Fn *fn, Place obj) {
    FuncDecl *d = cxx_find_dtor(fn->g->x, obj.type);
    if (!d || !gen_reachable(fn)) return;
    if (obj.type->kind == TY_ARRAY) {
        destroy_array(fn, obj);
        return;
    }
    bool of_base = obj.vtt && d->cls->table.has_virtual_bases;
    IrValue *arg[] = {obj.addr, obj.vtt};
    ir_call_fn(&fn->b, gen_cdtor(fn->g, d, of_base), 1 + of_base, arg);
}

// Notes that the object at addr is to be destroyed when the current scope is left.
void gen_push_cleanup(Fn *fn, IrValue *addr, Type *type) {
    Gen *gen = fn->g;
    Cleanup *c = arena_new(&gen->ctx->perm, Cleanup);
    *c = (Cleanup){.outer = fn->cleanups, .addr = addr, .type = type, .scope = fn->scope};
    if (fn->cond_depth) { // exists only if this operand was evaluated
        IrInst *flag = gen_entry_alloca(fn, gen->m->ty_i1, 1, atom_cstr(gen->ctx, "cleanup"));
        // The flag is cleared at the function's entry, before any way leads here.
        IrBuilder b = flag->next ? ir_builder_at(flag->next) : ir_builder(fn->f, fn->f->first);
        ir_store(&b, &ir_false(gen->m)->v, &flag->v, 1);
        ir_store(&fn->b, &ir_true(gen->m)->v, &flag->v, 1);
        c->flag = &flag->v;
    }
    fn->cleanups = c;
}

// One cleanup, at the current place.
static void run_one(Fn *fn, Cleanup *cleanup) {
    if (!cleanup->flag) {
        gen_destroy(fn, gen_place_at(fn, cleanup->addr, cleanup->type));
        return;
    }
    IrModule *m = fn->g->m;
    IrBlock *run = gen_block(fn, "cleanup.run"), *done = gen_block(fn, "cleanup.done");
    ir_condbr(&fn->b, &ir_load(&fn->b, m->ty_i1, cleanup->flag, 1)->v, run, done);
    gen_at(fn, run);
    ir_store(&fn->b, &ir_false(m)->v, cleanup->flag, 1); // a loop may come here again
    gen_destroy(fn, gen_place_at(fn, cleanup->addr, cleanup->type));
    gen_goto(fn, done);
    gen_at(fn, done);
}

// The ways out of a scope run its cleanups, which stay for the other ways.
void gen_run_cleanups(Fn *fn, Cleanup *until) {
    for (Cleanup *c = fn->cleanups; c != until && gen_reachable(fn); c = c->outer) run_one(fn, c);
}

void gen_pop_cleanups(Fn *fn, Cleanup *until) {
    gen_run_cleanups(fn, until);
    fn->cleanups = until;
}

// ---- goto: which scopes does it leave? ----------------------------------------------------------

// The compound statements around a statement, from the inside out.
typedef struct ScopePath {
    const struct ScopePath *outer;
    const Stmt *scope;
} ScopePath;

// Notes the path of each label. Only compound statements begin a scope that has variables.
static void find_labels(Fn *fn, const Stmt *stmt, const ScopePath *path) {
    if (!stmt) return;
    if (stmt->kind == S_COMPOUND) {
        ScopePath *inner = arena_new(&fn->g->ctx->perm, ScopePath);
        *inner = (ScopePath){path, stmt};
        for (uint32_t i = 0; i < stmt->u.list.n; i++) find_labels(fn, stmt->u.list.at[i], inner);
        return;
    }
    if (stmt->kind == S_LABEL) map_put(&fn->label_scopes, (uintptr_t)stmt, (void *)path);
    find_labels(fn, stmt->init, path);
    find_labels(fn, stmt->body, path);
    find_labels(fn, stmt->els, path);
}

static bool on_path(const ScopePath *path, const Stmt *scope) {
    for (; path; path = path->outer) {
        if (path->scope == scope) return true;
    }
    return false;
}

typedef struct LabelAt {
    Cleanup *live; // variables to destroy that are in scope there
} LabelAt;

// A label that has been emitted: jumps back to it know what lives there.
void gen_label_cleanups(Fn *fn, const Stmt *label) {
    LabelAt *l = arena_new(&fn->g->ctx->perm, LabelAt);
    l->live = fn->cleanups;
    map_put(&fn->label_at, (uintptr_t)label, l);
}

static bool is_live(const Cleanup *at, const Cleanup *c) {
    for (; at; at = at->outer) {
        if (at == c) return true;
    }
    return false;
}

// Backwards past a variable, in its scope or out of it: it is destroyed [stmt.jump]/2.
static bool goto_back(Fn *fn, const Stmt *label) {
    // The label comes later in the function: no variable is passed backwards.
    LabelAt *l = map_get(&fn->label_at, (uintptr_t)label);
    if (!l) return false;
    Cleanup *c = fn->cleanups;
    while (c && !is_live(l->live, c)) c = c->outer;
    gen_run_cleanups(fn, c);
    return true;
}

void gen_goto_cleanups(Fn *fn, const Stmt *label) {
    if (!fn->cleanups || goto_back(fn, label)) return;
    // Paths are found at the first goto with something to destroy: few functions have one.
    if (!fn->paths_built) {
        fn->paths_built = true;
        map_init(&fn->label_scopes, &fn->g->ctx->perm);
        find_labels(fn, fn->fd->body.tree, NULL);
    }
    const ScopePath *path = map_get(&fn->label_scopes, (uintptr_t)label);
    // A jump forwards stays in the scopes that also hold the label, and leaves the others.
    Cleanup *c = fn->cleanups;
    while (c && !on_path(path, c->scope)) c = c->outer;
    gen_run_cleanups(fn, c);
}
