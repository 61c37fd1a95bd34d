// SPDX-License-Identifier: Apache-2.0
// Life of modules, globals, functions, blocks and instructions.
#include "ir/ir_int.h"

#include <stdlib.h>

// ---- module ----

#define IR_DATALAYOUT                                                                              \
    "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-"           \
    "f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"

// Of the target's triple and data layout, which readers replace by what they read.
IrModule *ir_module_new(Ctx *ctx, Atom name) {
    IrModule *module = arena_new(&ctx->perm, IrModule);
    module->ctx = ctx;
    arena_init(&module->arena, ctx, "ir-module");
    module->name = name;
    module->source_name = name;
    module->triple = atom_cstr(ctx, "nvptx64-nvidia-cuda");
    module->datalayout = atom_cstr(ctx, IR_DATALAYOUT);
    module->short_ptr_as = 1u << IR_AS_SHARED;
    struct IrIntern *intern = module->intern = arena_new(&module->arena, struct IrIntern);
    // types, constants, attributes and metadata are unique within a module
    cons_init(&intern->types, &module->arena);
    cons_init(&intern->consts, &module->arena);
    cons_init(&intern->attrs, &module->arena);
    cons_init(&intern->mds, &module->arena);
    cons_init(&intern->strings, &module->arena);
    cons_init(&intern->intrins, &module->arena);
    map_init(&intern->ints, &module->arena);
    map_init(&intern->ptrs, &module->arena);
    map_init(&intern->named, &module->arena);
    map_init(&intern->symbols, &module->arena);
    map_init(&intern->suffix, &module->arena);
    ir_types_init(module);
    return module;
}

// Lines are kept one by one: that is how they are printed and linked.
void ir_module_asm_add(IrModule *module, Atom text) {
    const char *t = atom_str(module->ctx, text);
    for (uint32_t from = 0, n = atom_len(module->ctx, text); from <= n;) {
        const char *nl = memchr(t + from, '\n', n - from);
        uint32_t to = nl ? (uint32_t)(nl - t) : n;
        if (to == n && from == n && n) break; // a newline ends a line
        vec_push(&module->arena, &module->module_asm,
                 atom_intern(module->ctx, t + from, to - from));
        from = to + 1;
    }
}

void ir_reader_free(IrModule *module) {
    if (module->intern->reader) arena_free(module->intern->reader);
    module->intern->reader = NULL;
    module->reader = NULL;
}

// Bodies have arenas of their own, as a reader has; everything else is the module's. Twice is no
// harm.
void ir_module_free(IrModule *module) {
    if (!module->intern) return;
    ir_reader_free(module);
    IR_FOREACH_FUNC(f, module) {
        if (f->arena) arena_free(f->arena);
    }
    arena_free(&module->arena);
    module->intern = NULL;
}

void ir_parallel_begin(IrModule *module) {
    module->intern->shared = true;
}

// For qsort: declarations by their symbols, which differ.
static int by_name(const void *a, const void *b) {
    const IrFunc *x = *(IrFunc *const *)a, *y = *(IrFunc *const *)b;
    Ctx *ctx = x->g.m->ctx;
    return strcmp(atom_str(ctx, x->g.v.name), atom_str(ctx, y->g.v.name));
}

// Gives places to the declarations made meanwhile; sorted, because which thread made one first is
// chance.
void ir_parallel_end(IrModule *module) {
    struct IrIntern *t = module->intern;
    t->shared = false;
    if (t->pending.n) qsort(t->pending.at, t->pending.n, sizeof(IrFunc *), by_name);
    for (uint32_t i = 0; i < t->pending.n; i++) {
        ir_func_register(module, t->pending.at[i], t->pending.at[i]->g.v.name);
    }
    t->pending.n = 0;
}

// ---- globals ----

IrGlobal *ir_find(IrModule *module, Atom name) {
    return map_get(&module->intern->symbols, name);
}

// What all global objects begin with. Constants and globals share their numbering.
static void global_init(IrModule *module, IrGlobal *placed, IrValueKind kind, IrType *vty,
                        uint32_t as, IrLinkage linkage) {
    placed->v.kind = (uint8_t)kind;
    placed->v.type = ir_ty_ptr(module, as);
    placed->v.id = module->intern->nconsts++;
    placed->m = module;
    placed->vty = vty;
    placed->linkage = (uint8_t)linkage;
    placed->order = module->intern->norder++;
}

// Gives the object its symbol, with a suffix if the name is taken.
static void symbol_add(IrModule *module, IrGlobal *placed, Atom name) {
    if (!name) { // unnamed: @0, @1 ... get a name of their own
        name = atom_cstr(module->ctx, "__unnamed");
    }
    placed->v.name = ir_unique_name(module, &module->intern->symbols, name);
    map_put(&module->intern->symbols, placed->v.name, placed);
}

IrGlobal *ir_var_new(IrModule *module, Atom name, IrType *vty, uint32_t as, IrLinkage l,
                     IrConst *init) {
    IrGlobal *g = arena_new(&module->arena, IrGlobal);
    ir_var_place(module, g, name, vty, as, l);
    g->init = init;
    return g;
}

// Its alignment is that of its type, until someone says otherwise.
void ir_var_place(IrModule *module, IrGlobal *placed, Atom name, IrType *vty, uint32_t as,
                  IrLinkage l) {
    global_init(module, placed, IR_C_VAR, vty, as, l);
    placed->align = vty->sized ? vty->align : 1;
    symbol_add(module, placed, name);
    vec_push(&module->arena, &module->vars, placed);
}

IrGlobal *ir_alias_new(IrModule *module, Atom name, IrType *vty, uint32_t as, IrLinkage l,
                       IrConst *to) {
    IrGlobal *g = arena_new(&module->arena, IrGlobal);
    ir_alias_place(module, g, name, vty, as, l);
    g->init = to;
    return g;
}

void ir_alias_place(IrModule *module, IrGlobal *placed, Atom name, IrType *vty, uint32_t as,
                    IrLinkage l) {
    global_init(module, placed, IR_C_ALIAS, vty, as, l);
    symbol_add(module, placed, name);
    vec_push(&module->arena, &module->aliases, placed);
}

IrFunc *ir_func_alloc(IrModule *module, IrType *fty, IrLinkage l) {
    IrFunc *f = arena_new(&module->arena, IrFunc);
    ir_func_init(module, f, fty, l);
    return f;
}

// The arguments are the module's: they outlive the body.
void ir_func_init(IrModule *module, IrFunc *fn, IrType *fty, IrLinkage linkage) {
    global_init(module, &fn->g, IR_C_FUNC, fty, 0, linkage);
    fn->nargs = (uint32_t)fty->n;
    fn->arg = arena_array(&module->arena, IrArg *, fn->nargs);
    IrArg *args = arena_array(&module->arena, IrArg, fn->nargs);
    for (uint32_t i = 0; i < fn->nargs; i++) {
        fn->arg[i] = &args[i];
        args[i].v.kind = IR_V_ARG;
        args[i].v.type = fty->sub[i];
        args[i].v.id = i;
        args[i].fn = fn;
        args[i].index = i;
    }
    fn->nvalues = fn->nargs;
}

void ir_func_register(IrModule *module, IrFunc *fn, Atom name) {
    symbol_add(module, &fn->g, name);
    vec_push(&module->arena, &module->funcs, fn);
}

IrFunc *ir_func_new(IrModule *module, Atom name, IrType *fty, IrLinkage l) {
    IrFunc *f = ir_func_alloc(module, fty, l);
    ir_func_register(module, f, name);
    return f;
}

// The old name is free for another global.
void ir_global_rename(IrGlobal *global, Atom name) {
    IrModule *m = global->m;
    if (global->v.name == name) return;
    map_put(&m->intern->symbols, global->v.name, NULL);
    symbol_add(m, global, name);
}

static void list_compact(IrGlobal **at, uint32_t *n) { // keeps what is not dead
    uint32_t k = 0;
    for (uint32_t i = 0; i < *n; i++) {
        if (!at[i]->dead) at[k++] = at[i];
    }
    *n = k;
}

// One pass over each list, whatever their number. The objects stay in memory: constants may name
// them.
void ir_globals_remove(IrModule *module, uint32_t n, IrGlobal *const *g) {
    for (uint32_t i = 0; i < n; i++) {
        map_put(&module->intern->symbols, g[i]->v.name, NULL);
        g[i]->dead = true;
        if (g[i]->v.kind == IR_C_FUNC) ir_func_drop_body((IrFunc *)g[i]);
    }
    list_compact(module->vars.at, &module->vars.n);
    list_compact(module->aliases.at, &module->aliases.n);
    list_compact((IrGlobal **)module->funcs.at, &module->funcs.n);
}

void ir_global_remove(IrGlobal *global) {
    ir_globals_remove(global->m, 1, &global);
}

// Whatever used the arguments is gone with the body.
void ir_func_drop_body(IrFunc *fn) {
    if (fn->arena) arena_free(fn->arena);
    fn->first = fn->last = NULL;
    memset(&fn->recorded, 0, sizeof fn->recorded);
    fn->last_alloca = NULL;
    fn->nvalues = fn->nargs;
    fn->nblockids = 0;
    for (uint32_t i = 0; i < fn->nargs; i++) {
        fn->arg[i]->v.uses = NULL;
        fn->arg[i]->v.recorded = 0;
    }
}

IrType *ir_func_ret(const IrFunc *fn) {
    return fn->g.vty->elem;
}

// Walks all blocks: ask once.
uint64_t ir_func_size(const IrFunc *fn) {
    uint64_t n = 0;
    IR_FOREACH_BLOCK(bb, fn) {
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
static IrConst *replace_wrapped(IrModule *module, const IrConst *constant, IrConst *const *e) {
    if (constant->v.kind == IR_C_BLOCKADDR) return ir_no_block(module, constant->v.type);
    if (constant->v.kind != IR_C_PTRAUTH && !ir_as_global(&e[0]->v)) return e[0];
    return ir_wrapped(module, (IrValueKind)constant->v.kind, constant->v.type, constant->n, e);
}

// Only what contains something of its own is rebuilt, each constant once.
static IrConst *replace_const(Replace *replace, IrConst *constant) {
    if (constant->v.kind >= IR_C_VAR) {
        IrConst *to = map_get(&replace->to, (uintptr_t)constant);
        return to ? to : constant;
    }
    if (constant->v.kind < IR_C_AGG || constant->v.kind == IR_C_DATA) return constant;
    IrConst *known = map_get(&replace->done, (uintptr_t)constant);
    if (known) return known;
    // from the inside out: a constant with a new part is another constant
    IrConst **e = arena_array(&replace->m->arena, IrConst *, constant->n);
    bool changed = false;
    for (uint32_t i = 0; i < constant->n; i++) {
        e[i] = replace_const(replace, constant->elem[i]);
        changed = changed || e[i] != constant->elem[i];
    }
    IrConst *by = constant;
    if (changed && constant->v.kind >= IR_C_BLOCKADDR)
        by = replace_wrapped(replace->m, constant, e);
    if (changed && constant->v.kind == IR_C_AGG)
        by = ir_agg(replace->m, constant->v.type, constant->n, e);
    if (changed && constant->v.kind == IR_C_EXPR) {
        by = ir_cexpr(replace->m, constant->v.op, constant->v.flags, constant->v.type,
                      constant->aty, constant->n, e);
    }
    map_put(&replace->done, (uintptr_t)constant, by);
    return by;
}

// Puts a node on the work list the first time it is met.
static void reach_md(Replace *r, IrMd *reached) {
    if (!reached || reached->kind == IR_MD_STRING || map_get(&r->seen, (uintptr_t)reached)) return;
    map_put(&r->seen, (uintptr_t)reached, reached);
    vec_push(&r->m->arena, &r->work, reached);
}

// Metadata is changed in place: nodes keep their identity even where they were unique.
static void replace_in_md(Replace *replace, IrMd *reached) {
    switch (reached->kind) {
    case IR_MD_VALUE:
        if (ir_is_const(reached->value))
            reached->value = &replace_const(replace, (IrConst *)reached->value)->v;
        break;
    case IR_MD_NODE:
        for (uint32_t i = 0; i < reached->n; i++) reach_md(replace, reached->op[i]);
        break;
    case IR_MD_LOC:
        reach_md(replace, reached->scope);
        reach_md(replace, reached->inlined_at);
        break;
    default:
        for (uint32_t i = 0; i < reached->n; i++) {
            if (reached->field[i].kind == IR_DI_MD) reach_md(replace, reached->field[i].md);
        }
        break;
    }
}

// In all that the metadata reaches; its graph can be deep.
static void replace_md(Replace *r, IrMd *reached) {
    reach_md(r, reached);
    while (r->work.n) replace_in_md(r, vec_pop(&r->work));
}

static void replace_attached(Replace *r, const IrMdAttach *a) {
    for (; a; a = a->next) replace_md(r, a->md);
}

// Operands, attachments and positions of all instructions.
static void replace_in_body(Replace *replace, IrFunc *fn) {
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            replace_attached(replace, i->md);
            replace_md(replace, i->dbg);
            for (uint32_t k = 0; k < i->nops; k++) {
                IrValue *v = ir_op(i, k);
                if (v->kind == IR_V_MD) replace_md(replace, ((IrMdValue *)v)->md);
                if (v->kind < IR_C_AGG) continue;
                IrConst *by = replace_const(replace, (IrConst *)v);
                if (&by->v != v) ir_set_op(i, k, &by->v);
            }
        }
    }
}

// Everything that may name a global: bodies, initialisers, aliasees, metadata.
static void replace_all(Replace *replace) {
    IrModule *module = replace->m;
    map_init(&replace->done, &module->arena);
    map_init(&replace->seen, &module->arena);
    IR_FOREACH_FUNC(f, module) {
        replace_attached(replace, f->g.md);
        if (f->prefix) f->prefix = replace_const(replace, f->prefix);
        if (f->prologue) f->prologue = replace_const(replace, f->prologue);
        if (f->personality) f->personality = replace_const(replace, f->personality);
        replace_in_body(replace, f);
    }
    for (uint32_t i = 0; i < module->vars.n; i++) {
        replace_attached(replace, module->vars.at[i]->md);
        if (module->vars.at[i]->init)
            module->vars.at[i]->init = replace_const(replace, module->vars.at[i]->init);
    }
    for (uint32_t i = 0; i < module->aliases.n; i++) {
        IrGlobal *a = module->aliases.at[i]; // the linker fills it in later
        if (a->init) a->init = replace_const(replace, a->init);
    }
    for (uint32_t i = 0; i < module->nnamed_md; i++) {
        for (uint32_t k = 0; k < module->named_md_[i].ops.n; k++) {
            replace_md(replace, module->named_md_[i].ops.at[k]);
        }
    }
}

void ir_global_replace(IrModule *module, IrGlobal *old, IrConst *by) {
    ir_globals_replace(module, 1, &old, &by);
}

// All in one walk over the module; a replacement may use another of the globals.
void ir_globals_replace(IrModule *module, uint32_t n, IrGlobal *const *old, IrConst *const *by) {
    if (!n) return;
    Replace r = {.m = module};
    map_init(&r.to, &module->arena);
    for (uint32_t i = 0; i < n; i++) map_put(&r.to, (uintptr_t)old[i], by[i]);
    replace_all(&r);
}

// All in one walk over the module, because each walk visits every constant.
void ir_globals_poison(IrModule *module, uint32_t n, IrGlobal *const *g) {
    Replace r = {.m = module};
    map_init(&r.to, &module->arena);
    for (uint32_t i = 0; i < n; i++) {
        map_put(&r.to, (uintptr_t)g[i], ir_poison(module, g[i]->v.type));
    }
    replace_all(&r);
}

// ---- blocks ----

// Behind `after`, or in front of all if that is NULL.
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

// The arena of a function's body, made with its first block or instruction.
static CU_COLD Arena *make_body_arena(IrFunc *fn) {
    ir_lock(fn->g.m);
    fn->arena = arena_new(&fn->g.m->arena, Arena);
    ir_unlock(fn->g.m);
    arena_init(fn->arena, fn->g.m->ctx, "ir-func");
    return fn->arena;
}

static Arena *body_arena(IrFunc *fn) {
    return fn->arena ? fn->arena : make_body_arena(fn);
}

// The block comes last in the function and gets an id that no other has.
void ir_block_adopt(IrFunc *fn, IrBlock *bb) {
    body_arena(fn);
    bb->v.id = fn->nblockids++;
    bb->fn = fn;
    block_link_after(bb, fn->last);
}

IrBlock *ir_block_new(IrFunc *fn, Atom name) {
    IrBlock *bb = arena_new(body_arena(fn), IrBlock);
    bb->v.kind = IR_V_BLOCK;
    bb->v.type = fn->g.m->ty_label;
    bb->v.name = name;
    ir_block_adopt(fn, bb);
    return bb;
}

void ir_block_move_after(IrBlock *bb, IrBlock *after) {
    if (bb == after) return;
    block_unlink(bb);
    block_link_after(bb, after);
}

// The block's uses are the caller's to see to: terminators and phis may still name it.
void ir_block_remove(IrBlock *bb) {
    IR_FOREACH_INST(i, bb) {
        ir_drop_operands(i);
        // Without operands: what it was computed from may go too.
        if (i->v.recorded) ir_records_lose(i);
    }
    if (bb == bb->fn->first) bb->fn->last_alloca = NULL;
    block_unlink(bb);
    bb->removed = true;
}

// The upper half keeps the block's identity, so that its predecessors need no change.
IrBlock *ir_block_split(IrBlock *bb, IrInst *at, Atom name) {
    IrBlock *to = ir_block_new(bb->fn, name);
    ir_block_move_after(to, bb);
    IrInst *term = ir_term(bb);
    // the edges out of the block now come from the lower half
    for (uint32_t k = 0; term && k < ir_nsucc(term); k++) {
        ir_phi_replace_pred(ir_succ(term, k), bb, to);
    }
    to->first = at;
    to->last = bb->last;
    bb->last = at->prev;
    *(at->prev ? &at->prev->next : &bb->first) = NULL;
    at->prev = NULL;
    for (IrInst *i = at; i; i = i->next) i->block = to;
    IrInst *branch = ir_inst_new(bb->fn, IR_BR, bb->fn->g.m->ty_void, 1);
    ir_set_op(branch, 0, &to->v);
    branch->dbg = at->dbg;
    ir_insert_at_end(branch, bb);
    return to;
}

void ir_block_append(IrBlock *bb, IrBlock *from) {
    IR_FOREACH_INST_SAFE(i, from) {
        IrRecord *records = i->records;
        i->records = NULL;
        ir_unlink(i);
        ir_insert_at_end(i, bb);
        i->records = ir_records_join(i->records, records);
    }
}

// ---- instructions ----

void ir_insert_before(IrInst *inst, IrInst *at) {
    inst->block = at->block;
    inst->next = at;
    inst->prev = at->prev;
    *(at->prev ? &at->prev->next : &at->block->first) = inst;
    at->prev = inst;
}

void ir_insert_at_end(IrInst *inst, IrBlock *bb) {
    inst->block = bb;
    inst->next = NULL;
    inst->prev = bb->last;
    *(bb->last ? &bb->last->next : &bb->first) = inst;
    bb->last = inst;
    if (!bb->trailing) return;
    inst->records = ir_records_join(bb->trailing, inst->records);
    bb->trailing = NULL;
}

IrInst *ir_first_non_phi(const IrBlock *bb) {
    IrInst *i = bb->first;
    while (i && i->v.op == IR_PHI) i = i->next;
    return i;
}

// Behind the phis, which must stay first.
void ir_insert_at_start(IrInst *inst, IrBlock *bb) {
    IrInst *at = ir_first_non_phi(bb);
    if (at) {
        ir_insert_before(inst, at);
    } else {
        ir_insert_at_end(inst, bb);
    }
}

// To what comes next, or to the terminator that has been put in front of the one that leaves.
static void pass_records_on(IrInst *inst) {
    IrBlock *bb = inst->block;
    bool replaced = !inst->next && inst->prev && ir_is_term(inst->prev);
    IrRecord **to = inst->next ? &inst->next->records : &bb->trailing;
    if (replaced) {
        inst->prev->records = ir_records_join(inst->prev->records, inst->records);
    } else {
        *to = ir_records_join(inst->records, *to);
    }
    inst->records = NULL;
}

// The function's cursor among its allocas may not stay on what leaves. Debug records keep their
// place in the block.
void ir_unlink(IrInst *inst) {
    IrBlock *bb = inst->block;
    if (inst->records) pass_records_on(inst);
    if (inst == bb->fn->last_alloca) bb->fn->last_alloca = NULL;
    *(inst->prev ? &inst->prev->next : &bb->first) = inst->next;
    *(inst->next ? &inst->next->prev : &bb->last) = inst->prev;
    inst->prev = inst->next = NULL;
}

void ir_move_before(IrInst *inst, IrInst *at) {
    if (inst == at) return;
    ir_unlink(inst);
    ir_insert_before(inst, at);
}

void ir_erase(IrInst *inst) {
    CU_ASSERT(inst->block->fn->g.m->ctx, !inst->v.uses);
    if (inst->v.recorded) ir_records_lose(inst);
    ir_unlink(inst);
    ir_drop_operands(inst);
}

// A name goes over to what has none.
void ir_replace_erase(IrInst *inst, IrValue *by) {
    if (inst->v.name && by->kind == IR_V_INST && !by->name) by->name = inst->v.name;
    ir_replace_uses(&inst->v, by);
    ir_erase(inst);
}

// Its operands lie behind it in one piece; more of them come by ir_add_op.
static inline IrInst *inst_at(void *memory, IrFunc *fn, IrOp op, IrType *result, uint32_t nops) {
    static const IrInst blank = {.v.kind = IR_V_INST}; // a copy takes less than to clear it
    IrInst *i = memory;
    IrUse *use = (IrUse *)(i + 1);
    *i = blank;
    i->v.op = (uint8_t)op;
    i->v.type = result;
    i->v.id = fn->nvalues++;
    i->op = use;
    i->nops = i->capops = nops;
    for (uint32_t k = 0; k < nops; k++) use[k] = (IrUse){.user = i};
    return i;
}

static CU_COLD IrInst *inst_in_new_chunk(IrFunc *fn, IrOp op, IrType *result, uint32_t nops) {
    size_t size = sizeof(IrInst) + nops * sizeof(IrUse);
    return inst_at(arena_alloc(body_arena(fn), size, _Alignof(IrInst)), fn, op, result, nops);
}

// Mostly there is room: without a call there are no registers to be saved.
IrInst *ir_inst_new(IrFunc *fn, IrOp op, IrType *result, uint32_t nops) {
    Arena *arena = fn->arena;
    size_t size = sizeof(IrInst) + nops * sizeof(IrUse);
    if (!arena || !arena_has(arena, size, _Alignof(IrInst)))
        return inst_in_new_chunk(fn, op, result, nops);
    return inst_at(arena_alloc(arena, size, _Alignof(IrInst)), fn, op, result, nops);
}

// Indices and masks are copied into the arena of the other function.
void ir_inst_copy_plain(IrFunc *into, IrInst *copy, const IrInst *from) {
    copy->v.flags = from->v.flags;
    copy->v.name = from->v.name;
    copy->fmf = from->fmf;
    copy->pred = from->pred;
    copy->order = from->order;
    copy->order2 = from->order2;
    copy->scope = from->scope;
    copy->align = from->align;
    copy->nidx = from->nidx;
    if (from->nidx)
        copy->idx =
            arena_copy(into->arena, from->idx, from->nidx * sizeof *from->idx, _Alignof(uint32_t));
}

// Attributes and attachments are copied, since they may be changed; sets and nodes in them are
// shared.
IrInst *ir_inst_clone_bare(IrFunc *into, const IrInst *source) {
    IrInst *copy = ir_inst_new(into, source->v.op, source->v.type, source->nops);
    ir_inst_copy_plain(into, copy, source);
    copy->dbg = source->dbg;
    Arena *arena = into->arena;
    // one field with the indices, which ir_inst_copy_plain has copied
    if (!source->nidx) copy->aty = source->aty;
    if (source->call) {
        copy->call = arena_copy(arena, source->call, sizeof(IrCall), _Alignof(IrCall));
        uint32_t n = source->call->attrs.n;
        copy->call->attrs.param =
            arena_copy(arena, source->call->attrs.param, n * sizeof(void *), sizeof(void *));
        copy->call->bundle =
            arena_copy(arena, source->call->bundle, source->call->nbundles * sizeof(IrBundle),
                       _Alignof(IrBundle));
    }
    IrMdAttach **tail = &copy->md;
    for (const IrMdAttach *m = source->md; m; m = m->next) {
        *tail = arena_new(arena, IrMdAttach);
        (*tail)->kind = m->kind;
        (*tail)->md = m->md;
        tail = &(*tail)->next;
    }
    return copy;
}

IrInst *ir_inst_clone(IrFunc *into, const IrInst *source) {
    IrInst *c = ir_inst_clone_bare(into, source);
    for (uint32_t k = 0; k < source->nops; k++) ir_set_op(c, k, ir_op(source, k));
    return c;
}

// Side tables by id are worth nothing afterwards.
void ir_func_renumber(IrFunc *fn) {
    uint32_t v = fn->nargs, b = 0;
    IR_FOREACH_BLOCK(bb, fn) {
        bb->v.id = b++;
        IR_FOREACH_INST(i, bb) i->v.id = v++;
    }
    fn->nvalues = v;
    fn->nblockids = b;
}
